"""Structures on a table: houses from above, walls, hedges, fences and entrenchments."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from engine.tabletop.shapes import Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopFeature
from studio.rendering.painting import (
    blend,
    clip_to,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    round_pen,
)
from studio.rendering.tabletop.road_painter import LinePoint, left_normal, points_along
from studio.rendering.tabletop.tabletop_view import TabletopView, hash_unit
from studio.rendering.tabletop.terrain_surface import outline_of, thin_pen

STONE, LEAF, POST, SPIKE = 0.9, 0.75, 2.5, 0.7  # inches from one to the next


def _outline_of(view: TabletopView, feature: TabletopFeature) -> list[QPointF]:
    """The line along which it is drawn: an area's goes round it."""
    points = view.points(feature.shape)
    return points if isinstance(feature.shape, WideLine) else [*points, points[0]]


def paint_wall(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A wall of stones, lit from the upper left."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    edge = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.7))
    fill_and_draw(painter, path, QColor(inks.fill), edge)
    if not view.is_detailed:
        return
    with clip_to(painter, path):
        gleam = path.translated(0.12 * view.inch, 0.12 * view.inch)
        draw(painter, gleam, round_pen(make_colour(inks.light, 0.9), 0.2 * view.inch))
        joints, width = QPainterPath(), _width(view, feature)
        for number, step in enumerate(points_along(_outline_of(view, feature), STONE * view.inch)):
            _add_joint(joints, step, width, number)
        draw(painter, joints, thin_pen(QColor(inks.shade), 0.08 * view.inch))
    draw(painter, path, edge)


def _width(view: TabletopView, feature: TabletopFeature) -> float:
    return feature.shape.width * view.scale if isinstance(feature.shape, WideLine) else view.inch


def _add_joint(path: QPainterPath, step: LinePoint, width: float, number: int) -> None:
    aside = left_normal(step.along) * (0.5 * width)
    lean = step.along * (width * 0.2 * (hash_unit(number, "joint") - 0.5))
    path.moveTo(step.at - aside - lean)
    path.lineTo(step.at + aside + lean)


def paint_hedge(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A hedge: bushes close by each other, their crowns in the light."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    pen = round_pen(QColor(inks.edge), max(0.12 * view.inch, 0.8))
    fill_and_draw(painter, path, QColor(inks.shade), pen)
    crowns, gleams = QPainterPath(), QPainterPath()
    crowns.setFillRule(Qt.FillRule.WindingFill)
    half = 0.5 * min(_width(view, feature), 1.4 * view.inch)
    for number, step in enumerate(points_along(_outline_of(view, feature), LEAF * view.inch)):
        size = half * (0.85 + 0.25 * hash_unit(number, feature.id))
        crowns.addEllipse(step.at, size, size)
        gleams.addEllipse(step.at - QPointF(0.3, 0.3) * size, 0.45 * size, 0.4 * size)
    fill(painter, crowns, QColor(inks.fill))
    if view.is_detailed:
        fill(painter, gleams, QColor(inks.light))


def paint_fence(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A fence of two rails on posts."""
    inks = feature.kind_entry.colours
    points = _outline_of(view, feature)
    rail = QPainterPath(points[0])
    for point in points[1:]:
        rail.lineTo(point)
    width = max(_width(view, feature), 1.0)
    draw(painter, rail, round_pen(QColor(inks.edge), width + max(0.06 * view.inch, 0.4)))
    draw(painter, rail, round_pen(QColor(inks.light), 0.5 * width))
    posts, half = QPainterPath(), max(0.22 * view.inch, 0.8)
    steps = [step.at for step in points_along(points, POST * view.inch)]
    for at in (*steps, points[0], points[-1]):
        posts.addRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
    fill_and_draw(painter, posts, QColor(inks.fill), thin_pen(QColor(inks.edge), 0.05 * view.inch))


def paint_earthwork(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A bank of earth with hachures down both of its sides, and a level top."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    edge = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.7))
    fill_and_draw(painter, path, QColor(inks.fill), edge)
    width = _width(view, feature)
    if isinstance(feature.shape, WideLine):
        draw(painter, view.line(feature.shape), round_pen(QColor(inks.light), 0.4 * width))
    if view.is_detailed:
        spikes = QPainterPath()
        for step in points_along(_outline_of(view, feature), SPIKE * view.inch):
            aside = left_normal(step.along) * width
            for side in (-1, 1):
                spikes.moveTo(step.at + aside * (0.5 * side))
                spikes.lineTo(step.at + aside * (0.24 * side))
        with clip_to(painter, path):
            draw(painter, spikes, thin_pen(QColor(inks.shade), 0.12 * view.inch))


TILES = 0.7  # inches from one row of tiles to the next
LIGHT = QPointF(-math.sqrt(0.5), -math.sqrt(0.5))  # where it comes from, on the page

Face = list[QPointF]


def paint_house(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A roof over everything the house covers, with a ridge and a chimney."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    corners = _corners(view, feature, path)
    fill(painter, path, QColor(inks.fill))
    middle = sum(corners, QPointF()) / len(corners)
    with clip_to(painter, path):
        ridge = _ridge(corners) if len(corners) == 4 else (middle, middle)
        for number in range(len(corners)):
            _paint_face(painter, view, feature, _face(corners, number, ridge))
    pen = thin_pen(QColor(inks.edge), 0.12 * view.inch)
    draw(painter, _line(*ridge), round_pen(QColor(inks.light), max(0.16 * view.inch, 0.7)))
    draw(painter, path, pen)
    if view.is_detailed:
        _paint_chimney(painter, view, ridge)


def _corners(view: TabletopView, feature: TabletopFeature, path: QPainterPath) -> list[QPointF]:
    """The corners of a roof, clockwise on the page."""
    if isinstance(feature.shape, Polygon):
        points = view.points(feature.shape)
    else:
        points = outline_of(path)[:-1]
    area = sum(
        a.x() * b.y() - b.x() * a.y() for a, b in zip(points, points[1:] + points[:1], strict=True)
    )
    return points if area > 0 else points[::-1]


def _ridge(corners: list[QPointF]) -> tuple[QPointF, QPointF]:
    """The ridge of a roof over four corners, along the longer of its sides, hipped at its ends."""
    a, b, c, d = corners
    middle = (a + b + c + d) / 4
    if _length(b - a) + _length(d - c) >= _length(c - b) + _length(a - d):
        ends, short = ((d + a) / 2, (b + c) / 2), _length(a - d)
    else:
        ends, short = ((a + b) / 2, (c + d) / 2), _length(b - a)
    return _inset(ends[0], middle, 0.35 * short), _inset(ends[1], middle, 0.35 * short)


def _inset(end: QPointF, middle: QPointF, by: float) -> QPointF:
    length = _length(middle - end)
    return end + (middle - end) * min(by / length, 1.0) if length else end


def _length(way: QPointF) -> float:
    return math.hypot(way.x(), way.y())


def _face(corners: list[QPointF], number: int, ridge: tuple[QPointF, QPointF]) -> Face:
    """The part of a roof between one of its eaves and the ridge."""
    start, end = corners[number], corners[(number + 1) % len(corners)]
    near = {
        point.toTuple(): min(ridge, key=lambda one: _length(one - point)) for point in (start, end)
    }
    first, last = near[start.toTuple()], near[end.toTuple()]
    return [start, end, last] if first == last else [start, end, last, first]


def _paint_face(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, face: Face
) -> None:
    inks = feature.kind_entry.colours
    along = face[1] - face[0]
    length = _length(along)
    if not length:
        return
    outward = QPointF(along.y(), -along.x()) / length
    lit = QPointF.dotProduct(outward, LIGHT)
    ink = blend(QColor(inks.fill), inks.light if lit > 0 else inks.shade, abs(lit))
    path = QPainterPath()
    path.addPolygon(QPolygonF(face))
    path.closeSubpath()
    fill_and_draw(painter, path, ink, thin_pen(make_colour(inks.edge, 0.7), 0.06 * view.inch))
    if view.is_detailed:
        _paint_tiles(painter, view, path, face[0], along, -outward)


def _paint_tiles(
    painter: QPainter, view: TabletopView, face: QPainterPath, start: QPointF, along: QPointF,
    inward: QPointF,
) -> None:  # fmt: skip
    """Rows of tiles along the eaves."""
    rows, step = QPainterPath(), TILES * view.inch
    for row in range(1, 40):
        at = start + inward * (row * step)
        if row * step > _length(along) + face.boundingRect().height():
            break
        rows.moveTo(at - along * 0.02)
        rows.lineTo(at + along * 1.02)
    with clip_to(painter, face):
        draw(painter, rows, thin_pen(make_colour("#2a120a", 0.28), 0.06 * view.inch))


def _line(start: QPointF, end: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    path.lineTo(end)
    return path


def _paint_chimney(painter: QPainter, view: TabletopView, ridge: tuple[QPointF, QPointF]) -> None:
    at, half = ridge[0] + (ridge[1] - ridge[0]) * 0.22, 0.42 * view.inch
    box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    shadow, stack, mouth = QPainterPath(), QPainterPath(), QPainterPath()
    shadow.addRect(box.translated(0.6 * half, 0.6 * half))
    stack.addRect(box)
    mouth.addRect(box.adjusted(0.5 * half, 0.5 * half, -0.5 * half, -0.5 * half))
    fill(painter, shadow, make_colour("#2a120a", 0.35))
    fill_and_draw(painter, stack, QColor("#a89384"), thin_pen(QColor("#3d2a20"), 0.06 * view.inch))
    fill(painter, mouth, QColor("#3d2a20"))
