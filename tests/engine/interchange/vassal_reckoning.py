"""What VASSAL 3.7 makes of a module, reckoned apart from the program that writes it.

Grids, numbers and packed words as its HexGrid, HexGridNumbering, RegularGridNumbering, Zone and
SequenceEncoder reckon with them: whole pixels, divisions cut off towards nought.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Pixel = tuple[int, int]
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def rounded(value: float) -> int:
    """To the nearest whole number, halves up."""
    return math.floor(value + 0.5)


class Numbering(NamedTuple):
    """A hex grid and its numbering, by the attributes of their elements."""

    grid: Mapping[str, Any]
    numbers: Mapping[str, Any]

    def _turned(self, point: Pixel) -> Pixel:
        return point[::-1] if self.grid["sideways"] == "true" else point

    @property
    def _measures(self) -> tuple[int, int, float, float]:
        grid = self.grid
        return int(grid["x0"]), int(grid["y0"]), float(grid["dx"]), float(grid["dy"])

    def snapped(self, point: Pixel) -> Pixel:
        """The centre to which a piece dropped there jumps."""
        (x, y), (x0, y0, dx, dy) = self._turned(point), self._measures
        line = math.floor((x - x0 + dx / 2) / dx)
        across = int(dx * line + x0)
        if line % 2 == 0:
            along = int(dy * math.floor((y - y0 + dy / 2) / dy) + y0)
        else:
            along = int(dy * math.floor((y - y0) / dy) + int(dy / 2) + y0)
        return self._turned((across, along))

    def name(self, point: Pixel) -> str:
        """What the hex at a point is called."""
        (x, y), (x0, y0, dx, dy) = self._turned(point), self._measures
        column = math.floor((x - x0) / dx + 0.5)
        lower = 0.0 if rounded((x - x0) / dx) % 2 == 0 else dy / 2
        row = rounded((y - y0 - lower) / dy)
        h = self._said("h", column + int(self.numbers["hOff"]))
        v = self._said("v", row + int(self.numbers["vOff"]))
        sep = self.numbers["sep"]
        return f"{h}{sep}{v}" if self.numbers["first"] == "H" else f"{v}{sep}{h}"

    def _said(self, axis: str, number: int) -> str:
        said, number = "-" if number < 0 else "", abs(number)
        if self.numbers[f"{axis}Type"] == "A":
            return said + ALPHABET[number % 26] * (number // 26 + 1)
        leading = int(self.numbers[f"{axis}Leading"])
        while leading > 0 and number < 10**leading:
            said, leading = said + "0", leading - 1
        return said + str(number)

    def centre(self, name: str) -> Pixel | None:
        """Where the hex of a name lies; None for a name that is none."""
        parts = [self._pattern("h"), self._pattern("v")]
        is_first = self.numbers["first"] == "H"
        found = re.fullmatch("".join(parts if is_first else parts[::-1]), name)
        if found is None:
            return None
        h, v = found.groups() if is_first else found.groups()[::-1]
        x0, y0, dx, dy = self._measures
        column = self._read("h", h) - int(self.numbers["hOff"])
        row = self._read("v", v) - int(self.numbers["vOff"])
        along = int(row * dy) if column % 2 == 0 else int(row * dy + dy / 2)
        return self._turned((int(column * dx) + x0, along + y0))

    def _pattern(self, axis: str) -> str:
        if self.numbers[f"{axis}Type"] == "A":
            return "(-?(?:" + "|".join(f"{letter}+" for letter in ALPHABET) + "))"
        return f"(-?[0-9]{{{int(self.numbers[f'{axis}Leading']) + 1},}})"

    def _read(self, axis: str, word: str) -> int:
        if self.numbers[f"{axis}Type"] == "A":
            return 26 * (len(word) - 1) + ALPHABET.index(word[-1])
        return int(word)


def is_inside(path: str, point: tuple[float, float]) -> bool:
    """Whether a point lies in a zone: its outline goes round it an odd number of times."""
    corners = [tuple(map(int, corner.split(","))) for corner in path.split(";")]
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def words(said: str, delimiter: str) -> Iterator[str]:
    """The words of a packed text, one after the other."""
    left: str | None = said
    while left is not None:
        end = left.find(delimiter)
        word = ""
        if end < 0:
            word, left = left, None
        else:
            begin = 0
            while begin < end and left[end - 1] == "\\":
                word += left[begin : end - 1]
                begin, end = end, left.find(delimiter, end + 1)
            if end < 0:
                word, left = word + left[begin:], None
            else:
                word += left[begin:end]
                left = "" if end >= len(left) - 1 else left[end + 1 :]
        yield word[1:-1] if len(word) > 1 and word[0] == word[-1] == "'" else word


def traits(definition: str) -> Iterator[tuple[list[str], list[str]]]:
    """The traits of a piece from the outermost in: the fields of each, and those of its state."""
    assert definition.startswith("+/")
    identity, kind, state = words(definition[2:], "/")
    assert identity == "null"
    while True:
        kinds, states = list(words(kind, "\t")), list(words(state, "\t"))
        yield list(words(kinds[0], ";")), list(words(states[0], ";"))
        if len(kinds) == 1:
            return
        kind, state = kinds[1], states[1]
