"""What stands in the margins: marks to cut by, marks to join pages by, a key plan."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from studio.drawing.inks import colour
from studio.drawing.lettering import INK
from studio.drawing.millimetres import HAIR, box, draw_line, draw_text
from studio.printing.pages import Rectangle, Tiling, TilingPage

MARK, GAP = 4.0, 1.0  # mm: how long a crop mark is, and how far from the picture
TARGET = 4.0  # mm: how wide a registration mark is
PLAN_HIGH, PLAN_CELL = 6.0, 6.0  # mm: the key plan's height, and the widest of its fields
SHOWN = "#3d3a34"


def crop_lines(columns: Iterable[float], rows: Iterable[float], field: Rectangle) -> list[QLineF]:
    """Short lines outside a field, at the columns and rows it is cut along."""
    near, far = GAP, GAP + MARK
    lines = []
    for x in columns:
        lines.append(QLineF(x, field.top - far, x, field.top - near))
        lines.append(QLineF(x, field.bottom + near, x, field.bottom + far))
    for y in rows:
        lines.append(QLineF(field.left - far, y, field.left - near, y))
        lines.append(QLineF(field.right + near, y, field.right + far, y))
    return lines


def paint_target(painter: QPainter, at: QPointF, wide: float = TARGET) -> None:
    """A ring with a cross through it."""
    arm = wide / 2
    draw_line(painter, [
        QLineF(at.x() - arm, at.y(), at.x() + arm, at.y()),
        QLineF(at.x(), at.y() - arm, at.x(), at.y() + arm),
    ])  # fmt: skip
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(INK), HAIR))
    painter.drawEllipse(at, 0.3 * wide, 0.3 * wide)


def paint_key_plan(
    painter: QPainter, tiling: Tiling, page: TilingPage, right: float, top: float
) -> None:
    """All pages of a sheet in small, this one filled; its upper right corner is given."""
    wide = min(PLAN_CELL, PLAN_HIGH / tiling.rows * tiling.room[0] / tiling.room[1])
    high = wide * tiling.room[1] / tiling.room[0]
    left = right - wide * tiling.columns
    for other in tiling:
        field = QRectF(left + other.column * wide, top + other.row * high, wide, high)
        is_here = other.number == page.number
        box(painter, field, SHOWN if is_here else "#ffffff", SHOWN, 0.1)
        if high >= 2.0:
            shade = "#ffffff" if is_here else INK
            draw_text(painter, field.center(), str(other.number), min(0.6 * high, 2.4), shade=shade)
