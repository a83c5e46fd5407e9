"""Tooltips over a canvas, for what lies at a point of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QPoint, QPointF, QRect
from PySide6.QtGui import QHelpEvent, QTextDocument
from PySide6.QtWidgets import QToolTip

from studio.canvas.pan_zoom_view import PanZoomView

NEAR = 6  # pixels the pointer may move before the tooltip goes
RIM = 14  # pixels round the words of a tooltip, its distance from the pointer among them


class CanvasTooltips(QObject):
    """Asks `words` what to say of a point, when the pointer rests there; nothing is not said."""

    def __init__(self, canvas: PanZoomView[Any], words: Callable[[QPointF], str]) -> None:
        super().__init__(canvas)
        self._canvas, self._words = canvas, words
        canvas.tell_here = self._tell

    def _tell(self, event: QHelpEvent) -> None:
        """Say it beside the pointer."""
        words, at = self._words(QPointF(event.pos())), event.pos()
        if words:
            reach = QPoint(NEAR, NEAR)
            room = QRect(at - reach, at + reach)
            QToolTip.showText(self._beside(event.globalPos(), words), words, self._canvas, room)
        else:
            QToolTip.hideText()

    def _beside(self, at: QPoint, words: str) -> QPoint:
        """Return the place of a tooltip so that it stays over the canvas.

        Its neighbourhood is read too.
        """
        page = QTextDocument(defaultFont=QToolTip.font())
        page.setHtml(words.replace("\n", "<br>"))
        canvas, corner = self._canvas, self._canvas.mapToGlobal(self._canvas.rect().bottomRight())
        left = canvas.mapToGlobal(QPoint(0, 0)).x()
        most = corner.x() - round(page.idealWidth()) - RIM
        return QPoint(max(min(at.x(), most), left), at.y())
