"""The exposure of every hex: how many others see it, on a map of any size.

The map is counted strip by strip, so that a large one takes little memory, shows progress, and can
be cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.sight.map_sight import TREE_RADIUS, Sight

Counts = NDArray[np.int32]
Goes = Callable[[float], bool]

STRIP = 40_000
"""About so many hexes are counted at once."""
BEYOND = 2
"""Lines further than the radius that a line of sight may touch, as an even number."""


def compute_exposure(
    sight: Sight, radius: int | None, goes_on: Goes = lambda part: True
) -> Counts | None:
    """By how many other hexes within a radius each hex is seen, [row, column].

    Without a radius, and beyond 64 hexes, every viewshed is asked for: that takes the square of
    the number of hexes. `goes_on` hears again and again which part, 0…1, has been counted; when it
    says no, there is no answer.
    """
    widest = grid_diameter(sight.grid)
    limits = [limit for limit in (radius, sight.furthest) if limit is not None]
    radius = min([widest, *limits])
    if radius > TREE_RADIUS:
        return _by_viewsheds(sight, None if radius == widest else radius, goes_on)
    counts = np.zeros(sight.grid.shape, np.int32)
    lines = sight.grid.rows if sight.grid.pointy else sight.grid.columns
    for start, stop in _strips(sight.grid, radius):
        if not goes_on(start / lines):
            return None
        _count_strip(sight, radius, start, stop, counts)
    return counts


def grid_diameter(grid: Grid) -> int:
    """No two hexes of a grid are further apart; they may be one or two nearer."""
    lines, cells = (grid.rows, grid.columns) if grid.pointy else (grid.columns, grid.rows)
    return max(lines - 1, cells + (lines - 1) // 2)


def _strips(grid: Grid, radius: int) -> Iterator[tuple[int, int]]:
    lines, cells = (grid.rows, grid.columns) if grid.pointy else (grid.columns, grid.rows)
    height = max(2 * radius, STRIP // max(cells, 1), 2) & ~1
    return ((start, min(start + height, lines)) for start in range(0, lines, height))


def _count_strip(sight: Sight, radius: int, start: int, stop: int, counts: Counts) -> None:
    """Count the lines of a strip on a map cut out so far round it that nothing is missing."""
    grid = sight.grid
    first = max(0, start - radius - BEYOND) & ~1
    last = stop + radius + BEYOND
    near, strip = slice(first, last), slice(start, stop)
    inner = slice(start - first, stop - first)
    whole = slice(None)
    window = (near, whole) if grid.pointy else (whole, near)
    rows, columns = sight.eye[window].shape
    cut = Grid(columns, rows, grid.orientation, grid.shifted)
    seen_by = sight.part(window, cut).seen_by(radius)
    if grid.pointy:
        counts[strip] = seen_by[inner]
    else:
        counts[:, strip] = seen_by[:, inner]


def _by_viewsheds(sight: Sight, radius: int | None, goes_on: Goes) -> Counts | None:
    """Sight is mutual: a hex is seen by as many as it sees."""
    grid, counts = sight.grid, np.zeros(sight.grid.shape, np.int32)
    for row in range(grid.rows):
        for column in range(grid.columns):
            if column % 16 == 0 and not goes_on((row + column / grid.columns) / grid.rows):
                return None
            counts[row, column] = sight.viewshed(grid.hex(column, row), radius).sum() - 1
    return counts
