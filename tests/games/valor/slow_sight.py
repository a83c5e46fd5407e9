"""Sight read from the specification alone (valor V9), slowly: a ruler laid on the printed map.

Every line is clipped against the outline of every hex in whole numbers; nothing is shared with the
game, so that a referee may judge by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from engine.hexes.hex import Hex, distance
from engine.map.map import Map

Span = tuple[Fraction, Fraction]

BLOCKERS = ("building", "woods", "jungle")  # V9.7
HINDRANCES = ("orchard", "haystacks", "palm-grove")
LOW = ("wall", "hedge")
HIGH = "hedgerow"


class Sheet(NamedTuple):
    """A map with what lies on it that bears on sight: smoke by its number, bunkers."""

    map: Map
    smoke: Mapping[Hex, int]
    bunkers: frozenset[Hex]
    crops: bool = False
    hedges_are_hedgerows: bool = False

    def blocks(self, at: Hex) -> bool:
        """Whether a hex blocks whatever the levels (V9.7)."""
        return at in self.map.grid and (self.map.ground_at(at) in BLOCKERS or at in self.bunkers)

    def hinders(self, at: Hex) -> int:
        """What a hex adds to a line into or through it (V9.3, V9.7, V11.2)."""
        if at not in self.map.grid:
            return 0
        ground = self.map.ground_at(at)
        grown = HINDRANCES + (("crops",) if self.crops else ())
        return int(ground in grown) + self.smoke.get(at, 0)

    def level(self, at: Hex) -> int:
        """The level of a hex; off the map the ground."""
        return int(self.map.level[self.map.grid.index(at)]) if at in self.map.grid else 0

    def side(self, a: Hex, b: Hex) -> str:
        """What lies on the hexside between two hexes: low, high or nothing."""
        grid = self.map.grid
        for here, there in ((a, b), (b, a)):
            if here not in grid:
                continue
            facing = grid.direction(here, there)
            if self.map.has_side(HIGH, here, facing):
                return "high"
            if any(self.map.has_side(kind, here, facing) for kind in LOW):
                is_hedge = self.map.has_side("hedge", here, facing)
                return "high" if is_hedge and self.hedges_are_hedgerows else "low"
        return ""


class Run(NamedTuple):
    """What a line meets: hexes entered in order, hexsides crossed, pairs it runs between."""

    entered: tuple[Hex, ...]
    crossed: tuple[tuple[Hex, Hex], ...]
    beside: tuple[tuple[Hex, Hex], ...]


def run_of(map_: Map, a: Hex, b: Hex) -> Run:
    """Lay the ruler from centre to centre."""
    grid = map_.grid
    start, end = grid.lattice(a), grid.lattice(b)
    spans: list[tuple[Span, Hex]] = []
    for hex_ in _near(a, b):
        span = _inside(grid.lattice(hex_), grid.orientation.corners, start, end)
        if span is not None and span[0] < span[1]:
            spans.append((span, hex_))
    beside = _runs_between(map_, start, end, _near(a, b))
    entered = [hex_ for _, hex_ in sorted(spans)]
    crossed = [
        (one, other)
        for (first, one), (second, other) in pairwise(sorted(spans))
        if first[1] == second[0] and distance(one, other) == 1
    ]
    return Run(tuple(entered), tuple(crossed), tuple(beside))


def _near(a: Hex, b: Hex) -> list[Hex]:
    """All hexes a line could possibly touch, with room to spare."""
    qs, rs = sorted((a.q, b.q)), sorted((a.r, b.r))
    return [Hex(q, r) for q in range(qs[0] - 1, qs[1] + 2) for r in range(rs[0] - 1, rs[1] + 2)]


def _inside(
    centre: tuple[int, int],
    corners: Iterable[tuple[int, int]],
    start: tuple[int, int],
    end: tuple[int, int],
) -> Span | None:
    """The part of a line inside a hex's outline, by its two ends as fractions of the line.

    None where the line has no point strictly inside, however long it touches the outline.
    """
    low, high = Fraction(0), Fraction(1)
    points = [(centre[0] + x, centre[1] + y) for x, y in corners]
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        turn = (x2 - x1) * (centre[1] - y1) - (y2 - y1) * (centre[0] - x1)
        sign = 1 if turn > 0 else -1
        at_start = sign * ((x2 - x1) * (start[1] - y1) - (y2 - y1) * (start[0] - x1))
        at_end = sign * ((x2 - x1) * (end[1] - y1) - (y2 - y1) * (end[0] - x1))
        if at_start == at_end:
            if at_start <= 0:
                return None
            continue
        meets = Fraction(at_start, at_start - at_end)
        low, high = (max(low, meets), high) if at_end > at_start else (low, min(high, meets))
    return (low, high) if low < high else None


def _runs_between(
    map_: Map, start: tuple[int, int], end: tuple[int, int], hexes: Iterable[Hex]
) -> list[tuple[Hex, Hex]]:
    """The pairs of hexes whose common side lies on the line; left of the line first."""
    grid, found = map_.grid, {}
    for hex_ in hexes:
        centre = grid.lattice(hex_)
        points = [(centre[0] + x, centre[1] + y) for x, y in grid.orientation.corners]
        for direction in range(6):
            ends = points[direction], points[(direction + 1) % 6]
            if any(_turn(start, end, point) for point in ends):
                continue
            other = grid.neighbour(hex_, direction)
            places = [_along(start, end, point) for point in ends]
            if min(places) < 0 or max(places) > 1:
                continue
            is_left = _turn(start, end, centre) > 0
            found[min(places)] = (hex_, other) if is_left else (other, hex_)
    return [found[place] for place in sorted(found)]


def _turn(start: tuple[int, int], end: tuple[int, int], point: tuple[int, int]) -> int:
    """Positive on one side of a line, negative on the other, 0 on it.

    The lattice is stretched, which changes no sides.
    """
    across, down = end[0] - start[0], end[1] - start[1]
    return across * (point[1] - start[1]) - down * (point[0] - start[0])


def _along(start: tuple[int, int], end: tuple[int, int], point: tuple[int, int]) -> Fraction:
    """How far along a line one of its points is."""
    axis = 0 if end[0] != start[0] else 1
    return Fraction(point[axis] - start[axis], end[axis] - start[axis])


def sees(sheet: Sheet, a: Hex, b: Hex) -> int | None:
    """The hindrances of an attack from a into b, cover apart; None where b is not seen (V9)."""
    run = run_of(sheet.map, a, b)
    between = [hex_ for hex_ in run.entered if hex_ not in (a, b)]
    is_next = distance(a, b) == 1
    total = sheet.hinders(b) if a != b else 0
    for one, other in run.crossed:
        lies = sheet.side(one, other)
        bounds = {one, other}
        if lies == "high" and not bounds & {a, b} and not is_next:
            return None
        total += int(bool(lies) and a not in bounds)
    for one, other in run.beside:
        lies = sheet.side(one, other)
        if lies == "high":
            return None
        total += int(lies == "low")
    is_walled = any(sheet.side(*pair) == "low" for pair in run.beside)
    low, high = sorted((sheet.level(a), sheet.level(b)))
    slopes = 0
    for hex_ in between:
        if sheet.blocks(hex_):
            return None
        rises = sheet.level(hex_) > low
        if rises and (low, high) == (0, 2) and sheet.level(hex_) == 1:
            slopes += 1
        elif rises:
            return None
        total += sheet.hinders(hex_)
    beside = _judged(sheet, run.beside, low, high, is_walled)
    if beside is None or slopes + beside[1] > 1:
        return None
    return total + beside[0]


def _judged(
    sheet: Sheet, pairs: tuple[tuple[Hex, Hex], ...], low: int, high: int, is_walled: bool
) -> tuple[int, int] | None:
    """What the hexes beside a run do: their hindrance and slopes; None blocks (V9.6).

    Along a wall or hedge no side is open, and every hindrance counts beside it (V9.4).
    """
    blocked, hindered = [False, False], [0, 0]
    slopes = 0
    for pair in pairs:
        is_slope = [False, False]
        for which, hex_ in enumerate(pair):
            level = sheet.level(hex_)
            is_slope[which] = level == 1 and (low, high) == (0, 2)
            rises = level > low and not is_slope[which]
            blocked[which] |= sheet.blocks(hex_) or rises
            hindered[which] += sheet.hinders(hex_)
        slopes += int(all(is_slope))
    if all(blocked):
        return None
    if is_walled:
        return sum(hindered), slopes
    bad = [blocked[which] or hindered[which] for which in (0, 1)]
    if not all(bad) or not any(hindered):
        return 0, slopes
    return sum(hindered) - int(not any(blocked)), slopes
