"""The exact viewshed of one hex within a radius, by a tree of shared lines (tank S6).

From one hex the test of S6 is a horizon: with the eye at level e, a target at level t ≥ e and
distance D is seen iff the largest (h − e) / k on the way is at most (t + 1 − e) / D, and a lower
one iff the largest (h − e − 1) / k is at most (t − 1 − e) / D. Single precision decides both
exactly: two different quotients a / k and b / D round to different floats as long as
D · |a| < 2²³, and 64 · 65537 < 2²³ for whatever fits into int16.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from engine.sight.line_templates import PLANES, Ints, LineTree, Offsets, pair_planes
from engine.sight.ray_kernels import TOUCHING, Bools, Levels, _spot, ray_frame

Floats = NDArray[np.float32]


class ViewshedBuffers(NamedTuple):
    """Room to work in for one viewshed at a time: heights, eye levels, verdicts and horizons."""

    planes: Floats
    eyes: Floats
    seen: Bools
    horizons: Floats


def make_viewshed_buffers(tree: LineTree) -> ViewshedBuffers:
    """A window for a tree's viewsheds; two threads need two."""
    width = tree.width
    widest = int(np.diff(tree.level, prepend=0).max())
    return ViewshedBuffers(
        np.empty((PLANES, width, width), np.float32),
        np.empty((width, width), np.float32),
        np.zeros((width, width), np.bool_),
        np.empty((5, max(1, widest)), np.float32),
    )


def see_by_tree(
    eye: Levels,
    height: Levels,
    layout: int,
    row: int,
    column: int,
    tree: LineTree,
    work: ViewshedBuffers,
    seen: Bools,
) -> None:
    """Marks what the hex in a row and column sees within the tree's radius: O(radius²) always."""
    shift = _look_around(eye, height, layout, row, column, work.planes, work.eyes)
    _judge(
        work.planes.reshape(-1),
        work.eyes.reshape(-1),
        work.seen.reshape(-1),
        work.horizons,
        bool(layout & TOUCHING),
        tree.level,
        tree.parent,
        tree.look[shift],
        tree.target,
        tree.target_parent,
        tree.target_look[shift],
    )
    _mark(work.seen, layout, row, column, seen)


@compiled
def _look_around(
    eye: Levels,
    height: Levels,
    layout: int,
    row: int,
    column: int,
    planes: Floats,
    eyes: Floats,
) -> int:
    """Copies the map round a hex, heights counted from its eye; returns the shift of its line."""
    lines, cells, line_step, cell_step = ray_frame(eye, layout)
    levels, heights = eye.ravel(), height.ravel()
    x, y = _spot(row, column, layout)
    width = eyes.shape[0]
    first_line, first_cell = y - width // 2, (x >> 1) - width // 2
    here = np.float32(eye[row, column])
    for i in range(width):
        line = first_line + i
        planes[0, i, :] = -np.inf
        eyes[i, :] = -np.inf
        if 0 <= line < lines:
            for j in range(max(0, -first_cell), min(width, cells - first_cell)):
                there = np.uint64(line * line_step + (first_cell + j) * cell_step)
                planes[0, i, j] = np.float32(heights[there]) - here
                eyes[i, j] = np.float32(levels[there]) - here
    pair_planes(planes, (x ^ (width // 2)) & 1)
    return x & 1


@compiled
def _judge(
    planes: Floats,
    eyes: Floats,
    seen: Bools,
    horizons: Floats,
    touching: bool,
    level: Ints,
    parent: Offsets,
    look: Offsets,
    target: Ints,
    target_parent: Offsets,
    target_look: Offsets,
) -> None:
    """Carries both horizons outward ring by ring and judges the targets of the next ring."""
    up, down, next_up, next_down = horizons[0], horizons[1], horizons[2], horizons[3]
    rises = horizons[4]
    one = np.float32(1)
    up[0] = down[0] = -np.inf
    seen[:] = False
    seen[len(seen) // 2] = True
    for ring in range(1, len(target)):
        distance = np.float32(ring)
        hexes = target_look[target[ring - 1] : target[ring]]
        lasts = target_parent[target[ring - 1] : target[ring]]
        for i in range(len(hexes)):
            there, last = hexes[i], lasts[i]
            rise = eyes[there]
            is_up = rise >= np.float32(0)
            steepest = up[last] if is_up else down[last]
            limit = (rise + one if is_up else rise - one) / distance
            seen[there] = steepest < limit or (steepest == limit and not touching)
        steps = look[level[ring - 1] : level[ring]]
        befores = parent[level[ring - 1] : level[ring]]
        # Gathered first, so that the arithmetic runs on vector lanes.
        for i in range(len(steps)):
            before = befores[i]
            rises[i], next_up[i], next_down[i] = planes[steps[i]], up[before], down[before]
        for i in range(len(steps)):
            next_up[i] = max(next_up[i], rises[i] / distance)
            next_down[i] = max(next_down[i], (rises[i] - one) / distance)
        up, next_up, down, next_down = next_up, up, next_down, down


@compiled
def _mark(found: Bools, layout: int, row: int, column: int, seen: Bools) -> None:
    """Copies the window's verdicts onto the map."""
    lines, cells, line_step, cell_step = ray_frame(seen, layout)
    marks = seen.ravel()
    x, y = _spot(row, column, layout)
    width = found.shape[0]
    first_line, first_cell = y - width // 2, (x >> 1) - width // 2
    for i in range(max(0, -first_line), min(width, lines - first_line)):
        for j in range(max(0, -first_cell), min(width, cells - first_cell)):
            there = (first_line + i) * line_step + (first_cell + j) * cell_step
            marks[np.uint64(there)] = found[i, j]
