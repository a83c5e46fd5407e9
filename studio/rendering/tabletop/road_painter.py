"""Roads, railways and bridges on a table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from engine.tabletop.shapes import WideLine
from engine.tabletop.tabletop_map import TabletopFeature
from studio.rendering.painting import draw, fill, fill_and_draw, make_colour, round_pen
from studio.rendering.tabletop.tabletop_view import TabletopView, stroke_area
from studio.rendering.tabletop.terrain_surface import thin_pen

RUT, PLANK, SLEEPER = 0.28, 0.55, 0.9  # parts of a width; inches from one plank or sleeper on


class LinePoint(NamedTuple):
    """A place on a line: the point, the direction of the line there, and how far along it lies."""

    at: QPointF
    along: QPointF
    far: float


def points_along(points: list[QPointF], step: float) -> Iterator[LinePoint]:
    """Places evenly along a line, about a step from each other, half a step from its ends."""
    legs = [(a, b, math.hypot(b.x() - a.x(), b.y() - a.y())) for a, b in pairwise(points)]
    whole = sum(length for *_, length in legs)
    count = max(1, min(round(whole / step), 4000))
    wanted, passed = [whole * (number + 0.5) / count for number in range(count)], 0.0
    for start, end, length in legs:
        while wanted and wanted[0] <= passed + length and length:
            along = (end - start) / length
            yield LinePoint(start + along * (wanted[0] - passed), along, wanted[0])
            wanted.pop(0)
        passed += length


def left_normal(along: QPointF) -> QPointF:
    """To the left of a direction on the page."""
    return QPointF(along.y(), -along.x())


def paint_road_edges(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """The edges of a road: those of all roads lie below their surfaces, so that they join."""
    if isinstance(feature.shape, WideLine):
        width = feature.shape.width * view.scale
        pen = _road_pen(QColor(feature.kind_entry.colours.edge), width + max(0.24 * view.inch, 1.2))
        draw(painter, view.line(feature.shape), pen)


def _road_pen(ink: QColor, width: float) -> QPen:
    pen = round_pen(ink, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def paint_road(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A road of earth with its ruts."""
    if not isinstance(feature.shape, WideLine):
        return
    inks, width = feature.kind_entry.colours, feature.shape.width * view.scale
    line = view.line(feature.shape)
    draw(painter, line, _road_pen(QColor(inks.fill), width))
    if view.is_detailed:
        ruts = stroke_area(line, width * 2 * RUT, is_round=False)
        pen = round_pen(make_colour(inks.shade, 0.8), max(0.1 * view.inch, 0.5))
        pen.setDashPattern([10.0, 3.0])
        draw(painter, ruts, pen)


def paint_railway(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A track: ballast, sleepers and two rails."""
    if not isinstance(feature.shape, WideLine):
        return
    inks, width = feature.kind_entry.colours, feature.shape.width * view.scale
    line = view.line(feature.shape)
    draw(painter, line, _road_pen(QColor(inks.edge), width + max(0.12 * view.inch, 0.6)))
    draw(painter, line, _road_pen(QColor(inks.fill), width))
    sleepers = QPainterPath()
    for step in points_along(view.points(feature.shape), SLEEPER * view.inch):
        aside = left_normal(step.along) * (0.4 * width)
        sleepers.moveTo(step.at - aside)
        sleepers.lineTo(step.at + aside)
    draw(painter, sleepers, thin_pen(QColor(inks.shade), 0.3 * view.inch))
    rails = stroke_area(line, 0.5 * width, is_round=False)
    draw(painter, rails, thin_pen(QColor(inks.light), max(0.12 * view.inch, 0.7)))


# --- bridges --------------------------------------------------------------------------------------


def paint_bridge(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A bridge of planks between two parapets; its line is the way over it."""
    inks = feature.kind_entry.colours
    if not isinstance(feature.shape, WideLine):
        path = view.path(feature.shape)
        fill_and_draw(painter, path, QColor(inks.fill), thin_pen(QColor(inks.edge), view.inch / 4))
        return
    width, line = feature.shape.width * view.scale, view.line(feature.shape)
    if view.is_detailed:
        _paint_approach(painter, view, feature.shape)
    deck = stroke_area(line, width, is_round=False)
    fill(painter, deck.translated(0.25 * view.inch, 0.35 * view.inch), make_colour("#20303a", 0.3))
    fill(painter, deck, QColor(inks.fill))
    if view.is_detailed:
        _paint_planks(painter, view, feature.shape, inks.shade)
    for side in (-0.5, 0.5):
        _paint_parapet(painter, view, feature, side * width)


def _paint_approach(painter: QPainter, view: TabletopView, course: WideLine) -> None:
    """Trodden earth at both ends of a bridge."""
    draw(
        painter,
        view.line(course),
        round_pen(make_colour("#cdbb8c", 0.55), course.width * view.scale),
    )


def _paint_planks(painter: QPainter, view: TabletopView, course: WideLine, ink: str) -> None:
    planks, width = QPainterPath(), course.width * view.scale
    for step in points_along(view.points(course), PLANK * view.inch):
        aside = left_normal(step.along) * (0.5 * width)
        planks.moveTo(step.at - aside)
        planks.lineTo(step.at + aside)
    draw(painter, planks, thin_pen(make_colour(ink, 0.8), 0.06 * view.inch))


def _paint_parapet(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, aside: float
) -> None:
    """A rail along one side, with a post at each end."""
    points = view.points(feature.shape)
    ends = []
    for a, b in ((points[0], points[1]), (points[-1], points[-2])):
        length = math.hypot(b.x() - a.x(), b.y() - a.y()) or 1.0
        ends.append(left_normal((b - a) / length) * (aside if a is points[0] else -aside))
    path = QPainterPath(points[0] + ends[0])
    path.lineTo(points[-1] + ends[1])
    ink = QColor(feature.kind_entry.colours.edge)
    draw(painter, path, round_pen(ink, max(0.32 * view.inch, 1.2)))
    posts = QPainterPath()
    for point in (points[0] + ends[0], points[-1] + ends[1]):
        posts.addEllipse(point, max(0.32 * view.inch, 0.9), max(0.32 * view.inch, 0.9))
    fill(painter, posts, ink)
