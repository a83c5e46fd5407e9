"""Every shape as a core and what it is grown by, and distances between them in whole numbers (G4).

A core is a point, a chain of segments or an area within a ring; the shape is all that lies no
farther from it than half of `doubled`. So a tree, a wall, a house, a foot soldier, a horseman, a
gun and the band that any of them sweeps are one kind of thing, and one exact distance serves all.

A distance is compared as a *code*: twice the whole part of four times its square, and one more
where a fraction is left. Codes of rational squares are ordered as the squares are, and comparing
one with a whole distance is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from engine.tabletop.shapes import Disc, Polygon, WideLine

Pair = tuple[int, int]
Bounds = tuple[int, int, int, int]
"""The least x and y, and the greatest."""


class BufferedShape(NamedTuple):
    """A shape: all within `doubled` / 2 of a point, of a chain, or of the area within a ring."""

    points: tuple[Pair, ...]
    is_area: bool = False
    doubled: int = 0


def core_of(shape: Polygon | WideLine | Disc) -> BufferedShape:
    """A feature's shape by its core (G2)."""
    if isinstance(shape, Polygon):
        return BufferedShape(shape.points, is_area=True)
    if isinstance(shape, WideLine):
        return BufferedShape(shape.points, doubled=shape.width)
    return BufferedShape((shape.centre,), doubled=2 * shape.radius)


def swept_band(start: Pair, end: Pair, doubled: int) -> BufferedShape:
    """The band that something round sweeps on a straight way."""
    return BufferedShape((start, end), doubled=doubled)


def grow_shape(core: BufferedShape, by: int) -> BufferedShape:
    """A shape with all that lies within a distance of it."""
    return core._replace(doubled=core.doubled + 2 * by)


@lru_cache(maxsize=1 << 14)
def bounding_box(core: BufferedShape) -> Bounds:
    """The upright rectangle around a shape."""
    out = (core.doubled + 1) // 2
    xs, ys = [x for x, _ in core.points], [y for _, y in core.points]
    return min(xs) - out, min(ys) - out, max(xs) + out, max(ys) + out


def core_edges(core: BufferedShape) -> list[tuple[Pair, Pair]]:
    """The segments of a core; of a lone point one without length."""
    points = core.points
    if len(points) == 1:
        return [(points[0], points[0])]
    ends = (*points[1:], points[0]) if core.is_area else points[1:]
    return list(zip(points, ends, strict=False))


# --- distances ------------------------------------------------------------------------------------


def distance_code(one: BufferedShape, other: BufferedShape) -> int:
    """The code of the distance between two cores; what they are grown by does not count."""
    if _shares_a_point(one, other):
        return 0
    return min(_between(first, second) for first in core_edges(one) for second in core_edges(other))


def is_within(one: BufferedShape, other: BufferedShape, length: int) -> bool:
    """Return True if two shapes are no farther apart than a length, edge to edge (G4)."""
    if len(one.points) == 1 == len(other.points):
        return 4 * _square(one.points[0], other.points[0]) <= _span(one, other, length) ** 2
    return (
        _reaches(length, one, other)
        and distance_code(one, other) <= 2 * _span(one, other, length) ** 2
    )


def is_nearer(one: BufferedShape, other: BufferedShape, length: int) -> bool:
    """Return True if two shapes are less than a length apart; with 0, if they overlap."""
    if len(one.points) == 1 == len(other.points):
        return 4 * _square(one.points[0], other.points[0]) < _span(one, other, length) ** 2
    return (
        _reaches(length, one, other)
        and distance_code(one, other) < 2 * _span(one, other, length) ** 2
    )


def meet(one: BufferedShape, other: BufferedShape) -> bool:
    """Return True if two shapes have a point in common."""
    return is_within(one, other, 0)


