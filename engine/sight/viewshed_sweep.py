"""The exact viewshed of one hex on the whole map, ring by ring (tank S6, S7).

The plane round the hex falls into twelve sectors of 30°. In one of them hex i of ring k lies in
the direction t = i / k, 0 ≤ t ≤ ½, and is crossed by the lines of the directions
(3 i − 2) / (3 k − 1) < t < (3 i + 2) / (3 k + 1). The horizon, the steepest slope met so far, is
a piecewise constant function of t: `edges` are the directions where it changes, `on` its value
exactly there and `past` its value up to the next edge. The two differ: a line through a corner
between two hexes enters neither of the hexes it only touches, and a quarter of all lines from a
hex to another go through corners. Lines of direction ½ run along hexsides and are judged alone.

Directions and slopes are quotients of small integers in double precision: correctly rounded, they
are ordered and equal as the fractions are, since products of their terms stay far below 2⁵².
Only the crossed trace has this form; a sampled one goes ray by ray. O(hexes) in practice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from engine.sight.ray_kernels import LOWEST, TOUCHING, Bools, Levels, _spot, is_on_map, ray_frame

AROUND_X, AROUND_Y = (2, 1, -1, -2, -1, 1), (0, 1, 1, 0, -1, -1)
BEYOND = 2.0  # a direction past every sector

Doubles = NDArray[np.float64]
Sizes = tuple[int, int, int, int]
# x and y of the hex in the middle, of a step straight ahead and of a step along a ring's row.
Sector = tuple[int, int, int, int, int, int]
Horizon = tuple[Doubles, Doubles, Doubles]


@compiled
def see_by_sweep(
    eye: Levels, height: Levels, layout: int, row: int, column: int, radius: int, seen: Bools
) -> None:
    """Marks everything that the hex in a row and column sees within a radius."""
    sizes = ray_frame(eye, layout)
    levels, heights, marks = eye.ravel(), height.ravel(), seen.ravel()
    x, y = _spot(row, column, layout)
    here, top = np.int64(eye[row, column]), np.int64(levels.max())
    rings = min(radius, _furthest(x, y, sizes))
    touching = bool(layout & TOUCHING)
    lower = (levels < here).sum()  # targets below the eye; the eye itself is not one above
    seen[row, column] = True
    for half in range(12):
        side = half >> 1
        other = (side + (1 if half & 1 else 5)) % 6
        ahead_x, ahead_y = AROUND_X[side], AROUND_Y[side]
        along_x, along_y = AROUND_X[other] - ahead_x, AROUND_Y[other] - ahead_y
        wedge = (x, y, ahead_x, ahead_y, along_x, along_y)
        if len(levels) - lower > 1:
            _sweep_sector(levels, heights, sizes, wedge, here, top, True, touching, rings, marks)
        if lower > 0:
            _sweep_sector(levels, heights, sizes, wedge, here, top, False, touching, rings, marks)
        if half & 1:
            _follow_hexsides(levels, heights, sizes, wedge, here, touching, rings, marks)


@compiled
def _furthest(x: int, y: int, sizes: Sizes) -> int:
    """At least the distance of the map's furthest hex."""
    width = max(x, 2 * sizes[1] - 1 - x)
    height = max(y, sizes[0] - 1 - y)
    return (width + height + 1) // 2 if width >= height else height


