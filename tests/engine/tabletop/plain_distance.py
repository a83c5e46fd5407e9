"""Distances between cores once more, plainly: with fractions, and without any hurry."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from engine.tabletop.buffered_shapes import BufferedShape

Spot = tuple[Fraction, Fraction]


def square_between(one: BufferedShape, other: BufferedShape) -> Fraction:
    """The exact square of the distance between two cores."""
    if winds(one, other.points[0]) or winds(other, one.points[0]):
        return Fraction(0)
    return min(between_sides(first, second) for first, second in product(sides(one), sides(other)))


def sides(core: BufferedShape) -> list[tuple[Spot, Spot]]:
    """The segments of a core, from corner to corner."""
    spots = [(Fraction(x), Fraction(y)) for x, y in core.points]
    if len(spots) == 1:
        return [(spots[0], spots[0])]
    pairs = [(spots[each], spots[each + 1]) for each in range(len(spots) - 1)]
    return [*pairs, (spots[-1], spots[0])] if core.is_area else pairs


def between_sides(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> Fraction:
    """From the point of each segment that is nearest to the other."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    crossing = ux * vy - uy * vx
    if crossing:
        along = ((cx - ax) * vy - (cy - ay) * vx) / crossing
        across = ((cx - ax) * uy - (cy - ay) * ux) / crossing
        if 0 <= along <= 1 and 0 <= across <= 1:
            return Fraction(0)
    return min(
        to_side(one[0], other),
        to_side(one[1], other),
        to_side(other[0], one),
        to_side(other[1], one),
    )


def to_side(spot: Spot, side: tuple[Spot, Spot]) -> Fraction:
    (px, py), ((ax, ay), (bx, by)) = spot, side
    long = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / long if long else Fraction(0)
    share = min(max(share, Fraction(0)), Fraction(1))
    return (px - ax - share * (bx - ax)) ** 2 + (py - ay - share * (by - ay)) ** 2


def winds(area: BufferedShape, point: tuple[int, int]) -> bool:
    """Whether the border of an area goes round a point, by its winding number."""
    if not area.is_area:
        return False
    number, (px, py) = 0, point
    for (ax, ay), (bx, by) in sides(area):
        left = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if ay <= py < by and left > 0:
            number += 1
        elif by <= py < ay and left < 0:
            number -= 1
    return number != 0


def plainly_within(one: BufferedShape, other: BufferedShape, length: int) -> bool:
    span = Fraction(2 * length + one.doubled + other.doubled, 2)
    return square_between(one, other) <= span**2


def plainly_nearer(one: BufferedShape, other: BufferedShape, length: int) -> bool:
    span = Fraction(2 * length + one.doubled + other.doubled, 2)
    return square_between(one, other) < span**2


def plain_gap(one: BufferedShape, other: BufferedShape) -> int:
    """The least whole length within which two shapes are, tried one after the other by halving."""
    low, high = 0, 1 << 16
    while low < high:
        middle = (low + high) // 2
        if plainly_within(one, other, middle):
            high = middle
        else:
            low = middle + 1
    return low
