"""Rows of a list whose long words, as a pasted address, are broken: Qt wraps between words alone.

One such word would make every row as wide as itself.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QListWidget, QStyledItemDelegate, QStyleOptionViewItem

LONG = re.compile(r"\S{24,}")
PART = re.compile(r"(\S{8})(?=\S)")
BREAK = "\u200b"  # a space without width


def break_long_words(words: str) -> str:
    """The same words to be drawn, with places inside the long ones at which a line may end."""
    return LONG.sub(lambda found: PART.sub(rf"\1{BREAK}", found[0]), words)


def wrap_words(list_: QListWidget) -> None:
    """Wrap the rows of a list, inside long words too; their texts stay as they are."""
    list_.setWordWrap(True)
    list_.setItemDelegate(_Rows(list_))


class _Rows(QStyledItemDelegate):
    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """What is drawn of a row."""
        super().initStyleOption(option, index)
        option.text = break_long_words(option.text)
