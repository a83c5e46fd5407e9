"""The colours of results, the same on every table, chart and roll; words and letters tell too."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QColor

from studio.drawing.inks import colour, is_dark
from studio.drawing.lettering import INK, PALE

NOTHING = "#b9b4a7"
UNKNOWN = "#4f7d8c"
SUPPRESSED, GUN_OUT, IMMOBILE, ANNIHILATED = "#8560b8", "#dd8a17", "#4d6a86", "#b3122a"
COOL = ("#b9c7d6", "#96adc4", "#7592b2", "#54779f", "#365c8a", "#1c3f6e")
WARM = ("#ecc58f", "#e3a864", "#d98a3d", "#c96a28", "#b5481f", "#97131f")
# By the letter on a table, and by the mark it leaves on a unit.
SHADES = {
    "·": NOTHING, "": NOTHING,
    "S": SUPPRESSED, "suppressed": SUPPRESSED,
    "F": GUN_OUT, "gun_out": GUN_OUT,
    "M": IMMOBILE, "immobile": IMMOBILE,
    "K": ANNIHILATED, "annihilated": ANNIHILATED,
}  # fmt: skip
# Where the stronger, the weaker, the attacker or the defender is beaten, by how far they go back.
SHADES |= {
    f"{who}{hexes}": shade
    for shades, sides in ((COOL, "pa"), (WARM, "nd"))
    for who in sides
    for hexes, shade in zip("12345X", shades, strict=True)
} | {"a0": "#8fa3a8"}
GRADES = tuple(SHADES)


def shade_of(result: str) -> QColor:
    """The colour of a result or a mark."""
    return QColor(SHADES.get(result, UNKNOWN))


def is_result(word: str) -> bool:
    """Whether a word on a table is a result."""
    return word in SHADES


def worst(words: Iterable[str]) -> str:
    """The gravest of some results or marks; nothing for none."""
    return max(words, key=gravity, default="")


def gravity(word: str) -> int:
    """How grave a result or a mark is beside others."""
    return GRADES.index(word) if word in GRADES else 0


def lettering_on(shade: QColor) -> QColor:
    """What can be read on a colour."""
    return colour(PALE if is_dark(shade) else INK)
