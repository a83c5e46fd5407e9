"""A river is hexes in an unbroken band or runs along hexsides, never both by turns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.map.map import Masks
from engine.map.terrain import load_catalogue
from engine.terrain_import.hex_corners import hexes_beside
from engine.terrain_import.hex_samples import HexSamples

RIVER = "river"
MINIMUM = 12  # hexsides that a river stays what it is
AROUND = 9  # hexsides that are looked at together

Cell = tuple[int, int]
Beside = tuple[Cell, Cell, int]
"""The two hexes beside a side, and its direction from the first."""


def settle_rivers(
    quantised: HexSamples, chosen: NDArray[np.object_], without: NDArray[np.object_]
) -> Masks:
    """Rivers as bands of hexes where those are mostly wide enough; the sides that then are none.

    `without` is the ground as it would be without rivers: where a river is narrow that is right.
    """
    hidden = np.zeros(quantised.frame.grid.shape, np.uint8)
    kept: set[Cell] = set()
    narrow: list[Beside] = []
    share = quantised.cover.get(RIVER)
    for chain in quantised.chains:
        if chain.kind != RIVER or share is None:
            continue
        grid = quantised.frame.grid
        sides = [
            hexes_beside(grid, a, b) for a, b in zip(chain.corners, chain.corners[1:], strict=False)
        ]
        for is_wide, stretch in _stretches(sides, chosen):
            if is_wide:
                kept |= _band(stretch, chosen, share, hidden)
            else:
                narrow.extend(stretch)
    for one, other, _ in narrow:
        for cell in {one, other} - kept:
            if chosen[cell] == RIVER:
                chosen[cell] = without[cell]
    return hidden


def _stretches(
    sides: Sequence[Beside], chosen: NDArray[np.object_]
) -> list[tuple[bool, list[Beside]]]:
    """A river's sides where it is wide and where it is narrow, each for a good while."""
    touched = np.array([chosen[one] == RIVER or chosen[other] == RIVER for one, other, _ in sides])
    window = np.ones(min(AROUND, len(sides)))
    near = np.convolve(touched, window, "same") / np.convolve(np.ones(len(sides)), window, "same")
    wide = (near >= 0.5).tolist()
    runs = [(is_wide, len(list(run))) for is_wide, run in groupby(wide)]
    while len(runs) > 1 and min(count for _, count in runs) < MINIMUM:
        place = min(range(len(runs)), key=lambda each: runs[each][1])
        runs[place] = not runs[place][0], runs[place][1]
        runs = [
            (is_wide, sum(count for _, count in run))
            for is_wide, run in groupby(runs, key=lambda each: each[0])
        ]
    found, first = [], 0
    for is_wide, count in runs:
        found.append((is_wide, list(sides[first : first + count])))
        first += count
    return found


def _band(
    stretch: Sequence[Beside], chosen: NDArray[np.object_], share: NDArray[np.float32],
    hidden: Masks,
) -> set[Cell]:  # fmt: skip
    """Make a hex beside each side of a stretch water, and hide the sides; the hexes of the band."""
    band: set[Cell] = set()
    for one, other, direction in stretch:
        wet = [cell for cell in (one, other) if load_catalogue().is_water(chosen[cell])]
        if not wet:
            wet = [max((one, other), key=lambda cell: (float(share[cell]), cell in band))]
            chosen[wet[0]] = RIVER
        band.update(wet)
        hidden[one] |= 1 << direction
        hidden[other] |= 1 << (direction + SIDES // 2) % SIDES
    return band
