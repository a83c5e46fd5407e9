"""Pieces in rows and columns on a page, with marks to cut and join by. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from studio.printing.paper_geometry import PaperRectangle, Tiling, TilingPage
from studio.rendering.page_painting import HAIR, draw_box, draw_line, draw_text
from studio.rendering.painting import make_colour
from studio.rendering.text_painting import INK

T = TypeVar("T")


@dataclass(frozen=True)
class PieceSize:
    """The size of what is cut out, and how far its colour runs on beyond the cut.

    Between two pieces lies a `gap`; without one they share the cut, and only the outermost bleed;
    by as much as `over` says beyond the room that there is for them.
    """

    width: float
    height: float
    gap: float = 0.0
    bleed: float = 0.0
    over: float = 0.0

    def turned(self) -> PieceSize:
        """The same on its side."""
        return replace(self, width=self.height, height=self.width)


@dataclass(frozen=True)
class PieceGrid:
    """So many columns and rows of pieces in the middle of a room. `turn` is 90 for those on a side.

    `piece` is as it lies on the page.
    """

    room: PaperRectangle
    piece: PieceSize
    columns: int
    rows: int
    turn: int = 0

    def __len__(self) -> int:
        return self.columns * self.rows

    @property
    def field(self) -> PaperRectangle:
        """Return the area of all pieces, without their bleed."""
        wide = self.columns * (self.piece.width + self.piece.gap) - self.piece.gap
        high = self.rows * (self.piece.height + self.piece.gap) - self.piece.gap
        left = self.room.left + (self.room.width - wide) / 2
        return PaperRectangle(left, self.room.top + (self.room.height - high) / 2, wide, high)

    def place(self, number: int) -> PaperRectangle:
        """Return the place of a piece, counted from 0 row by row."""
        row, column = divmod(number, self.columns)
        field, piece = self.field, self.piece
        return PaperRectangle(
            field.left + column * (piece.width + piece.gap),
            field.top + row * (piece.height + piece.gap), piece.width, piece.height,
        )  # fmt: skip

    def cuts(self) -> tuple[list[float], list[float]]:
        """Along which lines is cut: from the left, from the top."""
        across = {round(self.place(n).left, 6) for n in range(self.columns)}
        across |= {round(self.place(n).right, 6) for n in range(self.columns)}
        firsts = [self.place(n * self.columns) for n in range(self.rows)]
        down = {round(edge, 6) for first in firsts for edge in (first.top, first.bottom)}
        return sorted(across), sorted(down)


def grid_for(room: PaperRectangle, piece: PieceSize) -> PieceGrid | None:
    """Return the grid of most pieces in a room, on their side if that fits more; or None."""
    upright = _grid(room, piece, 0)
    if piece.width == piece.height:
        return upright if len(upright) else None
    lying = _grid(room, piece.turned(), 90)
    best = lying if len(lying) > len(upright) else upright
    return best if len(best) else None


def _grid(room: PaperRectangle, piece: PieceSize, turn: int) -> PieceGrid:
    beside = max(0.0, piece.bleed - piece.over)
    spare = piece.gap - 2 * beside + 1e-6  # the last has no gap behind it, but both its bleeds
    columns = int((room.width + spare) / (piece.width + piece.gap))
    rows = int((room.height + spare) / (piece.height + piece.gap))
    return PieceGrid(room, piece, max(columns, 0), max(rows, 0), turn)


def distribute_over_sheets(
    groups: Sequence[Sequence[T]], grid: PieceGrid
) -> Iterator[list[T | None]]:
    """Things in the places of sheet after sheet; each group begins a row."""
    places: list[T | None] = []
    for group in groups:
        places += [None] * (-len(places) % grid.columns)
        places += group
    for first in range(0, len(places), len(grid)):
        yield places[first : first + len(grid)]


MARK, GAP = 4.0, 1.0  # mm: how long a crop mark is, and how far from the picture
TARGET = 4.0  # mm: how wide a registration mark is
PLAN_HEIGHT, PLAN_CELL = 6.0, 6.0  # mm: the key plan's height, and the widest of its fields
SHOWN = "#3d3a34"


def crop_lines(
    columns: Iterable[float], rows: Iterable[float], field: PaperRectangle
) -> list[QLineF]:
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


def paint_registration_target(painter: QPainter, at: QPointF, wide: float = TARGET) -> None:
    """A ring with a cross through it."""
    arm = wide / 2
    draw_line(painter, [
        QLineF(at.x() - arm, at.y(), at.x() + arm, at.y()),
        QLineF(at.x(), at.y() - arm, at.x(), at.y() + arm),
    ])  # fmt: skip
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(make_colour(INK), HAIR))
    painter.drawEllipse(at, 0.3 * wide, 0.3 * wide)


def paint_key_plan(
    painter: QPainter, tiling: Tiling, page: TilingPage, right: float, top: float
) -> None:
    """All pages of a sheet in small, this one filled; its upper right corner is given."""
    wide = min(PLAN_CELL, PLAN_HEIGHT / tiling.rows * tiling.room[0] / tiling.room[1])
    high = wide * tiling.room[1] / tiling.room[0]
    left = right - wide * tiling.columns
    for other in tiling:
        field = QRectF(left + other.column * wide, top + other.row * high, wide, high)
        is_here = other.number == page.number
        draw_box(painter, field, SHOWN if is_here else "#ffffff", SHOWN, 0.1)
        if high >= 2.0:
            shade = "#ffffff" if is_here else INK
            draw_text(painter, field.center(), str(other.number), min(0.6 * high, 2.4), shade=shade)
