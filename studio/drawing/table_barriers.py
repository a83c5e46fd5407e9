"""What stands in the way on a table: walls, hedges, fences and entrenchments."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.tabletop.shapes import WideLine
from engine.tabletop.table import TabletopFeature
from studio.drawing.inks import clip_to, colour, draw, fill, fill_and_draw, round_pen
from studio.drawing.table_relief import thin_pen
from studio.drawing.table_view import TabletopView, hash_unit
from studio.drawing.table_ways import LinePoint, across, points_along

STONE, LEAF, POST, SPIKE = 0.9, 0.75, 2.5, 0.7  # inches from one to the next


def _outline_of(view: TabletopView, feature: TabletopFeature) -> list[QPointF]:
    """The line along which it is drawn: an area's goes round it."""
    points = view.points(feature.shape)
    return points if isinstance(feature.shape, WideLine) else [*points, points[0]]


def paint_wall(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A wall of stones, lit from the upper left."""
    inks, path = feature.about.colours, view.path(feature.shape)
    edge = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.7))
    fill_and_draw(painter, path, QColor(inks.fill), edge)
    if not view.is_detailed:
        return
    with clip_to(painter, path):
        gleam = path.translated(0.12 * view.inch, 0.12 * view.inch)
        draw(painter, gleam, round_pen(colour(inks.light, 0.9), 0.2 * view.inch))
        joints, width = QPainterPath(), _width(view, feature)
        for number, step in enumerate(points_along(_outline_of(view, feature), STONE * view.inch)):
            _add_joint(joints, step, width, number)
        draw(painter, joints, thin_pen(QColor(inks.shade), 0.08 * view.inch))
    draw(painter, path, edge)


def _width(view: TabletopView, feature: TabletopFeature) -> float:
    return feature.shape.width * view.scale if isinstance(feature.shape, WideLine) else view.inch


def _add_joint(path: QPainterPath, step: LinePoint, width: float, number: int) -> None:
    aside = across(step.along) * (0.5 * width)
    lean = step.along * (width * 0.2 * (hash_unit(number, "joint") - 0.5))
    path.moveTo(step.at - aside - lean)
    path.lineTo(step.at + aside + lean)


def paint_hedge(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A hedge: bushes close by each other, their crowns in the light."""
    inks, path = feature.about.colours, view.path(feature.shape)
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
    inks = feature.about.colours
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
    inks, path = feature.about.colours, view.path(feature.shape)
    edge = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.7))
    fill_and_draw(painter, path, QColor(inks.fill), edge)
    width = _width(view, feature)
    if isinstance(feature.shape, WideLine):
        draw(painter, view.line(feature.shape), round_pen(QColor(inks.light), 0.4 * width))
    if view.is_detailed:
        spikes = QPainterPath()
        for step in points_along(_outline_of(view, feature), SPIKE * view.inch):
            aside = across(step.along) * width
            for side in (-1, 1):
                spikes.moveTo(step.at + aside * (0.5 * side))
                spikes.lineTo(step.at + aside * (0.24 * side))
        with clip_to(painter, path):
            draw(painter, spikes, thin_pen(QColor(inks.shade), 0.12 * view.inch))
