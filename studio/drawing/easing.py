"""Where a road's line cuts its zigzag short: in drawing only; links still join centres.

A course between two directions of the grid goes by turns to either side. Where it leaves such a
pair of bends as it came in, its line runs from side to side and leaves the centres beside it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.map.map import Masks, Plane
from engine.map.terrain import Scatter, TerrainClass
from studio.drawing.view import MapView

HOUSED = (Scatter.HOUSES, Scatter.BLOCKS, Scatter.HALL)  # these line the road through the centre
OPPOSITE = SIDES // 2

Point = tuple[float, float]


class BendSmoothing(NamedTuple):
    """The hexes in which a line leaves the centre beside it, and what it goes on to from there.

    `onward` has for each direction the neighbour's other way, where it is eased too and no water
    lies between; else -1.
    """

    hexes: Plane
    onward: list[NDArray[np.int8]]


def find_smoothable_bends(view: MapView, mask: Masks) -> BendSmoothing:
    """Where lines of these links are eased: pairs of bends that undo each other."""
    ways = np.where(_is_free(view, mask), mask, 0).astype(np.uint8)
    hexes = np.zeros(view.grid.shape, bool)
    for direction in range(SIDES):
        there = view.grid.seen_from(ways, direction, 0)
        for turn in (1, -1):
            here = ways == _bits(direction, direction + OPPOSITE + turn)
            hexes |= here & (there == _bits(direction + OPPOSITE, direction + turn))
    return BendSmoothing(hexes, _onward(view, np.where(hexes, mask, 0).astype(np.uint8)))


def _bits(first: int, second: int) -> int:
    return 1 << first % SIDES | 1 << second % SIDES


def _is_free(view: MapView, mask: Masks) -> Plane:
    """The hexes that do not need the line at their centre, as junctions, houses and bridges do."""
    free = ~view.water & ~_is_housed(view)
    for other in view.links.values():
        free &= (other == 0) | (other == mask)
    return free


def _is_housed(view: MapView) -> Plane:
    drawings = [view.catalogue.ground(kind) for kind in view.map.grounds]
    housed = [
        place for place, drawing in enumerate(drawings)
        if any(marks.shape in HOUSED for marks in drawing.marks)
    ]  # fmt: skip
    return np.isin(view.ground, housed)


def _onward(view: MapView, ways: Masks) -> list[NDArray[np.int8]]:
    waters = np.zeros(view.grid.shape, np.uint8)
    for kind in view.lines_of(TerrainClass.SIDE):
        if view.catalogue.is_water(kind):
            waters |= view.sides[kind]
    found = []
    for direction in range(SIDES):
        there = view.grid.seen_from(ways, direction, 0)
        other = there & np.uint8(0xFF & ~_bits(direction + OPPOSITE, direction + OPPOSITE))
        goes_on = (other > 0) & (waters >> direction & 1 == 0)
        found.append(np.where(goes_on, np.log2(np.maximum(other, 1)), -1).astype(np.int8))
    return found


def eased_curve(
    centre: Point, middles: tuple[Point, Point], onward: tuple[Point | None, Point | None]
) -> list[Point]:
    """From the middle of one side to that of another, without a bend to the centre between.

    `onward` is from the middle of each side to the next one that the line goes through, None where
    it goes on squarely.
    """
    ends = [(centre[0] + x, centre[1] + y) for x, y in middles]
    pull = math.dist(*ends) / 3
    controls = []
    for place in (0, 1):
        (x, y), (far_x, far_y) = ends[place], ends[1 - place]
        beyond = onward[place]
        if beyond is None:
            way = -middles[place][0], -middles[place][1]
        else:
            way = far_x - x - beyond[0], far_y - y - beyond[1]
        length = math.hypot(*way)
        controls.append((x + pull * way[0] / length, y + pull * way[1] / length))
    return [ends[0], controls[0], controls[1], ends[1]]
