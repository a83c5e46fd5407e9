"""A button with more words than a narrow panel has room for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
)

BESIDE = 6  # pixels at either side of the words


class LongButton(QPushButton):
    """Its words begin at the left and are cut with an ellipsis; the panel stays as it is.

    Its tooltip is to say them in full.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A button as ever, with as many of its words as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words, option.text = option.text, ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        room = self.rect().adjusted(BESIDE, 0, -BESIDE, 0)
        shown = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawItemText(
            room, flags, self.palette(), self.isEnabled(), shown, QPalette.ColorRole.ButtonText
        )
