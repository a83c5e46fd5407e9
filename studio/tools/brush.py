"""The brush: lays a paint into the hexes it is drawn over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.hexes import Hex, disc
from engine.layout import Grid
from studio.document.flat import Indices
from studio.tools.desk import Desk, Stroke
from studio.tools.paints import Paint
from studio.tools.pointer import Pointer, Preview

CENTRE = Hex(0, 0)
DISCS = tuple(tuple(disc(CENTRE, radius)) for radius in range(6))
"""Brushes of 1, 7, 19, 37, 61 and 91 hexes."""


@dataclass(frozen=True)
class Brush:
    """Lays a paint into every hex under a shape, each once a stroke.

    With Shift it draws a straight line: from the press to where the pointer is let go, or with a
    mere click from where the last stroke ended.
    """

    paint: Paint
    shape: tuple[Hex, ...] = DISCS[0]

    def hover(self, desk: Desk, pointer: Pointer) -> Preview:
        """The hexes under the shape."""
        return Preview(covered(desk.grid, self.shape, [pointer.hex(desk.grid)]))

    def stroke(self, desk: Desk, press: Pointer) -> Stroke:
        """Paints live; a straight line when it ends."""
        raise NotImplementedError


def covered(grid: Grid, shape: Iterable[Hex], along: Iterable[Hex]) -> Indices:
    """The hexes of the map under a shape moved along hexes, in order and each once."""
    raise NotImplementedError
