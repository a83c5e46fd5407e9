"""Compiled lines of sight, one ray at a time (tank S6–S9), and the geometry all kernels share.

Kernels know one kind of grid. Its `lines` are the rows of a pointy-top grid or the columns of a
flat-top one, its `cells` the hexes of a line; x counts half hexes along a line and y lines, so
that the hexes of the map are those with 0 ≤ x < 2 · cells and 0 ≤ y < lines, and cell x >> 1 is
the hex of x. `layout` adds up FLAT, EVEN, SAMPLED and TOUCHING, with which what rises exactly to
the line blocks it (S5). Planes are int16, [row, column], contiguous.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled

FLAT, EVEN, SAMPLED, TOUCHING = 1, 2, 4, 8

# What a line passes of the two hexes of a ring's row that it comes between: bits, 0 for the side.
ALONG, NEAR, FAR, BOTH = 0, 1, 2, 3

OFF_MAP = -1
LOWEST = -32768  # the height of what lies off the map: it blocks nothing

Levels = NDArray[np.int16]
Bools = NDArray[np.bool_]


@compiled
def ray_frame(plane: NDArray[Any], layout: int) -> tuple[int, int, int, int]:
    """Lines, cells, and the steps in the flattened plane from line to line and cell to cell."""
    rows, columns = plane.shape
    if layout & FLAT:
        return columns, rows, 1, columns
    return rows, columns, columns, 1


@compiled
def hex_to_position(q: int, r: int, layout: int) -> tuple[int, int]:
    """A hex's x and y."""
    cell, line = (r, q) if layout & FLAT else (q, r)
    return 2 * cell + line + (1 if layout & EVEN else 0), line


@compiled
def ray_sector(x: int, y: int) -> tuple[int, int, int, int, int, int]:
    """Return the steps ahead and askew to an offset, the step ahead and along the row.

    The ring of distance k crosses the line m · k / (n + m) hexes along the row that starts k
    steps ahead.
    """
    right, down = (1 if x >= 0 else -1), (1 if y >= 0 else -1)
    width, height = abs(x), abs(y)
    if width >= height:
        return (width - height) // 2, height, 2 * right, 0, -right, down
    return (height + width) // 2, (height - width) // 2, right, down, -2 * right, 0


@compiled
def is_far_on_tie(x: int, y: int, layout: int) -> bool:
    """Return True if a point midway between two hexes counts to the one a step (x, y) on.

    The larger axial r wins, then the larger q (S8).
    """
    first, second = (x - y, y) if layout & FLAT else (y, x)
    return first > 0 or (first == 0 and second > 0)


@compiled
def passed_hexes(rest: int, length: int, widest: int, layout: int, far_on_tie: bool) -> int:
    """Return which of the two hexes of a row the line passes.

    The line is `rest` / length hexes beyond the near one; `widest` is the larger of the steps ahead
    and askew.
    """
    if layout & SAMPLED:
        is_far = 2 * rest > length or (2 * rest == length and far_on_tie)
        return FAR if is_far else NEAR
    near = NEAR if 3 * rest < length + widest else 0
    far = FAR if 3 * (length - rest) < length + widest else 0
    return near | far


