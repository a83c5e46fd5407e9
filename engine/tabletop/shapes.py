"""Shapes of a table in sixteenths of an inch: points, features, and paths `"x,y x,y"` (G2, E2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

INCH = 16
"""Sixteenths in an inch: the unit of all whole numbers on a table."""
FOOT = 12 * INCH


class Point(NamedTuple):
    """A point of a table, in whole sixteenths of an inch from its lower left corner (G1).

    x goes to the right and y away from the viewer.
    """

    x: int
    y: int


@dataclass(frozen=True)
class Polygon:
    """An area by its corners, either way round."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class WideLine:
    """A line with a width, as a wall or a river."""

    points: tuple[Point, ...]
    width: int


@dataclass(frozen=True)
class Disc:
    """A disc, as a tree."""

    centre: Point
    radius: int


POINT = re.compile(r"-?\d{1,6},-?\d{1,6}")


def format_path(way: Iterable[Point]) -> str:
    """A way as one word of an answer."""
    return " ".join(f"{point.x},{point.y}" for point in way)


def parse_path(said: str) -> tuple[Point, ...]:
    """The points of a way; nothing of what is not written as one.

    >>> way_read("16,32 480,32")
    (Point(x=16, y=32), Point(x=480, y=32))
    >>> way_read("16,32 somewhere")
    ()
    """
    parts = said.split()
    if not all(POINT.fullmatch(part) for part in parts):
        return ()
    return tuple(Point(*map(int, part.split(","))) for part in parts)
