"""Thin marks over everything: what a click would change, where what is shown was asked from."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from studio.canvas.camera import MapCamera
from studio.canvas.position import HexSideAt, Outline
from studio.drawing.inks import colour, polygon, round_pen
from studio.drawing.overlays import ORIGIN

OUTLINE, HALO = "#12263f", "#ffffff"
# A hexside to be changed is marked this much wider than the outline of hexes.
SIDE_WIDTH = 2.2


def paint_outline(painter: QPainter, camera: MapCamera, outline: Outline) -> None:
    """Draw the border of the hexes a click would change, and its hexsides, dark on a pale halo."""
    border = _lines(camera, border_of(camera.grid, outline.hexes))
    sides = _lines(camera, outline.sides)
    thin = max(1.5, 0.045 * camera.width)
    for shade, extra in ((HALO, 2.0), (OUTLINE, 0.0)):
        painter.setPen(round_pen(colour(shade, 0.85), thin + extra))
        painter.drawLines(border)
        painter.setPen(round_pen(colour(shade, 0.85), SIDE_WIDTH * thin + extra))
        painter.drawLines(sides)


def outline_rect(camera: MapCamera, outline: Outline) -> QRectF:
    """The rectangle of the screen that an outline needs; empty for an empty one."""
    hexes = [*outline.hexes, *(hex_ for hex_, _ in outline.sides)]
    if not hexes:
        return QRectF()
    centres = [camera.centre(hex_) for hex_ in hexes]
    left, right = min(x for x, _ in centres), max(x for x, _ in centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    edge = 0.7 * camera.width + 6
    return QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(-edge, -edge, edge, edge)


def border_of(grid: Grid, hexes: frozenset[Hex]) -> list[HexSideAt]:
    """The hexsides where a set of hexes ends."""
    steps = grid.orientation.steps
    return [
        (hex_, direction)
        for hex_ in hexes
        for direction in range(SIDES)
        if hex_.moved(steps[direction]) not in hexes
    ]


def paint_preview_origin(painter: QPainter, camera: MapCamera, origin: Hex) -> None:
    """Mark the hex that sight or a move starts from."""
    x, y = camera.centre(origin)
    across, down = camera.grid.scale(0.86 * camera.width)
    corners = camera.grid.orientation.corners
    mark = polygon([(x + dx * across, y + dy * down) for dx, dy in corners])
    painter.setBrush(colour("#ffffff", 0.0))
    for shade, part in (("#ffffff", 0.13), (ORIGIN, 0.075)):
        painter.setPen(round_pen(colour(shade), max(part * camera.width, 1.0)))
        painter.drawPolygon(mark)


def paint_cursor(painter: QPainter, camera: MapCamera, at: Hex) -> None:
    """Mark the hex that the keyboard points at."""
    painter.setPen(QPen(colour("#000000"), 3.0))
    painter.drawLines(_lines(camera, border_of(camera.grid, frozenset([at]))))
    painter.setPen(QPen(colour("#ffd84a"), 1.5))
    painter.drawLines(_lines(camera, border_of(camera.grid, frozenset([at]))))


def _lines(camera: MapCamera, sides: Iterable[HexSideAt]) -> list[QLineF]:
    across, down = camera.grid.scale(camera.width)
    corners = camera.grid.orientation.corners
    found = []
    for hex_, direction in sides:
        x, y = camera.centre(hex_)
        (x1, y1), (x2, y2) = corners[direction], corners[(direction + 1) % SIDES]
        found.append(QLineF(x + x1 * across, y + y1 * down, x + x2 * across, y + y2 * down))
    return found
