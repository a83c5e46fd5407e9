"""Signs as engravers of maps cut them, and pictures of a designer's own, at many spots at once."""

from __future__ import annotations

import math
from functools import lru_cache
from threading import get_ident

import numpy as np
from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtSvg import QSvgRenderer

from engine.map.terrain import ScatteredSigns
from studio.rendering.painting import (
    Points,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    round_pen,
    winding_path,
)

LOBES = 7  # of a tree's crown
FIR = ((-0.34, 0.36, 0.0, -0.5), (0.0, -0.5, 0.34, 0.36), (0.0, 0.1, 0.0, 0.62))


def paint_tree_rings(
    painter: QPainter, marks: ScatteredSigns, spots: Points, sizes: list[float]
) -> None:
    """Open circles with a shadow to their right: leafy trees on sheets of a general staff."""
    rings, shadows = QPainterPath(), QPainterPath()
    for (x, y), size in zip(spots.tolist(), sizes, strict=True):
        rings.addEllipse(QPointF(x, y), size / 2, size / 2)
        shadows.moveTo(x + 0.1 * size, y + 0.62 * size)
        shadows.lineTo(x + 0.8 * size, y + 0.62 * size)
    pen = round_pen(make_colour(marks.colour), max(0.14 * marks_size(sizes), 0.3))
    draw(painter, rings, pen)
    draw(painter, shadows, pen)


def paint_firs(painter: QPainter, marks: ScatteredSigns, spots: Points, sizes: list[float]) -> None:
    """Small pointed trees."""
    path = QPainterPath()
    for (x, y), size in zip(spots.tolist(), sizes, strict=True):
        for x1, y1, x2, y2 in FIR:
            path.moveTo(x + x1 * size, y + y1 * size)
            path.lineTo(x + x2 * size, y + y2 * size)
    draw(painter, path, round_pen(make_colour(marks.colour), max(0.14 * marks_size(sizes), 0.3)))


def paint_wet_ground_dashes(
    painter: QPainter, marks: ScatteredSigns, spots: Points, sizes: list[float]
) -> None:
    """Short level strokes: wet ground."""
    path = QPainterPath()
    for (x, y), size in zip(spots.tolist(), sizes, strict=True):
        path.moveTo(x - size / 2, y)
        path.lineTo(x + size / 2, y)
    draw(painter, path, round_pen(make_colour(marks.colour), max(0.12 * marks_size(sizes), 0.3)))


def paint_tree_clumps(
    painter: QPainter, marks: ScatteredSigns, spots: Points, sizes: list[float]
) -> None:
    """Trees with lobed crowns, hatched on their dark side, and the shadow they throw."""
    crowns, hatching, shadows = winding_path(), QPainterPath(), QPainterPath()
    for (x, y), size in zip(spots.tolist(), sizes, strict=True):
        _add_crown(crowns, x, y, size / 2)
        for step in (0.12, 0.26, 0.4):
            hatching.moveTo(x + step * size, y - (0.36 - 0.5 * step) * size)
            hatching.lineTo(x + (step - 0.16) * size, y + 0.42 * size * (1 - step))
        for step in (0.5, 0.6):
            shadows.moveTo(x + 0.05 * size, y + step * size)
            shadows.lineTo(x + (1.45 - step) * size, y + step * size)
    pen = round_pen(make_colour(marks.shade or marks.colour), max(0.055 * marks_size(sizes), 0.3))
    draw(painter, shadows, pen)
    fill_and_draw(painter, crowns, make_colour(marks.colour), pen)
    draw(painter, hatching, pen)


def _add_crown(path: QPainterPath, x: float, y: float, radius: float) -> None:
    turns = [math.tau * lobe / LOBES for lobe in range(LOBES + 1)]
    rim = [(x + 0.82 * radius * math.cos(t), y + 0.82 * radius * math.sin(t)) for t in turns]
    path.moveTo(*rim[0])
    for turn, end in zip(turns, rim[1:], strict=False):
        out = turn + math.pi / LOBES
        path.quadTo(x + 1.35 * radius * math.cos(out), y + 1.35 * radius * math.sin(out), *end)
    path.closeSubpath()


def paint_custom_symbols(
    painter: QPainter, marks: ScatteredSigns, spots: Points, sizes: list[float]
) -> None:
    """A picture of the designer's own at every spot."""
    drawn = svg_renderer(marks.picture)
    wide, high = drawn.defaultSize().width(), drawn.defaultSize().height()
    if not drawn.isValid() or wide <= 0 or high <= 0:
        fill(painter, _crossed_out(spots, sizes), make_colour(marks.colour))
        return
    part = QSizeF(wide, high) / max(wide, high)
    for (x, y), size in zip(spots.tolist(), sizes, strict=True):
        room = QSizeF(part.width() * size, part.height() * size)
        drawn.render(painter, QRectF(QPointF(x - room.width() / 2, y - room.height() / 2), room))


def _crossed_out(spots: Points, sizes: list[float]) -> QPainterPath:
    """The placeholder for a picture that cannot be drawn."""
    path = winding_path()
    for (x, y), size in zip(spots.tolist(), sizes, strict=True):
        path.addRect(QRectF(x - size / 2, y - size / 20, size, size / 10))
        path.addRect(QRectF(x - size / 20, y - size / 2, size / 10, size))
    return path


def svg_renderer(said: str) -> QSvgRenderer:
    """A picture from the text of an SVG; each thread that paints has its own."""
    return _svg(said, get_ident())


@lru_cache(maxsize=64)
def _svg(said: str, thread: int) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(said.encode()))


def marks_size(sizes: list[float]) -> float:
    """Return the mean size of marks."""
    return float(np.mean(sizes)) if sizes else 0.0