@compiled
def _sweep_sector(
    levels: Levels,
    heights: Levels,
    sizes: Sizes,
    wedge: Sector,
    here: np.int64,
    top: np.int64,
    is_up: bool,
    touching: bool,
    rings: int,
    marks: Bools,
) -> None:
    """Judges a sector's targets at the eye's level or above (`is_up`), or those below it.

    For the lower ones the horizon is seen from one level above the eye (S6 from the other end).
    """
    base = here if is_up else here + 1
    slopes, rises = np.empty(rings // 2 + 1), np.empty(rings // 2 + 1)
    ring_row = _room(rings + 4)
    horizon, spare = _room(4 * rings + 64), _room(4 * rings + 64)
    count = 1
    _put(horizon, 0, 0.0, -np.inf, -np.inf)
    horizon[0][1] = BEYOND
    for ring in range(1, rings + 1):
        first, last = _on_map(sizes, wedge, ring)
        if first > last:
            continue
        _survey(levels, heights, sizes, wedge, ring, first, last, base, slopes, rises)
        _judge(sizes, wedge, ring, first, last, is_up, touching, horizon, rises, marks)
        if not _rises_above(ring, first, last, slopes, horizon):
            continue
        added = _lay_out(ring, first, last, slopes, ring_row)
        if count + added + 2 > len(spare[0]):
            spare = _room(2 * (count + added + 2))
        low, high = (first - 1) / ring, (last + 1) / ring
        count, lowest = _merge(horizon, ring_row, added, low, high, spare)
        horizon, spare = spare, horizon
        if lowest >= 0 if not is_up else lowest > (top + 1 - here) / (ring + 1):
            return


@compiled
def _room(size: int) -> Horizon:
    """Room for a horizon: its edges, and its values on and past them."""
    return np.empty(size), np.empty(size), np.empty(size)


@compiled
def _put(horizon: Horizon, i: int, edge: float, on: float, past: float) -> None:
    horizon[0][i], horizon[1][i], horizon[2][i] = edge, on, past


@compiled
def _on_map(sizes: Sizes, wedge: Sector, ring: int) -> tuple[int, int]:
    """First and last hex of the ring's row in the sector that lie on the map."""
    x, y, ahead_x, ahead_y, along_x, along_y = wedge
    first, last = _clip(x + ring * ahead_x, along_x, 2 * sizes[1], 0, ring // 2)
    return _clip(y + ring * ahead_y, along_y, sizes[0], first, last)


@compiled
def _clip(start: int, step: int, size: int, first: int, last: int) -> tuple[int, int]:
    """Those i of first … last with 0 ≤ start + i · step < size."""
    if step == 0:
        return (first, last) if 0 <= start < size else (1, 0)
    if step < 0:
        start, step = size - 1 - start, -step
    return max(first, -(start // step)), min(last, (size - 1 - start) // step)


@compiled
def _survey(
    levels: Levels,
    heights: Levels,
    sizes: Sizes,
    wedge: Sector,
    ring: int,
    first: int,
    last: int,
    base: np.int64,
    slopes: Doubles,
    rises: Doubles,
) -> None:
    """The slope of the row's hexes as obstacles, and the rise of their eyes, over `base`."""
    x, y, ahead_x, ahead_y, along_x, along_y = wedge
    x, y = x + ring * ahead_x, y + ring * ahead_y
    for i in range(first, last + 1):
        line, cell = y + i * along_y, (x + i * along_x) >> 1
        there = np.uint64(line * sizes[2] + cell * sizes[3])
        slopes[i] = np.float64(heights[there] - base) / ring
        rises[i] = np.float64(levels[there] - base)


@compiled
def _judge(
    sizes: Sizes,
    wedge: Sector,
    ring: int,
    first: int,
    last: int,
    is_up: bool,
    touching: bool,
    horizon: Horizon,
    rises: Doubles,
    marks: Bools,
) -> None:
    """Marks the row's hexes over the horizon; those of direction ½ are not judged here."""
    x, y, ahead_x, ahead_y, along_x, along_y = wedge
    x, y = x + ring * ahead_x, y + ring * ahead_y
    edges, on, past = horizon
    piece = 0
    for i in range(first, min(last, (ring - 1) // 2) + 1):
        direction = i / ring
        while edges[piece + 1] <= direction:
            piece += 1
        # A lower target lies below the eye: its rise over eye + 1 is −2 or less.
        if is_up == (rises[i] >= (0.0 if is_up else -1.0)):
            steepest = on[piece] if edges[piece] == direction else past[piece]
            limit = (rises[i] + 1 if is_up else rises[i]) / ring
            line, cell = y + i * along_y, (x + i * along_x) >> 1
            is_seen = steepest < limit or (steepest == limit and not touching)
            marks[np.uint64(line * sizes[2] + cell * sizes[3])] = is_seen


@compiled
def _rises_above(ring: int, first: int, last: int, slopes: Doubles, horizon: Horizon) -> bool:
    """Return True if a hex of the row rises above the horizon anywhere."""
    edges, on, past = horizon
    piece = 0
    for i in range(first, last + 1):
        slope = slopes[i]
        begin, end = (3 * i - 2) / (3 * ring - 1), (3 * i + 2) / (3 * ring + 1)
        while edges[piece + 1] <= begin:
            piece += 1
        at = piece
        while edges[at] < end:
            if past[at] < slope or (on[at] < slope and edges[at] > begin):
                return True
            at += 1
    return False


@compiled
def _lay_out(ring: int, first: int, last: int, slopes: Doubles, row: Horizon) -> int:
    """The row as a horizon of its own; returns how many edges it has.

    Neighbours overlap: between the beginning of the next hex and the end of this one a line
    crosses both; exactly there it crosses but one.
    """
    begin = (3 * first - 2) / (3 * ring - 1)
    _put(row, 0, max(begin, 0.0), slopes[first] if begin < 0 else -np.inf, slopes[first])
    count = 1
    for i in range(first, last):
        slope, following = slopes[i], slopes[i + 1]
        _put(row, count, (3 * i + 1) / (3 * ring - 1), slope, max(slope, following))
        _put(row, count + 1, (3 * i + 2) / (3 * ring + 1), following, following)
        count += 2
    _put(row, count, (3 * last + 2) / (3 * ring + 1), -np.inf, -np.inf)
    row[0][count + 1] = BEYOND
    return count + 1


@compiled
def _merge(
    horizon: Horizon, row: Horizon, added: int, low: float, high: float, merged: Horizon
) -> tuple[int, float]:
    """The higher of two horizons in the directions low … high, where the map goes on.

    Returns the number of its edges and its lowest value.
    """
    edges, on, past = horizon
    row_edges, row_on, row_past = row
    new_edges, new_on, new_past = merged
    i = j = count = 0
    while edges[i + 1] <= low:
        i += 1
    old, new, highest, lowest = -np.inf, -np.inf, np.nan, np.inf
    edge = edges[i]
    while edge < 0.5 and edge <= high:
        old_on, new_here = old, new
        if edges[i] == edge:
            old_on, old = on[i], past[i]
            i += 1
        if row_edges[j] == edge:
            new_here, new = row_on[j], row_past[j]
            j += 1
        value_on, value_past = max(old_on, new_here), max(old, new)
        if not (value_on == highest and value_past == highest):
            new_edges[count], new_on[count], new_past[count] = edge, value_on, value_past
            count += 1
            lowest = min(lowest, value_on, value_past)
            highest = value_past
        edge = min(edges[i], row_edges[j])
    new_edges[count] = BEYOND
    return count, lowest


@compiled
def _follow_hexsides(
    levels: Levels,
    heights: Levels,
    sizes: Sizes,
    wedge: Sector,
    here: np.int64,
    touching: bool,
    rings: int,
    marks: Bools,
) -> None:
    """Judges the hexes of direction ½: on the way hexsides, of which both hexes must block."""
    x, y, ahead_x, ahead_y, along_x, along_y = wedge
    far_x, far_y = ahead_x + along_x, ahead_y + along_y
    up, down = -np.inf, -np.inf
    for ring in range(2, rings + 1, 2):
        near = _height_at(heights, sizes, x + ahead_x, y + ahead_y)
        rise = min(near, _height_at(heights, sizes, x + far_x, y + far_y)) - here
        up, down = max(up, rise / (ring - 1)), max(down, (rise - 1) / (ring - 1))
        x, y = x + ahead_x + far_x, y + ahead_y + far_y
        if not is_on_map(x, y, sizes):
            return
        there = y * sizes[2] + (x >> 1) * sizes[3]
        rise = np.int64(levels[there]) - here
        steepest, limit = (up, (rise + 1) / ring) if rise >= 0 else (down, (rise - 1) / ring)
        marks[there] = steepest < limit or (steepest == limit and not touching)
        rise = np.int64(heights[there]) - here
        up, down = max(up, rise / ring), max(down, (rise - 1) / ring)


@compiled
def _height_at(heights: Levels, sizes: Sizes, x: int, y: int) -> np.int64:
    """The effective height of a hex, LOWEST where there is none."""
    if not is_on_map(x, y, sizes):
        return np.int64(LOWEST)
    return np.int64(heights[y * sizes[2] + (x >> 1) * sizes[3]])
