"""The canvas of a table: its visible part, and mouse, trackpad and keys on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from engine.tabletop.shapes import INCH, Point
from studio.canvas.camera import TabletopCamera
from studio.canvas.map_tiles import OFF_MAP
from studio.canvas.pan_zoom_view import PanZoomGestures, PanZoomView
from studio.canvas.pointer_events import TabletopPointerEvent

EDGE = 40.0  # pixels: nearer to the edge of the canvas a point is not well seen


class TabletopViewport(PanZoomView[TabletopCamera]):
    """Shows a part of a table. Pointer signals carry `TabletopPointerEvent` values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = (INCH, INCH)
        self._keyboard_at: Point | None = None
        self.key_step = INCH
        self.inset = 0.0  # pixels above and at the left that rulers cover

    def show_size(self, wide: int, deep: int) -> None:
        """Show a table of a size: the first fitted, others where the last lay."""
        is_same = self._size == (wide, deep)
        self._size = (wide, deep)
        if self._camera is None or (self._is_fitted and not is_same):
            self.fit()
        elif not is_same:
            camera = self._camera
            self.set_camera(TabletopCamera(wide, deep, camera.scale, camera.left, camera.top))

    def fit(self) -> None:
        """Show the whole table beside the rulers, until it is moved or zoomed."""
        (wide, high), (above, below) = self._screen, self.covered
        inset = min(self.inset, wide / 4, high / 4)
        camera = self._whole().fitted((wide - inset, high - inset - above - below))
        self.set_camera(camera.moved(-inset, -inset - above))
        self._is_fitted = True

    def _whole(self) -> TabletopCamera:
        return TabletopCamera(*self._size, 1.0)

    def actual_size(self) -> None:
        """An inch of the table is an inch of the screen."""
        self.set_scale(self.screen().physicalDotsPerInchX() / INCH)

    # --- where the keyboard points ---------------------------------------------------------------

    @property
    def keyboard_point(self) -> Point | None:
        """The point the keyboard points at; None while it points at none."""
        return self._keyboard_at

    def set_keyboard_point(self, at: Point | None) -> None:
        """Mark the point the keyboard points at, and bring it into sight."""
        self._keyboard_at = at
        if at is not None:
            self.show_point(*at)
        self.update()

    def show_point(self, x: float, y: float) -> None:
        """Move the table only as far as it takes to see a point."""
        across, down = self.camera.screen(x, y)
        edge = min(EDGE, self.width() / 4, self.height() / 4)
        right = max(0.0, across + edge - self.width()) + min(0.0, across - edge)
        below = max(0.0, down + edge - self.height()) + min(0.0, down - edge)
        if right or below:
            self.pan(right, below)

    def centre_on(self, x: float, y: float) -> None:
        """Bring a point to the middle of the canvas."""
        self.set_camera(self.camera.centred(x, y, self._screen))


class TabletopGestures(PanZoomGestures):
    """Watches the canvas of a table: the keyboard points at a point of it."""

    canvas: TabletopViewport

    def __init__(self, canvas: TabletopViewport) -> None:
        super().__init__(canvas)

    def _pointer(
        self, at: QPointF, keys: Qt.KeyboardModifier, clicks: int = 1
    ) -> TabletopPointerEvent:
        camera = self.canvas.camera
        x, y = camera.table(at.x(), at.y())
        return TabletopPointerEvent(
            x, y, camera.pixel, self._held,
            bool(keys & Qt.KeyboardModifier.ShiftModifier),
            bool(keys & Qt.KeyboardModifier.ControlModifier),
            bool(keys & Qt.KeyboardModifier.AltModifier),
            clicks,
        )  # fmt: skip

    def _key_place(self) -> QPointF | None:
        at = self.canvas.keyboard_point
        return None if at is None else QPointF(*self.canvas.camera.screen(*at))

    def _step_key(self, right: int, down: int) -> None:
        canvas, at, step = self.canvas, self.canvas.keyboard_point, self.canvas.key_step
        if at is None:
            x, y = canvas.camera.table(canvas.width() / 2, canvas.height() / 2)
            at, right, down = Point(_on(x, step), _on(y, step)), 0, 0
        wide, deep = canvas.camera.wide, canvas.camera.deep
        x, y = at.x + right * step, at.y - down * step
        canvas.set_keyboard_point(Point(min(max(x, 0), wide), min(max(y, 0), deep)))


