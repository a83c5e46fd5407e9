"""Turns and mirrors of the hex lattice: where each hex and each direction comes to lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.hexes.flat_index import Indices, axial_coordinates, axial_to_indices
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import SIDES, STEPS, Hex
from engine.map.map import Masks

CENTRE = Hex(0, 0)


@dataclass(frozen=True)
class Isometry:
    """A map of the lattice onto itself: q' = a·q + b·r + e, r' = c·q + d·r + f."""

    a: int
    b: int
    c: int
    d: int
    e: int = 0
    f: int = 0

    def hex(self, hex_: Hex) -> Hex:
        """Return the image of a hex."""
        q, r = hex_
        return Hex(self.a * q + self.b * r + self.e, self.c * q + self.d * r + self.f)

    def hexes(self, axial: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the images of hexes, as rows of axial coordinates [hexes, 2]."""
        turn = np.array([[self.a, self.c], [self.b, self.d]], np.int32)
        return axial @ turn + np.array([self.e, self.f], np.int32)

    def indices(self, grid: Grid, indices: Indices) -> Indices:
        """Return the images of hexes of a map, by flat index; -1 for those off the map."""
        return axial_to_indices(grid, self.hexes(axial_coordinates(grid, indices)))

    def masks(self, steps: tuple[Hex, ...], masks: Masks) -> Masks:
        """Masks whose bit d means the direction `steps[d]`, as they are after the turn."""
        return permute_masks(masks, [steps.index(self._turned(step)) for step in steps])

    def after(self, first: Isometry) -> Isometry:
        """Both, the other one first."""
        moved = self.hex(Hex(first.e, first.f))
        return Isometry(
            self.a * first.a + self.b * first.c,
            self.a * first.b + self.b * first.d,
            self.c * first.a + self.d * first.c,
            self.c * first.b + self.d * first.d,
            *moved,
        )

    def _turned(self, step: Hex) -> Hex:
        """A step between neighbours, turned."""
        return self.hex(step).offset_from(Hex(self.e, self.f))


def rotation_isometry(sixths: int) -> Isometry:
    """Clockwise about hex (0, 0) by so many times 60°."""
    once, total = Isometry(0, -1, 1, 1), Isometry(1, 0, 0, 1)
    for _ in range(sixths % SIDES):
        total = once.after(total)
    return total


def mirror_isometry(orientation: Orientation) -> Isometry:
    """Left and right exchanged, about hex (0, 0)."""
    return Isometry(-1, -1, 0, 1) if orientation is Orientation.POINTY else Isometry(-1, 0, 1, 1)


def canonical_masks(orientation: Orientation, masks: Masks) -> Masks:
    """Masks by a map's directions as masks by axial steps (bit k: `STEPS[k]`), and back again.

    The two ways of counting differ by a permutation that is its own inverse.
    """
    return permute_masks(masks, [STEPS.index(step) for step in orientation.steps])


def permute_masks(masks: Masks, directions: Sequence[int]) -> Masks:
    """Masks with each bit d moved to bit `directions[d]`."""
    table = np.zeros(1 << SIDES, np.uint8)
    numbers = np.arange(1 << SIDES)
    for direction, after in enumerate(directions):
        table[numbers >> direction & 1 == 1] |= np.uint8(1 << after)
    moved: Masks = table[masks]
    return moved
