"""Lengths on the ground, written in the units their reader uses."""

from __future__ import annotations

import math
from enum import StrEnum

from engine.narration.number_format import format_decimal
from engine.texts import text

KILOMETRE, YARD, MILE = 1000.0, 0.9144, 1609.344  # in metres


class LengthUnits(StrEnum):
    """Metres and kilometres, or yards and miles."""

    METRIC = "metric"
    IMPERIAL = "imperial"

    @classmethod
    def parse(cls, name: str) -> LengthUnits:
        """Units by their name; metres for an unknown name."""
        return cls(name) if name in list(cls) else cls.METRIC


def format_length(metres: float, units: LengthUnits, language: str | None = None) -> str:
    """A length in words: kilometres where they are whole tenths, miles from the first on."""
    if units is LengthUnits.IMPERIAL:
        if metres >= MILE:
            count = format_decimal(f"{metres / MILE:.3g}", language)
            return text("drawing.miles", language, count=count)
        return text("drawing.yards", language, count=f"{metres / YARD:.0f}")
    if metres >= KILOMETRE and metres % 100 == 0:
        count = format_decimal(f"{metres / KILOMETRE:.10g}", language)
        return text("drawing.kilometres", language, count=count)
    return text("drawing.metres", language, count=format_decimal(f"{metres:.10g}", language))


def format_extent(wide: float, high: float, units: LengthUnits, language: str | None = None) -> str:
    """Width and height given in metres, written in one unit: the larger unit if either is long."""
    small, large, keys = KILOMETRE / 1000, KILOMETRE, ("extent-metres", "extent-km")
    if units is LengthUnits.IMPERIAL:
        small, large, keys = YARD, MILE, ("extent-yards", "extent-miles")
    if max(wide, high) < large:
        values = [format_decimal(f"{length / small:,.0f}", language) for length in (wide, high)]
        return text(f"drawing.{keys[0]}", language, width=values[0], height=values[1])
    values = [format_decimal(_to_the_metre(length / large), language) for length in (wide, high)]
    return text(f"drawing.{keys[1]}", language, width=values[0], height=values[1])


def round_length(most: float, units: LengthUnits) -> float:
    """The longest round length, in metres, of at most so many: 1, 2 or 5 of tens of its unit."""
    unit = 1.0
    if units is LengthUnits.IMPERIAL:
        unit = MILE if most >= MILE else YARD
    tens = 10.0 ** math.floor(math.log10(most / unit))
    return unit * tens * next(step for step in (5, 2, 1) if unit * tens * step <= most)


def _to_the_metre(length: float) -> str:
    return f"{length:,.1f}" if length >= 100 else f"{length:,.2f}"
