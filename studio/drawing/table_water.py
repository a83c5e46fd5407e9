"""Water on a table: rivers and lakes within their banks, and marshes."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.tabletop.shapes import WideLine
from engine.tabletop.table import TabletopFeature
from studio.drawing.inks import clip_to, colour, draw, fill, round_pen
from studio.drawing.table_view import TabletopView, hash_unit, stroke_area

BANK = "#a99a63"
RIPPLES = (0.55, 0.2)  # of a river's width: the lines along its stream


def paint_bank(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """The bare earth along the water, on which its bed lies."""
    pen = round_pen(QColor(BANK), max(0.7 * view.inch, 1.2))
    draw(painter, view.path(feature.shape), pen)


def paint_water(painter: QPainter, view: TabletopView, feature: TabletopFeature) -> None:
    """Water, deep in the middle and light at its banks."""
    inks, path = feature.about.colours, view.path(feature.shape)
    fill(painter, path, QColor(inks.fill))
    with clip_to(painter, path):
        draw(painter, path, round_pen(colour(inks.shade, 0.55), max(0.9 * view.inch, 1.0)))
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
    light = colour(feature.about.colours.light, 0.8)
    pen = round_pen(light, max(0.07 * view.inch, 0.5))
    for part in RIPPLES:
        side = stroke_area(view.line(course), course.width * view.scale * part)
        pen.setDashPattern([14.0, 9.0 + 10 * part])
        draw(painter, side, pen)


def _paint_waves(painter: QPainter, view: TabletopView, path: QPainterPath, ink: str) -> None:
    """Short waves on still water."""
    waves, step = QPainterPath(), 2.2 * view.inch
    for at in lattice(path.boundingRect(), step):
        waves.moveTo(at - QPointF(0.5 * view.inch, 0))
        waves.quadTo(at - QPointF(0.25 * view.inch, 0.22 * view.inch), at)
        waves.quadTo(
            at + QPointF(0.25 * view.inch, 0.22 * view.inch), at + QPointF(0.5 * view.inch, 0)
        )
    draw(painter, waves, round_pen(QColor(ink), max(0.07 * view.inch, 0.5)))


def _paint_shallows(painter: QPainter, view: TabletopView, path: QPainterPath) -> None:
    """Stones in water that can be waded."""
    stones = QPainterPath()
    for at in lattice(path.boundingRect(), 1.6 * view.inch):
        if path.contains(at):
            stones.addEllipse(at, 0.16 * view.inch, 0.12 * view.inch)
    fill(painter, stones, colour("#e9e2c8", 0.85))


def lattice(room: QRectF, step: float) -> list[QPointF]:
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
    inks, path = feature.about.colours, view.path(feature.shape)
    fill(painter, path, QColor(inks.fill))
    with clip_to(painter, path):
        water, reeds = QPainterPath(), QPainterPath()
        for at in lattice(path.boundingRect(), 1.7 * view.inch):
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
