"""Many shapes as arrays, for kernels: the corners of all in a row, and where each begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.tabletop.buffered_shapes import BufferedShape

Wholes = NDArray[np.int64]
Truths = NDArray[np.bool_]
Whole = Any
"""A whole number in a kernel: 64 bits wide there, as wide as it must be in plain Python."""


@dataclass(frozen=True)
class ShapeArrays:
    """Shapes by their cores: `corners[starts[each]:starts[each + 1]]` are those of one."""

    corners: Wholes
    starts: Wholes
    areas: Truths
    doubled: Wholes
    bounds: Wholes
    """The least x and y of each, and the greatest."""

    @classmethod
    def of(cls, cores: Sequence[BufferedShape]) -> ShapeArrays:
        """Shapes in their order."""
        flat = [each for core in cores for point in core.points for each in point]
        corners = np.array(flat, np.int64).reshape(-1, 2)
        starts = np.cumsum([0, *(len(core.points) for core in cores)], dtype=np.int64)
        doubled = np.array([core.doubled for core in cores], np.int64)
        return cls(
            corners,
            starts,
            np.array([core.is_area for core in cores], np.bool_),
            doubled,
            _bounds(corners, starts, doubled),
        )

    def __len__(self) -> int:
        """Return the number of shapes."""
        return len(self.doubled)


def _bounds(corners: Wholes, starts: Wholes, doubled: Wholes) -> Wholes:
    if not len(doubled):
        return np.zeros((0, 4), np.int64)
    out = ((doubled + 1) // 2)[:, None]
    least = np.minimum.reduceat(corners, starts[:-1])
    most = np.maximum.reduceat(corners, starts[:-1])
    return np.concatenate([least - out, most + out], axis=1)
