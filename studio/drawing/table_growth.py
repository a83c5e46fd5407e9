"""What grows and lies about on a table: woods, trees, rocks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.tabletop.shapes import Disc
from engine.tabletop.table import TabletopFeature
from studio.drawing.inks import clip_to, colour, draw, fill, fill_and_draw, polygon, round_pen
from studio.drawing.table_view import TabletopView, hash_unit
from studio.drawing.table_water import lattice

LOBES, BUSH = 9, 1.9  # of a crown; inches from one bush to the next


def paint_wood(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """The floor of a wood: shaded ground with bushes; its trees stand by themselves."""
    inks, path = feature.about.colours, view.path(feature.shape)
    fill(painter, path, colour(inks.fill, 0.75))
    with clip_to(painter, path):
        _paint_bushes(painter, view, feature, lattice(path.boundingRect(), BUSH * view.inch))
    pen = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.7))
    pen.setDashPattern([2.5, 2.0])
    draw(painter, path, pen)


def _paint_bushes(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, places: Sequence[QPointF]
) -> None:
    inks = feature.about.colours
    sizes = [
        (0.42 + 0.3 * hash_unit(number, feature.id)) * view.inch for number in range(len(places))
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(inks.edge, 0.35))
    for at, size in zip(places, sizes, strict=True):
        painter.drawEllipse(at + QPointF(0.2, 0.25) * size, size, 0.9 * size)
    painter.setBrush(QColor(inks.shade))
    for at, size in zip(places, sizes, strict=True):
        painter.drawEllipse(at, size, 0.85 * size)
    painter.setBrush(QColor(inks.light))
    for at, size in zip(places, sizes, strict=True) if view.is_detailed else ():
        painter.drawEllipse(at - QPointF(0.3, 0.3) * size, 0.4 * size, 0.35 * size)


def paint_tree(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """The crown of a tree from above, as broad as it counts in play, its trunk showing through."""
    assert isinstance(feature.shape, Disc)
    inks, at = feature.about.colours, view.at(*feature.shape.centre)
    radius = feature.shape.radius * view.scale
    pen = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.6))
    fill_and_draw(painter, _crown(at, radius, feature.id), QColor(inks.shade), pen)
    for part, ink, spread in ((0.74, inks.fill, 0.10), (0.42, inks.light, 0.20)):
        towards = at - QPointF(spread, spread) * radius
        fill(painter, _crown(towards, part * radius, (feature.id, part)), QColor(ink))
    if view.is_detailed:
        _paint_leaves(painter, view, feature, at, radius)


def _crown(at: QPointF, radius: float, seed: object) -> QPainterPath:
    """A round outline with lobes that nowhere reaches beyond its radius."""
    path, turn = QPainterPath(), math.tau * hash_unit(seed)
    inner = 0.86 * radius
    for lobe in range(LOBES):
        start = turn + math.tau * lobe / LOBES
        end = start + math.tau / LOBES
        first = at + _polar(start, inner)
        if lobe == 0:
            path.moveTo(first)
        out = radius * (1.07 + 0.05 * hash_unit(seed, lobe))
        path.quadTo(at + _polar((start + end) / 2, out), at + _polar(end, inner))
    path.closeSubpath()
    return path


def _polar(angle: float, radius: float) -> QPointF:
    return QPointF(radius * math.cos(angle), radius * math.sin(angle))


def _paint_leaves(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, at: QPointF, radius: float
) -> None:
    """Small arcs over a crown, more of them where it lies in the shade."""
    arcs, size = QPainterPath(), min(0.5 * view.inch, 0.3 * radius)
    for number in range(12):
        angle = math.tau * hash_unit(feature.id, number, "angle")
        place = at + _polar(angle, radius * (0.25 + 0.5 * hash_unit(feature.id, number, "away")))
        arcs.moveTo(place - QPointF(size / 2, 0))
        arcs.quadTo(place + QPointF(0, size / 2), place + QPointF(size / 2, 0))
    draw(painter, arcs, round_pen(colour(feature.about.colours.edge, 0.6), 0.07 * view.inch))


def paint_rock(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A rock of facets."""
    inks, path = feature.about.colours, view.path(feature.shape)
    pen = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.6))
    corners = _facets(view, feature)
    fill_and_draw(painter, path, QColor(inks.shade), pen)
    middle = sum(corners, QPointF()) / len(corners)
    peak = middle - QPointF(0.12, 0.12) * (path.boundingRect().width())
    with clip_to(painter, path):
        for number, corner in enumerate(corners):
            other = corners[(number + 1) % len(corners)]
            outward = (corner + other) / 2 - middle
            lit = -(outward.x() + outward.y()) / (math.hypot(outward.x(), outward.y()) or 1.0)
            ink = inks.light if lit > 0.4 else inks.fill if lit > -0.5 else inks.shade
            facet = QPainterPath()
            facet.addPolygon(polygon([p.toTuple() for p in (corner, other, peak)]))
            facet.closeSubpath()
            fill(painter, facet, QColor(ink))
    draw(painter, path, pen)


def _facets(view: TabletopView, feature: TabletopFeature) -> list[QPointF]:
    if not isinstance(feature.shape, Disc):
        return view.points(feature.shape)
    at, radius = view.at(*feature.shape.centre), feature.shape.radius * view.scale
    turn = math.tau * hash_unit(feature.id)
    return [at + _polar(turn + math.tau * number / 7, 1.1 * radius) for number in range(7)]
