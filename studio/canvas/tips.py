"""Tooltips over a canvas, for what lies at a point of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

NEAR = 6  # pixels the pointer may move before the tooltip goes


class Tips(QObject):
    """Asks `words` what to say of a point, when the pointer rests there; nothing is not said."""

    def __init__(self, canvas: QWidget, words: Callable[[QPointF], str]) -> None:
        super().__init__(canvas)
        self._canvas, self._words = canvas, words
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say it beside the pointer."""
        if event.type() is not QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        words, at = self._words(QPointF(event.pos())), event.pos()
        if words:
            reach = QPoint(NEAR, NEAR)
            QToolTip.showText(event.globalPos(), words, self._canvas, QRect(at - reach, at + reach))
        else:
            QToolTip.hideText()
        return True
