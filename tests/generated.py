"""Maps made by a program: of any size, the same for the same seed, with every kind of feature."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map, Zone

GROUNDS = {".": "open", "w": "woods", "s": "settlement", "~": "lake"}


def generated_map(
    columns: int,
    rows: int,
    seed: int,
    orientation: Orientation = Orientation.POINTY,
    shifted: OffsetParity = OffsetParity.ODD,
) -> Map:
    """Fractal hills, lakes in the hollows, woods, villages on roads, streams along hexsides."""
    rng = np.random.default_rng(seed)
    map_ = Map.blank(Grid(columns, rows, orientation, shifted))
    map_.title = {"en": f"Generated {columns} × {rows}", "zh": f"生成地图 {columns} × {rows}"}
    map_.symbols, map_.grounds = tuple(GROUNDS), tuple(GROUNDS.values())
    height = _fractal(rng, map_.grid.shape, (64, 32, 16, 8, 4))
    map_.level = np.minimum(height * 14, 13).astype(np.int16)
    cover = _fractal(rng, map_.grid.shape, (10, 5, 3))
    map_.ground[cover > np.quantile(cover, 0.7)] = 1
    map_.ground[height < np.quantile(height, 0.02)] = 3
    for _ in range(max(1, columns * rows // 400)):
        _lay_road(map_, rng)
    for _ in range(max(1, columns * rows // 600)):
        _lay_stream(map_, rng)
    zone = np.zeros(map_.grid.shape, np.bool_)
    zone[:, :1] = True
    map_.zones["west"] = Zone(zone, {"en": "West edge", "zh": "西缘"}, "#3366cc")
    return map_


def _fractal(
    rng: np.random.Generator, shape: tuple[int, int], scales: tuple[int, ...]
) -> NDArray[np.float64]:
    """Smooth noise from 0 to 1: octaves of bilinear noise, each half as strong as the last."""
    total = np.zeros(shape)
    for octave, scale in enumerate(scales):
        coarse = rng.standard_normal((shape[0] // scale + 2, shape[1] // scale + 2))
        y, x = np.arange(shape[0]) / scale, np.arange(shape[1]) / scale
        row, column = y.astype(int), x.astype(int)
        down, right = (y - row)[:, None], (x - column)[None, :]
        upper = coarse[np.ix_(row, column)] * (1 - right) + coarse[np.ix_(row, column + 1)] * right
        lower = (
            coarse[np.ix_(row + 1, column)] * (1 - right)
            + coarse[np.ix_(row + 1, column + 1)] * right
        )
        total += (upper * (1 - down) + lower * down) / 2**octave
    low, high = total.min(), total.max()
    return np.zeros(shape) if high == low else (total - low) / (high - low)


def _somewhere(map_: Map, rng: np.random.Generator) -> Hex:
    return map_.grid.hex(int(rng.integers(map_.grid.columns)), int(rng.integers(map_.grid.rows)))


def _lay_road(map_: Map, rng: np.random.Generator) -> None:
    """A road from a village that keeps its heading, more or less."""
    here, heading = _somewhere(map_, rng), int(rng.integers(SIDES))
    for _ in range(int(rng.integers(3, 15))):
        direction = (heading + int(rng.integers(-1, 2))) % SIDES
        there = map_.grid.neighbour(here, direction)
        if there not in map_.grid or map_.ground_at(there) == "lake":
            return
        map_.set_link("road", here, direction)
        here = there
    map_.ground[map_.grid.index(here)] = 2


def _lay_stream(map_: Map, rng: np.random.Generator) -> None:
    """A stream along the sides of a few hexes in turn."""
    here, side = _somewhere(map_, rng), int(rng.integers(SIDES))
    for _ in range(int(rng.integers(2, 8))):
        there = map_.grid.neighbour(here, side)
        if here in map_.grid and there in map_.grid:
            map_.set_side("stream", here, side)
        if rng.random() < 0.5:
            side = (side + 1) % SIDES
        else:
            here, side = map_.grid.neighbour(here, (side + 1) % SIDES), (side - 1) % SIDES
