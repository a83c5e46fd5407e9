"""The corners of a grid between hexes of the map, along whose sides waters run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.terrain_import.lattice_routing import Lattice
from engine.terrain_import.map_frame import MapFrame

AT_A_TIME = 200_000  # hexes

Many = NDArray[np.integer]


@dataclass(frozen=True)
class Corners:
    """The corners of a grid between hexes of the map, and the hexsides from one to the next.

    A corner's number says which hex it is the top of (pointy, or the left of) or the foot: hexes
    are counted with one more on every side. Sides on the map's outer edge are left out: nothing
    crosses them.
    """

    grid: Grid
    lattice: Lattice
    rim: Sequence[int]
    """The corners at the map's edge, where waters come and go."""

    def side(self, a: int, b: int) -> tuple[int, int, int, int]:
        """The two hexes beside a side with the direction from either, hexes numbered by row."""
        slot = self.lattice.slot(a, b)
        (row, column), (there, beyond), _ = hexes_beside(self.grid, a, b, (slot,))
        here, other = row * self.grid.columns + column, there * self.grid.columns + beyond
        return here, other, slot, slot + SIDES // 2


def hexes_beside(
    grid: Grid, a: int, b: int, directions: Sequence[int] = range(SIDES // 2)
) -> tuple[tuple[int, int], tuple[int, int], int]:
    """Row and column of the hexes beside the side between two corners, its direction from one."""
    found = _beside(grid, a, b, directions)
    assert found is not None, f"no side between corners {a} and {b}"
    hex_, other, direction = found
    return grid.index(hex_), grid.index(other), direction


def has_side(grid: Grid, a: int, b: int) -> bool:
    """Return True if a side between two hexes of the map joins the two corners."""
    found = _beside(grid, a, b, range(SIDES // 2))
    return found is not None and all(hex_ in grid for hex_ in found[:2])


def _beside(grid: Grid, a: int, b: int, directions: Sequence[int]) -> tuple[Hex, Hex, int] | None:
    """The hexes beside a side, on the map or off it, and its direction from the first."""
    for direction in directions:
        for start, goal in ((a, b), (b, a)):
            hex_ = _with_side(grid, start, goal, direction)
            if hex_ is not None:
                return hex_, grid.neighbour(hex_, direction), direction
    return None


def _with_side(grid: Grid, a: int, b: int, direction: int) -> Hex | None:
    """The hex whose side in a direction runs from one corner to another, if one's does."""
    around = grid.orientation.corners
    x, y = _place(grid, a)
    middle = x - around[direction][0], y - around[direction][1]
    end = around[direction + 1]
    if _place(grid, b) != (middle[0] + end[0], middle[1] + end[1]):
        return None
    across, down = middle if grid.pointy else middle[::-1]
    line = down // 3
    place = (across - grid.shift(line)) // 2
    return grid.hex(place, line) if grid.pointy else grid.hex(line, place)


def frame_corners(frame: MapFrame) -> Corners:
    """The corners of a frame."""
    grid = frame.grid
    index = np.arange(len(grid), dtype=np.int32).reshape(grid.shape)
    x, y = _lattice_of(grid)
    count = 2 * (grid.columns + 2) * (grid.rows + 2)
    steps = np.full((count, SIDES // 2), -1, np.int32)
    places = np.full((count, 2), np.inf)
    around = grid.orientation.corners
    for direction in range(SIDES // 2):
        has = grid.neighbour_plane(index, direction, -1) >= 0
        for some in _bands(grid):
            ends = []
            for dx, dy in (around[direction], around[direction + 1]):
                at = x[some][has[some]] + dx, y[some][has[some]] + dy
                numbers = _number(grid, *at)
                ends.append(numbers)
                places[numbers] = np.stack(grid.page(*at, frame.hex_metres), axis=-1)
            for one, other in (ends, ends[::-1]):
                steps[one, direction] = other
    rim = np.flatnonzero(np.count_nonzero(steps >= 0, axis=1) == 1).tolist()

    def near(x: float, y: float) -> list[int]:
        there = np.array([grid.lattice(frame.hex_at(x, y))]) + np.array(around)
        numbers = _number(grid, there[:, 0], there[:, 1])
        inside = (numbers >= 0) & (numbers < count)
        return [int(each) for each in numbers[inside] if (steps[each] >= 0).any()]

    lattice = Lattice(places, steps, float(frame.hex_metres / np.sqrt(3)), near)
    return Corners(grid, lattice, rim)


def _number(grid: Grid, x: Many, y: Many) -> Many:
    """The numbers of corners at some points of the integer lattice."""
    across, down = (x, y) if grid.pointy else (y, x)  # as if all hexes had a corner on top
    is_foot = down % 3 == 2
    line = np.where(is_foot, down - 2, down + 2) // 3
    place = (across - ((line & 1) ^ grid.shift(0))) // 2
    along = (grid.columns if grid.pointy else grid.rows) + 2
    return np.asarray(2 * ((line + 1) * along + place + 1) + is_foot)


def _place(grid: Grid, corner: int) -> tuple[int, int]:
    """The point of the integer lattice at which a corner lies."""
    rest, is_foot = divmod(corner, 2)
    line, place = divmod(rest, (grid.columns if grid.pointy else grid.rows) + 2)
    across = 2 * (place - 1) + grid.shift(line - 1)
    down = 3 * (line - 1) + (2 if is_foot else -2)
    return (across, down) if grid.pointy else (down, across)


def _bands(grid: Grid) -> Iterator[slice]:
    """The rows of a grid, so many at a time that little room is taken beside the whole."""
    rows = max(1, AT_A_TIME // grid.columns)
    return (slice(first, first + rows) for first in range(0, grid.rows, rows))


def _lattice_of(grid: Grid) -> tuple[Many, Many]:
    rows, columns = np.indices(grid.shape, np.int32)
    lines = rows if grid.pointy else columns
    shift = (lines & 1) ^ grid.shift(0)
    if grid.pointy:
        return 2 * columns + shift, 3 * rows
    return 3 * columns, 2 * rows + shift
