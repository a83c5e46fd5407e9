"""Hexes drawn on a picture: the sheet they make, and where the picture lies on its page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.files.source_text import TOP
from engine.hexes.grid import ROOT3, Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.interchange.foreign_files import require_size
from engine.interchange.underlay_pictures import Placed
from engine.problems import TextPosition

MAX_ON_PICTURE = 250_000
RIM = 0.1  # of a hex, by which measures may be wrong


def _middles(start: float, step: float, room: float) -> tuple[int, int]:
    """The first and the last of points a step apart that lie in a room, or on its rim."""
    return math.ceil(-start / step - RIM), math.floor((room - start) / step + RIM)


def _ends(start: float, step: float, room: float, half: float) -> tuple[int, int]:
    """The first and the last about which a hex is on the picture.

    `half` is from the middle of a hex to its edge, in steps.
    """
    first, last = _middles(start, step, room)
    first += RIM < start / step + first < half - RIM
    last -= RIM < (room - start) / step - last < half - RIM
    return first, last


@dataclass(frozen=True)
class PictureHexGrid:
    """A grid of hexes on a picture, in its pixels.

    Its lines are columns, or rows where it lies `sideways`; they are `between` pixels apart, and
    the hexes of a line `along`. Line 0 begins at `first`, x before y; odd lines are half a hex
    further. Lines and hexes go on before the first, with negative numbers. On the picture are the
    hexes that are whole, and those cut just in half by its edge, as on boards laid side by side.
    """

    first: tuple[float, float]
    between: float
    along: float
    size: tuple[int, int]  # of the picture
    is_sideways: bool = False
    sheet: tuple[tuple[int, int], tuple[int, int]] | None = None  # lines and places, where known

    @cached_property
    def _start(self) -> tuple[float, float]:
        return self.first[::-1] if self.is_sideways else self.first

    @cached_property
    def _room(self) -> tuple[int, int]:
        return self.size[::-1] if self.is_sideways else self.size

    @cached_property
    def line_range(self) -> tuple[int, int]:
        """The first and the last line on the picture."""
        if self.sheet is not None:
            return self.sheet[0]
        return _ends(self._start[0], self.between, self._room[0], 2 / 3)

    @cached_property
    def _places(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The first and the last place on the picture of an even line, and of an odd one."""
        if self.sheet is not None:
            return self.sheet[1], self.sheet[1]
        start, room = self._start[1], self._room[1]
        return (_ends(start, self.along, room, 1 / 2),
                _ends(start + self.along / 2, self.along, room, 1 / 2))  # fmt: skip

    @cached_property
    def place_range(self) -> tuple[int, int]:
        """The first and the last place on the picture of any line."""
        even, odd = self._places
        return min(even[0], odd[0]), max(even[1], odd[1])

    @property
    def has_cut(self) -> bool:
        """Return True if hexes cut by the picture's edge are left out."""
        if self.sheet is not None:
            return False
        (left, top), (wide, long) = self._start, self._room
        all_places = (_middles(top + odd * self.along / 2, self.along, long) for odd in (0, 1))
        return (_middles(left, self.between, wide), *all_places) != (self.line_range, *self._places)

    def require_usable_size(self, file: Path, mark: TextPosition = TOP) -> None:
        """Refuse a grid too fine or too coarse for a map."""
        lines, places = self.line_range, self.place_range
        wide, long = lines[1] - lines[0] + 1, places[1] - places[0] + 1
        if self.is_sideways:
            wide, long = long, wide
        require_size(file, wide, long, mark, most=MAX_ON_PICTURE)

    @cached_property
    def grid(self) -> Grid:
        """The sheet of all hexes with a middle on the picture, and what fills up its rows."""
        lines, places = self.line_range, self.place_range
        count, length = lines[1] - lines[0] + 1, places[1] - places[0] + 1
        columns, rows = (length, count) if self.is_sideways else (count, length)
        orientation = Orientation.POINTY if self.is_sideways else Orientation.FLAT
        return Grid(
            columns, rows, orientation, OffsetParity.EVEN if lines[0] % 2 else OffsetParity.ODD
        )

    def line_and_place(self, hex_: Hex) -> tuple[int, int]:
        """The number of a hex's line and its place there."""
        column, row = self.grid.column_row(hex_)
        line, place = (row, column) if self.is_sideways else (column, row)
        return line + self.line_range[0], place + self.place_range[0]

    def pixel(self, hex_: Hex) -> tuple[float, float]:
        """The middle of a hex on the picture."""
        line, place = self.line_and_place(hex_)
        across = self._start[0] + self.between * line
        down = self._start[1] + self.along * (place + (line % 2) / 2)
        return (down, across) if self.is_sideways else (across, down)

    def hexes_off_picture(self) -> Iterator[Hex]:
        """The hexes of the sheet that are not on the picture: they fill up its rows."""
        for hex_ in self.grid:
            line, place = self.line_and_place(hex_)
            first, last = self._places[line % 2]
            if not first <= place <= last:
                yield hex_

    @cached_property
    def placed(self) -> Placed:
        """Return the picture's place on the page, stretched if its hexes are not regular."""
        here, corner = self.grid.centre(self.grid.hex(0, 0)), self.pixel(self.grid.hex(0, 0))
        right, down = ROOT3 / 2 / self.between, 1 / self.along
        if self.is_sideways:
            right, down = down, right
        return right, 0.0, 0.0, down, here[0] - right * corner[0], here[1] - down * corner[1]

    def hex_at(self, point: tuple[float, float]) -> Hex:
        """The hex that holds a pixel, also off the sheet."""
        a, _, _, d, e, f = self.placed
        return self.grid.hex_at(a * point[0] + e, d * point[1] + f)
