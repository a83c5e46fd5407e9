"""The whole sheet in a corner, with the part that the canvas shows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from studio.canvas.camera import MapCamera
from studio.canvas.canvas import MapCanvas
from studio.canvas.frame import PixelFrame
from studio.canvas.small_sheet import MinimapBase
from studio.canvas.tilepaint import OFF_MAP

if TYPE_CHECKING:  # imports numba, which the first frames do without
    from studio.canvas.backdrop import FastMapPicture


class MapMinimap(MinimapBase):
    """The whole sheet; a click or drag moves the canvas there."""

    def __init__(self, canvas: MapCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self._backdrop: FastMapPicture | None = None
        canvas.camera_changed.connect(self.update)
        canvas.refreshed.connect(self._refresh)
        canvas.retouched.connect(self._retouched)
        self._refresh()

    # --- what is shown ---------------------------------------------------------------------------

    def _refresh(self) -> None:
        scene = self.canvas.scene
        if scene is None:
            self._backdrop = None
        elif self._backdrop is None or self._backdrop.scene is not scene:
            from studio.canvas.backdrop import FastMapPicture

            self._backdrop = FastMapPicture(scene, has_grid=False)
        else:
            self._backdrop.forget()
        self.update()

    def _retouched(self, rows: range, columns: range) -> None:
        if self._backdrop:
            self._backdrop.touched(rows, columns)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sheet and a frame round what the canvas shows."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(OFF_MAP))
        if self._backdrop and self.canvas.position:
            dpr, camera = self.devicePixelRatioF(), self._camera()
            frame = PixelFrame(
                camera.grid, camera.width * dpr, round(camera.left * dpr), round(camera.top * dpr),
                math.ceil(self.width() * dpr), math.ceil(self.height() * dpr),
            )  # fmt: skip
            image = self._backdrop.show(frame, dpr)
            painter.drawImage(QRectF(self.rect()), image, QRectF(image.rect()))
            self.paint_frame(painter)
        painter.end()

    def visible_part(self) -> QRectF:
        """The rectangle here of what the canvas shows."""
        there, here = self.canvas.camera, self._camera()
        scale = here.width / there.width
        x, y = here.screen(there.left * scale, there.top * scale)
        size = self.canvas.width() * scale, self.canvas.height() * scale
        return self.within(QRectF(x, y, *size))

    def _camera(self) -> MapCamera:
        size = float(self.width()), float(self.height())
        return MapCamera(self.canvas.camera.grid, 1.0).fitted(size)

    def go(self, at: QPointF) -> None:
        """Bring a point of the sheet to the middle of the canvas."""
        if self.canvas.position is None:
            return
        here = self._camera()
        x, y = here.page(at.x(), at.y())
        point = x / here.width, y / here.width
        size = float(self.canvas.width()), float(self.canvas.height())
        self.canvas.set_camera(self.canvas.camera.centred(point, size))
