"""The hex grid: thin, over everything that lies on the ground."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from engine.hexes.hex import SIDES
from studio.drawing.inks import BATCH, Points, colour, draw, fill, round_pen
from studio.drawing.outlines import exact_outline
from studio.drawing.view import MapView

SMALLEST_DOTTED = 22.0
SIDES_AT_A_TIME = 1000


def paint_grid(painter: QPainter, view: MapView) -> None:
    """Draw every hexside once, and a dot in each hex's centre to lay a ruler to."""
    lines = view.style.grid
    pen = round_pen(colour(lines.colour, lines.opacity), max(lines.width * view.width, 0.35))
    for sides in _sides(view):
        path = QPainterPath()
        for x1, y1, x2, y2 in sides.tolist():
            path.moveTo(x1, y1)
            path.lineTo(x2, y2)
        draw(painter, path, pen)
    if lines.dots and view.width >= SMALLEST_DOTTED:
        _paint_dots(painter, view)


def _paint_dots(painter: QPainter, view: MapView) -> None:
    radius = 0.014 * view.width
    centres = view.centres(np.ones(view.grid.shape, bool)).tolist()
    for start in range(0, len(centres), BATCH):
        dots = QPainterPath()
        for x, y in centres[start : start + BATCH]:
            dots.addEllipse(QPointF(x, y), radius, radius)
        fill(painter, dots, colour(view.style.grid.colour, 0.6))


def paint_sheet_grid(painter: QPainter, view: MapView) -> None:
    """Draw the grid and the edge of the map."""
    paint_grid(painter, view)
    paint_frame(painter, view, exact_outline(view, np.ones(view.grid.shape, bool)))


def paint_frame(painter: QPainter, view: MapView, path: QPainterPath) -> None:
    """The edge of the map."""
    draw(painter, path, round_pen(colour(view.style.grid.colour), max(0.03 * view.width, 0.8)))


def _sides(view: MapView) -> Iterator[Points]:
    """The ends of every hexside, [n, 4] as x1 y1 x2 y2 on the page, each once, some at a time."""
    everywhere = np.ones(view.grid.shape, bool)
    for direction in range(SIDES):
        at = everywhere if direction < SIDES // 2 else ~view.has_neighbour[direction]
        first, second = view.side_ends(direction)
        centres = view.centres(at)
        for start in range(0, len(centres), SIDES_AT_A_TIME):
            some = centres[start : start + SIDES_AT_A_TIME]
            yield np.hstack([some + first, some + second])


def hexagons(view: MapView, centres: list[list[float]], part: float) -> QPainterPath:
    """Hexes `part` as large as the map's, round the given centres."""
    path = QPainterPath()
    across, down = view.grid.scale(view.width * part)
    for x, y in centres:
        corners = view.grid.orientation.corners
        path.addPolygon(QPolygonF([QPointF(x + dx * across, y + dy * down) for dx, dy in corners]))
        path.closeSubpath()
    return path
