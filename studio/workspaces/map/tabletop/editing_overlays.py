"""The overlays of a table editor: grid, selection, handles, sketch and tape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from engine.editing.shape_transforms import ShapeBounds
from engine.tabletop.shapes import FOOT, INCH, Disc, Point, WideLine
from engine.tabletop.tabletop_map import FeatureShape
from studio.canvas import overlay_colours
from studio.canvas.camera import TabletopCamera
from studio.rendering.painting import make_colour
from studio.rendering.text_painting import make_font
from studio.workspaces.map.tabletop.measurements import LONG_STRING, SHORT_STRING, format_length
from studio.workspaces.map.tabletop.pointer_targets import SnapResult
from studio.workspaces.map.tabletop.selection_handles import OUTSIDE, HandleRole, SelectionHandle
from studio.workspaces.map.tabletop.tabletop_tool_controller import TabletopToolPreview

ACCENT, HALO = QColor(overlay_colours.HANDLE), make_colour(overlay_colours.HALO, 0.78)
SNAP_COLOUR = QColor(overlay_colours.SNAP)
HANDLE = 7.0  # pixels a side
MIN_STEP = 7.0  # pixels between two lines of a grid
TAPE_COLOURS = (QColor(overlay_colours.BARRED), QColor(overlay_colours.TAPE))


def hairline_pen(colour: QColor, width: float = 1.0, *, is_dashed: bool = False) -> QPen:
    """A pen of a width on the screen."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    if is_dashed:
        pen.setDashPattern([4, 3])
    return pen


# --- the grid -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GridOverlay:
    """Lines at every step of the grid, as far as they are wide enough apart, and at every foot."""

    step: int

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        step = self.step
        while step * camera.scale < MIN_STEP:
            step *= 2 if step % FOOT == 0 or FOOT % (2 * step) == 0 else 3
        painter.setPen(hairline_pen(make_colour(overlay_colours.SHADOW, 0.10)))
        painter.drawLines(_grid(camera, step))
        painter.setPen(hairline_pen(make_colour(overlay_colours.SHADOW, 0.27)))
        painter.drawLines(_grid(camera, max(FOOT, step)))


def _grid(camera: TabletopCamera, step: int) -> list[QLineF]:
    lines = []
    for x in range(0, camera.wide + 1, step):
        lines.append(QLineF(QPointF(*camera.screen(x, 0)), QPointF(*camera.screen(x, camera.deep))))
    for y in range(0, camera.deep + 1, step):
        lines.append(QLineF(QPointF(*camera.screen(0, y)), QPointF(*camera.screen(camera.wide, y))))
    return lines


# --- what is selected -----------------------------------------------------------------------------


def shape_path_on_screen(shape: FeatureShape, camera: TabletopCamera) -> QPainterPath:
    """The outline of a shape on the screen; of a course its line."""
    path = QPainterPath()
    if isinstance(shape, Disc):
        radius = max(shape.radius * camera.scale, 5.0)
        path.addEllipse(QPointF(*camera.screen(*shape.centre)), radius, radius)
        return path
    path.addPolygon(screen_polygon(shape.points, camera))
    if not isinstance(shape, WideLine):
        path.closeSubpath()
    return path


def screen_polygon(points: Iterable[tuple[float, float]], camera: TabletopCamera) -> QPolygonF:
    """Points of the table on the screen."""
    return QPolygonF([QPointF(*camera.screen(*point)) for point in points])


@dataclass(frozen=True)
class SelectionOverlay:
    """Outlines round what is selected, its frame, and the handles."""

    shapes: tuple[FeatureShape, ...]
    box: ShapeBounds | None
    handles: tuple[SelectionHandle, ...]
    corner: int | None = None

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw them."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for shape in self.shapes:
            path = shape_path_on_screen(shape, camera)
            for pen in (hairline_pen(HALO, 4.0), hairline_pen(ACCENT, 1.6)):
                painter.setPen(pen)
                painter.drawPath(path)
        if self.box is not None and self.handles:
            painter.setPen(hairline_pen(ACCENT, 1.0, is_dashed=True))
            frame = rectangle_of(self.box, camera).adjusted(-OUTSIDE, -OUTSIDE, OUTSIDE, OUTSIDE)
            painter.drawRect(frame)
            self._draw_handles(painter, camera, frame)

    def _draw_handles(self, painter: QPainter, camera: TabletopCamera, frame: QRectF) -> None:
        for handle in self.handles:
            at = QPointF(*handle.screen(camera))
            painter.setPen(hairline_pen(ACCENT, 1.4))
            painter.setBrush(QColor(overlay_colours.HALO))
            square = QRectF(at.x() - HANDLE / 2, at.y() - HANDLE / 2, HANDLE, HANDLE)
            if handle.pull is HandleRole.TURN:
                painter.drawLine(QPointF(at.x(), frame.top()), at)
                painter.drawEllipse(at, HANDLE / 1.6, HANDLE / 1.6)
                painter.drawArc(square.adjusted(-1, -1, 1, 1), 40 * 16, 250 * 16)
            elif handle.pull is HandleRole.CORNER:
                is_chosen = handle.corner == self.corner
                painter.setBrush(ACCENT if is_chosen else QColor(overlay_colours.HELD))
                painter.drawEllipse(at, HANDLE / 2.4, HANDLE / 2.4)
            else:
                painter.drawRect(square)


