"""The whole table in a corner, with the part that the canvas shows."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from studio.canvas.small_sheet import MinimapBase
from studio.canvas.table_camera import TabletopCamera
from studio.canvas.table_canvas import TabletopCanvas
from studio.canvas.tilepaint import OFF_MAP


class TabletopMinimap(MinimapBase):
    """The whole table; a click or drag moves the canvas there."""

    def __init__(self, canvas: TabletopCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self._kept, self._kept_for = QPixmap(), (0, 0.0, 0, 0)
        self._edition = 0
        canvas.camera_changed.connect(self.update)
        canvas.refreshed.connect(self._refresh)

    def _refresh(self) -> None:
        self._edition += 1
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the country and a frame round what the canvas shows."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(OFF_MAP))
        if self.canvas.has_sheet:
            self._draw()
            painter.drawPixmap(QPointF(0, 0), self._kept)
            self.paint_frame(painter)
        painter.end()

    def _draw(self) -> None:
        """Draw the country anew where it, or the room for it, is another."""
        ratio = self.devicePixelRatioF()
        wide, high = math.ceil(self.width() * ratio), math.ceil(self.height() * ratio)
        now = (self._edition, ratio, wide, high)
        if now == self._kept_for:
            return
        self._kept_for, self._kept = now, QPixmap(wide, high)
        self._kept.setDevicePixelRatio(ratio)
        self._kept.fill(QColor(OFF_MAP))
        with QPainter(self._kept) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.canvas.country(painter, self._camera())

    def visible_part(self) -> QRectF:
        """The rectangle here of what the canvas shows."""
        there, here = self.canvas.camera, self._camera()
        left, top = here.screen(*there.table(0, 0))
        right, bottom = here.screen(*there.table(self.canvas.width(), self.canvas.height()))
        return self.within(QRectF(QPointF(left, top), QPointF(right, bottom)))

    def _camera(self) -> TabletopCamera:
        return self.canvas.camera.fitted((float(self.width()), float(self.height())))

    def go(self, at: QPointF) -> None:
        """Bring a point of the table to the middle of the canvas."""
        if self.canvas.has_sheet:
            self.canvas.centre_on(*self._camera().table(at.x(), at.y()))
