"""Compiled loops over planes of the map that make other planes of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import compiled

Colours = NDArray[np.uint32]
LANES = 0x00FF00FF


@compiled
def mark_set_edges(
    inside: NDArray[np.bool_], row0: int, column0: int, rows: int, columns: int,
    pointy: bool, offsets: NDArray[np.int64], out: NDArray[np.uint8],
) -> None:  # fmt: skip
    """For every hex of a set, a bit for each side where the set ends, the map's edge included.

    What lies beyond the window but on the map, of `rows` × `columns`, is taken to go on alike.
    """
    high, wide = inside.shape
    for r in range(high):
        for c in range(wide):
            bits = 0
            if inside[r, c]:
                parity = (row0 + r) & 1 if pointy else (column0 + c) & 1
                for direction in range(6):
                    there = r + offsets[parity, direction, 0]
                    beside = c + offsets[parity, direction, 1]
                    if 0 <= there < high and 0 <= beside < wide:
                        ends = not inside[there, beside]
                    else:
                        on_map = 0 <= row0 + there < rows and 0 <= column0 + beside < columns
                        ends = not on_map
                    if ends:
                        bits |= 1 << direction
            out[r, c] = bits


@compiled
def halve_plane(
    colours: Colours, out: Colours, row1: int, row2: int, column1: int, column2: int
) -> None:
    """Each cell of some rows and columns of `out` as the mean of the four it stands for."""
    rows, columns = colours.shape
    for r in range(row1, row2):
        up, down = 2 * r, min(2 * r + 1, rows - 1)
        for c in range(column1, column2):
            left, right = 2 * c, min(2 * c + 1, columns - 1)
            even = odd = 0
            for colour in (
                int(colours[up, left]), int(colours[up, right]),
                int(colours[down, left]), int(colours[down, right]),
            ):  # fmt: skip
                even += colour & LANES
                odd += colour >> 8 & LANES
            out[r, c] = np.uint32((even >> 2 & LANES) | (odd >> 2 & LANES) << 8)


def compile_plane_kernels() -> None:
    """Compile the kernels of this module, or load them where that was done before."""
    colours, masks = np.zeros((4, 4), np.uint32), np.zeros((4, 4), np.uint8)
    mark_set_edges(
        masks > 0, 0, 0, len(masks), len(masks), True, np.zeros((2, 6, 2), np.int64), masks
    )
    halve_plane(colours, colours.copy(), 0, len(masks) // 2, 0, len(masks) // 2)
