"""VASSAL's names of hexes: read as labels, and written as a grid's numbers or as regions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import LETTERS, ColumnRow, LabelStyle, LetterNumber, letters_to_number
from engine.hexes.printed_labels import PrintedLabels
from engine.interchange.import_result import Losses
from engine.interchange.label_inference import infer_printed_labels
from engine.interchange.picture_grid import PictureHexGrid
from engine.map.map import Map

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_DIGITS = 4
LARGEST = 10_000


class VassalNames:
    """The names of hexes in a numbering of VASSAL's hex grid, by its element."""

    def __init__(self, values: Mapping[str, str], hexes: PictureHexGrid) -> None:
        self.values, self.hexes = values, hexes
        self.is_staggered = values.get("stagger") == "true"
        self.separator = values.get("sep", "")

    def name(self, hex_: Hex) -> str:
        """Return VASSAL's name of a hex."""
        line, place = self.hexes.line_and_place(hex_)
        if self.is_staggered:
            place += line // 2
        h = self._said("h", self._counted("h", line, self.hexes.line_range[1]))
        v = self._said("v", self._counted("v", place, self.hexes.place_range[1]))
        parts = (h, v) if self.values.get("first", "H") == "H" else (v, h)
        return self.separator.join(parts)

    def _counted(self, axis: str, number: int, last: int) -> int:
        is_down = self.values.get(f"{axis}Descend") == "true"
        return (last - number if is_down else number) + _whole(self.values.get(f"{axis}Off"))

    def _said(self, axis: str, number: int) -> str:
        sign, number = "-" if number < 0 else "", abs(number)
        if self.values.get(f"{axis}Type") == "A":
            return sign + _LETTERS[number % 26] * (number // 26 + 1)
        leading = min(_whole(self.values.get(f"{axis}Leading")), MAX_DIGITS)
        return f"{sign}{number:0{leading + 1}d}"


def _whole(said: Any) -> int:
    try:
        found = int(str(said))
    except ValueError:
        return 0
    return max(-LARGEST, min(LARGEST, found))


def label_style_matching_names(
    grid: Grid, metres: float, called: Mapping[Hex, str]
) -> tuple[LabelStyle, list[Hex]]:
    """The labels that say what names say, and the hexes where they do not.

    Where no rule gives the names themselves, signs between are left out.
    """
    plain = _plain_style(grid, metres, called)
    if all(plain[0].label(grid, metres, hex_) == name for hex_, name in called.items()):
        return plain
    printed = infer_printed_labels(grid, called)
    return (printed, []) if printed else plain


def _plain_style(
    grid: Grid, metres: float, called: Mapping[Hex, str]
) -> tuple[LabelStyle, list[Hex]]:
    """The labels by column and row, or with one letter, nearest to names without their signs."""
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
    if said.isascii() and said.isdigit() and len(said) <= 2 * MAX_DIGITS:
        for cut in range(1, len(said)):
            first = int(said[:cut]) - column, int(said[cut:]) - row
            if min(first) >= 0 and max(first) <= LARGEST:
                for digits in range(1, MAX_DIGITS + 1):
                    yield ColumnRow(*first, digits)
        return
    found = re.fullmatch(r"([A-Z]{1,3})([0-9]{1,4})", said)
    lines: tuple[tuple[Literal["columns", "rows"], int, int], ...]
    lines = ("columns", column, row), ("rows", row, column)
    for letters, lettered, numbered in lines if found else ():
        assert found is not None
        first = letters_to_number(found[1]) - lettered, int(found[2]) - numbered
        if first[0] >= 1 and first[1] >= 0:
            for digits in range(1, len(found[2]) + 1):
                yield LetterNumber(letters, *first, digits)


MAX_REGIONS = 20_000  # VASSAL looks through all of them at every move


def has_regions(map_: Map) -> bool:
    """Return True if hexes are regions: their labels follow no rule of VASSAL's grid."""
    style = map_.label_style
    is_regular = isinstance(style, ColumnRow | LetterNumber) and not _passes_z(map_)
    if isinstance(style, PrintedLabels):
        is_regular = _is_of_vassal(style, map_.grid)
    return not is_regular and len(map_.grid) <= MAX_REGIONS


def _passes_z(map_: Map) -> bool:
    """Return True if lettered lines go past Z, where VASSAL continues with AA, BB."""
    style = map_.label_style
    if not isinstance(style, LetterNumber):
        return False
    lines = map_.grid.columns if style.letters == "columns" else map_.grid.rows
    return style.first_letter - 1 + lines > LETTERS


def _is_of_vassal(style: PrintedLabels, grid: Grid) -> bool:
    """Return True if VASSAL can number so: upright, from the near end, with AA, BB after Z."""
    is_upright = style.slant == "straight" and style.descending == "none"
    for counting, side in zip((style.columns, style.rows), style.sides(grid), strict=True):
        if counting == "letters" and side.first + side.last > LETTERS:
            return False
    return is_upright


def _printed_values(style: PrintedLabels, grid: Grid) -> dict[str, Any]:
    """Return VASSAL's numbering of printed labels."""
    columns, rows = style.sides(grid)
    h, v = (rows, columns) if grid.pointy else (columns, rows)
    is_column_first = style.order == "column-row"
    values: dict[str, Any] = {"first": "H" if is_column_first != grid.pointy else "V"}
    is_fixed = not style.separator and style.columns == style.rows == "numbers"
    for axis, side in (("h", h), ("v", v)):
        is_lettered = side.counting != "numbers"
        digits = side.width if is_fixed else side.digits
        values |= {
            f"{axis}Type": "A" if is_lettered else "N",
            f"{axis}Leading": 0 if is_lettered else digits - 1,
            f"{axis}Off": side.first - is_lettered,
        }
    values["hOff"] -= grid.shift(0)
    return values | {"sep": style.separator}


def numbering_values(map_: Map, losses: Losses) -> dict[str, Any]:
    """Return VASSAL's numbering of the hexes; by column and row if it has no equal.

    Its horizontal numbers count the lines of hexes that are shifted in turn.
    """
    grid, style = map_.grid, map_.label_style
    if isinstance(style, PrintedLabels) and _is_of_vassal(style, grid):
        plain = replace(map_, label_style=ColumnRow())
        return numbering_values(plain, losses) | _printed_values(style, grid)
    named = style if isinstance(style, ColumnRow | LetterNumber) else ColumnRow()
    if named is not style:
        losses.add("vassal-labels")
    lettered = ""
    if isinstance(named, LetterNumber):
        lettered = named.letters
        first = {"columns": named.first_number, "rows": named.first_number}
        first[lettered] = named.first_letter - 1
        digits = {"columns": named.digits, "rows": named.digits}
        if _passes_z(map_):
            losses.add("vassal-letters")
    else:
        first = {"columns": named.first_column, "rows": named.first_row}
        last = grid.columns - 1 + named.first_column, grid.rows - 1 + named.first_row
        wide, high = (max(named.digits, len(str(number))) for number in last)
        digits = {"columns": wide, "rows": high}
    lines, along = ("rows", "columns") if grid.pointy else ("columns", "rows")
    begins_with = lettered or "columns"
    return {
        "first": "H" if lines == begins_with else "V", "sep": "",
        "hType": "A" if lines == lettered else "N", "hLeading": digits[lines] - 1,
        "hOff": first[lines] - grid.shift(0), "hDescend": "false",
        "vType": "A" if along == lettered else "N", "vLeading": digits[along] - 1,
        "vOff": first[along], "vDescend": "false",
        "locationFormat": "$gridLocation$", "visible": "false", "fontSize": 9,
        "color": "0,0,0", "rotateText": 0, "hDrawOff": 0, "vDrawOff": 0, "stagger": "false",
    }  # fmt: skip


def vassal_boolean(value: bool) -> str:
    return "true" if value else "false"
