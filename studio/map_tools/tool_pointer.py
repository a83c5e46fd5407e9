"""Pointer events as tools get them, and what they say back: an outline of what they will touch."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np

from engine.editing.map_clips import Clip
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, HexSide

Point = tuple[float, float]
"""A place on the page, in hex widths from the sheet's upper left corner (see `Grid.centre`)."""


class PointerPhase(Enum):
    """The phases of a pointer's stroke."""

    PRESS = auto()
    MOVE = auto()
    RELEASE = auto()
    ENTER = auto()  # where it stands, the Enter key was pressed: what is drawn click by click ends


class HeldButton(Enum):
    """The button held; the right one picks."""

    LEFT = auto()
    RIGHT = auto()


@dataclass(frozen=True)
class ToolPointer:
    """One pointer event: where on the page, in hex widths, and what was held.

    `clicks` is 2 for the press of a double click.
    """

    phase: PointerPhase
    x: float
    y: float
    shift: bool = False
    alt: bool = False
    control: bool = False
    button: HeldButton = HeldButton.LEFT
    clicks: int = 1

    @property
    def at(self) -> Point:
        """The place on the page."""
        return self.x, self.y

    def hex(self, grid: Grid) -> Hex:
        """The hex under the pointer, which may lie off the map."""
        return grid.hex_at(self.x, self.y)


def _no_hexes() -> Indices:
    return np.zeros(0, np.int32)


@dataclass(frozen=True, eq=False)
class ToolPreview:
    """The preview of a click here, or of a release now.

    `hexes` by flat index; hexsides; steps from hex to hex; a line on the page, the tool's own trail
    (a lasso, a polygon's corners); and a clip with the hex at which its middle is held. `is_barred`
    if a click would touch something, but for the selection that limits painting.
    """

    hexes: Indices = field(default_factory=_no_hexes)
    sides: tuple[HexSide, ...] = ()
    steps: tuple[tuple[Hex, Hex], ...] = ()
    trail: tuple[Point, ...] = ()
    held: tuple[Clip, Hex] | None = None
    is_barred: bool = False


NOTHING = ToolPreview()
