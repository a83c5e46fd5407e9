"""Lines of sight laid out once for every offset: the tables behind the viewshed and all pairs.

A line passes at each distance one hex, or two of the same ring. Seven planes — the heights, and
for each of the three ways two hexes lie side by side the larger and the smaller of the two —
turn every such step into one look-up: the larger where the line crosses both, the smaller where
it runs along the hexside between them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from engine.sight.ray_kernels import (
    ALONG,
    FAR,
    FLAT,
    NEAR,
    SAMPLED,
    is_far_on_tie,
    passed_hexes,
    ray_sector,
)

PLANES = 7

Ints = NDArray[np.int32]
Offsets = NDArray[np.uint32]


@compiled
def ring_distance(x: int, y: int) -> int:
    """Hexes to an offset given in half hexes along the line and in lines."""
    width, height = abs(x), abs(y)
    return (width + height) // 2 if width >= height else height


@compiled
def pair_planes(planes: NDArray[np.generic], shift: int) -> None:
    """Fills planes 1…6 from plane 0, [plane, line, cell]; `shift` is that of line 0.

    Entry (line, cell) of planes 1 + 2 j and 2 + 2 j is the larger and the smaller of the hex and
    its neighbour in direction j: along the line, and forward and back in the next one.
    """
    lines, cells = planes.shape[1:]
    for line in range(lines):
        below = min(line + 1, lines - 1)
        skip = (shift + line) & 1
        for j in range(3):
            other_line = below if j else line
            step = (1, skip, skip - 1)[j]
            for cell in range(1, cells - 1):
                here, there = planes[0, line, cell], planes[0, other_line, cell + step]
                planes[1 + 2 * j, line, cell] = max(here, there)
                planes[2 + 2 * j, line, cell] = min(here, there)


@compiled
def step_at(x: int, y: int, distance: int, layout: int) -> tuple[int, int, int]:
    """Return the hex that the line to an offset passes at a distance, and its plane."""
    n, m, ahead_x, ahead_y, along_x, along_y = ray_sector(x, y)
    length = n + m
    number = m * distance // length
    near_x, near_y = distance * ahead_x + number * along_x, distance * ahead_y + number * along_y
    far_on_tie = is_far_on_tie(along_x, along_y, layout)
    which = passed_hexes(m * distance - number * length, length, max(n, m), layout, far_on_tie)
    if which == NEAR:
        return near_x, near_y, 0
    if which == FAR:
        return near_x + along_x, near_y + along_y, 0
    if along_y < 0 or (along_y == 0 and along_x < 0):
        near_x, near_y = near_x + along_x, near_y + along_y
        along_x, along_y = -along_x, -along_y
    neighbour = 0 if along_y == 0 else (1 if along_x > 0 else 2)
    return near_x, near_y, 1 + 2 * neighbour + (1 if which == ALONG else 0)


# --- one template for every offset ---------------------------------------------------------------


class LineTemplates(NamedTuple):
    """The lines to half of the offsets within a radius; the other half are the same lines back.

    Offset i is (x[i], y[i]), `distances[i]` hexes away; its steps are first[i] … first[i + 1] of
    `steps`, rows (x, y, plane).
    """

    x: Ints
    y: Ints
    distances: Ints
    first: Ints
    steps: Ints


def line_templates(radius: int, layout: int) -> LineTemplates:
    """The templates of a radius for all grids of a layout."""
    return _templates(radius, _kind(layout))


def _kind(layout: int) -> int:
    """Return the relevant part of a layout: the trace, and if sampled how ties go."""
    return layout & (FLAT | SAMPLED) if layout & SAMPLED else 0


@lru_cache(maxsize=8)
def _templates(radius: int, layout: int) -> LineTemplates:
    half = 3 * radius * (radius + 1) // 2
    ends = np.empty((half, 3), np.int32)
    steps = np.empty((half * radius, 3), np.int32)
    first = np.zeros(half + 1, np.int32)
    count = _fill_templates(radius, layout, ends, first, steps)
    x, y, distances = (np.ascontiguousarray(column) for column in ends.T)
    return LineTemplates(x, y, distances, first, steps[:count].copy())


@compiled
def _fill_templates(radius: int, layout: int, ends: Ints, first: Ints, steps: Ints) -> int:
    """The templates, line by line; returns how many steps they have together."""
    offset = count = 0
    for y in range(radius + 1):
        for x in range(y - 2 * radius, 2 * radius - y + 1, 2):
            if y == 0 and x <= 0:
                continue
            length = ring_distance(x, y)
            for distance in range(1, length):
                steps[count, 0], steps[count, 1], steps[count, 2] = step_at(x, y, distance, layout)
                count += 1
            ends[offset, 0], ends[offset, 1], ends[offset, 2] = x, y, length
            offset += 1
            first[offset] = count
    return count


# --- the tree of all lines from one hex ----------------------------------------------------------


class LineTree(NamedTuple):
    """All lines from a hex out to a radius; lines that begin alike share their first nodes.

    A node is one step. Nodes lie level by level: those of distance k are level[k - 1] …
    level[k] − 1, with `parent` counted within the level before; targets lie by distance in the
    same way, `target[D - 1]` … `target[D]` − 1, and hang on the nodes of distance D − 1. `look`
    and `target_look` [shift of the hex's line, node] are offsets into the window's seven planes,
    which are `width` hexes square.
    """

    radius: int
    width: int
    level: Ints
    parent: Offsets
    look: Offsets
    target: Ints
    target_parent: Offsets
    target_look: Offsets


def viewshed_tree(radius: int, layout: int) -> LineTree:
    """The tree of a radius for all grids of a layout, grown at the first use in some ms."""
    return _tree(radius, _kind(layout))


@lru_cache(maxsize=16)
def _tree(radius: int, layout: int) -> LineTree:
    x, y, distances = _targets_by_direction(radius)
    nodes = np.empty((int(distances.sum()), 5), np.int32)
    nodes_on_level = np.zeros(radius + 1, np.int32)
    hangs_on = np.zeros(len(x), np.uint32)
    count = _grow(x, y, layout, nodes, nodes_on_level, hangs_on)
    nodes = nodes[:count][np.argsort(nodes[:count, 0], kind="stable")]
    order = np.argsort(distances, kind="stable")
    width = 2 * radius + 3
    return LineTree(
        radius,
        width,
        np.cumsum(nodes_on_level, dtype=np.int32),
        nodes[:, 1].astype(np.uint32),
        _looks(nodes[:, 2], nodes[:, 3], nodes[:, 4], radius, width),
        np.searchsorted(distances[order], np.arange(1, radius + 2)).astype(np.int32),
        hangs_on[order],
        _looks(x[order], y[order], np.zeros_like(x), radius, width),
    )


def _targets_by_direction(radius: int) -> tuple[Ints, Ints, Ints]:
    """The offsets within a radius, sorted by direction: lines with a common start lie together."""
    y, x = np.mgrid[-radius : radius + 1, -2 * radius : 2 * radius + 1]
    width, height = np.abs(x), np.abs(y)
    distances = np.where(width >= height, (width + height) // 2, height)
    chosen = ((x + y) % 2 == 0) & (distances >= 1) & (distances <= radius)
    x, y, distances = x[chosen], y[chosen], distances[chosen]
    askew = np.where(width >= height, height, (height - width) // 2)[chosen]
    # Double precision tells fractions with so small denominators apart.
    order = np.lexsort((askew / distances, np.abs(x) >= np.abs(y), y >= 0, x >= 0))
    x, y, distances = (values[order].astype(np.int32) for values in (x, y, distances))
    return x, y, distances


@compiled
def _grow(
    x: Ints, y: Ints, layout: int, nodes: Ints, nodes_on_level: Ints, hangs_on: Offsets
) -> int:
    """Adds the lines one after the other, each along the one before as far as both agree.

    Node rows are (distance, parent, x, y, plane). `nodes_on_level` counts nodes by distance.
    """
    radius = len(nodes_on_level) - 1
    path = np.zeros((radius + 1, 4), np.int32)  # x, y, plane and number in its level of each step
    agreed = 0  # as far as `path` is one branch of the tree
    count = 0
    for i in range(len(x)):
        length = ring_distance(x[i], y[i])
        for distance in range(1, length):
            step_x, step_y, plane = step_at(x[i], y[i], distance, layout)
            here = path[distance]
            if distance <= agreed and here[0] == step_x and here[1] == step_y and here[2] == plane:
                continue
            agreed = distance
            here[0], here[1], here[2], here[3] = step_x, step_y, plane, nodes_on_level[distance]
            nodes_on_level[distance] += 1
            nodes[count, 0], nodes[count, 1] = distance, path[distance - 1, 3]
            nodes[count, 2], nodes[count, 3], nodes[count, 4] = step_x, step_y, plane
            count += 1
        hangs_on[i] = path[length - 1, 3]
    return count


def _looks(x: Ints, y: Ints, plane: Ints, radius: int, width: int) -> Offsets:
    """Offsets into a window's planes, by the shift of the line of the hex at its centre."""
    middle = radius + 1
    lines = plane * width * width + (y + middle) * width + middle
    return np.stack([lines + ((x + shift) >> 1) for shift in (0, 1)]).astype(np.uint32)
