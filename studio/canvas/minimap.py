"""Minimaps: a whole sheet or table in a corner, with a frame round what the canvas shows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from studio.canvas.camera import MapCamera, TabletopCamera
from studio.canvas.map_canvas import MapCanvas
from studio.canvas.map_tiles import OFF_MAP
from studio.canvas.pixel_frame import PixelFrame
from studio.canvas.tabletop_canvas import TabletopCanvas

if TYPE_CHECKING:
    from studio.canvas.fast_map_picture import FastMapPicture


FRAME = (("#ffffff", 3.0), ("#c1121f", 1.4))  # shades and pixels, the lower first


class MinimapBase(QWidget):
    """A minimap; subclasses, which know the sheet, draw it and find its points."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Enough to find one's way."""
        return QSize(220, 160)

    def visible_part(self) -> QRectF:
        """The rectangle here of what the canvas shows."""
        raise NotImplementedError

    def centre_on(self, at: QPointF) -> None:
        """Bring what lies at a point here to the middle of the canvas."""
        raise NotImplementedError

    def paint_frame(self, painter: QPainter) -> None:
        """A frame round what the canvas shows."""
        seen = self.visible_part()
        painter.fillRect(seen, QColor(255, 255, 255, 36))
        for shade, thickness in FRAME:
            painter.setPen(QPen(QColor(shade), thickness))
            painter.drawRect(seen)

    def within(self, seen: QRectF) -> QRectF:
        """A rectangle as far as its frame is seen here."""
        return seen.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self.centre_on(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on, while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.centre_on(event.position())


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
            from studio.canvas.fast_map_picture import FastMapPicture

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
        x, y = here.screen_point(there.left * scale, there.top * scale)
        size = self.canvas.width() * scale, self.canvas.height() * scale
        return self.within(QRectF(x, y, *size))

    def _camera(self) -> MapCamera:
        size = float(self.width()), float(self.height())
        return MapCamera(self.canvas.camera.grid, 1.0).fitted(size)

    def centre_on(self, at: QPointF) -> None:
        """Bring a point of the sheet to the middle of the canvas."""
        if self.canvas.position is None:
            return
        here = self._camera()
        x, y = here.page_point(at.x(), at.y())
        point = x / here.width, y / here.width
        size = float(self.canvas.width()), float(self.canvas.height())
        self.canvas.set_camera(self.canvas.camera.centred(point, size))


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

    def centre_on(self, at: QPointF) -> None:
        """Bring a point of the table to the middle of the canvas."""
        if self.canvas.has_sheet:
            self.canvas.centre_on(*self._camera().table(at.x(), at.y()))
