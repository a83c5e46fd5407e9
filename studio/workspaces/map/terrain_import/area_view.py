"""The ground with the map's area on it: a rectangle to be moved, stretched and drawn anew."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.problems import SandtableError
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.map_frame import MapFrame, SheetSpec
from engine.terrain_import.tag_mapping import load_tag_mapping
from engine.terrain_import.vector_features import NamedSpot
from studio.widgets.localization import Localizer
from studio.workspaces.map.terrain_import.import_setup import (
    ROOM,
    Area,
    RadiusArea,
    area_of_hex_count,
    move_frame,
    resize_frame,
)
from studio.workspaces.map.terrain_import.source_preview import (
    INK,
    RIM,
    GeoCamera,
    paint_names,
    paint_scale,
)

GRIPS = [(across, down) for down in (-1, 0, 1) for across in (-1, 0, 1) if across or down]
NEAR = 9.0  # pixels from a grip that still hold it
KNOB = 4.0
STILL_MS = 250
ZOOM = 1.25
NOTCH = 120.0
LEAP = 10  # hexes, with Shift
MIN_DRAWN = 12  # pixels a new rectangle is wide or high
RIM_POINTS = 12  # that a side of the rectangle is drawn with
SHADE = QColor(20, 24, 28, 95)
ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
CURSORS = {
    (-1, -1): Qt.CursorShape.SizeFDiagCursor, (1, 1): Qt.CursorShape.SizeFDiagCursor,
    (1, -1): Qt.CursorShape.SizeBDiagCursor, (-1, 1): Qt.CursorShape.SizeBDiagCursor,
    (0, -1): Qt.CursorShape.SizeVerCursor, (0, 1): Qt.CursorShape.SizeVerCursor,
    (-1, 0): Qt.CursorShape.SizeHorCursor, (1, 0): Qt.CursorShape.SizeHorCursor,
}  # fmt: skip


@dataclass(frozen=True)
class AreaDrag:
    """A drag of the area, with the frame and point at its start.

    `grip` is a side or corner; None moves the whole. Without a frame a new rectangle is drawn.
    """

    at: QPointF
    frame: MapFrame | None
    grip: tuple[int, int] | None = None


class AreaView(QWidget):
    """Mouse: drag the rectangle, its sides and corners, or a new one beside it; the wheel zooms.

    Keys: arrows move it a hex, with Ctrl they stretch it, with Shift by ten; + and − zoom, 0 shows
    all.
    """

    area_wanted = Signal(object)  # Area
    looked = Signal()  # the camera has come to rest elsewhere: another picture is wanted

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.camera = GeoCamera()
        self.sheet = SheetSpec()
        self.frame: MapFrame | None = None
        self.is_fixed = False
        self._ground: GeoBox | None = None
        self._picture: tuple[QImage, GeoCamera] | None = None
        self._bounds: list[GeoBox] = []
        self._spots: list[NamedSpot] = []
        self._drag: AreaDrag | None = None
        self._panned: QPointF | None = None
        self._still = QTimer(self, interval=STILL_MS, singleShot=True)
        self._still.timeout.connect(self.looked)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 200)

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(620, 480)

    # --- what is shown ----------------------------------------------------------------------------

    def show_sources(
        self, bounds: list[GeoBox], spots: Sequence[NamedSpot], around: GeoBox | None
    ) -> None:
        """Show where the sources lie and the names in them; other ground is looked at whole."""
        order = list(load_tag_mapping().places)
        self._bounds = bounds
        self._spots = sorted(spots, key=lambda spot: order.index(spot.kind))
        if around != self._ground:
            self._ground = around
            self.fit()
        self.update()

    def show_picture(self, picture: QImage, camera: GeoCamera) -> None:
        """Show the ground as it was painted for a camera."""
        self._picture = picture, camera
        self.update()

    def show_frame(self, frame: MapFrame | None, sheet: SheetSpec) -> None:
        """Show the area as so many whole hexes; None while it cannot be mapped."""
        self.frame, self.sheet = frame, sheet
        self.update()

    def fit(self) -> None:
        """Look at all of the ground, or of the area where it reaches farther."""
        if self._ground is not None:
            self._look(GeoCamera.on(self._ground, self._size))

    @property
    def _size(self) -> tuple[float, float]:
        return float(max(1, self.width())), float(max(1, self.height()))

    def _look(self, camera: GeoCamera) -> None:
        self.camera = camera
        self._still.start()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The ground stays fitted when the window grows."""
        was_fitted = self._ground is None or self.camera == GeoCamera.on(
            self._ground, self.camera.size
        )
        if was_fitted and self._ground is not None:
            self.fit()
        else:
            self._look(self.camera.resized(self._size))

    # --- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ground, where the sources end, the area, and names over all."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(RIM))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._ground is None:
            self._paint_words(painter)
        else:
            self._paint_picture(painter)
            self._paint_bounds(painter)
            if self.frame is not None:
                self._paint_area(painter, self.frame)
            paint_names(painter, self.camera, self._spots, QRectF(self.rect()))
            localize = self._localize
            paint_scale(
                painter, self.camera, self.height() - 12.0, localize.units, localize.language
            )
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.palette().accent().color(), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        painter.setPen(QColor("#5d6468"))
        room = QRectF(self.rect()).adjusted(40, 0, -40, 0)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(room, int(flags), self._localize("ground-drop"))

    def _paint_picture(self, painter: QPainter) -> None:
        if self._picture is None:
            return
        picture, was = self._picture
        left, top = self.camera.screen(*was.ground(0, 0))
        right, low = self.camera.screen(*was.ground(*was.size))
        painter.drawImage(QRectF(left, top, right - left, low - top), picture)

    def _paint_bounds(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#7a2d12"), 1.2, Qt.PenStyle.DashLine))
        for box in self._bounds:
            left, top = self.camera.screen(box.west, box.north)
            right, low = self.camera.screen(box.east, box.south)
            painter.drawRect(QRectF(left, top, right - left, low - top))

    def _paint_area(self, painter: QPainter, frame: MapFrame) -> None:
        outline = self._outline(frame)
        dark = QPainterPath()
        dark.addRect(QRectF(self.rect()))
        inside = QPainterPath()
        inside.addPolygon(outline)
        painter.fillPath(dark.subtracted(inside), SHADE)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for width, ink in ((4.0, QColor(RIM)), (2.0, QColor(INK))):
            painter.setPen(QPen(ink, width))
            painter.drawPolygon(outline)
        painter.setBrush(QColor(RIM))
        for point in [] if self.is_fixed else self._grips(frame).values():
            painter.drawRect(QRectF(point.x() - KNOB, point.y() - KNOB, 2 * KNOB, 2 * KNOB))
        if frame.rotation:
            self._paint_up(painter, frame)

    def _paint_up(self, painter: QPainter, frame: MapFrame) -> None:
        """An arrow to the upper edge of a turned map."""
        wide, high = frame.size
        tail, tip = self._points(frame, [(wide / 2, high * 0.22), (wide / 2, high * 0.05)])
        painter.setPen(QPen(QColor(INK), 2))
        painter.drawLine(tail, tip)
        angle = math.atan2(tip.y() - tail.y(), tip.x() - tail.x())
        for turn in (2.6, -2.6):
            barb = QPointF(math.cos(angle + turn), math.sin(angle + turn)) * 9
            painter.drawLine(tip, tip + barb)

    # --- where things are -------------------------------------------------------------------------

    def _points(self, frame: MapFrame, places: Sequence[tuple[float, float]]) -> list[QPointF]:
        """Places of the page on the picture."""
        x, y = np.array(places, float).T
        lon, lat = frame.degrees(x, y)
        pairs = zip(lon.tolist(), lat.tolist(), strict=True)
        return [QPointF(*self.camera.screen(*pair)) for pair in pairs]

    def _outline(self, frame: MapFrame) -> QPolygonF:
        wide, high = frame.size
        steps = [step / RIM_POINTS for step in range(RIM_POINTS)]
        rim = [(wide * s, 0.0) for s in steps] + [(wide, high * s) for s in steps]
        rim += [(wide * (1 - s), high) for s in steps] + [(0.0, high * (1 - s)) for s in steps]
        return QPolygonF(self._points(frame, rim))

    def _grips(self, frame: MapFrame) -> dict[tuple[int, int], QPointF]:
        wide, high = frame.size
        places = [((1 + across) * wide / 2, (1 + down) * high / 2) for across, down in GRIPS]
        return dict(zip(GRIPS, self._points(frame, places), strict=True))

    def _grip_at(self, point: QPointF) -> tuple[int, int] | None:
        if self.frame is None:
            return None
        far = {grip: (at - point).manhattanLength() for grip, at in self._grips(self.frame).items()}
        nearest = min(far, key=lambda grip: far[grip])
        return nearest if far[nearest] <= 2 * NEAR else None

    def _is_inside(self, point: QPointF) -> bool:
        if self.frame is None:
            return False
        return self._outline(self.frame).containsPoint(point, Qt.FillRule.OddEvenFill)

    def _on_page(self, frame: MapFrame, point: QPointF) -> tuple[float, float]:
        lon, lat = self.camera.ground(point.x(), point.y())
        x, y = frame.page_of(np.array([lon]), np.array([lat]))
        return float(x[0]), float(y[0])

    # --- the mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the rectangle, begin a new one, or with another button move the picture."""
        point = event.position()
        if self._ground is None:
            return
        if event.button() is not Qt.MouseButton.LeftButton:
            self._panned = point
        elif not self.is_fixed:
            grip = self._grip_at(point)
            is_held = grip is not None or self._is_inside(point)
            self._drag = AreaDrag(point, self.frame if is_held else None, grip)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is held."""
        point = event.position()
        if self._panned is not None:
            step = self._panned - point
            self._panned = point
            self._look(self.camera.panned(step.x(), step.y()))
        elif self._drag is not None:
            self._pull(self._drag, point)
        else:
            self._show_cursor(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._drag = self._panned = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        if self._ground is not None:
            at = event.position()
            factor = ZOOM ** (event.angleDelta().y() / NOTCH)
            self._look(self.camera.zoomed(factor, at.x(), at.y()))
        event.accept()

    def _show_cursor(self, point: QPointF) -> None:
        grip = None if self.is_fixed else self._grip_at(point)
        if grip is not None:
            self.setCursor(CURSORS[grip])
        elif self._is_inside(point) and not self.is_fixed:
            self.setCursor(Qt.CursorShape.SizeAllCursor)
        else:
            self.unsetCursor()

    def _pull(self, drag: AreaDrag, point: QPointF) -> None:
        if drag.frame is None:
            self._draw_new(drag.at, point)
            return
        x, y = self._on_page(drag.frame, point)
        if drag.grip is None:
            from_x, from_y = self._on_page(drag.frame, drag.at)
            self._want(lambda frame: move_frame(frame, x - from_x, y - from_y), drag.frame)
        else:
            grip = drag.grip
            self._want(lambda frame: resize_frame(frame, self.sheet, grip, x, y), drag.frame)

    def _draw_new(self, one: QPointF, other: QPointF) -> None:
        """A new rectangle between two points, unturned on the screen or turned as the map is."""
        step = other - one
        if min(abs(step.x()), abs(step.y())) < MIN_DRAWN:
            return
        lon, lat = self.camera.ground((one.x() + other.x()) / 2, (one.y() + other.y()) / 2)
        angle = math.radians(self.sheet.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        wide = abs(step.x() * cos + step.y() * sin) * self.camera.metres_a_pixel
        high = abs(step.y() * cos - step.x() * sin) * self.camera.metres_a_pixel
        self.area_wanted.emit(RadiusArea(lon, lat, wide + ROOM, high + ROOM))

    def _want(self, make: Callable[[MapFrame], Area], frame: MapFrame) -> None:
        try:
            area = make(frame)
        except SandtableError:  # off the Earth or too small: the rectangle stays as it was
            return
        self.area_wanted.emit(area)

    # --- keys -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, stretch, zoom."""
        key = Qt.Key(event.key())
        middle = self.width() / 2, self.height() / 2
        if key in ARROWS and self.frame is not None and not self.is_fixed:
            self._step(self.frame, ARROWS[key], event.modifiers())
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._look(self.camera.zoomed(ZOOM, *middle))
        elif key is Qt.Key.Key_Minus:
            self._look(self.camera.zoomed(1 / ZOOM, *middle))
        elif key is Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def _step(self, frame: MapFrame, arrow: tuple[int, int], keys: Qt.KeyboardModifier) -> None:
        hexes = LEAP if keys & Qt.KeyboardModifier.ShiftModifier else 1
        right, down = (step * hexes for step in arrow)
        if keys & Qt.KeyboardModifier.ControlModifier:
            columns = max(1, frame.grid.columns + right)
            rows = max(1, frame.grid.rows + down)
            self._want(lambda each: area_of_hex_count(each, columns, rows), frame)
        else:
            metres = frame.hex_metres
            self._want(lambda each: move_frame(each, right * metres, down * metres), frame)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys go here."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they do not."""
        self.update()
