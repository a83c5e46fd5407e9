"""What VASSAL calls the hexes of a map: by numbers along its grid, or each as a region."""

from __future__ import annotations

from typing import Any

from engine.hexes.labels import LETTERS, ColumnRow, LetterNumber
from engine.interchange.brought import Losses
from engine.map.map import Map

MOST_REGIONS = 20_000  # VASSAL looks through all of them at every move


def has_regions(map_: Map) -> bool:
    """Whether each hex is a region of its own: its label follows no rule of VASSAL's hex grid."""
    style = map_.label_style
    is_regular = isinstance(style, ColumnRow | LetterNumber) and not _passes_z(map_)
    return not is_regular and len(map_.grid) <= MOST_REGIONS


def _passes_z(map_: Map) -> bool:
    """Whether lettered lines go on after Z, where VASSAL goes on with AA, BB instead of AA, AB."""
    style = map_.label_style
    if not isinstance(style, LetterNumber):
        return False
    lines = map_.grid.columns if style.letters == "columns" else map_.grid.rows
    return style.first_letter - 1 + lines > LETTERS


def numbering_values(map_: Map, losses: Losses) -> dict[str, Any]:
    """How VASSAL names the hexes; by column and row where it cannot as the map does.

    What it calls horizontal counts the lines of hexes that are shifted in turn.
    """
    grid, style = map_.grid, map_.label_style
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


def truth(value: bool) -> str:
    return "true" if value else "false"