@compiled
def ray_is_clear(
    height: NDArray[np.int16],
    sizes: tuple[int, int, int, int],
    layout: int,
    start: tuple[int, int],
    end: tuple[int, int],
    eyes: tuple[np.int64, np.int64],
) -> bool:
    """Return True if nothing blocks the line between two hexes (S6); `height` is flat."""
    cells, line_step, cell_step = sizes[1], sizes[2], sizes[3]
    x, y = start
    n, m, ahead_x, ahead_y, along_x, along_y = ray_sector(end[0] - x, end[1] - y)
    length = n + m
    far_on_tie = is_far_on_tie(along_x, along_y, layout)
    # The line's height times D: from low · D up, or from (high + 1) · D down.
    if eyes[0] <= eyes[1]:
        limit, slope = int(eyes[0]) * length, int(eyes[1] + 1 - eyes[0])
    else:
        limit, slope = int(eyes[0] + 1) * length, int(eyes[1] - 1 - eyes[0])
    if layout & TOUCHING:
        limit -= 1
    rest = 0
    for _ in range(1, length):
        limit += slope
        x += ahead_x
        y += ahead_y
        rest += m
        if rest >= length:
            rest -= length
            x += along_x
            y += along_y
        which = passed_hexes(rest, length, max(n, m), layout, far_on_tie)
        far_x, far_y = x + along_x, y + along_y
        near, far = np.int64(LOWEST), np.int64(LOWEST)
        if which != FAR and 0 <= x < 2 * cells:
            near = np.int64(height[y * line_step + (x >> 1) * cell_step])
        if which != NEAR and 0 <= far_x < 2 * cells:
            far = np.int64(height[far_y * line_step + (far_x >> 1) * cell_step])
        rises = min(near, far) if which == ALONG else max(near, far)
        if rises * length > limit:
            return False
    return True


@compiled
def is_on_map(x: int, y: int, sizes: tuple[int, int, int, int]) -> bool:
    """Return True if there is a hex of the map at x and y."""
    return 0 <= y < sizes[0] and 0 <= x < 2 * sizes[1]


@compiled
def can_see(
    eye: Levels, height: Levels, layout: int, a_q: int, a_r: int, b_q: int, b_r: int
) -> int:
    """1 when two hexes see each other, 0 when not, OFF_MAP when one is off the map."""
    sizes = ray_frame(eye, layout)
    start, end = hex_to_position(a_q, a_r, layout), hex_to_position(b_q, b_r, layout)
    if not (is_on_map(start[0], start[1], sizes) and is_on_map(end[0], end[1], sizes)):
        return OFF_MAP
    levels = eye.ravel()
    low = np.int64(levels[start[1] * sizes[2] + (start[0] >> 1) * sizes[3]])
    high = np.int64(levels[end[1] * sizes[2] + (end[0] >> 1) * sizes[3]])
    return 1 if ray_is_clear(height.ravel(), sizes, layout, start, end, (low, high)) else 0


@compiled
def sees_each(
    eye: Levels, height: Levels, layout: int, ends: NDArray[np.int64], clear: Bools
) -> None:
    """Set True for pairs of hexes (row, column, row, column) in sight; all are on the map."""
    sizes = ray_frame(eye, layout)
    flat = height.ravel()
    for i in range(len(ends)):
        a_row, a_column, b_row, b_column = ends[i]
        start = _spot(a_row, a_column, layout)
        end = _spot(b_row, b_column, layout)
        eyes = np.int64(eye[a_row, a_column]), np.int64(eye[b_row, b_column])
        clear[i] = ray_is_clear(flat, sizes, layout, start, end, eyes)


@compiled
def _spot(row: int, column: int, layout: int) -> tuple[int, int]:
    """The x and y of the hex in a row and column."""
    line, cell = (column, row) if layout & FLAT else (row, column)
    return 2 * cell + ((line & 1) ^ (1 if layout & EVEN else 0)), line


@compiled
def see_by_rays(
    eye: Levels, height: Levels, layout: int, row: int, column: int, radius: int, seen: Bools
) -> None:
    """Marks what a hex sees within a radius, ray by ray: O(radius³) at worst, for any trace."""
    sizes = ray_frame(eye, layout)
    lines, cells, line_step, cell_step = sizes
    levels, heights, marks = eye.ravel(), height.ravel(), seen.ravel()
    x, y = _spot(row, column, layout)
    here = np.int64(eye[row, column])
    odd = x ^ y
    for line in range(max(0, y - radius), min(lines, y + radius + 1)):
        shift = (line ^ odd) & 1
        reach = 2 * radius - abs(line - y)
        first, last = (x - reach) >> 1, (x + reach) >> 1
        for cell in range(max(0, first), min(cells, last + 1)):
            there = line * line_step + cell * cell_step
            eyes = here, np.int64(levels[there])
            end = 2 * cell + shift, line
            marks[there] = ray_is_clear(heights, sizes, layout, (x, y), end, eyes)
