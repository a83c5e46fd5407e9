"""The coordinates printed on a map's hexes, and back from what a user types to the hex.

Four styles. `km-square` is tank M2: `4563GH` is kilometre 45 of northing, 63 of easting, row G and
column H of the hexes whose centres lie in that square. `letter-number` is `A1` … `Z1`, `AA1`.
`column-row` is `0101`, with a third digit on the side of a map that passes 99. `printed` is any
other that maps have (`engine/hexes/printed_labels.py`). On every map a hex
can also be written `@column,row`, counted from 0.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.problems import SandtableError
from engine.texts import text

_AT = re.compile(r"@(-?\d{1,9}),(-?\d{1,9})", re.ASCII)
LETTERS = 26
KILOMETRE = 1000.0


class UnknownHexError(SandtableError):
    """Text that names no hex of this map; says what this map's labels look like."""


class LabelStyle(Protocol):
    """The labelling of a map's hexes.

    `label` and `find` are each other's inverse on every hex of the grid.
    """

    def label(self, grid: Grid, hex_metres: float, hex_: Hex) -> str:
        """The label printed in a hex."""
        ...

    def find(self, grid: Grid, hex_metres: float, label: str) -> Hex | None:
        """The hex with this label (in capitals), which may lie off the map.

        None for a label not of this form.
        """
        ...

    def fault(self, grid: Grid, hex_metres: float) -> str:
        """The code of the problem that keeps this style from labelling the grid uniquely.

        Empty when it does.
        """
        ...


@dataclass(frozen=True)
class Labels:
    """The labels of one map.

    >>> labels = Labels(Grid(columns=12, rows=8), LetterNumber(), hex_metres=50.0)
    >>> labels.label(labels.grid.hex(2, 4))
    'C5'
    >>> labels.find("c5") == labels.find("@2,4")
    True
    """

    grid: Grid
    style: LabelStyle
    hex_metres: float

    def label(self, hex_: Hex) -> str:
        """The label printed in a hex."""
        return self.style.label(self.grid, self.hex_metres, hex_)

    def find(self, written: str) -> Hex:
        """The hex a user means, by its label or as `@column,row`.

        UnknownHexError says what would be right.
        """
        word = written.strip()
        if match := _AT.fullmatch(word):
            hex_: Hex | None = self.grid.hex(int(match[1]), int(match[2]))
        else:
            hex_ = self.style.find(self.grid, self.hex_metres, word.upper())
        if hex_ is None or hex_ not in self.grid:
            raise UnknownHexError(self._explain(written, hex_ is not None))
        return hex_

    def _explain(self, written: str, off_map: bool) -> str:
        grid = self.grid
        first, last = grid.hex(0, 0), grid.hex(grid.columns - 1, grid.rows - 1)
        return text(
            "problems.hex-off-map" if off_map else "problems.no-such-label", hex=written,
            first=self.label(first), last=self.label(last), columns=grid.columns, rows=grid.rows,
        )  # fmt: skip


@dataclass(frozen=True)
class ColumnRow:
    """`0101`: column, then row, each with as many digits as its side needs, two at least."""

    first_column: int = 1
    first_row: int = 1
    digits: int = 2

    def label(self, grid: Grid, hex_metres: float, hex_: Hex) -> str:
        """Column and row without a sign between."""
        column, row = grid.column_row(hex_)
        wide, high = self.digits_of(grid)
        return f"{column + self.first_column:0{wide}d}{row + self.first_row:0{high}d}"

    def find(self, grid: Grid, hex_metres: float, label: str) -> Hex | None:
        """The hex of a label of exactly the digits this grid's labels have."""
        wide, high = self.digits_of(grid)
        if not (label.isascii() and label.isdigit() and len(label) == wide + high):
            return None
        return grid.hex(int(label[:wide]) - self.first_column, int(label[wide:]) - self.first_row)

    def fault(self, grid: Grid, hex_metres: float) -> str:
        """Every grid can be labelled so."""
        return ""

    def digits_of(self, grid: Grid) -> tuple[int, int]:
        """Return the numbers of digits of columns and rows of a grid."""
        last_column, last_row = grid.columns - 1 + self.first_column, grid.rows - 1 + self.first_row
        return max(self.digits, len(str(last_column))), max(self.digits, len(str(last_row)))


