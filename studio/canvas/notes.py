"""The designer's notes: slips of paper in the corners of their hexes, on the screen alone."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from engine.map.map import DesignerNote
from studio.canvas.camera import MapCamera
from studio.drawing.inks import add_polygon, colour, draw, fill, fill_and_draw, round_pen

PAPER, FOLD, LINES = "#ffe66b", "#d9b62f", "#6b5a17"
SIZE, SMALLEST, LARGEST = 0.26, 7.0, 26.0  # of a hex; pixels


def paint_notes(
    painter: QPainter, camera: MapCamera, screen: QRectF, notes: Iterable[DesignerNote]
) -> None:
    """Draw a slip for every note on the screen."""
    size = min(max(SIZE * camera.width, SMALLEST), LARGEST)
    for note in notes:
        x, y = camera.centre(note.at)
        at = QPointF(x + 0.26 * camera.width, y - 0.16 * camera.width)
        if screen.contains(at):
            _paint(painter, at, size)


def _paint(painter: QPainter, at: QPointF, size: float) -> None:
    x, y, half, fold = at.x(), at.y(), size / 2, 0.3 * size
    slip, corner, lines = QPainterPath(), QPainterPath(), QPainterPath()
    outline = [(x - half, y - half), (x + half, y - half), (x + half, y + half - fold),
               (x + half - fold, y + half), (x - half, y + half)]  # fmt: skip
    add_polygon(slip, outline)
    add_polygon(corner, [outline[2], outline[3], (x + half - fold, y + half - fold)])
    pen = round_pen(colour(LINES), max(1.0, 0.06 * size))
    fill_and_draw(painter, slip, colour(PAPER), pen)
    fill(painter, corner, colour(FOLD))
    for down in (-0.2, 0.08):
        lines.moveTo(x - 0.3 * size, y + down * size)
        lines.lineTo(x + 0.28 * size, y + down * size)
    draw(painter, lines, pen)
