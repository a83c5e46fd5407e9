"""Sight read from the specification alone (tide LS, BS), slowly, in fractions.

A hex is where none of its three cube coordinates, counted from its centre, differs from another by
1 or more. A line is cut with that, hex by hex; nothing is shared with the game, so that a referee
may judge by it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.map.map import Map

BLOCKING = ("woods", "building", "bocage")  # LS6
Span = tuple[Fraction, Fraction]
Cube = tuple[int, int, int]


class Stretch(NamedTuple):
    """A part of a line: in one hex, or between two that it runs along."""

    begins: Fraction
    hexes: tuple[Hex, ...]


def sees(
    map_: Map, a: Hex, b: Hex, smoke: Collection[Hex] = (), by_equal_ground: bool = False
) -> bool:
    """Return whether two hexes see each other (LS1 to LS6, BS1 to BS7).

    Ground as high as the higher end blocks next to it, or anywhere under `by_equal_ground`.
    """
    if apart(a, b) <= 1:
        return True
    low, high = sorted((a, b), key=lambda end: _level(map_, end))
    bottom, top = _level(map_, low), _level(map_, high)

    def rises(hex_: Hex) -> bool:
        level = _level(map_, hex_)
        is_crest = by_equal_ground or apart(hex_, high) == 1
        return level > top or (level == top > bottom and is_crest)

    first: int | None = None
    for stretch in stretches(low, high):
        if low in stretch.hexes or high in stretch.hexes:
            continue
        if all(rises(hex_) for hex_ in stretch.hexes):
            return False
        beside = [hex_ for hex_ in stretch.hexes if not rises(hex_)]
        if first is None and all(_blocks(map_, hex_, smoke) for hex_ in beside):
            first = apart(low, stretch.hexes[0])
    if first is None:
        return True
    if top == bottom:
        return False
    return first > (2 if top - bottom == 1 else 1)


def apart(a: Hex, b: Hex) -> int:
    """Hexes from one to another."""
    return max(abs(one - other) for one, other in zip(_cube(a), _cube(b), strict=True))


def stretches(start: Hex, end: Hex) -> list[Stretch]:
    """What a line from centre to centre passes, in order."""
    moved = _from_origin(end.q - start.q, end.r - start.r)
    return [
        Stretch(begins, tuple(Hex(h.q + start.q, h.r + start.r) for h in hexes))
        for begins, hexes in moved
    ]


@cache
def _from_origin(q: int, r: int) -> list[Stretch]:
    """What the line from the hex 0, 0 passes: every line as long and as steep does the same."""
    start, end = Hex(0, 0), Hex(q, r)
    entered, skirted = [], defaultdict[Span, list[Hex]](list)
    for hex_ in _round(start, end):
        span, is_inside = _cut(_cube(start), _cube(end), _cube(hex_))
        if span is None:
            continue
        if is_inside:
            entered.append(Stretch(span[0], (hex_,)))
        else:
            skirted[span].append(hex_)
    along = [Stretch(span[0], tuple(pair)) for span, pair in skirted.items()]
    assert all(len(stretch.hexes) == 2 for stretch in along)
    return sorted([*entered, *along])


def _cut(start: Cube, end: Cube, centre: Cube) -> tuple[Span | None, bool]:
    """The part of a line in a hex, by its ends as fractions, and whether it is inside."""
    first, last, is_inside = Fraction(0), Fraction(1), True
    for one, other in ((0, 1), (1, 2), (2, 0)):
        was = (start[one] - centre[one]) - (start[other] - centre[other])
        rate = (end[one] - start[one]) - (end[other] - start[other])
        if rate == 0:
            if abs(was) > 1:
                return None, False
            is_inside &= abs(was) < 1
            continue
        meets = sorted(Fraction(side - was, rate) for side in (-1, 1))
        first, last = max(first, meets[0]), min(last, meets[1])
    return ((first, last), is_inside) if first < last else (None, False)


def _round(start: Hex, end: Hex) -> list[Hex]:
    """All hexes a line could touch."""
    qs, rs = sorted((start.q, end.q)), sorted((start.r, end.r))
    return [Hex(q, r) for q in range(qs[0] - 1, qs[1] + 2) for r in range(rs[0] - 1, rs[1] + 2)]


def _cube(hex_: Hex) -> Cube:
    return hex_.q, hex_.r, -hex_.q - hex_.r


def _level(map_: Map, hex_: Hex) -> int:
    """The level of a hex; nothing rises off the map."""
    return int(map_.level[map_.grid.index(hex_)]) if hex_ in map_.grid else -9


def _blocks(map_: Map, hex_: Hex, smoke: Collection[Hex]) -> bool:
    return hex_ in map_.grid and (hex_ in smoke or map_.ground_at(hex_) in BLOCKING)