@dataclass(frozen=True)
class LetterNumber:
    """`A1`: letters for one way, numbers for the other; after Z comes AA."""

    letters: Literal["columns", "rows"] = "columns"
    first_letter: int = 1
    first_number: int = 1
    digits: int = 1

    def label(self, grid: Grid, hex_metres: float, hex_: Hex) -> str:
        """Letters, then the number."""
        column, row = grid.column_row(hex_)
        lettered, numbered = (column, row) if self.letters == "columns" else (row, column)
        letters = number_to_letters(lettered + self.first_letter)
        return f"{letters}{numbered + self.first_number:0{self.digits}d}"

    def find(self, grid: Grid, hex_metres: float, label: str) -> Hex | None:
        """The hex of letters and a number; leading zeros may be left out."""
        match = re.fullmatch(r"([A-Z]{1,6})(\d{1,9})", label, re.ASCII)
        if match is None:
            return None
        lettered, numbered = (
            letters_to_number(match[1]) - self.first_letter,
            int(match[2]) - self.first_number,
        )
        return (
            grid.hex(lettered, numbered)
            if self.letters == "columns"
            else grid.hex(numbered, lettered)
        )

    def fault(self, grid: Grid, hex_metres: float) -> str:
        """Every grid can be labelled so."""
        return ""


def number_to_letters(count: int) -> str:
    """1, 2 … as A, B … Z, AA, AB …"""
    said = ""
    while count > 0:
        count, digit = divmod(count - 1, LETTERS)
        said = chr(ord("A") + digit) + said
    return said


def letters_to_number(said: str) -> int:
    """A, B … Z, AA … as 1, 2 …"""
    count = 0
    for letter in said:
        count = LETTERS * count + ord(letter) - ord("A") + 1
    return count


@dataclass(frozen=True)
class KmSquare:
    """`4563GH` (tank M2), from the real coordinates in metres of the centre of @0,0.

    Rows and columns are counted over the whole square, also where it reaches beyond the map, so
    that cropping a map does not rename its hexes.
    """

    northing: float
    easting: float

    def label(self, grid: Grid, hex_metres: float, hex_: Hex) -> str:
        """Kilometres of northing and easting, row letter from the top, column from the left."""
        return _kilometres(self, grid, hex_metres).label(*grid.column_row(hex_))

    def find(self, grid: Grid, hex_metres: float, label: str) -> Hex | None:
        """The hex in the one square with these digits that the map reaches."""
        match = re.fullmatch(r"(\d\d)(\d\d)([A-Z])([A-Z])", label, re.ASCII)
        if match is None:
            return None
        kilometres = _kilometres(self, grid, hex_metres)
        down, right = letters_to_number(match[3]) - 1, letters_to_number(match[4]) - 1
        for square in kilometres.squares(int(match[1]), int(match[2])):
            column, row = kilometres.find(square, down, right)
            if kilometres.label(column, row) == label:
                return grid.hex(column, row)
        return None

    def squares(self, grid: Grid, hex_metres: float) -> list[str]:
        """The digits of every kilometre square that a grid reaches, from the north."""
        kilometres = _kilometres(self, grid, hex_metres)
        return [
            f"{n % 100:02d}{e % 100:02d}"
            for n in reversed(kilometres.north)
            for e in kilometres.east
        ]

    def fault(self, grid: Grid, hex_metres: float) -> str:
        """A map over 100 km repeats its squares; hexes under 45 m need more than 26 letters."""
        kilometres = _kilometres(self, grid, hex_metres)
        north, east = kilometres.north, kilometres.east
        if len(north) > 100 or len(east) > 100:
            return "labels-repeat"
        return "labels-too-fine" if KILOMETRE / kilometres.closest > LETTERS else ""


