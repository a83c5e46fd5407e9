"""The geometry of hexes and corners as arrays, shared by all steps of the generator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.hexes import flat_index
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map_generator.seeded_noise import Numbers

WIDTH = 1024  # of a hex, in the whole numbers of places
_ALONG, _ACROSS = 512, 296  # of a lattice unit along and across the lines: WIDTH / 2, WIDTH / 2√3
CORNER_HEXES = 3


@dataclass(frozen=True)
class GridArrays:
    """The hexes of a grid by flat index, their neighbours, the corners where three of them meet."""

    grid: Grid

    @cached_property
    def neighbours(self) -> NDArray[np.int32]:
        """The neighbour of each hex in each direction; −1 off the map."""
        return flat_index.neighbour_indices(self.grid, np.arange(len(self.grid), dtype=np.int32))

    @cached_property
    def is_rim(self) -> NDArray[np.bool_]:
        """Return True for each hex at the map's edge."""
        return np.asarray((self.neighbours < 0).any(axis=1))

    @cached_property
    def lattice(self) -> tuple[Numbers, Numbers]:
        """The centre of each hex on the integer lattice."""
        rows, columns = np.divmod(np.arange(len(self.grid), dtype=np.int64), self.grid.columns)
        lines = rows if self.grid.pointy else columns
        shift = (lines & 1) ^ self.grid.shift(0)
        if self.grid.pointy:
            return 2 * columns + shift, 3 * rows
        return 3 * columns, 2 * rows + shift

    @cached_property
    def places(self) -> tuple[Numbers, Numbers]:
        """The centre of each hex, in 1/1024 of a hex's width."""
        x, y = self.lattice
        return (x * _ALONG, y * _ACROSS) if self.grid.pointy else (x * _ACROSS, y * _ALONG)

    @cached_property
    def corners(self) -> NDArray[np.int32]:
        """The six corners of each hex, by number; side d joins corners d and d + 1."""
        x, y = self.lattice
        steps = np.array(self.grid.orientation.corners, np.int64)
        keys = (y[:, None] + steps[:, 1] + 4) * 2**24 + x[:, None] + steps[:, 0] + 4
        _, numbers = np.unique(keys, return_inverse=True)
        return np.asarray(numbers.reshape(-1, SIDES), np.int32)

    @cached_property
    def count(self) -> int:
        """Return the number of corners."""
        return int(self.corners.max()) + 1

    @cached_property
    def hexes_at_corners(self) -> NDArray[np.int32]:
        """The hexes that meet in each corner; −1 for those off the map."""
        return _grouped(self.corners.reshape(-1), np.arange(self.corners.size) // SIDES, self.count)

    @cached_property
    def edges(self) -> NDArray[np.int32]:
        """Each side between two hexes: two corners, two hexes, its direction from the first."""
        found = []
        for direction in range(SIDES // 2):
            here = np.flatnonzero(self.neighbours[:, direction] >= 0)
            there = self.neighbours[here, direction]
            first = self.corners[here, direction]
            second = self.corners[here, (direction + 1) % SIDES]
            found.append(np.stack((first, second, here, there, np.full_like(here, direction)), 1))
        return np.concatenate(found).astype(np.int32)

    @cached_property
    def edges_at_corners(self) -> NDArray[np.int32]:
        """The edges that meet in each corner, −1 for none."""
        ends = self.edges[:, :2].T.reshape(-1)
        return _grouped(ends, np.arange(ends.size) % len(self.edges), self.count)

    @cached_property
    def corners_across_edges(self) -> NDArray[np.int32]:
        """The corner at the other end of each of `lines`."""
        edge = self.edges[self.edges_at_corners]
        own = np.arange(self.count)[:, None]
        other = np.where(edge[..., 0] == own, edge[..., 1], edge[..., 0])
        return np.where(self.edges_at_corners < 0, -1, other).astype(np.int32)

    @cached_property
    def is_rim_corner(self) -> NDArray[np.bool_]:
        """Return True for corners of fewer than three hexes with a side leading inwards."""
        return np.asarray(
            (self.hexes_at_corners < 0).any(axis=1) & (self.edges_at_corners >= 0).any(axis=1)
        )

    @cached_property
    def axial(self) -> Numbers:
        """The axial coordinates of each hex."""
        return flat_index.axial_coordinates(
            self.grid, np.arange(len(self.grid), dtype=np.int32)
        ).astype(np.int64)

    def apart(self, hex_: int) -> Numbers:
        """Return the distance of each hex from one."""
        q, r = (self.axial - self.axial[hex_]).T
        return np.asarray(np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r)), np.int64)

    def distances(self, near: NDArray[np.bool_], most: int) -> NDArray[np.int64]:
        """Return the distance of each hex from the nearest of some, at most `most`."""
        found = np.where(near, 0, most)
        reached = near
        for distance in range(1, most):
            reached = reached | (reached[self.neighbours] & (self.neighbours >= 0)).any(axis=1)
            found = np.where(reached & (found == most), distance, found)
        return found


def _grouped(
    keys: NDArray[np.integer], values: NDArray[np.integer], count: int
) -> NDArray[np.int32]:
    """Up to three values a key, in their order; −1 where there are fewer."""
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    first = np.searchsorted(keys, np.arange(count))
    place = np.arange(keys.size) - first[keys]
    table = np.full((count, CORNER_HEXES), -1, np.int32)
    table[keys, place] = values
    return table
