"""The front of a counter: a wedge on the hexside that a unit faces."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from studio.drawing.inks import add_polygon, colour, fill_and_draw, round_pen
from studio.drawing.lettering import INK, PALE

# Parts of a counter's size, from its middle: where the wedge begins and ends, half its width; the
# same for a counter that is cut out of a sheet, whose wedge lies within it.
FOOT, TIP, HALF = 0.55, 0.71, 0.17
WITHIN = (0.38, 0.48, 0.11)


def paint_facing(
    painter: QPainter, bearing: int, square: QRectF, *, is_within: bool = False
) -> None:
    """Draw the wedge of a counter's square; `bearing` is in degrees clockwise from the top."""
    size = square.width()
    foot, tip, half = (size * part for part in (WITHIN if is_within else (FOOT, TIP, HALF)))
    path, parts = QPainterPath(), ((foot, -half), (tip, 0.0), (foot, half))
    corners = [point_ahead(square.center(), bearing, *part) for part in parts]
    add_polygon(path, [(corner.x(), corner.y()) for corner in corners])
    fill_and_draw(painter, path, colour(INK), round_pen(colour(PALE), max(0.03 * size, 1.0)))


def point_ahead(middle: QPointF, bearing: int, ahead: float, right: float = 0.0) -> QPointF:
    """The point a distance ahead of another in a direction, and a distance to its right."""
    turn = math.radians(bearing)
    across, down = math.sin(turn), -math.cos(turn)
    return QPointF(
        middle.x() + ahead * across - right * down, middle.y() + ahead * down + right * across
    )
