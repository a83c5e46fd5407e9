"""Hexes by flat index: row · columns + column, the numbers edits and tools count hexes in."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex

Indices = NDArray[np.int32]


def index(grid: Grid, hex_: Hex) -> int:
    """The flat index of a hex of the map."""
    row, column = grid.index(hex_)
    return row * grid.columns + column


def indices(grid: Grid, hexes: Iterable[Hex]) -> Indices:
    """The flat indices of those hexes that lie on the map."""
    return np.array([index(grid, hex_) for hex_ in hexes if hex_ in grid], np.int32)


def hexes(grid: Grid, flat: Indices) -> list[Hex]:
    """The hexes that flat indices count."""
    return [grid.hex(place % grid.columns, place // grid.columns) for place in flat.tolist()]


def neighbours(grid: Grid, flat: Indices) -> Indices:
    """The neighbours of hexes in directions 0…5, shape [hexes, 6]; -1 where the map ends."""
    rows, columns = np.divmod(flat, grid.columns)
    steps = grid.offsets[(rows if grid.pointy else columns) & 1]
    down, right = rows[:, None] + steps[..., 0], columns[:, None] + steps[..., 1]
    inside = (down >= 0) & (down < grid.rows) & (right >= 0) & (right < grid.columns)
    return np.where(inside, down * grid.columns + right, -1).astype(np.int32)
