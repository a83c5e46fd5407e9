"""Seeded maps for measuring movement: hills, woods, settlements, lakes, streams and roads."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.movement.mobility import Mobility

GROUNDS = ("open", "woods", "settlement", "lake")
MOBILITY = Mobility(
    "bench",
    ground={"open": 2, "woods": 4, "settlement": 3, "lake": None},
    side={"stream": 2},
    link={"road": 1},
    up=2,
    down=1,
    max_up=3,
    max_down=4,
    links_cancel_levels=False,
)


@dataclass
class BenchMap:
    """A map as far as movement knows it."""

    grid: Grid
    level: NDArray[np.int16]
    ground: NDArray[np.uint8]
    grounds: tuple[str, ...] = GROUNDS
    sides: dict[str, NDArray[np.uint8]] = field(default_factory=dict)
    links: dict[str, NDArray[np.uint8]] = field(default_factory=dict)


def bench_map(grid: Grid, seed: int) -> BenchMap:
    """A map of 14 levels, a third of it woods, crossed by roads and streams."""
    random = np.random.default_rng(seed)
    height = _rolling(grid.shape, random)
    level = (height * 14).astype(np.int16)
    patches = _rolling(grid.shape, random)
    ground = np.zeros(grid.shape, np.uint8)
    ground[patches > np.quantile(patches, 0.68)] = 1
    ground[random.random(grid.shape) < 0.02] = 2
    ground[height < np.quantile(height, 0.03)] = 3
    roads = max(4, sum(grid.shape) // 10)
    return BenchMap(
        grid,
        level,
        ground,
        sides={"stream": _streams(grid, random, roads)},
        links={"road": _roads(grid, random, roads)},
    )


def _rolling(shape: tuple[int, int], random: np.random.Generator) -> NDArray[np.float64]:
    """A smooth random surface between 0 and 1, the sum of bilinear noise at halving scales."""
    surface: NDArray[np.float64] = np.zeros(shape)
    for octave in range(2, 8):
        cells = 2**octave
        noise = random.random((cells + 1, cells + 1))
        y, x = (np.linspace(0, cells, n, endpoint=False) for n in shape)
        down, right = y.astype(int), x.astype(int)
        fy, fx = (y - down)[:, None], (x - right)[None, :]
        top = noise[np.ix_(down, right)] * (1 - fx) + noise[np.ix_(down, right + 1)] * fx
        low = noise[np.ix_(down + 1, right)] * (1 - fx) + noise[np.ix_(down + 1, right + 1)] * fx
        surface += (top * (1 - fy) + low * fy) / cells
    surface -= surface.min()
    surface /= max(surface.max() * 1.0001, 1e-9)
    return surface


def _streams(grid: Grid, random: np.random.Generator, count: int) -> NDArray[np.uint8]:
    """Streams that wind from corner to corner until they leave the map or run dry."""
    masks = np.zeros(grid.shape, np.uint8)
    for _ in range(count):
        here = grid.hex(int(random.integers(grid.columns)), int(random.integers(grid.rows)))
        direction, turns_left = int(random.integers(SIDES)), False
        for _ in range(3 * max(grid.shape)):
            _mark(masks, grid, here, direction)
            # From the far corner of this side on along the same hex, or out between its neighbours.
            turns_left = turns_left == (random.random() < 0.2)
            if turns_left:
                direction = (direction + 1) % SIDES
            else:
                here = grid.neighbour(here, (direction + 1) % SIDES)
                direction = (direction + 5) % SIDES
            if here not in grid:
                break
    return masks


def _roads(grid: Grid, random: np.random.Generator, count: int) -> NDArray[np.uint8]:
    """Winding roads that begin anywhere and run until they leave the map."""
    masks = np.zeros(grid.shape, np.uint8)
    for _ in range(count):
        here = grid.hex(int(random.integers(grid.columns)), int(random.integers(grid.rows)))
        heading = int(random.integers(SIDES))
        while True:
            direction = (heading + int(random.integers(-1, 2))) % SIDES
            there = grid.neighbour(here, direction)
            if there not in grid:
                break
            _mark(masks, grid, here, direction)
            here = there
    return masks


def _mark(masks: NDArray[np.uint8], grid: Grid, hex_: Hex, direction: int) -> None:
    """Set a bit in a hex and in its neighbour, if that is on the map."""
    masks[grid.index(hex_)] |= 1 << direction
    there = grid.neighbour(hex_, direction)
    if there in grid:
        masks[grid.index(there)] |= 1 << (direction + 3) % SIDES
