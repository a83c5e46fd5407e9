"""Lengths, sizes and angles on a table, as they are shown at the pointer."""

from __future__ import annotations

import itertools
from math import atan2, degrees, hypot

from engine.tabletop.lengths import LengthFormat, LengthUnit, write_length
from engine.tabletop.shapes import FOOT, INCH

FEET = LengthFormat(LengthUnit.FEET, in_fractions=True, with_signs=True)
LONG_STRING, SHORT_STRING = 2 * FOOT, 6 * INCH  # the strings the moves are measured with


def format_length(length: float) -> str:
    """A length in feet and inches.

    >>> tell_length(870), tell_length(96)
    ('4\\'6 3/8"', '6"')
    """
    return write_length(round(length), FEET)


def format_size(wide: float, deep: float) -> str:
    """A size in feet and inches."""
    return f"{format_length(wide)} × {format_length(deep)}"


def length_of(points: tuple[tuple[float, float], ...]) -> float:
    """Return the length of a line."""
    return sum(hypot(x1 - x, y1 - y) for (x, y), (x1, y1) in itertools.pairwise(points))


def bearing(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The direction from a point to another, in degrees clockwise from away."""
    return degrees(atan2(other[0] - one[0], other[1] - one[1])) % 360
