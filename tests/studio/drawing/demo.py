"""A map to look at: hills, a stream valley, a lake, a village at crossroads, woods, a railway."""

from __future__ import annotations

import math

import numpy as np

from engine.hexes import Hex
from engine.layout import Grid, Orientation, Shifted
from engine.map import Map, Place

GROUNDS = ("open", "woods", "settlement", "lake", "field", "orchard", "marsh")


def demo_map(orientation: Orientation = Orientation.POINTY) -> Map:
    """24 × 18 hexes of country."""
    grid = Grid(24, 18, orientation, Shifted.ODD)
    map_ = Map.blank(grid)
    map_.grounds, map_.symbols = GROUNDS, (".", "w", "s", "~", "f", "o", "m")
    map_.title = {"en": "The Weir at Neudorf", "zh": "诺伊多夫水堰"}
    map_.credits = "© The cartographer, 2024"
    map_.level[:] = _levels(grid)
    _paint(map_)
    _lay_stream(map_)
    _lay_links(map_)
    map_.places = [
        Place(grid.hex(11, 8), {"en": "Neudorf", "zh": "诺伊多夫"}),
        Place(grid.hex(18, 3), {"en": "Fox Hill", "zh": "狐山"}),
        Place(grid.hex(5, 13), {"en": "Mill Lake", "zh": "磨坊湖"}),
        Place(grid.hex(20, 14), {"en": "Obertal", "zh": "上塔尔"}),
    ]
    return map_


def _levels(grid: Grid) -> np.typing.NDArray[np.int16]:
    levels = np.zeros(grid.shape, np.int16)
    for hex_ in grid:
        x, y = grid.centre(hex_)
        height = 5.2 * math.exp(-((x - 18.5) ** 2 + (y - 3.5) ** 2) / 16)
        height += 3.4 * math.exp(-((x - 4) ** 2 + (y - 3) ** 2) / 9)
        height += 2.6 * math.exp(-((x - 20) ** 2 + 2 * (y - 11.5) ** 2) / 12)
        levels[grid.index(hex_)] = round(height)
    return levels


def _paint(map_: Map) -> None:
    def ground(kind: str, cells: list[tuple[int, int]]) -> None:
        for column, row in cells:
            map_.ground[row, column] = GROUNDS.index(kind)

    ground(
        "lake", [(4, 12), (5, 12), (3, 13), (4, 13), (5, 13), (4, 14), (5, 14), (6, 14), (5, 15)]
    )
    ground("settlement", [(10, 7), (11, 7), (10, 8), (11, 8), (12, 8), (11, 9), (20, 14), (20, 15)])
    ground("woods", [(1, 5), (2, 5), (1, 6), (2, 6), (3, 6), (2, 7), (3, 7), (1, 7), (14, 1), (15, 1),
                     (15, 2), (16, 2), (14, 2), (13, 2), (14, 3), (20, 5), (21, 5), (21, 6), (20, 6),
                     (22, 6), (16, 12), (17, 12), (16, 13), (17, 13), (15, 13), (16, 14), (9, 13)])  # fmt: skip
    ground("field", [(13, 9), (13, 10), (14, 10), (14, 9), (8, 5), (9, 5), (9, 6), (12, 11)])
    ground("orchard", [(9, 9), (9, 8), (21, 15)])
    ground("marsh", [(6, 12), (6, 13), (7, 14)])


def _lay_stream(map_: Map) -> None:
    """From the foot of the hill in the north, past the village, into the lake."""
    for first, second in _between(map_, [(8, 0), (7, 2), (8, 4), (7, 6), (8, 8), (7, 10), (6, 11)]):
        map_.set_side("stream", first, map_.grid.direction(first, second))
    wall = map_.grid.hex(11, 9)
    for direction in (4, 5):
        map_.set_side("hedge", wall, direction)
    for column, row, direction in ((17, 4, 4), (17, 4, 5), (18, 4, 4), (18, 5, 3)):
        map_.set_side("cliff", map_.grid.hex(column, row), direction)
    map_.set_side("wall", map_.grid.hex(20, 15), 0)
    map_.set_side("wall", map_.grid.hex(20, 15), 5)


def _between(map_: Map, stops: list[tuple[int, int]]) -> list[tuple[Hex, Hex]]:
    """The hexsides along the right bank of a way through hexes: a connected line of corners."""
    grid = map_.grid
    way = _way(grid, stops)
    bank: dict[tuple[Hex, Hex], None] = {}
    on_way = set(way)
    for hex_ in way:
        for other in grid.neighbours(hex_):
            x1, _ = grid.centre(hex_)
            x2, _ = grid.centre(other)
            if other not in on_way and x2 > x1:
                bank[hex_, other] = None
    return list(bank)


def _way(grid: Grid, stops: list[tuple[int, int]]) -> list[Hex]:
    from engine.hexes import line

    way = [grid.hex(*stops[0])]
    for stop in stops[1:]:
        way += line(way[-1], grid.hex(*stop))[1:]
    return way


def _lay_links(map_: Map) -> None:
    def link(kind: str, stops: list[tuple[int, int]]) -> None:
        way = _way(map_.grid, stops)
        for first, second in zip(way, way[1:], strict=False):
            map_.set_link(kind, first, map_.grid.direction(first, second))

    link("road", [(0, 9), (4, 9), (8, 8), (11, 8), (15, 6), (19, 8), (23, 8)])
    link("road", [(12, 0), (11, 4), (11, 8), (12, 13), (11, 17)])
    link("track", [(15, 6), (17, 4), (18, 3)])
    link("track", [(12, 13), (16, 15), (20, 14), (23, 13)])
    link("path", [(4, 9), (3, 6), (4, 3)])
    link("rail", [(0, 16), (8, 16), (14, 17), (18, 16), (23, 17)])
