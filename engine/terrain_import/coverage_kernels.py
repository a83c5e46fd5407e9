"""Kernels: how much of each cell of a raster some rings cover, and what that is of each hex."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from engine.jit import compiled


@compiled
def trace_rings(
    points: NDArray[Any], rings: NDArray[Any], signs: NDArray[Any], found: NDArray[Any]
) -> None:
    """Add the borders of rings to `found`: sums along each row are then the covered shares.

    Exact areas under straight sides. `points` are [corner, x y] in cells; `found` is [row, column]
    with two columns more than there are cells. A ring's sign turns it so that it adds or takes.
    """
    high, wide = found.shape[0], found.shape[1] - 2
    for ring in range(rings.size - 1):
        for corner in range(rings[ring], rings[ring + 1] - 1):
            x, y = float(points[corner, 0]), float(points[corner, 1])
            to_x, to_y = float(points[corner + 1, 0]), float(points[corner + 1, 1])
            sign = float(signs[ring])
            if y == to_y:
                continue
            if y > to_y:
                x, y, to_x, to_y, sign = to_x, to_y, x, y, -sign
            if to_y <= 0 or y >= high:
                continue
            slope = (to_x - x) / (to_y - y)
            if y < 0:
                x, y = x - y * slope, 0.0
            last = min(to_y, float(high))
            row = int(y)
            while y < last and row < high:
                low = min(float(row + 1), last)
                next_x = x + (low - y) * slope
                one, other = min(max(x, 0.0), float(wide)), min(max(next_x, 0.0), float(wide))
                _lay(found[row], min(one, other), max(one, other), (low - y) * sign)
                x, y = next_x, low
                row += 1


@compiled
def _lay(row: NDArray[Any], left: float, right: float, height: float) -> None:
    """Add a side that crosses a row between two places, so high of it."""
    first, last = int(left), math.ceil(right)
    if last <= first + 1:
        middle = (left + right) / 2 - first
        row[first] += height * (1 - middle)
        row[first + 1] += height * middle
        return
    step = height / (right - left)
    before = 0.0
    for column in range(first, last):
        # What of this cell lies right of the side.
        start, end = max(left, float(column)), min(right, float(column + 1))
        share = (end - start) * step * (column + 1 - (start + end) / 2)
        share += (start - left) * step
        row[column] += share - before
        before = share
    row[last] += height - before


@compiled
def sum_covered_shares(
    found: NDArray[Any], taken: NDArray[Any], here: NDArray[Any], lost: NDArray[Any]
) -> None:
    """Sum up traced rings: what they cover of each cell that is free, and what was lost."""
    for row in range(here.shape[0]):
        total = 0.0
        for column in range(here.shape[1]):
            total += found[row, column]
            share = min(max(total, 0.0), 1.0)
            free = min(share, max(1.0 - taken[row, column], 0.0))
            here[row, column] = free
            taken[row, column] += free
            lost[row, column] += share - free


@compiled
def weigh_cells_by_hex(
    cells: NDArray[Any], across: NDArray[Any], down: NDArray[Any], weights: NDArray[Any],
    left: NDArray[Any], top: NDArray[Any], result: NDArray[Any],
) -> None:  # fmt: skip
    """The weighted sum of the cells under each of some hexes, whose patterns begin at left, top."""
    for place in range(left.size):
        total = 0.0
        for cell in range(weights.size):
            total += weights[cell] * cells[top[place] + down[cell], left[place] + across[cell]]
        result[place] = total