def _on(length: float, step: int) -> int:
    """A length to the nearest step."""
    return round(length / step) * step


CROSS = 9.0  # pixels: half of the cross at which the keyboard points

# Paints something on the table, in logical pixels of the screen: use the camera for places.
TablePaint = Callable[[QPainter, TabletopCamera], None]


def _nothing(painter: QPainter, camera: TabletopCamera) -> None:
    """There is no country yet."""


class TabletopCanvas(TabletopViewport):
    """Shows a country, kept as a picture, and what stands on it; never edits it.

    Pointer signals carry `TabletopPointerEvent` values.
    """

    refreshed = Signal()  # another table, or the country edited

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._country: TablePaint = _nothing
        self._decorations: tuple[TablePaint, ...] = ()
        self._kept = QPixmap()
        self._kept_for: tuple[object, ...] = ()
        self._edition = 0  # of the country
        self._gestures = TabletopGestures(self)
        self.point_by_key = self._gestures.hover_key
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(64, 64)

    # --- what is shown ---------------------------------------------------------------------------

    def show_terrain(self, wide: int, deep: int, country: TablePaint) -> None:
        """Show a country on a table of a size; the first is fitted, others lie where it lay."""
        self._country = country
        self._edition += 1
        self.show_size(wide, deep)
        self.update()
        self.refreshed.emit()

    @property
    def country(self) -> TablePaint:
        """Return the painter of the terrain, which others may use too, as an overview does."""
        return self._country

    def set_decorations(self, decorations: Sequence[TablePaint]) -> None:
        """Paint what else is on the table, in this order, over the country."""
        self._decorations = tuple(decorations)
        self.update()

    def set_cursor(self, shape: Qt.CursorShape | None) -> None:
        """Set the cursor to show the effect of a press."""
        self._gestures.set_cursor(shape)

    # --- painting --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the country from its picture, and over it what changes often."""
        painter = QPainter(self)
        if self._camera is None:
            painter.fillRect(event.rect(), QColor(OFF_MAP))
        else:
            self._refresh()
            painter.drawPixmap(QPointF(0, 0), self._kept)
            self._decorate(painter, QRectF(event.rect()))
        painter.end()

    def _decorate(self, painter: QPainter, room: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        for decoration in self._decorations:
            painter.save()
            decoration(painter, self.camera)
            painter.restore()
        if self._keyboard_at is not None:
            paint_keyboard_cross(painter, QPointF(*self.camera.screen(*self._keyboard_at)))

    def _refresh(self) -> None:
        """Paint the country anew where it, or the part of it that is seen, is another."""
        dpr = self.devicePixelRatioF()
        now = (self._edition, self.camera, self.size(), dpr)
        if now == self._kept_for:
            return
        self._kept_for = now
        wide, high = math.ceil(self.width() * dpr), math.ceil(self.height() * dpr)
        if (self._kept.width(), self._kept.height()) != (wide, high):
            self._kept = QPixmap(wide, high)
        self._kept.setDevicePixelRatio(dpr)
        self._kept.fill(QColor(OFF_MAP))
        painter = QPainter(self._kept)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._country(painter, self.camera)
        painter.end()


def paint_keyboard_cross(painter: QPainter, at: QPointF) -> None:
    """The place the keyboard points at."""
    for shade, thickness in (("#ffffff", 3.0), ("#c1121f", 1.4)):
        painter.setPen(QPen(QColor(shade), thickness))
        painter.drawLine(at - QPointF(CROSS, 0), at + QPointF(CROSS, 0))
        painter.drawLine(at - QPointF(0, CROSS), at + QPointF(0, CROSS))
