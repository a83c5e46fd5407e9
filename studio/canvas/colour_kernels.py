"""Compiled loops that make the colour of every hex of its ground, its level and its slope.

A row of hexes is gone through three times, each time without a branch and with the same steps for
all hexes, so that many are worked on at once: how it is lit, what colour it has, both together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled
from studio.rendering.map.relief_painter import DEEPEST

Colours = NDArray[np.uint32]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Levels = NDArray[np.int16]

# The lanes of two channels of a colour, with room above each; all light, and none but opaque.
LANES, OTHER_LANES, OPAQUE = np.uint32(0x00FF00FF), np.uint32(0xFF00FF00), np.uint32(0x00FF0000)
DARK = np.uint32(0)
SEVEN, EIGHT, WHOLE, MAXIMUM = np.uint32(7), np.uint32(8), np.uint32(256), np.uint32(255)


@compiled
def colour_hexes(
    levels: Levels, ground: NDArray[np.uint8], table: Colours, lowest: int,
    pointy: bool, offsets: Ints, weights: Floats, out: Colours,
    row1: int, row2: int, column1: int, column2: int,
) -> None:  # fmt: skip
    """Colour the hexes of some rows and columns by ground and level, lit from the upper left.

    `table` is [ground, level − lowest]. `weights`: how much the surface turns to the light for a
    level up in each direction; zeros for no shading.
    """
    rows, columns = levels.shape
    heights, grounds = levels.ravel(), ground.ravel()
    colours, known, wide = out.ravel(), table.ravel(), table.shape[1]
    depths, others = np.empty(columns), np.empty(columns)
    steps = offsets[:, :, 0] * columns + offsets[:, :, 1]
    first, count = max(column1, 1), max(0, min(column2, columns - 1) - max(column1, 1))
    for r in range(row1, row2):
        start = r * columns
        if 0 < r < rows - 1 and pointy:
            _light(heights, start + first, count, steps[r & 1], weights, depths[first:])
        elif 0 < r < rows - 1:
            _light(heights, start + first, count, steps[0], weights, depths[first:])
            _light(heights, start + first, count, steps[1], weights, others[first:])
            for c in range(first | 1, first + count, 2):
                depths[c] = others[c]
        for c in range(column1, column2):
            if r in (0, rows - 1) or c in (0, columns - 1):
                depths[c] = _light_at_edge(levels, r, c, offsets[(r if pointy else c) & 1], weights)
        at, number = start + column1, column2 - column1
        _look_up(heights, grounds, at, number, known, wide, lowest, colours)
        _shade(colours, at, number, depths[column1:])


@compiled
def _light(
    levels: Levels, at: int, count: int, steps: Ints, weights: Floats, depths: Floats
) -> None:
    """Compute how light, or below 0 how dark, hexes of a row are, with six neighbours."""
    start = np.uint64(at)
    a, b, c = np.uint64(at + steps[0]), np.uint64(at + steps[1]), np.uint64(at + steps[2])
    d, e, f = np.uint64(at + steps[3]), np.uint64(at + steps[4]), np.uint64(at + steps[5])
    for hex_ in range(count):
        i = np.uint64(hex_)
        here = np.int32(levels[start + i])
        turned = weights[0] * np.float64(np.int32(levels[a + i]) - here)
        turned += weights[1] * np.float64(np.int32(levels[b + i]) - here)
        turned += weights[2] * np.float64(np.int32(levels[c + i]) - here)
        turned += weights[3] * np.float64(np.int32(levels[d + i]) - here)
        turned += weights[4] * np.float64(np.int32(levels[e + i]) - here)
        turned += weights[5] * np.float64(np.int32(levels[f + i]) - here)
        depths[i] = np.rint(DEEPEST * turned / (1.0 + abs(turned)))


@compiled
def _light_at_edge(levels: Levels, r: int, c: int, offsets: Ints, weights: Floats) -> float:
    """The same of one hex; what lies off the map is as high as it."""
    rows, columns = levels.shape
    here, turned = int(levels[r, c]), 0.0
    for direction in range(6):
        there, beside = r + offsets[direction, 0], c + offsets[direction, 1]
        if 0 <= there < rows and 0 <= beside < columns:
            turned += weights[direction] * (int(levels[there, beside]) - here)
    return float(np.rint(DEEPEST * turned / (1.0 + abs(turned))))


@compiled
def _look_up(
    levels: Levels, grounds: NDArray[np.uint8], at: int, count: int,
    table: Colours, wide: int, lowest: int, out: Colours,
) -> None:  # fmt: skip
    """The colours of hexes of a row by the table."""
    start, width = np.uint64(at), np.uint64(wide)
    for hex_ in range(count):
        i = start + np.uint64(hex_)
        out[i] = table[np.uint64(grounds[i]) * width + np.uint64(np.int64(levels[i]) - lowest)]


@compiled
def _shade(colours: Colours, at: int, count: int, depths: Floats) -> None:
    """Lay white or black over colours, as `kernels.over` does, so many parts of 256 of it."""
    start = np.uint64(at)
    for hex_ in range(count):
        i = np.uint64(hex_)
        depth, under = np.int32(depths[i]), colours[start + i]
        cover = np.uint32(abs(depth))
        alpha = np.uint32(np.uint32(MAXIMUM * cover) >> EIGHT)
        keep = np.uint32(WHOLE - alpha - np.uint32(alpha >> SEVEN))
        even, odd = (LANES, LANES) if depth > 0 else (DARK, OPAQUE)
        one = np.uint32(np.uint32(np.uint32(under & LANES) * keep) + np.uint32(even * cover))
        other = np.uint32(np.uint32(under >> EIGHT) & LANES)
        other = np.uint32(np.uint32(other * keep) + np.uint32(odd * cover))
        colours[start + i] = np.uint32(
            np.uint32(np.uint32(one >> EIGHT) & LANES) | np.uint32(other & OTHER_LANES)
        )


def compile_colour_kernels() -> None:
    """Compile the kernels of this module, or load them where that was done before."""
    levels, ground = np.zeros((4, 4), np.int16), np.zeros((4, 4), np.uint8)
    offsets, weights, colours = np.zeros((2, 6, 2), np.int64), np.zeros(6), np.zeros((4, 4), "u4")
    colour_hexes(levels, ground, colours, 0, True, offsets, weights, colours, 0, 4, 0, 4)