def rectangle_of(box: ShapeBounds, camera: TabletopCamera) -> QRectF:
    """A box on the screen."""
    left, top = camera.screen(box.left, box.top)
    right, bottom = camera.screen(box.right, box.bottom)
    return QRectF(left, top, right - left, bottom - top)


# --- what is being done ---------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ToolPreviewOverlay:
    """The line that is drawn, the box that is spanned, what draws the pointer, and its words."""

    sketch: TabletopToolPreview
    at: tuple[float, float] | None  # where the pointer is on the table

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw it."""
        sketch = self.sketch
        if sketch.trail:
            _draw_trail(painter, camera, sketch)
        if sketch.rubber is not None:
            painter.setPen(hairline_pen(ACCENT, 1.0))
            painter.setBrush(make_colour(overlay_colours.HANDLE, 0.14))
            painter.drawRect(rectangle_of(sketch.rubber, camera))
        if sketch.tape:
            MeasureOverlay(sketch.tape)(painter, camera)
        if sketch.snapped is not None and sketch.snapped.to in ("corner", "edge"):
            _draw_snapped(painter, camera, sketch.snapped)
        if sketch.words and self.at is not None:
            beside = QPointF(*camera.screen(*self.at)) + QPointF(16, 22)
            write_note(painter, beside, sketch.words)


def _draw_trail(painter: QPainter, camera: TabletopCamera, sketch: TabletopToolPreview) -> None:
    line = screen_polygon(sketch.trail, camera)
    if sketch.width:
        pen = QPen(make_colour(overlay_colours.HANDLE, 0.27), max(sketch.width * camera.scale, 1.0))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawPolyline(line)
    painter.setPen(hairline_pen(ACCENT, 1.6))
    painter.setBrush(make_colour(overlay_colours.HANDLE, 0.18))
    if sketch.is_closed:
        painter.drawPolygon(line)
    else:
        painter.drawPolyline(line)
    painter.setBrush(QColor(overlay_colours.HALO))
    if len(sketch.trail) <= 60:
        for at in line.toList():
            painter.drawEllipse(at, 2.6, 2.6)


def _draw_snapped(painter: QPainter, camera: TabletopCamera, snapped: SnapResult) -> None:
    at = QPointF(*camera.screen(*snapped.at))
    painter.setPen(hairline_pen(SNAP_COLOUR, 1.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if snapped.to == "corner":
        painter.drawRect(QRectF(at.x() - 5, at.y() - 5, 10, 10))
    else:
        points = [at + QPointF(*to) for to in ((0, -6), (6, 0), (0, 6), (-6, 0))]
        painter.drawPolygon(QPolygonF(points))


def write_note(painter: QPainter, at: QPointF, words: Sequence[str]) -> None:
    """Some lines on a small card."""
    letters = make_font(12)
    painter.setFont(letters)
    metrics = QFontMetricsF(letters)
    wide = max(metrics.horizontalAdvance(line) for line in words) + 12
    room = QRectF(at.x(), at.y(), wide, metrics.lineSpacing() * len(words) + 6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(make_colour(overlay_colours.CAPTION, 0.88))
    painter.drawRoundedRect(room, 4, 4)
    painter.setPen(QColor(overlay_colours.HALO))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, "\n".join(words))


# --- the tape -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MeasureOverlay:
    """A measuring tape: red and white by strings of six inches, a knot at every two feet."""

    points: tuple[Point, ...]
    words: tuple[str, ...] = ()

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw it with its length."""
        laid = 0.0
        for one, other in zip(self.points, self.points[1:], strict=False):
            laid = _draw_stretch(painter, camera, (one, other), laid)
        end = QPointF(*camera.screen(*self.points[-1]))
        write_note(painter, end + QPointF(14, -34), (format_length(laid), *self.words))


