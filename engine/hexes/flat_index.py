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


def to_indices(grid: Grid, hexes: Iterable[Hex]) -> Indices:
    """The flat indices of those hexes that lie on the map."""
    return np.array([index(grid, hex_) for hex_ in hexes if hex_ in grid], np.int32)


def from_indices(grid: Grid, flat: Indices) -> list[Hex]:
    """The hexes that flat indices count."""
    return [grid.hex(place % grid.columns, place // grid.columns) for place in flat.tolist()]


def neighbour_indices(grid: Grid, flat: Indices) -> Indices:
    """The neighbours of hexes in directions 0…5, shape [hexes, 6]; -1 where the map ends."""
    rows, columns = np.divmod(flat, grid.columns)
    steps = grid.offsets[(rows if grid.pointy else columns) & 1]
    down, right = rows[:, None] + steps[..., 0], columns[:, None] + steps[..., 1]
    inside = (down >= 0) & (down < grid.rows) & (right >= 0) & (right < grid.columns)
    return np.where(inside, down * grid.columns + right, -1).astype(np.int32)


def axial_coordinates(grid: Grid, flat: Indices) -> NDArray[np.int32]:
    """Flat indices as rows of axial coordinates, shape [hexes, 2]."""
    rows, columns = np.divmod(flat, grid.columns)
    corner = grid.shift(0)
    if grid.pointy:
        return np.stack((columns - (rows + corner >> 1), rows), axis=1)
    return np.stack((columns, rows - (columns + corner >> 1)), axis=1)


def axial_to_indices(grid: Grid, hexes: NDArray[np.int32]) -> Indices:
    """Rows of axial coordinates as flat indices; -1 for hexes off the map."""
    q, r = hexes[:, 0], hexes[:, 1]
    corner = grid.shift(0)
    columns, rows = (q + (r + corner >> 1), r) if grid.pointy else (q, r + (q + corner >> 1))
    inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
    return np.where(inside, rows * grid.columns + columns, -1).astype(np.int32)