class _Kilometres:
    """The kilometre squares under a grid, and which hexes each holds from its upper left corner."""

    def __init__(self, style: KmSquare, grid: Grid, hex_metres: float) -> None:
        self.style, self.grid = style, grid
        self.across, self.down = grid.scale(hex_metres)  # metres of a lattice unit
        self.origin = grid.lattice(grid.hex(0, 0))
        wide = hex_metres
        close = hex_metres * math.sqrt(3) / 2
        self.between_columns, self.between_rows = (wide, close) if grid.pointy else (close, wide)
        self.closest = close
        last = [self.place(c, r) for c in (0, 1, grid.columns - 1) for r in (0, 1, grid.rows - 1)]
        last = [*last, self.place(grid.columns - 2, grid.rows - 1)]
        last = [*last, self.place(grid.columns - 1, grid.rows - 2)]
        self.north = _whole(min(n for n, _ in last), max(n for n, _ in last))
        self.east = _whole(min(e for _, e in last), max(e for _, e in last))

    def place(self, column: int, row: int) -> tuple[float, float]:
        """Northing and easting of a hex's centre in metres, to the millimetre.

        Rounded, so that a hex on the line between two squares lies in the same one whichever hex
        of the map the sum starts from.
        """
        x, y = self.grid.lattice(self.grid.hex(column, row))
        north = self.style.northing - (y - self.origin[1]) * self.down
        east = self.style.easting + (x - self.origin[0]) * self.across
        return round(north, 3), round(east, 3)

    def label(self, column: int, row: int) -> str:
        north, east = self.place(column, row)
        square = math.floor(north / KILOMETRE), math.floor(east / KILOMETRE)
        down, right = row - self.first_row(square, column), column - self.first_column(square, row)
        letters = number_to_letters(down + 1) + number_to_letters(right + 1)
        return f"{square[0] % 100:02d}{square[1] % 100:02d}{letters}"

    def find(self, square: tuple[int, int], down: int, right: int) -> tuple[int, int]:
        """Column and row of the hex so far down and right in a square."""
        if self.grid.pointy:
            row = self.first_row(square, 0) + down
            return self.first_column(square, row) + right, row
        column = self.first_column(square, 0) + right
        return column, self.first_row(square, column) + down

    def squares(self, north: int, east: int) -> list[tuple[int, int]]:
        """The squares the map reaches whose printed digits are these."""
        return [
            (n, e) for n in self.north if n % 100 == north for e in self.east if e % 100 == east
        ]

    def first_row(self, square: tuple[int, int], column: int) -> int:
        """The uppermost row whose hex in this column has its centre in the square."""
        top = (square[0] + 1) * KILOMETRE
        row = math.ceil((self.place(column, 0)[0] - top) / self.between_rows) - 1
        while self.place(column, row)[0] >= top:
            row += 1
        return row

    def first_column(self, square: tuple[int, int], row: int) -> int:
        """The leftmost column whose hex in this row has its centre in the square."""
        left = square[1] * KILOMETRE
        column = math.ceil((left - self.place(0, row)[1]) / self.between_columns) - 1
        while self.place(column, row)[1] < left:
            column += 1
        return column


@lru_cache(maxsize=16)
def _kilometres(style: KmSquare, grid: Grid, hex_metres: float) -> _Kilometres:
    """The squares under a grid: labels are mostly needed for all hexes."""
    return _Kilometres(style, grid, hex_metres)


def _whole(low: float, high: float) -> range:
    """The kilometres between two places, both included."""
    return range(math.floor(low / KILOMETRE), math.floor(high / KILOMETRE) + 1)
