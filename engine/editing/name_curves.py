"""Curves for names: along a stream or a river, or in an arch over a wood or a ridge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map
from engine.map.styles import MODERN

Point = tuple[float, float]
Curve = tuple[Point, ...]

ASIDE = 0.3  # how far beside a stream a name runs, in hexes
ARCHED = 0.22  # how high an arch is, in its lengths
NEAR = 1.2  # hexes round a name in which a stream is looked for
ROUNDED = 3  # decimals of points in files


def straight_curve(long: float) -> Curve:
    """A level line, to be bent by its handles."""
    return ((-long / 2, 0.3), (0.0, 0.3), (long / 2, 0.3))


def arch_of(long: float) -> Curve:
    """An arch, as over a wood or a hill."""
    high = ARCHED * long
    points = [(-0.5, 0.5), (-0.25, 0.05), (0.0, -0.1), (0.25, 0.05), (0.5, 0.5)]
    return tuple((round(x * long, ROUNDED), round(y * high, ROUNDED)) for x, y in points)


def curve_along_water(map_: Map, at: Hex, long: float) -> Curve | None:
    """A line beside the stream or in the river near a hex; None where there is no water."""
    way = _course(map_, at, long) or _bank(map_, at, long)
    if way is None:
        return None
    x, y = map_.grid.centre(at)
    points = _smoothed(way)
    if points[0][0] > points[-1][0]:
        points.reverse()
    return tuple((round(px - x, ROUNDED), round(py - y, ROUNDED)) for px, py in points)


def _course(map_: Map, at: Hex, long: float) -> list[Point] | None:
    """Through the middles of hexes of water, where the name's hex is one."""
    kinds, grid = MODERN.catalogue_with(map_.kinds), map_.grid
    if not kinds.is_water(map_.ground_at(at)):
        return None
    wet: dict[Point, list[Point]] = {}
    steps = math.ceil(long) + 1
    near = [hex_ for hex_ in _around(map_, at, steps) if kinds.is_water(map_.ground_at(hex_))]
    for hex_ in near:
        beside = (grid.neighbour(hex_, direction) for direction in range(SIDES))
        wet[grid.centre(hex_)] = [grid.centre(each) for each in beside if each in near]
    way = _through(wet, grid.centre(at), long)
    return way if len(way) > 1 else None


def _bank(map_: Map, at: Hex, long: float) -> list[Point] | None:
    """Along the hexsides of a stream, a little aside of it towards the name's hex."""
    kinds = MODERN.catalogue_with(map_.kinds)
    planes = [plane for kind, plane in map_.sides.items() if kinds.is_water(kind)]
    x, y = map_.grid.centre(at)
    wet: dict[Point, list[Point]] = {}
    for hex_ in _around(map_, at, math.ceil(long) + 1):
        corners = [_rounded(corner) for corner in map_.grid.outline(hex_)]
        mask = 0
        for plane in planes:
            mask |= int(plane[map_.grid.index(hex_)])
        for direction in range(SIDES):
            if mask >> direction & 1:
                one, other = corners[direction], corners[(direction + 1) % SIDES]
                wet.setdefault(one, []).append(other)
                wet.setdefault(other, []).append(one)
    start = min(wet, key=lambda corner: math.dist(corner, (x, y)), default=None)
    if start is None or math.dist(start, (x, y)) > NEAR:
        return None
    way = _through(wet, start, long)
    return [_aside(way, place, (x, y)) for place in range(len(way))]


def _around(map_: Map, at: Hex, steps: int) -> list[Hex]:
    column, row = map_.grid.column_row(at)
    rows = range(max(0, row - steps), min(map_.grid.rows, row + steps + 1))
    columns = range(max(0, column - steps), min(map_.grid.columns, column + steps + 1))
    return [map_.grid.hex(across, down) for down in rows for across in columns]


def _through(ways: Mapping[Point, list[Point]], start: Point, long: float) -> list[Point]:
    """A way through points both ways from one, as straight on as it goes."""
    back = _onwards(ways, start, start, long / 2)
    forth = _onwards(ways, start, back[0] if back else start, long / 2)
    return [*reversed(back), start, *forth]


def _onwards(
    ways: Mapping[Point, list[Point]], start: Point, away_from: Point, long: float
) -> list[Point]:
    way, seen = [], {start, away_from}
    before, here = away_from, start
    while long > 0:
        ahead = [point for point in ways.get(here, ()) if point not in seen]
        if not ahead:
            break
        on = (2 * here[0] - before[0], 2 * here[1] - before[1])
        nearest = min(ahead, key=lambda point: math.dist(point, on))
        long -= math.dist(here, nearest)
        before, here = here, nearest
        seen.add(here)
        way.append(here)
    return way


def _aside(way: list[Point], place: int, towards: Point) -> Point:
    """A point of a way moved to the side on which another lies."""
    before, after = way[max(0, place - 1)], way[min(len(way) - 1, place + 1)]
    x, y = after[0] - before[0], after[1] - before[1]
    middle = way[len(way) // 2]
    first, last = way[0], way[-1]
    turned = (last[0] - first[0]) * (towards[1] - middle[1])
    turned -= (last[1] - first[1]) * (towards[0] - middle[0])
    side = (1 if turned >= 0 else -1) * ASIDE / max(math.hypot(x, y), 1e-9)
    return way[place][0] - y * side, way[place][1] + x * side


def _smoothed(way: list[Point]) -> list[Point]:
    """The middles between neighbours, thinned out: streams turn at every corner, names do not."""
    middles = list(_middles(list(_middles(way)))) if len(way) > 3 else way
    every = max(1, len(middles) // 4)
    kept = middles[::every]
    return kept if kept[-1] == middles[-1] else [*kept, middles[-1]]


def _middles(way: list[Point]) -> Iterator[Point]:
    for (x1, y1), (x2, y2) in pairwise(way):
        yield (x1 + x2) / 2, (y1 + y2) / 2


def _rounded(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)
