"""A grid of hexes on a sheet: which way they point, which are shifted, where each is drawn.

Everything exact happens on one integer lattice. Pointy-top: the centre of (column c, row r) is at
x = 2c + shift(r), y = 3r and the corners are at (0, ±2), (±1, ±1) from it. Flat-top is the same
with x and y exchanged. One lattice unit is half the distance between neighbours along a row, and
1/√3 of that across rows.

Arrays over a grid are indexed ``[row, column]``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES, STEPS, Hex, HexSide

ROOT3 = math.sqrt(3.0)
Coordinate = float | NDArray[Any]
_FLAT_STEPS = tuple(STEPS[direction] for direction in (2, 1, 0, 5, 4, 3))


class Orientation(StrEnum):
    """The orientation of hexes: a corner up (`pointy`) or a side up (`flat`)."""

    POINTY = "pointy"
    FLAT = "flat"

    @property
    def directions(self) -> tuple[str, ...]:
        """The compass names of directions 0…5."""
        return (
            ("E", "NE", "NW", "W", "SW", "SE")
            if self is Orientation.POINTY
            else ("N", "NE", "SE", "S", "SW", "NW")
        )

    def bearing(self, direction: int) -> int:
        """Return the bearing of a direction 0…5 on the page, in degrees clockwise from the top."""
        turned = 60 * direction
        return (90 - turned) % 360 if self is Orientation.POINTY else turned

    @property
    def steps(self) -> tuple[Hex, ...]:
        """The axial step of each direction 0…5; direction d + 3 is its opposite."""
        return STEPS if self is Orientation.POINTY else _FLAT_STEPS

    @property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """The corners from the centre in lattice units; side d joins corners d and d + 1."""
        pointy = ((1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2))
        flat = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
        return pointy if self is Orientation.POINTY else flat


class OffsetParity(StrEnum):
    """The rows (pointy) or columns (flat) that sit half a hex further right or down."""

    ODD = "odd"
    EVEN = "even"


@dataclass(frozen=True)
class Grid:
    """The hexes of one sheet, `columns` × `rows`; one is written `@column,row`, from 0.

    >>> grid = Grid(columns=4, rows=3)
    >>> corner = grid.hex(0, 0)
    >>> [grid.name(hex_) for hex_ in grid.neighbours(corner)]
    ['@1,0', '@0,1']
    >>> grid.hex(4, 0) in grid
    False
    >>> grid.hex_at(*grid.centre(corner, width=20.0), width=20.0) == corner
    True
    """

    columns: int
    rows: int
    orientation: Orientation = Orientation.POINTY
    shifted: OffsetParity = OffsetParity.ODD

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of an array with one entry a hex: (rows, columns)."""
        return self.rows, self.columns

    @cached_property
    def pointy(self) -> bool:
        """Return True if the hexes have a corner on top."""
        return self.orientation is Orientation.POINTY

    # --- hexes by column and row -----------------------------------------------------------------

    def hex(self, column: int, row: int) -> Hex:
        """The hex in a column and row, which may lie off the map."""
        if self.pointy:
            return Hex(column - ((row + self._even) >> 1), row)
        return Hex(column, row - ((column + self._even) >> 1))

    def column_row(self, hex_: Hex) -> tuple[int, int]:
        """Column and row of a hex, also of one off the map."""
        q, r = hex_
        if self.pointy:
            return q + ((r + self._even) >> 1), r
        return q, r + ((q + self._even) >> 1)

    def index(self, hex_: Hex) -> tuple[int, int]:
        """Return the index of a hex in an array over the grid: (row, column)."""
        column, row = self.column_row(hex_)
        return row, column

    @cached_property
    def _even(self) -> int:
        return int(self.shifted is OffsetParity.EVEN)

    def shift(self, line: int) -> int:
        """1 where a row (pointy) or column (flat) sits half a hex further right or down, else 0."""
        return (line & 1) ^ self._even

    def __contains__(self, hex_: Hex) -> bool:
        column, row = self.column_row(hex_)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def __iter__(self) -> Iterator[Hex]:
        """Every hex of the map, row by row."""
        return (self.hex(column, row) for row in range(self.rows) for column in range(self.columns))

    def __len__(self) -> int:
        return self.columns * self.rows

    def hexes_where(self, plane: NDArray[Any]) -> list[Hex]:
        """The hexes in which an array over the grid, (rows, columns), is not 0, row by row."""
        return [self.hex(column, row) for row, column in np.argwhere(plane).tolist()]

    def name(self, hex_: Hex) -> str:
        """The hex as it can be written on any map: `@column,row`."""
        column, row = self.column_row(hex_)
        return f"@{column},{row}"

    # --- directions and hexsides -----------------------------------------------------------------

    def neighbour(self, hex_: Hex, direction: int) -> Hex:
        """The hex next door in a direction 0…5, which may lie off the map."""
        return hex_.moved(self.orientation.steps[direction])

    def neighbours(self, hex_: Hex) -> list[Hex]:
        """The hexes next door that lie on the map, by direction."""
        around = (hex_.moved(step) for step in self.orientation.steps)
        return [other for other in around if other in self]

    def direction(self, hex_: Hex, other: Hex) -> int:
        """The direction 0…5 from a hex to one next door; ValueError when they do not touch."""
        step = other.offset_from(hex_)
        if step not in self.orientation.steps:
            raise ValueError(f"{self.name(hex_)} and {self.name(other)} do not touch.")
        return self.orientation.steps.index(step)

    def side(self, hex_: Hex, direction: int) -> HexSide:
        """The hexside of a hex that faces a direction 0…5."""
        return HexSide(hex_, self.neighbour(hex_, direction))

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Steps through an array, shape [2, 6, 2]: (rows, columns) to each direction's neighbour.

        The first index is the parity of the hex's own line: its row on a pointy-top grid, its
        column on a flat-top one.
        """
        steps = np.empty((2, SIDES, 2), np.int64)
        for parity in (0, 1):
            column, row = (0, parity) if self.pointy else (parity, 0)
            for direction in range(SIDES):
                there = self.column_row(self.neighbour(self.hex(column, row), direction))
                steps[parity, direction] = there[1] - row, there[0] - column
        return steps

    def neighbour_plane(self, plane: NDArray[Any], direction: int, off_map: float) -> NDArray[Any]:
        """The plane of what each hex has next door in a direction, `off_map` where none is."""
        result = np.full_like(plane, off_map)
        for parity in (0, 1):
            down, right = self.offsets[parity, direction]
            rows = np.arange(parity if self.pointy else 0, self.rows, 2 if self.pointy else 1)
            columns = np.arange(0 if self.pointy else parity, self.columns, 1 if self.pointy else 2)
            rows = rows[(rows + down >= 0) & (rows + down < self.rows)]
            columns = columns[(columns + right >= 0) & (columns + right < self.columns)]
            if rows.size and columns.size:
                here = _span(rows), _span(columns)
                there = _span(rows + down), _span(columns + right)
                result[here] = plane[there]
        return result

    # --- places on the page ----------------------------------------------------------------------

    def lattice(self, hex_: Hex) -> tuple[int, int]:
        """The hex's centre on the integer lattice of this module."""
        column, row = self.column_row(hex_)
        if self.pointy:
            return 2 * column + self.shift(row), 3 * row
        return 3 * column, 2 * row + self.shift(column)

    def scale(self, width: float) -> tuple[float, float]:
        """Page units of one lattice unit across and down, for hexes `width` across their flats."""
        half, third = width / 2, width / 2 / ROOT3
        return (half, third) if self.pointy else (third, half)

    @cached_property
    def margin(self) -> tuple[int, int]:
        """From the sheet's upper left corner to the lattice's origin, in lattice units."""
        return (1, 2) if self.pointy else (2, 1)

    def page(self, x: Coordinate, y: Coordinate, width: float = 1.0) -> tuple[Any, Any]:
        """The point of the page at a point of the lattice, or arrays of them."""
        across, down = self.scale(width)
        left, top = self.margin
        return (x + left) * across, (y + top) * down

    def lattice_at(self, x: float, y: float, width: float = 1.0) -> tuple[float, float]:
        """The lattice coordinates, with a fraction, of a point of the page."""
        across, down = self.scale(width)
        left, top = self.margin
        return x / across - left, y / down - top

    def centre(self, hex_: Hex, width: float = 1.0) -> tuple[float, float]:
        """The hex's centre on the page, for hexes `width` wide across their flats.

        The sheet's upper left corner is the origin; the sheet holds the whole of every hex.
        """
        return self.page(*self.lattice(hex_), width)

    def outline(self, hex_: Hex, width: float = 1.0) -> list[tuple[float, float]]:
        """The hex's corners on the page; direction d's side runs from corner d to corner d + 1."""
        x, y = self.centre(hex_, width)
        across, down = self.scale(width)
        return [(x + dx * across, y + dy * down) for dx, dy in self.orientation.corners]

    def size(self, width: float = 1.0) -> tuple[float, float]:
        """Width and height of the whole sheet on the page."""
        across, down = self.scale(width)
        lines = self.rows if self.pointy else self.columns
        aside = int(lines > 1 or self.shift(0) > 0)  # a line is shifted
        if self.pointy:
            return (2 * self.columns + aside) * across, (3 * self.rows + 1) * down
        return (3 * self.columns + 1) * across, (2 * self.rows + aside) * down

    def hex_at(self, x: float, y: float, width: float = 1.0) -> Hex:
        """The hex that holds a point of the page, also off the map."""
        right, down = self.lattice_at(x, y, width)
        if self.pointy:
            along, line = right - self._even, down / 3
            return _round((along - line) / 2, line)
        along, line = down - self._even, right / 3
        return _round(line, (along - line) / 2)


def _span(indices: NDArray[np.int64]) -> slice:
    """Evenly spaced indices as a slice, which numpy copies without an index array."""
    step = int(indices[1] - indices[0]) if indices.size > 1 else 1
    return slice(int(indices[0]), int(indices[-1]) + 1, step)


def _round(q: float, r: float) -> Hex:
    """The hex nearest to fractional axial coordinates."""
    near = [round(q), round(r), round(-q - r)]
    errors = [abs(near[0] - q), abs(near[1] - r), abs(near[2] + q + r)]
    worst = errors.index(max(errors))
    if worst < 2:
        near[worst] = -near[1 - worst] - near[2]
    return Hex(near[0], near[1])
