"""The lie of the land on a table: its surface, hills by their contours, and all shadows."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from engine.tabletop.shapes import INCH
from engine.tabletop.tabletop_map import TabletopFeature
from studio.rendering.painting import blend, clip_to, draw, fill, make_colour, round_pen
from studio.rendering.tabletop.tabletop_view import TabletopView, hash_unit, shadow_of

MEADOW, TUFT = "#d5dba8", "#9fb072"
SHADOW = "#3a3418"
SOFT = 2.0  # page units: shorter shadows have one step
STEPS = 3  # of a shadow that grows softer, and of a slope that grows lighter
TOP = "#f1eccb"  # towards which higher levels of a hill are tinted
GRASSY = 6.0  # page units per inch from which single tufts are seen
HACHURE = 0.55  # inches from one to the next


def paint_surface(painter: QPainter, view: TabletopView, room: QRectF) -> None:
    """The meadow that all else lies on, with tufts of grass when seen close up."""
    painter.fillRect(room.intersected(view.page), QColor(MEADOW))
    if view.inch >= GRASSY:
        _paint_tufts(painter, view, room.intersected(view.page))


def _paint_tufts(painter: QPainter, view: TabletopView, room: QRectF) -> None:
    """A tuft in every third square of four inches or so."""
    step = 4 * view.inch
    path = QPainterPath()
    first, last = _squares(room.left() - view.left, room.right() - view.left, step)
    upper, lower = _squares(room.top() - view.top, room.bottom() - view.top, step)
    for column in range(first, last):
        for row in range(upper, lower):
            if hash_unit(column, row, "tuft") < 0.55:
                x = view.left + (column + hash_unit(column, row, "x")) * step
                y = view.top + (row + hash_unit(column, row, "y")) * step
                _add_tuft(path, QPointF(x, y), 0.3 * view.inch)
    with clip_to(painter, view.page):
        draw(painter, path, round_pen(make_colour(TUFT, 0.75), max(0.05 * view.inch, 0.5)))


def _squares(start: float, end: float, step: float) -> tuple[int, int]:
    return math.floor(start / step), math.ceil(end / step)


def _add_tuft(path: QPainterPath, at: QPointF, size: float) -> None:
    for lean in (-0.6, 0.0, 0.6):
        path.moveTo(at + QPointF(lean * size * 0.4, 0))
        path.lineTo(at + QPointF(lean * size, -size * (1 - 0.25 * abs(lean))))


# --- shadows --------------------------------------------------------------------------------------


def paint_shadow(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """The shadow of a feature, falling to the lower right."""
    fall = shadow_of(feature.height) * view.scale
    if fall < 0.5:
        return
    path, steps = view.path(feature.shape), STEPS if fall >= SOFT else 1
    for step in range(1, steps + 1):
        moved = path.translated(fall * step / steps, fall * step / steps)
        fill(painter, moved, make_colour(SHADOW, 0.3 / steps))


# --- hills ----------------------------------------------------------------------------------------


def paint_hill(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """One contour of a hill: its top, its slopes in light and shade, hachures, its edge."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    top = blend(QColor(inks.fill), TOP, min(0.18 * (feature.level - 1), 0.7))
    fill(painter, path, top)
    with clip_to(painter, path):
        corners = _ring(path)
        for start, end in pairwise(corners):
            _paint_slope(painter, view, feature, start, end)
        if view.is_detailed:
            _paint_hachures(painter, view, feature, corners)
    draw(painter, path, round_pen(QColor(inks.edge), max(0.09 * view.inch, 0.7)))


def _ring(path: QPainterPath) -> list[QPointF]:
    """The outline of a path as straight pieces, the inside on its right hand on the page."""
    points = outline_of(path)
    if _area(points) < 0:
        points.reverse()
    return points


def outline_of(path: QPainterPath) -> list[QPointF]:
    """The corners of a path, the first of them again at the end."""
    polygon = path.toFillPolygon()
    return [polygon.at(number) for number in range(polygon.size())]


def _area(points: list[QPointF]) -> float:
    return sum(a.x() * b.y() - b.x() * a.y() for a, b in pairwise(points))


def _paint_slope(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, start: QPointF, end: QPointF
) -> None:
    """The slope within one side of a contour: light towards the upper left, else in shade."""
    length = math.hypot(end.x() - start.x(), end.y() - start.y())
    if not length:
        return
    inward = QPointF(-(end.y() - start.y()) / length, (end.x() - start.x()) / length)
    towards = (inward.x() + inward.y()) / math.sqrt(2)  # 1 where it faces the light
    inks = feature.kind_entry.colours
    shade = make_colour(inks.light if towards > 0 else inks.shade, 0.16 + 0.24 * abs(towards))
    broad = _breadth(feature) * view.inch
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    for step in range(1, STEPS + 1):
        into = inward * (broad * step / STEPS)
        painter.drawPolygon(QPolygonF([start, end, end + into, start + into]))


def _breadth(feature: TabletopFeature) -> float:
    """Return the breadth of a drawn slope, in inches."""
    return min(0.7 + 0.25 * feature.height / INCH, 2.2)


def _paint_hachures(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, corners: list[QPointF]
) -> None:
    """Short strokes down the shaded slopes, as on old maps."""
    path, broad = QPainterPath(), _breadth(feature) * view.inch
    for start, end in pairwise(corners):
        length = math.hypot(end.x() - start.x(), end.y() - start.y())
        if length:
            _add_hachures(path, start, end, length, broad, HACHURE * view.inch)
    ink = make_colour(feature.kind_entry.colours.edge, 0.55)
    draw(painter, path, round_pen(ink, max(0.05 * view.inch, 0.4)))


def _add_hachures(
    path: QPainterPath, start: QPointF, end: QPointF, length: float, broad: float, step: float
) -> None:
    along = (end - start) / length
    inward = QPointF(-along.y(), along.x())
    light = max(0.0, (inward.x() + inward.y()) / math.sqrt(2))
    long = broad * (0.75 - 0.45 * light)
    count = max(1, round(length / step))
    for number in range(count):
        foot = start + along * (length * (number + 0.5) / count)
        path.moveTo(foot)
        path.lineTo(foot + inward * (long * (0.7 + 0.3 * (number % 2))))


def thin_pen(shade: QColor, width: float) -> QPen:
    """A pen with flat ends, at least half a page unit wide."""
    pen = QPen(shade, max(width, 0.5))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
