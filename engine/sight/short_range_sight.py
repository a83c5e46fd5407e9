"""Sight that reaches a few hexes, whatever lies between, but never into ground that hides (P7).

One sees every hex within the distance, unless its ground conceals units in it: such a hex is not
seen from outside, while from inside one sees out. So sight is not mutual.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, disc, distance
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Bools, Sight
from engine.sight.sight_profile import Profile, ProfilePoint

LEVEL, CONCEALED = 0, 1


class ShortRangeSight(Sight):
    """The sight on one map where ground conceals and range is short.

    `hides` marks every hex, [row, column], whose ground conceals units in it; nothing is seen
    further than `furthest` hexes.
    """

    furthest: int

    def __init__(
        self,
        grid: Grid,
        hides: NDArray[np.bool_],
        furthest: int,
        trace: TraceRule = TraceRule.CROSSED,
    ) -> None:
        flat = np.full(grid.shape, LEVEL, np.int16)
        super().__init__(grid, flat, np.where(hides, CONCEALED, LEVEL).astype(np.int16), trace)
        self.furthest = furthest

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return True if a unit in `a` sees into `b`; ValueError if one is off the map."""
        self._require(a, b)
        return a == b or (distance(a, b) <= self.furthest and not self._hides(b))

    def viewshed(self, origin: Hex, radius: int | None = None) -> Bools:
        """Return the hexes seen from a hex, within a radius or its range, itself included."""
        self._require(origin)
        if radius is not None and radius < 0:
            raise ValueError(f"Radius {radius} is negative. Use 0 or more hexes.")
        seen = np.zeros(self.grid.shape, np.bool_)
        for hex_ in self._within(origin, radius):
            seen[self.grid.index(hex_)] = hex_ == origin or not self._hides(hex_)
        return seen

    def seen_by(self, radius: int) -> NDArray[np.int32]:
        """By how many other hexes within a radius each hex is seen, [row, column]."""
        counts = np.zeros(self.grid.shape, np.int32)
        for hex_ in self.grid:
            if not self._hides(hex_):
                counts[self.grid.index(hex_)] = sum(1 for _ in self._within(hex_, radius)) - 1
        return counts

    def part(self, window: tuple[slice, slice], grid: Grid) -> ShortRangeSight:
        """The same of a part of the map."""
        return ShortRangeSight(grid, self.height[window] != LEVEL, self.furthest, self.trace)

    def copy(self) -> ShortRangeSight:
        """The same as it is now, for another thread."""
        return ShortRangeSight(self.grid, self.height != LEVEL, self.furthest, self.trace)

    def profile(self, a: Hex, b: Hex) -> Profile:
        """The line from a to b; the only thing on it that can hide `b` is its own ground."""
        self._require(a, b)
        length = distance(a, b)
        points: tuple[ProfilePoint, ...] = ()
        if a != b and self._hides(b):
            points = (ProfilePoint(b, None, length, LEVEL, 1, CONCEALED, Fraction(LEVEL), True),)
        return Profile(a, b, a, b, LEVEL, LEVEL, length, points)

    def _hides(self, hex_: Hex) -> bool:
        return bool(self.height[self.grid.index(hex_)] != LEVEL)

    def _within(self, origin: Hex, radius: int | None) -> Iterator[Hex]:
        reach = self.furthest if radius is None else min(radius, self.furthest)
        return (hex_ for hex_ in disc(origin, reach) if hex_ in self.grid)
