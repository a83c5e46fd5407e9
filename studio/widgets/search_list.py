"""Trees with headings, filtered while the user types."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

ALSO = Qt.ItemDataRole.UserRole + 7  # words by which an entry is found too


def filter_tree(tree: QTreeWidget, words: str) -> None:
    """Hide the entries no column of which has the words, and headings with nothing left below.

    An entry may be found by other words too, kept as its data `ALSO`.
    """
    wanted = words.casefold()
    for head in _below(tree.invisibleRootItem()):
        entries = _below(head)
        for entry in entries:
            entry.setHidden(not _has(entry, wanted))
        head.setHidden(all(entry.isHidden() for entry in entries))


def _below(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    children = (item.child(place) for place in range(item.childCount()))
    return [child for child in children if child is not None]


def _has(entry: QTreeWidgetItem, wanted: str) -> bool:
    said = [entry.text(column) for column in range(entry.columnCount())]
    return any(wanted in words.casefold() for words in (*said, str(entry.data(0, ALSO) or "")))
