"""What VASSAL calls the hexes of a board, and the labels of a map that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import ColumnRow, LabelStyle, LetterNumber, number
from engine.interchange.hex_pictures import PicturedHexes

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_DIGITS = 4
LARGEST = 10_000


class VassalNames:
    """How a numbering of VASSAL's hex grid names hexes, by the attributes of its element."""

    def __init__(self, values: Mapping[str, str], hexes: PicturedHexes) -> None:
        self.values, self.hexes = values, hexes
        self.is_staggered = values.get("stagger") == "true"
        self.separator = values.get("sep", "")

    def name(self, hex_: Hex) -> str:
        """What VASSAL calls a hex."""
        line, place = self.hexes.line_and_place(hex_)
        if self.is_staggered:
            place += line // 2
        h = self._said("h", self._counted("h", line, self.hexes.lines[1]))
        v = self._said("v", self._counted("v", place, self.hexes.places[1]))
        parts = (h, v) if self.values.get("first", "H") == "H" else (v, h)
        return self.separator.join(parts)

    def _counted(self, axis: str, number: int, last: int) -> int:
        is_down = self.values.get(f"{axis}Descend") == "true"
        return (last - number if is_down else number) + _whole(self.values.get(f"{axis}Off"))

    def _said(self, axis: str, number: int) -> str:
        sign, number = "-" if number < 0 else "", abs(number)
        if self.values.get(f"{axis}Type") == "A":
            return sign + _LETTERS[number % 26] * (number // 26 + 1)
        leading = min(_whole(self.values.get(f"{axis}Leading")), MOST_DIGITS)
        return f"{sign}{number:0{leading + 1}d}"


def _whole(said: Any) -> int:
    try:
        found = int(str(said))
    except ValueError:
        return 0
    return max(-LARGEST, min(LARGEST, found))


def style_like(
    grid: Grid, metres: float, called: Mapping[Hex, str]
) -> tuple[LabelStyle, list[Hex]]:
    """The labels that say what names say, signs between apart, and the hexes where they do not."""
    told = {hex_: re.sub(r"\W", "", name) for hex_, name in called.items()}
    best: tuple[LabelStyle, list[Hex]] = ColumnRow(), [*told]
    ends = [next(iter(told)), next(reversed(told))] if told else []
    found = [style for hex_ in ends for style in _styles(grid, hex_, told[hex_])]
    for style in dict.fromkeys(found):
        others = [hex_ for hex_, said in told.items() if style.label(grid, metres, hex_) != said]
        if len(others) < len(best[1]):
            best = style, others
    return best


def _styles(grid: Grid, hex_: Hex, said: str) -> Iterator[LabelStyle]:
    """Every way to label that gives a hex its name."""
    column, row = grid.column_row(hex_)
    if said.isascii() and said.isdigit() and len(said) <= 2 * MOST_DIGITS:
        for cut in range(1, len(said)):
            first = int(said[:cut]) - column, int(said[cut:]) - row
            if min(first) >= 0 and max(first) <= LARGEST:
                for digits in range(1, MOST_DIGITS + 1):
                    yield ColumnRow(*first, digits)
        return
    found = re.fullmatch(r"([A-Z]{1,3})([0-9]{1,4})", said)
    lines: tuple[tuple[Literal["columns", "rows"], int, int], ...]
    lines = ("columns", column, row), ("rows", row, column)
    for letters, lettered, numbered in lines if found else ():
        assert found is not None
        first = number(found[1]) - lettered, int(found[2]) - numbered
        if first[0] >= 1 and first[1] >= 0:
            for digits in range(1, len(found[2]) + 1):
                yield LetterNumber(letters, *first, digits)
