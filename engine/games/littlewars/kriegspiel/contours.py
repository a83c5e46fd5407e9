"""The contours a path crosses: where, and whether up or down (K1.2, G7)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from engine.games.littlewars.kriegspiel.rates import Contour
from engine.tabletop.point import Point

Outline = Sequence[Point]
"""The corners of a hill, the last joined to the first."""


def contours(path: Sequence[Point], hills: Iterable[Outline]) -> list[Contour]:
    """Every contour a path crosses, in its order; one that is only touched is not crossed."""
    return sorted(each for hill in hills if _is_near(path, hill) for each in _of(path, hill))


def _of(path: Sequence[Point], hill: Outline) -> Iterator[Contour]:
    behind, was_inside = 0, contains(hill, *path[0])
    for start, end in pairwise(path):
        cuts = sorted({*_cuts(start, end, hill), Fraction(1)})
        before = Fraction(0)
        for cut, beyond in zip(cuts, [*cuts[1:], None], strict=True):
            if before == 0 and cut > 0 and contains(hill, *_on(start, end, cut / 2)) != was_inside:
                was_inside = not was_inside
                yield Contour(behind, was_inside)
            if beyond is not None:
                is_inside = contains(hill, *_on(start, end, (cut + beyond) / 2))
                if is_inside != was_inside:
                    was_inside = is_inside
                    yield Contour(behind + math.floor(cut * _length(start, end)), is_inside)
            before = cut
        behind += _length(start, end)


def _length(start: Point, end: Point) -> int:
    return math.isqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2)


def _on(start: Point, end: Point, part: Fraction) -> tuple[Fraction, Fraction]:
    return start.x + part * (end.x - start.x), start.y + part * (end.y - start.y)


def _cuts(start: Point, end: Point, hill: Outline) -> Iterator[Fraction]:
    """The parts of a leg after which it meets an edge."""
    for one, other in _edges(hill):
        before, after = _turn(one, other, start), _turn(one, other, end)
        if (before > 0) == (after > 0) and before and after:
            continue
        if before == after:
            continue
        part = Fraction(before, before - after)
        if 0 < part < 1 and _spans(one, other, *_on(start, end, part)):
            yield part


def _spans(one: Point, other: Point, x: Fraction, y: Fraction) -> bool:
    return min(one.x, other.x) <= x <= max(one.x, other.x) and (
        min(one.y, other.y) <= y <= max(one.y, other.y)
    )


def _turn(one: Point, other: Point, point: Point) -> int:
    """Positive left of the line from one to the other."""
    return (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)


def _edges(hill: Outline) -> Iterator[tuple[Point, Point]]:
    yield from pairwise([*hill, hill[0]])


def contains(hill: Outline, x: Fraction | int, y: Fraction | int) -> bool:
    """Whether a point lies within an outline, in exact numbers."""
    is_inside = False
    for one, other in _edges(hill):
        if (one.y > y) != (other.y > y):
            left = (x - one.x) * (other.y - one.y) - (y - one.y) * (other.x - one.x)
            is_inside ^= left < 0 if other.y > one.y else left > 0
    return is_inside


def _is_near(path: Sequence[Point], hill: Outline) -> bool:
    xs, ys = [point.x for point in path], [point.y for point in path]
    return not (
        max(xs) < min(point.x for point in hill)
        or min(xs) > max(point.x for point in hill)
        or max(ys) < min(point.y for point in hill)
        or min(ys) > max(point.y for point in hill)
    )
