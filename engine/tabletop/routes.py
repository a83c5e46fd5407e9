"""Shortest ways on the visibility graph of what is in the way (G6).

Its points are the start, the goal, and the corners of polygons around what bars the way, grown by
what the walker sweeps; a leg is in it where the walker may go straight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from math import isqrt

from engine.tabletop.cores import Core, Pair
from engine.tabletop.point import Point
from engine.tabletop.waters import ring

FINE = 1_000
"""Parts of a sixteenth in which the length of a way is counted."""
WIDE = 48  # a doubled radius from which a circle has many corners
FEW, MANY = 8, 20


def leg_length(start: Pair, end: Pair) -> int:
    """The length of a straight way in thousandths of a sixteenth, rounded up."""
    square = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) * FINE * FINE
    return isqrt(square - 1) + 1 if square else 0


def corners_of(core: Core) -> list[Point]:
    """Where a way may turn round a shape that has been grown."""
    corners = FEW if core.doubled < WIDE else MANY
    return [Point(*each) for point in core.points for each in ring(point, core.doubled, corners)]


def shortest(
    start: Point,
    goal: Point,
    corners: Iterable[Point],
    is_clear: Callable[[Point, Point], bool],
    most: int,
) -> tuple[Point, ...] | None:
    """The shortest way no longer than `most` thousandths; None if there is none.

    Of ways of one length the one over the corners named first.
    """
    places = [start, goal, *dict.fromkeys(corners)]
    ahead = [leg_length(place, goal) for place in places]
    near = [
        each for each, place in enumerate(places) if leg_length(start, place) + ahead[each] <= most
    ]
    known, came = {0: 0}, {0: 0}
    waiting, settled = [(ahead[0], 0)], set[int]()
    while waiting:
        _, here = heappop(waiting)
        if here == 1:
            return _back(places, came)
        if here in settled:
            continue
        settled.add(here)
        for there in near:
            length = known[here] + leg_length(places[here], places[there])
            if there in settled or length + ahead[there] > most:
                continue
            if length < known.get(there, most + 1) and is_clear(places[here], places[there]):
                known[there], came[there] = length, here
                heappush(waiting, (length + ahead[there], there))
    return None


def _back(places: list[Point], came: dict[int, int]) -> tuple[Point, ...]:
    way = [1]
    while way[-1]:
        way.append(came[way[-1]])
    return tuple(places[each] for each in reversed(way))
