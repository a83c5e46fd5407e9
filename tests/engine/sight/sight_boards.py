"""Boards drawn as text, random maps, and two slow definitions of sight to judge the kernels by."""

from __future__ import annotations

from textwrap import dedent

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex, disc, distance
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight

Plane = NDArray[np.int16]

# Every way to lay out a grid.
LAYOUTS = [(orientation, shifted) for orientation in Orientation for shifted in OffsetParity]


def board(
    text: str,
    orientation: Orientation = Orientation.POINTY,
    shifted: OffsetParity = OffsetParity.ODD,
    trace: TraceRule = TraceRule.CROSSED,
) -> Sight:
    """Sight on a drawn map: one level a hex, with a `w` or `s` behind it where cover stands."""
    rows = [line.split() for line in dedent(text).strip().splitlines()]
    levels = np.array([[int(cell.rstrip("ws")) for cell in row] for row in rows], np.int16)
    cover = np.array([[cell[-1] in "ws" for cell in row] for row in rows], np.int16)
    grid = Grid(levels.shape[1], levels.shape[0], orientation, shifted)
    return Sight(grid, levels, (levels + cover).astype(np.int16), trace)


def at(sight: Sight, name: str) -> Hex:
    """The hex of a name `@column,row`."""
    column, row = name[1:].split(",")
    return sight.grid.hex(int(column), int(row))


def random_levels(grid: Grid, seed: int, span: int) -> tuple[Plane, Plane]:
    """Levels over a span, many of them equal, and effective heights with cover on a fifth."""
    random = np.random.default_rng(seed)
    levels = random.integers(-span // 3, span + 1, grid.shape)
    levels[random.random(grid.shape) < random.random()] = 0
    cover = random.random(grid.shape) < 0.2
    return levels.astype(np.int16), (levels + cover).astype(np.int16)


def between(grid: Grid, a: Hex, b: Hex) -> tuple[set[Hex], set[frozenset[Hex]]]:
    """What lies between two hexes, read off S7 on the integer lattice, hex by hex.

    The hexes that the open segment crosses, and the pairs that it runs between. O(D²).
    """
    (a_x, a_y), (b_x, b_y) = grid.lattice(a), grid.lattice(b)
    x, y = b_x - a_x, b_y - a_y
    steep = abs(x) if grid.pointy else abs(y)
    limit = max(2 * steep, abs(x) + abs(y))
    crossed: set[Hex] = set()
    left: set[Hex] = set()
    right: set[Hex] = set()
    for hex_ in disc(a, distance(a, b) - 1):
        if hex_ == a or distance(hex_, b) >= distance(a, b):
            continue
        hex_x, hex_y = grid.lattice(hex_)
        off = x * (hex_y - a_y) - y * (hex_x - a_x)
        if abs(off) < limit:
            crossed.add(hex_)
        elif abs(off) == limit:
            (left if off > 0 else right).add(hex_)
    pairs = {frozenset((p, q)) for p in left for q in right if distance(p, q) == 1}
    return crossed, pairs


def sees_by_lattice(grid: Grid, eye: Plane, height: Plane, a: Hex, b: Hex) -> bool:
    """S6 over what S7 names: blocked iff (h − low) · D > d · (high + 1 − low) for some hex."""
    low, high = sorted((a, b), key=lambda end: int(eye[grid.index(end)]))
    low_level, high_level = int(eye[grid.index(low)]), int(eye[grid.index(high)])
    length = distance(a, b)

    def blocks(hex_: Hex) -> bool:
        if hex_ not in grid:
            return False
        rise = int(height[grid.index(hex_)]) - low_level
        return rise * length > distance(low, hex_) * (high_level + 1 - low_level)

    crossed, pairs = between(grid, a, b)
    is_crossed_blocking = any(blocks(hex_) for hex_ in crossed)
    return not is_crossed_blocking and not any(all(map(blocks, pair)) for pair in pairs)
