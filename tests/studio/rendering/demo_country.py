"""A map to look at: hills, a stream valley, a lake, a village at crossroads, woods, a railway."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex, line
from engine.map.map import Map, PlaceName

Corner = tuple[int, int]
Stop = tuple[int, int]  # column and row

GROUNDS = ("open", "woods", "settlement", "lake", "field", "orchard", "marsh")
PAINTED: dict[str, dict[int, tuple[int, ...]]] = {
    "lake": {12: (4, 5), 13: (3, 4, 5), 14: (4, 5, 6), 15: (5,)},
    "settlement": {7: (10, 11), 8: (10, 11, 12), 9: (11,), 14: (20,), 15: (20,)},
    "woods": {
        1: (14, 15), 2: (13, 14, 15, 16), 3: (14,), 5: (1, 2, 20, 21), 6: (1, 2, 3, 20, 21, 22),
        7: (1, 2, 3), 12: (16, 17), 13: (9, 15, 16, 17), 14: (16,),
    },
    "field": {5: (9, 10), 6: (9,), 9: (13, 14), 10: (13, 14), 11: (13,)},
    "orchard": {8: (9,), 9: (9,), 15: (21,)},
    "marsh": {12: (6,), 13: (6,), 14: (7,)},
}  # fmt: skip
HEXSIDES: dict[str, list[list[Stop]]] = {
    "stream": [
        [(8, -1), (8, 1), (7, 3), (8, 5), (7, 8), (8, 9), (6, 11), (5, 12)],
        [(23, 11), (20, 11), (17, 10), (14, 11), (11, 10), (8, 9)],
    ],
    "hedge": [[(10, 10), (12, 10)]],
    "cliff": [[(16, 5), (18, 6)]],
    "wall": [[(19, 16), (22, 15)]],
}
WAYS: dict[str, list[list[Stop]]] = {
    "road": [
        [(0, 9), (4, 9), (8, 8), (11, 8), (15, 6), (19, 8), (23, 8)],
        [(12, 0), (11, 4), (11, 8), (12, 13), (11, 17)],
    ],
    "track": [[(15, 6), (17, 4), (18, 3)], [(12, 13), (16, 15), (20, 14), (23, 13)]],
    "path": [[(4, 9), (3, 6), (4, 3)]],
    "rail": [[(0, 16), (8, 16), (14, 17), (18, 16), (23, 17)]],
}


def demo_map(orientation: Orientation = Orientation.POINTY) -> Map:
    """24 × 18 hexes of country."""
    grid = Grid(24, 18, orientation, OffsetParity.ODD)
    map_ = Map.blank(grid)
    map_.grounds, map_.symbols = GROUNDS, (".", "w", "s", "~", "f", "o", "m")
    map_.title = {"en": "The Weir at Neudorf", "zh": "诺伊多夫水堰"}
    map_.credits = "© The cartographer, 2024"
    map_.level[:] = _levels(grid)
    for kind, rows in PAINTED.items():
        for row, columns in rows.items():
            map_.ground[row, list(columns)] = GROUNDS.index(kind)
    _lay_lines(map_)
    map_.places = [
        PlaceName(grid.hex(11, 8), {"en": "Neudorf", "zh": "诺伊多夫"}),
        PlaceName(grid.hex(18, 3), {"en": "Fox Hill", "zh": "狐山"}),
        PlaceName(grid.hex(4, 13), {"en": "Mill Lake", "zh": "磨坊湖"}),
        PlaceName(grid.hex(20, 14), {"en": "Obertal", "zh": "上塔尔"}),
    ]
    return map_


def _levels(grid: Grid) -> NDArray[np.int16]:
    levels = np.zeros(grid.shape, np.int16)
    wide, high = grid.size()
    for hex_ in grid:
        x, y = (part * 24 for part in (grid.centre(hex_)[0] / wide, grid.centre(hex_)[1] / high))
        height = 5.2 * math.exp(-((x - 18.5) ** 2 + (y - 4.6) ** 2) / 18)
        height += 3.4 * math.exp(-((x - 4) ** 2 + (y - 4) ** 2) / 10)
        height += 2.6 * math.exp(-((x - 20) ** 2 + 2 * (y - 17.5) ** 2) / 14)
        levels[grid.index(hex_)] = round(height)
    return levels


def _lay_lines(map_: Map) -> None:
    for kind, lines in HEXSIDES.items():
        for stops in lines:
            for hex_, direction in hexsides_along(map_.grid, stops):
                map_.set_side(kind, hex_, direction)
    for kind, ways in WAYS.items():
        for stops in ways:
            hexes = [map_.grid.hex(*stop) for stop in stops]
            way = [hex_ for a, b in pairwise(hexes) for hex_ in line(a, b)[:-1]] + hexes[-1:]
            for first, second in pairwise(way):
                map_.set_link(kind, first, map_.grid.direction(first, second))


def hexsides_along(grid: Grid, stops: list[Stop]) -> list[tuple[Hex, int]]:
    """A connected line of hexsides, from a corner of the first hex to one of each next in turn."""
    around, sides = _lattice(grid)
    corners = _shortest(around, _corners(grid, stops[0]), _corners(grid, stops[1]))
    for stop in stops[2:]:
        corners += _shortest(around, corners[-1:], _corners(grid, stop))[1:]
    steps = (frozenset(step) for step in pairwise(corners))
    return [sides[step] for step in steps if step in sides]


def _corners(grid: Grid, stop: Stop) -> list[Corner]:
    x, y = grid.lattice(grid.hex(*stop))
    return [(x + dx, y + dy) for dx, dy in grid.orientation.corners]


def _lattice(
    grid: Grid,
) -> tuple[dict[Corner, list[Corner]], dict[frozenset[Corner], tuple[Hex, int]]]:
    """Which corners lie next to which, on the map and just round it; the hexside between two."""
    around: dict[Corner, list[Corner]] = {}
    sides = {}
    for row in range(-2, grid.rows + 2):
        for column in range(-2, grid.columns + 2):
            corners = _corners(grid, (column, row))
            for direction, step in enumerate(pairwise([*corners, corners[0]])):
                around.setdefault(step[0], []).append(step[1])
                around.setdefault(step[1], []).append(step[0])
                if grid.hex(column, row) in grid:
                    sides[frozenset(step)] = grid.hex(column, row), direction
    return around, sides


def _shortest(
    around: dict[Corner, list[Corner]], starts: list[Corner], goals: list[Corner]
) -> list[Corner]:
    before: dict[Corner, Corner | None] = dict.fromkeys(sorted(starts))
    queue = list(before)
    for at in queue:
        if at in goals:
            path = [at]
            while (step := before[path[-1]]) is not None:
                path.append(step)
            return path[::-1]
        fresh = [other for other in sorted(set(around[at])) if other not in before]
        before |= dict.fromkeys(fresh, at)
        queue += fresh
    raise AssertionError("all corners are connected")
