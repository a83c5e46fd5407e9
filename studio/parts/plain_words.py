"""Lines and areas of text that take in what belongs there, whatever is pasted into them.

A cell of a spreadsheet comes with the end of its line, a text of a word processor with characters
that no file can hold.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from engine.files.source_text import NO_TEXT

LINE_ENDS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
LAST_ENDS = re.compile(rf"{LINE_ENDS.pattern}\Z")
SOFT_ENDS = re.compile("[\v\f\x85]")  # as word processors end a line in a paragraph, or a page


class SingleLineValidator(QValidator):
    """Makes one line of whatever comes into a line of text."""

    def validate(self, words: str, place: int) -> tuple[QValidator.State, str, int]:
        """What the line has instead, and where its cursor stands."""
        if LINE_ENDS.search(words) or NO_TEXT.search(words):
            halves = words.encode("utf-16-le", "surrogatepass")
            before = _joined(halves[: 2 * place].decode("utf-16-le", "replace"))
            words = _joined(LAST_ENDS.sub("", words))
            place = min(_length(before), _length(words))
        return QValidator.State.Acceptable, words, place


class PlainTextLine(QLineEdit):
    """A line of words to be kept."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setValidator(SingleLineValidator(self))


class PlainTextArea(QPlainTextEdit):
    """Several lines of words to be kept."""

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take in what is pasted or dropped, as far as a file can hold it."""
        words = QMimeData()
        words.setText(NO_TEXT.sub("", SOFT_ENDS.sub("\n", source.text())))
        super().insertFromMimeData(words)


def _joined(words: str) -> str:
    return NO_TEXT.sub("", LINE_ENDS.sub(" ", words))


def _length(words: str) -> int:
    """As Qt counts, to which some characters are two."""
    return len(words.encode("utf-16-le", "surrogatepass")) // 2
