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


class LongButton(QPushButton):
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
        hint, spacing = super().sizeHint(), self.fontMetrics().lineSpacing()
        return QSize(hint.width(), hint.height() + (self.lines - 1) * spacing)

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
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, words)
    found, start, fits = list[str](), 0, 0
    while len(found) < lines - 1 and (end := finder.toNextBoundary()) >= 0:
        if metrics.horizontalAdvance(words[start:end].rstrip()) > width and fits > start:
            found.append(words[start:fits].rstrip())
            start = fits
        fits = end
    last = metrics.elidedText(words[start:], Qt.TextElideMode.ElideRight, width)
    return [*found, last] if last else found
