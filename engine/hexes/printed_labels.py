"""Labels as many printed maps have them: any order, separator, letters, direction and slant.

`07.12` counts columns, then rows; `C-4` has letters, `AA` or `BB` after Z; a side may be counted
from its far end. Along a line of hexes (down a column of flat hexes, right in a row of pointy ones)
numbers may slant from line to line, or count half hexes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import LETTERS, letters_to_number, number_to_letters

SEPARATOR = re.compile(r"[^A-Za-z0-9\s@,]{0,3}")
Counting = Literal["numbers", "letters", "doubled"]
"""Numbers; A … Z, AA, AB; or A … Z, AA, BB."""
Slant = Literal["straight", "falling", "rising", "staggered"]
"""Numbers along a line: the same beside each other; one more, or one less, every second line; or
counted in half hexes, as the lines are shifted."""


class _Side(NamedTuple):
    """The numbering of columns or of rows."""

    counting: Counting
    first: int
    digits: int
    is_descending: bool
    last: int  # the greatest number counted from 0

    def number(self, raw: int) -> int:
        """Return the number of a place that is counted from 0."""
        return self.first + (self.last - raw if self.is_descending else raw)

    def raw(self, number: int) -> int:
        """Return the place with a number, counted from 0."""
        return self.last - number + self.first if self.is_descending else number - self.first

    @property
    def width(self) -> int:
        """Return the digits that every number of the side fits into."""
        return max(self.digits, len(str(self.first + self.last)))


@dataclass(frozen=True)
class PrintedLabels:
    """Two counts with a separator between them; the fields are those of files."""

    order: Literal["column-row", "row-column"] = "column-row"
    separator: str = ""
    columns: Counting = "numbers"
    rows: Counting = "numbers"
    first_column: int = 1
    first_row: int = 1
    column_digits: int = 2
    row_digits: int = 2
    descending: Literal["none", "columns", "rows", "both"] = "none"
    slant: Slant = "straight"

    def label(self, grid: Grid, hex_metres: float, hex_: Hex) -> str:
        """Column and row in their order."""
        raws = self._slanted(grid, *grid.column_row(hex_))
        sides = self.sides(grid)
        words = [
            write_count(side.number(raw), side.counting, self._digits(side, sides))
            for side, raw in zip(sides, raws, strict=True)
        ]
        return self.separator.join(words if self.order == "column-row" else words[::-1])

    def find(self, grid: Grid, hex_metres: float, label: str) -> Hex | None:
        """The hex of a label; leading zeros may be left out where a sign or a letter parts it."""
        sides = self.sides(grid)
        ordered = sides if self.order == "column-row" else sides[::-1]
        patterns = [self._pattern(side, sides) for side in ordered]
        match = re.fullmatch(re.escape(self.separator.upper()).join(patterns), label, re.ASCII)
        if match is None:
            return None
        counts = [read_count(word, side.counting)
                  for word, side in zip(match.groups(), ordered, strict=True)]  # fmt: skip
        if None in counts:
            return None
        raws = [side.raw(count or 0) for side, count in zip(ordered, counts, strict=True)]
        column, row = raws if self.order == "column-row" else raws[::-1]
        return self._unslanted(grid, column, row)

    def fault(self, grid: Grid, hex_metres: float) -> str:
        """Letters beside letters need a separator, and letters begin with A."""
        sides = self.sides(grid)
        lettered = [side for side in sides if side.counting != "numbers"]
        is_unclear = len(lettered) == len(sides) and not self.separator
        starts_at_zero = any(side.first < 1 for side in lettered)
        is_sound = SEPARATOR.fullmatch(self.separator) is not None
        return "labels-unclear" if is_unclear or starts_at_zero or not is_sound else ""

    def count(self, grid: Grid, hex_: Hex, axis: int) -> int:
        """Return the number of a hex's column (axis 0) or row (1), wherever the hex lies."""
        return self.sides(grid)[axis].number(self._slanted(grid, *grid.column_row(hex_))[axis])

    def sides(self, grid: Grid) -> tuple[_Side, _Side]:
        """Return the numbering of columns and of rows on a grid."""
        return _sides(self, grid)

    def _digits(self, side: _Side, sides: tuple[_Side, _Side]) -> int:
        """Numbers beside numbers have all the same width."""
        is_fixed = not self.separator and all(each.counting == "numbers" for each in sides)
        return side.width if is_fixed else side.digits

    def _pattern(self, side: _Side, sides: tuple[_Side, _Side]) -> str:
        if side.counting != "numbers":
            return r"([A-Z]{1,6})"
        is_fixed = not self.separator and all(each.counting == "numbers" for each in sides)
        return rf"(\d{{{side.width}}})" if is_fixed else r"(\d{1,9})"

    # --- slants -----------------------------------------------------------------------------------

    def _slanted(self, grid: Grid, column: int, row: int) -> tuple[int, int]:
        """Column and row as they are counted, from 0."""
        line, place = (row, column) if grid.pointy else (column, row)
        place = place * self._step + self._shift(grid, line)
        return (place, line) if grid.pointy else (line, place)

    def _unslanted(self, grid: Grid, column: int, row: int) -> Hex | None:
        """The hex that is counted so; None between two hexes."""
        line, place = (row, column) if grid.pointy else (column, row)
        place, left = divmod(place - self._shift(grid, line), self._step)
        if left:
            return None
        return grid.hex(place, line) if grid.pointy else grid.hex(line, place)

    @property
    def _step(self) -> int:
        return 2 if self.slant == "staggered" else 1

    def _shift(self, grid: Grid, line: int) -> int:
        """Return by how much counts in a line exceed those of the first, or the last."""
        last = (grid.rows if grid.pointy else grid.columns) - 1
        shifts = {"falling": line // 2, "rising": (last - line) // 2,
                  "staggered": grid.shift(line)}  # fmt: skip
        return shifts.get(self.slant, 0)

    def greatest(self, grid: Grid) -> tuple[int, int]:
        """Return the greatest column and row that are counted, from 0."""
        lines, places = (grid.rows, grid.columns) if grid.pointy else (grid.columns, grid.rows)
        most = max(self._shift(grid, line) for line in (0, min(1, lines - 1), lines - 1))
        last = (places - 1) * self._step + most
        return (last, lines - 1) if grid.pointy else (lines - 1, last)


@lru_cache(maxsize=64)
def _sides(style: PrintedLabels, grid: Grid) -> tuple[_Side, _Side]:
    """The numbering of both sides of a grid: labels are mostly needed for all hexes."""
    down = style.descending
    columns, rows = style.greatest(grid)
    return (
        _Side(style.columns, style.first_column, style.column_digits, down in ("columns", "both"),
              columns),
        _Side(style.rows, style.first_row, style.row_digits, down in ("rows", "both"), rows),
    )  # fmt: skip


def write_count(number: int, counting: Counting, digits: int) -> str:
    """Return a number as it is printed; letters begin with A for 1."""
    if counting == "numbers":
        return f"{number:0{digits}d}"
    if counting == "doubled":
        return chr(ord("A") + (number - 1) % LETTERS) * ((number - 1) // LETTERS + 1)
    return number_to_letters(number)


def read_count(word: str, counting: Counting) -> int | None:
    """Return the number that was printed; None for letters that are not doubled."""
    if counting == "numbers":
        return int(word)
    if counting == "doubled":
        is_doubled = len(set(word)) == 1
        return (len(word) - 1) * LETTERS + ord(word[0]) - ord("A") + 1 if is_doubled else None
    return letters_to_number(word)