def _draw_stretch(
    painter: QPainter, camera: TabletopCamera, ends: tuple[Point, Point], laid: float
) -> float:
    """A straight part of it, from so far along; how far it comes."""
    (x, y), (x1, y1) = ends
    length = hypot(x1 - x, y1 - y)
    if not length:
        return laid

    def at(along: float) -> QPointF:
        share = (along - laid) / length
        return QPointF(*camera.screen(x + share * (x1 - x), y + share * (y1 - y)))

    painter.setPen(hairline_pen(make_colour(overlay_colours.SHADOW, 0.59), 6.5))
    painter.drawLine(at(laid), at(laid + length))
    begin = float(laid)
    while begin < laid + length - 1e-6:
        string = int(begin // SHORT_STRING + 1e-9)
        end: float = min(float((string + 1) * SHORT_STRING), laid + length)
        painter.setPen(hairline_pen(TAPE_COLOURS[string % 2], 4.5))
        painter.drawLine(at(begin), at(end))
        if end % LONG_STRING == 0:
            painter.setPen(hairline_pen(QColor(overlay_colours.SHADOW), 1.2))
            painter.setBrush(QColor(overlay_colours.HELD))
            painter.drawEllipse(at(end), 5.5, 5.5)
        begin = end
    return laid + length


def screen_slope(one: Point, other: Point) -> float:
    """The slope of a line on the screen, in degrees clockwise."""
    return degrees(atan2(one.y - other.y, other.x - one.x))


# --- the rulers -----------------------------------------------------------------------------------

RULER = 18.0  # pixels


@dataclass(frozen=True)
class RulerOverlay:
    """Feet and inches along the upper and the left edge of the canvas, and where the pointer is."""

    at: tuple[float, float] | None = None

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw both."""
        screen = QRectF(painter.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(make_font(9))
        painter.fillRect(
            QRectF(0, 0, screen.width(), RULER), make_colour(overlay_colours.RULER, 0.92)
        )
        painter.fillRect(
            QRectF(0, 0, RULER, screen.height()), make_colour(overlay_colours.RULER, 0.92)
        )
        painter.setPen(hairline_pen(QColor(overlay_colours.RULER_INK)))
        for x, tall, feet in _ticks(camera.wide, camera.scale):
            self._tick_across(painter, camera.screen(x, 0)[0], tall, feet)
        for y, tall, feet in _ticks(camera.deep, camera.scale):
            self._tick_down(painter, camera.screen(0, y)[1], tall, feet)
        if self.at is not None:
            across, down = camera.screen(*self.at)
            painter.setPen(hairline_pen(SNAP_COLOUR, 1.4))
            painter.drawLine(QPointF(across, 0), QPointF(across, RULER))
            painter.drawLine(QPointF(0, down), QPointF(RULER, down))
        painter.fillRect(QRectF(0, 0, RULER, RULER), QColor(overlay_colours.RULER_CORNER))

    def _tick_across(self, painter: QPainter, x: float, tall: float, feet: int | None) -> None:
        if x < RULER:
            return
        painter.drawLine(QPointF(x, RULER - tall), QPointF(x, RULER))
        if feet is not None:
            painter.drawText(QPointF(x + 2, RULER - 6), f"{feet}'")

    def _tick_down(self, painter: QPainter, y: float, tall: float, feet: int | None) -> None:
        if y < RULER:
            return
        painter.drawLine(QPointF(RULER - tall, y), QPointF(RULER, y))
        if feet is not None:
            painter.drawText(QPointF(2, y - 2), f"{feet}'")


def _ticks(length: int, scale: float) -> list[tuple[int, float, int | None]]:
    """Return the marks of a ruler: place, height, and the feet written there."""
    steps = (INCH, 3 * INCH, 6 * INCH, FOOT, 2 * FOOT, 5 * FOOT)
    step = next((each for each in steps if each * scale >= 4), steps[-1])
    found: list[tuple[int, float, int | None]] = []
    for at in range(0, length + 1, step):
        is_foot = at % FOOT == 0
        tall = RULER - 4 if is_foot else 7.0 if at % (6 * INCH) == 0 else 4.0
        written = at // FOOT if is_foot and (FOOT * scale >= 22 or at % (5 * FOOT) == 0) else None
        found.append((at, tall, written))
    return found
