"""A button with more words than a narrow panel has room for."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTextBoundaryFinder
from PySide6.QtGui import QFontMetrics, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
)

BESIDE = 6  # pixels at either side of the words


class WrappingButton(QPushButton):
    """Its words begin at the left, on so many lines, the last cut with an ellipsis.

    The panel stays as it is, hidden buttons keep their place. Its tooltip is to say all words.
    """

    def __init__(self, lines: int = 1) -> None:
        super().__init__()
        self.lines = lines
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """As high as its lines."""
        return QSize(super().sizeHint().width(), self.height_of(self.lines))

    def height_of(self, lines: int) -> int:
        """How high it is with so many lines of words."""
        return super().sizeHint().height() + (lines - 1) * self.fontMetrics().lineSpacing()

    def be_high(self, lines: int) -> None:
        """Give its words so many lines."""
        if lines != self.lines:
            self.lines = lines
            self.updateGeometry()

    def shown_lines(self) -> list[str]:
        """The words as they are broken, and cut where there is no room for all."""
        return break_lines(self.text(), self.fontMetrics(), self.width() - 2 * BESIDE, self.lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A button as ever, with as many of its words as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        room = self.rect().adjusted(BESIDE, 0, -BESIDE, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        shown = "\n".join(self.shown_lines())
        painter.drawItemText(
            room, flags, self.palette(), self.isEnabled(), shown, QPalette.ColorRole.ButtonText
        )


def break_lines(words: str, metrics: QFontMetrics, width: int, lines: int) -> list[str]:
    """Words on at most so many lines of a width in pixels, broken where their script allows."""

    def as_fits(part: str) -> str:
        return metrics.elidedText(part, Qt.TextElideMode.ElideRight, width)

    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, words)
    found, start, fits = list[str](), 0, 0
    while len(found) < lines - 1 and (end := finder.toNextBoundary()) >= 0:
        part = words[start:end].rstrip()
        if as_fits(part) != part and fits > start:  # an advance in whole pixels may be too short
            found.append(words[start:fits].rstrip())
            start = fits
        fits = end
    last = as_fits(words[start:])
    return [*found, last] if last else found
