"""A point of a table, as every part of a game on a table means it."""

from __future__ import annotations

from typing import NamedTuple

INCH = 16
"""How many sixteenths of an inch an inch has: the unit of all whole numbers on a table."""
FOOT = 12 * INCH


class Point(NamedTuple):
    """A point of a table, in whole sixteenths of an inch from its lower left corner (G1).

    x goes to the right and y away from the viewer.
    """

    x: int
    y: int