def least_distance(one: BufferedShape, other: BufferedShape) -> int:
    """The least whole length within which two shapes are: their distance, rounded up (G4).

    >>> least_distance(Core(((0, 0),), doubled=12), Core(((14, 0),), doubled=12))
    2
    """
    least = _root_up((distance_code(one, other) + 1) // 2) - one.doubled - other.doubled
    return max(0, (least + 1) // 2)


def _square(one: Pair, other: Pair) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _span(one: BufferedShape, other: BufferedShape, length: int) -> int:
    return 2 * length + one.doubled + other.doubled


def _reaches(length: int, one: BufferedShape, other: BufferedShape) -> bool:
    """Return True if the rectangles around them are near enough: a cheap first test."""
    left, low, right, high = bounding_box(one)
    from_x, from_y, to_x, to_y = bounding_box(other)
    return (
        from_x - right <= length
        and left - to_x <= length
        and from_y - high <= length
        and low - to_y <= length
    )


def _root_up(square: int) -> int:
    return isqrt(square - 1) + 1 if square > 0 else 0


def _shares_a_point(one: BufferedShape, other: BufferedShape) -> bool:
    """Return True if one of two cores is within the other, apart from crossing edges."""
    return (one.is_area and holds_point(one, other.points[0])) or (
        other.is_area and holds_point(other, one.points[0])
    )


def holds_point(area: BufferedShape, point: Pair) -> bool:
    """Return True if an area's core holds a point; its border belongs to it."""
    px, py = point
    inside = False
    for (ax, ay), (bx, by) in core_edges(area):
        turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if turn == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
            return True
        if (ay > py) != (by > py) and (turn > 0) == (by > ay):
            inside = not inside
    return inside


def _between(one: tuple[Pair, Pair], other: tuple[Pair, Pair]) -> int:
    """The code of the distance between two segments; one may be a point."""
    if one[0] == one[1]:
        return _from_point(one[0], other)
    if other[0] == other[1]:
        return _from_point(other[0], one)
    if _cross(one, other):
        return 0
    return min(
        _from_point(one[0], other),
        _from_point(one[1], other),
        _from_point(other[0], one),
        _from_point(other[1], one),
    )


def _cross(one: tuple[Pair, Pair], other: tuple[Pair, Pair]) -> bool:
    """Return True if two segments cross inside both; mere touching is found at their ends."""
    return _parts(one, other) and _parts(other, one)


def _parts(line: tuple[Pair, Pair], other: tuple[Pair, Pair]) -> bool:
    """Return True if the ends of another segment are on different sides of a line."""
    first, second = signed_double_area(*line, other[0]), signed_double_area(*line, other[1])
    return (first > 0 > second) or (first < 0 < second)


def signed_double_area(start: Pair, end: Pair, point: Pair) -> int:
    """Twice the area of a triangle, positive where the point is left of the line."""
    (ax, ay), (bx, by), (px, py) = start, end, point
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def _from_point(point: Pair, segment: tuple[Pair, Pair]) -> int:
    """The code of the distance of a point from a segment."""
    (px, py), ((ax, ay), (bx, by)) = point, segment
    dx, dy = bx - ax, by - ay
    along, length = (px - ax) * dx + (py - ay) * dy, dx * dx + dy * dy
    if along <= 0:
        return 8 * ((px - ax) ** 2 + (py - ay) ** 2)
    if along >= length:
        return 8 * ((px - bx) ** 2 + (py - by) ** 2)
    whole, rest = divmod(4 * (dx * (py - ay) - dy * (px - ax)) ** 2, length)
    return 2 * whole + (rest > 0)


def convex_hull(points: Iterable[Pair]) -> tuple[Pair, ...]:
    """The corners of the convex area around points, counter-clockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_half(ordered)[:-1], *_half(ordered[::-1])[:-1])


def _half(ordered: Sequence[Pair]) -> list[Pair]:
    border: list[Pair] = []
    for point in ordered:
        while len(border) > 1 and signed_double_area(border[-2], border[-1], point) <= 0:
            border.pop()
        border.append(point)
    return border
