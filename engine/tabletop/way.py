"""Ways over a table as answers carry them: points in sixteenths of an inch, `"x,y x,y"` (E2)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.tabletop.point import Point

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
