"""Fronts and backs: where on the other side of the paper a thing lies. Without Qt.

Lengths are millimetres, turns are degrees clockwise. A back is turned so that a piece that is cut
out and turned over sideways, as a page of a book is, shows it upright.

Paper, and how a sheet of any size lies on pages of it. Lengths are millimetres. Without Qt.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

MAX_PAGES = 400  # more is a mistake in the size of hexes


@dataclass(frozen=True)
class Paper:
    """A kind of paper by the name people call it, as it lies in the printer."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        """The same on its side."""
        return replace(self, width=self.height, height=self.width)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A0", 841.0, 1189.0), Paper("A1", 594.0, 841.0), Paper("A2", 420.0, 594.0),
        Paper("A3", 297.0, 420.0), Paper("A4", 210.0, 297.0), Paper("A5", 148.0, 210.0),
        Paper("Letter", 215.9, 279.4), Paper("Legal", 215.9, 355.6), Paper("Tabloid", 279.4, 431.8),
    )
}  # fmt: skip


@dataclass(frozen=True)
class PaperRectangle:
    """A rectangle of a sheet or a page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Return its bottom edge."""
        return self.top + self.height


@dataclass(frozen=True)
class TilingPage:
    """One page of a tiling: `number` from 1, `row` and `column` from 0.

    `part` is what it shows of the sheet; it may reach beyond the sheet where nothing is printed.
    """

    number: int
    row: int
    column: int
    part: PaperRectangle


@dataclass(frozen=True)
class Tiling:
    """A sheet of `width` × `height` over pages, each with a margin, neighbours with an overlap.

    The sheet lies in the middle of its pages. ValueError where margins and overlap leave no room.
    """

    width: float
    height: float
    paper: Paper
    margin: float = 10.0
    overlap: float = 8.0

    def __post_init__(self) -> None:
        if min(self.room) <= self.overlap:
            raise ValueError("margins and overlap leave no room on the paper")

    @property
    def room(self) -> tuple[float, float]:
        """Return the size of the part of the sheet that fits on a page."""
        return self.paper.width - 2 * self.margin, self.paper.height - 2 * self.margin

    @property
    def columns(self) -> int:
        """Pages side by side."""
        return _count(self.width, self.room[0], self.overlap)

    @property
    def rows(self) -> int:
        """Pages one below the other."""
        return _count(self.height, self.room[1], self.overlap)

    def __len__(self) -> int:
        return self.columns * self.rows

    def __iter__(self) -> Iterator[TilingPage]:
        """The pages, row by row."""
        return (self.page(number) for number in range(1, len(self) + 1))

    def page(self, number: int) -> TilingPage:
        """The page of a number."""
        row, column = divmod(number - 1, self.columns)
        wide, high = self.room
        left = _start(column, self.columns, self.width, wide, self.overlap)
        top = _start(row, self.rows, self.height, high, self.overlap)
        return TilingPage(number, row, column, PaperRectangle(left, top, wide, high))


def _count(length: float, room: float, overlap: float) -> int:
    """Return how many pages cover a length; a hair's breadth needs no page of its own."""
    return max(1, math.ceil((length - overlap) / (room - overlap) - 1e-6))


def _start(place: int, count: int, length: float, room: float, overlap: float) -> float:
    """Return the start of a page's part, with the sheet in the middle of all pages."""
    covered = count * (room - overlap) + overlap
    return place * (room - overlap) - (covered - length) / 2


class Duplex(StrEnum):
    """The ways to print backs behind fronts."""

    LONG = "long"  # the printer turns the paper over its long edge
    SHORT = "short"  # over its short edge
    FOLD = "fold"  # both are printed on one side; the paper is folded and glued


class DuplexTurnAxis(StrEnum):
    """The line in the middle of the paper about which it is turned or folded."""

    UPRIGHT = "upright"
    LEVEL = "level"


def axis_of(paper: Paper, duplex: Duplex) -> DuplexTurnAxis:
    """About which line a paper, as it lies, is turned or folded; it is folded the shorter way."""
    is_tall = paper.height >= paper.width
    return DuplexTurnAxis.UPRIGHT if is_tall == (duplex is Duplex.LONG) else DuplexTurnAxis.LEVEL


def mirrored_place(place: PaperRectangle, paper: Paper, axis: DuplexTurnAxis) -> PaperRectangle:
    """Return the place of the back behind a front."""
    if axis is DuplexTurnAxis.UPRIGHT:
        return PaperRectangle(paper.width - place.right, place.top, place.width, place.height)
    return PaperRectangle(place.left, paper.height - place.bottom, place.width, place.height)


def rotation_behind(turn: int, axis: DuplexTurnAxis) -> int:
    """Return the rotation of a back behind a rotated front."""
    return (-turn if axis is DuplexTurnAxis.UPRIGHT else 180 - turn) % 360


def front_area(paper: Paper, margin: float, duplex: Duplex, fold_gap: float) -> PaperRectangle:
    """Return the area for fronts on a paper: within its margins, on one side of the fold."""
    wide, high = paper.width - 2 * margin, paper.height - 2 * margin
    if duplex is Duplex.FOLD:
        if axis_of(paper, duplex) is DuplexTurnAxis.LEVEL:
            high = paper.height / 2 - margin - fold_gap
        else:
            wide = paper.width / 2 - margin - fold_gap
    return PaperRectangle(margin, margin, wide, high)
