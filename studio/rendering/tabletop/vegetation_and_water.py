"""Vegetation and water on a table: woods, trees, rocks, rivers, lakes and marshes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.tabletop.shapes import Disc, WideLine
from engine.tabletop.tabletop_map import TabletopFeature
from studio.rendering.painting import (
    clip_to,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    make_polygon,
    round_pen,
)
from studio.rendering.tabletop.tabletop_view import TabletopView, hash_unit, stroke_area

BANK = "#a99a63"
RIPPLES = (0.55, 0.2)  # of a river's width: the lines along its stream


def paint_bank(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """The bare earth along the water, on which its bed lies."""
    pen = round_pen(QColor(BANK), max(0.7 * view.inch, 1.2))
    draw(painter, view.path(feature.shape), pen)


def paint_water(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """Water, deep in the middle and light at its banks."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    fill(painter, path, QColor(inks.fill))
    with clip_to(painter, path):
        draw(painter, path, round_pen(make_colour(inks.shade, 0.55), max(0.9 * view.inch, 1.0)))
        if isinstance(feature.shape, WideLine):
            _paint_stream(painter, view, feature, feature.shape)
        elif view.is_detailed:
            _paint_waves(painter, view, path, inks.light)
    draw(painter, path, round_pen(QColor(inks.edge), max(0.08 * view.inch, 0.6)))
    if feature.fordable and view.is_detailed:
        _paint_shallows(painter, view, path)


def _paint_stream(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, course: WideLine
) -> None:
    """Lines along a river's stream."""
    light = make_colour(feature.kind_entry.colours.light, 0.8)
    pen = round_pen(light, max(0.07 * view.inch, 0.5))
    for part in RIPPLES:
        side = stroke_area(view.line(course), course.width * view.scale * part)
        pen.setDashPattern([14.0, 9.0 + 10 * part])
        draw(painter, side, pen)


def _paint_waves(painter: QPainter, view: TabletopView, path: QPainterPath, ink: str) -> None:
    """Short waves on still water."""
    waves, step = QPainterPath(), 2.2 * view.inch
    for at in jittered_lattice(path.boundingRect(), step):
        waves.moveTo(at - QPointF(0.5 * view.inch, 0))
        waves.quadTo(at - QPointF(0.25 * view.inch, 0.22 * view.inch), at)
        waves.quadTo(
            at + QPointF(0.25 * view.inch, 0.22 * view.inch), at + QPointF(0.5 * view.inch, 0)
        )
    draw(painter, waves, round_pen(QColor(ink), max(0.07 * view.inch, 0.5)))


def _paint_shallows(painter: QPainter, view: TabletopView, path: QPainterPath) -> None:
    """Stones in water that can be waded."""
    stones = QPainterPath()
    for at in jittered_lattice(path.boundingRect(), 1.6 * view.inch):
        if path.contains(at):
            stones.addEllipse(at, 0.16 * view.inch, 0.12 * view.inch)
    fill(painter, stones, make_colour("#e9e2c8", 0.85))


def jittered_lattice(room: QRectF, step: float) -> list[QPointF]:
    """Places about a step apart, a little out of line."""
    wide, high = math.ceil(room.width() / step), math.ceil(room.height() / step)
    return [
        QPointF(
            room.left() + (column + 0.2 + 0.6 * hash_unit(column, row, "a")) * step,
            room.top() + (row + 0.2 + 0.6 * hash_unit(column, row, "b")) * step,
        )
        for row in range(min(high, 200))
        for column in range(min(wide, 200))
    ]


def paint_marsh(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """Wet ground with tufts of reed and strips of water."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    fill(painter, path, QColor(inks.fill))
    with clip_to(painter, path):
        water, reeds = QPainterPath(), QPainterPath()
        for at in jittered_lattice(path.boundingRect(), 1.7 * view.inch):
            water.moveTo(at)
            water.lineTo(at + QPointF(0.9 * view.inch, 0))
            for lean in (-0.2, 0.0, 0.2):
                reeds.moveTo(at + QPointF(lean * 0.6 * view.inch, 0))
                reeds.lineTo(at + QPointF(lean * view.inch, -0.55 * view.inch))
        draw(painter, water, round_pen(QColor("#7fa9bd"), max(0.11 * view.inch, 0.6)))
        draw(painter, reeds, round_pen(QColor(inks.shade), max(0.06 * view.inch, 0.4)))
    pen = round_pen(QColor(inks.edge), max(0.08 * view.inch, 0.6))
    pen.setDashPattern([4.0, 3.0])
    draw(painter, path, pen)


LOBES, BUSH = 9, 1.9  # of a crown; inches from one bush to the next


def paint_wood(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """The floor of a wood: shaded ground with bushes; its trees stand by themselves."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
    fill(painter, path, make_colour(inks.fill, 0.75))
    with clip_to(painter, path):
        _paint_bushes(
            painter, view, feature, jittered_lattice(path.boundingRect(), BUSH * view.inch)
        )
    pen = round_pen(QColor(inks.edge), max(0.1 * view.inch, 0.7))
    pen.setDashPattern([2.5, 2.0])
    draw(painter, path, pen)


def _paint_bushes(
    painter: QPainter, view: TabletopView, feature: TabletopFeature, places: Sequence[QPointF]
) -> None:
    inks = feature.kind_entry.colours
    sizes = [
        (0.42 + 0.3 * hash_unit(number, feature.id)) * view.inch for number in range(len(places))
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(make_colour(inks.edge, 0.35))
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
    inks, at = feature.kind_entry.colours, view.at(*feature.shape.centre)
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
    draw(
        painter,
        arcs,
        round_pen(make_colour(feature.kind_entry.colours.edge, 0.6), 0.07 * view.inch),
    )


def paint_rock(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """A rock of facets."""
    inks, path = feature.kind_entry.colours, view.path(feature.shape)
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
            facet.addPolygon(make_polygon([p.toTuple() for p in (corner, other, peak)]))
            facet.closeSubpath()
            fill(painter, facet, QColor(ink))
    draw(painter, path, pen)


def _facets(view: TabletopView, feature: TabletopFeature) -> list[QPointF]:
    if not isinstance(feature.shape, Disc):
        return view.points(feature.shape)
    at, radius = view.at(*feature.shape.centre), feature.shape.radius * view.scale
    turn = math.tau * hash_unit(feature.id)
    return [at + _polar(turn + math.tau * number / 7, 1.1 * radius) for number in range(7)]
