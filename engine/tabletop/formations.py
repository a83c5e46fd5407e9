"""Places of so many figures in a formation laid by two points (G8).

A line, extended or close, leads from its left end to its right and faces what is ahead of it; a
box stands behind such a front. Of a column the first point is its tail and the second its head; so
of a wedge, whose point is its head. Dispersed figures fill the rectangle between two corners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from math import isqrt
from typing import NamedTuple

from engine.tabletop.buffered_shapes import Pair
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import facing_towards, footprint, place_beside
from engine.tabletop.shapes import Point

APART = 3  # between footprints at least: one (G5), and what places to the nearest one may take
CLOSE = 4  # between those in close order: a quarter of an inch, at most half an inch (K2.8)
EXTENDED = 18  # an inch at least between extended men (K2.8), and two for rounding
RANKS_APART = 8


class FigureFormation(StrEnum):
    """The formations of figures."""

    LINE = "line"
    COLUMN = "column"  # of twos
    FOURS = "fours"
    WEDGE = "wedge"
    BOX = "box"
    DISPERSED = "dispersed"
    EXTENDED = "extended"
    CLOSE = "close"


class FormationPlace(NamedTuple):
    """A place in a formation, and its facing."""

    at: Point
    facing: int


class _Room(NamedTuple):
    """The least distances between figures of a type: beside and behind each other."""

    beside: int
    behind: int


def formation_places(
    formation: FigureFormation,
    number: int,
    first: Point,
    last: Point,
    type_: str = "foot",
    scale: FigureScale = FigureScale.LITTLE_WARS,
) -> tuple[FormationPlace, ...]:
    """Places for so many of a type, the foremost rank first, each rank from left to right.

    >>> [place.at.x for place in formation_places(FigureFormation.LINE, 4, Point(0, 0), Point(90,
    0))] [0, 30, 60, 90]
    """
    ahead, offsets = _LAID[formation](number, first, last, _room(type_, scale))
    start = last if formation in _FROM_HEAD else first
    facing = facing_towards((0, 0), ahead)
    return tuple(FormationPlace(_beside(start, ahead, *offset), facing) for offset in offsets)


def _beside(start: Point, ahead: Pair, aside: int, forward: int) -> Point:
    """So far to the right of a point and forward from it, as one faces a direction."""
    x, y = ahead
    long = isqrt((x * x + y * y) << 20)
    right, up = aside * y + forward * x, forward * y - aside * x
    return Point(start.x + _share(right << 10, long), start.y + _share(up << 10, long))


def _share(top: int, bottom: int) -> int:
    return (2 * top + bottom) // (2 * bottom)


def _room(type_: str, scale: FigureScale) -> _Room:
    print_ = footprint(type_, scale)
    return _Room(print_.sweep + APART, print_.length + 2 * print_.radius + APART)


# --- each formation: its direction, and its places by steps aside and ahead -----------------------

Laid = tuple[Pair, list[Pair]]


def _line(number: int, first: Point, last: Point, room: _Room) -> Laid:
    """Evenly from end to end; who finds no room stands in another rank behind."""
    return _abreast(number, first, last, room.beside, room.behind + RANKS_APART)


def _extend(number: int, first: Point, last: Point, room: _Room) -> Laid:
    apart = EXTENDED - APART
    return _abreast(number, first, last, room.beside + apart, room.behind + apart)


def _close(number: int, first: Point, last: Point, room: _Room) -> Laid:
    """In the first point's half of the line if it is longer than they are in close order."""
    ahead, beside = _front(first, last), room.beside + CLOSE - APART
    wide = max(1, min(number, _distance(first, last) // beside + 1))
    behind = room.behind + CLOSE - APART
    return ahead, [(column * beside, -rank * behind) for rank, column in _ranks(number, wide)]


def _abreast(number: int, first: Point, last: Point, beside: int, behind: int) -> Laid:
    length = _distance(first, last)
    wide = max(1, min(number, length // beside + 1))
    steps = max(1, wide - 1)
    return _front(first, last), [
        (length * column // steps, -rank * behind) for rank, column in _ranks(number, wide)
    ]


def _ranks(number: int, wide: int) -> list[Pair]:
    return [divmod(each, wide) for each in range(number)]


def _column(wide: int) -> Callable[[int, Point, Point, _Room], Laid]:
    def laid(number: int, first: Point, last: Point, room: _Room) -> Laid:
        ranks = -(-number // wide)
        behind = max(room.behind, _distance(first, last) // max(1, ranks - 1))
        beside = room.beside + CLOSE - APART
        left = -(wide - 1) * beside // 2
        offsets = [(left + file * beside, -rank * behind) for rank, file in _ranks(number, wide)]
        return _towards(first, last), offsets

    return laid


def _wedge(number: int, first: Point, last: Point, room: _Room) -> Laid:
    """One at the head, and each rank behind it wider by one on either side."""
    ranks = 1
    while ranks * ranks < number:
        ranks += 1
    behind = max(room.behind, _distance(first, last) // max(1, ranks - 1))
    offsets = [
        (file * (room.beside), -rank * behind)
        for rank in range(ranks)
        for file in range(-rank, rank + 1)
    ]
    return _towards(first, last), offsets[:number]


def _box(number: int, first: Point, last: Point, room: _Room) -> Laid:
    """A hollow square behind its front, at least as wide as they need."""
    apart = 3 * max(room) // 2  # round a corner they stand nearer than along a side
    sides = max(1, -(-number // 4))
    side = max(_distance(first, last), sides * apart)
    around = [4 * side * each // number for each in range(number)]
    return _front(first, last), sorted(
        (_on_square(at, side) for at in around), key=lambda at: -at[1]
    )


def _on_square(along: int, side: int) -> Pair:
    turn, rest = divmod(along, side)
    return ((rest, 0), (side, -rest), (side - rest, -side), (0, rest - side))[turn]


def _disperse(number: int, first: Point, last: Point, room: _Room) -> Laid:
    """In rows, every other one shifted by half a step, over the rectangle between two corners."""
    wide, deep = max(1, abs(last.x - first.x)), max(1, abs(last.y - first.y))
    columns = max(1, min(number, isqrt(number * wide // deep) or 1))
    rows = -(-number // columns)
    beside = max(room.beside, wide * 2 // (2 * columns))
    behind = max(room.behind, deep // max(1, rows - 1))
    left, top = min(first.x, last.x) - first.x, max(first.y, last.y) - first.y
    return (0, 1), [
        (left + column * beside + (row % 2) * (beside // 2), top - row * behind)
        for row, column in _ranks(number, columns)
    ]


_LAID: Mapping[FigureFormation, Callable[[int, Point, Point, _Room], Laid]] = {
    FigureFormation.LINE: _line,
    FigureFormation.COLUMN: _column(2),
    FigureFormation.FOURS: _column(4),
    FigureFormation.WEDGE: _wedge,
    FigureFormation.BOX: _box,
    FigureFormation.DISPERSED: _disperse,
    FigureFormation.EXTENDED: _extend,
    FigureFormation.CLOSE: _close,
}
_FROM_HEAD = (FigureFormation.COLUMN, FigureFormation.FOURS, FigureFormation.WEDGE)


def _front(first: Point, last: Point) -> Pair:
    """A line from left to right faces to the left of its own direction; without length, up."""
    x, y = _towards(first, last)
    return (-y, x) if first != last else (0, 1)


def _towards(first: Point, last: Point) -> Pair:
    return (last.x - first.x, last.y - first.y) if first != last else (0, 1)


def _distance(first: Pair, last: Pair) -> int:
    return isqrt((last[0] - first[0]) ** 2 + (last[1] - first[1]) ** 2)


# --- who goes where -------------------------------------------------------------------------------


def assign_places(
    figures: Mapping[str, Point], laid: Sequence[FormationPlace]
) -> dict[str, FormationPlace]:
    """Assign places to figures: the foremost get the first rank, from left to right (G8).

    Figures are ordered as the formation faces, so that their ways seldom cross.
    """
    if not laid:
        return {}
    facing = laid[0].facing
    left = sorted(figures, key=lambda id_: _ahead(figures[id_], facing), reverse=True)
    found: dict[str, FormationPlace] = {}
    for rank in _by_rank(laid):
        chosen, left = left[: len(rank)], left[len(rank) :]
        chosen.sort(key=lambda id_: _aside(figures[id_], facing))
        found.update(zip(chosen, rank, strict=False))
    return found


def _by_rank(laid: Sequence[FormationPlace]) -> list[list[FormationPlace]]:
    """Places in ranks: as long as they stand no farther back than a footprint's half."""
    ranks: list[list[FormationPlace]] = []
    for place in sorted(laid, key=lambda one: -_ahead(one.at, one.facing)):
        depth = _ahead(place.at, place.facing)
        if ranks and _ahead(ranks[-1][0].at, place.facing) - depth < _SAME_RANK:
            ranks[-1].append(place)
        else:
            ranks.append([place])
    for rank in ranks:
        rank.sort(key=lambda one: _aside(one.at, one.facing))
    return ranks


_SAME_RANK = 6


def _ahead(at: Point, facing: int) -> int:
    return place_beside((0, 0), -facing, at.x, at.y).y


def _aside(at: Point, facing: int) -> int:
    return place_beside((0, 0), -facing, at.x, at.y).x
