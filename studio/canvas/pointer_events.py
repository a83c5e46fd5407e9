"""Pointer events on maps and tables as plain values: the language of the tools."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.hexes.hex import Hex
from engine.tabletop.shapes import Point


class MouseButton(StrEnum):
    """The button that is pressed, held or released; `NONE` while the pointer only hovers."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True)
class PointerEvent:
    """A pointer event on a map, with button and modifiers.

    `hex` may be off the map. `side` is the direction 0…5 of its hexside nearest to the pointer.
    `x`, `y` are lattice coordinates (engine.hexes.grid) with a fraction. `clicks` is 2 for the
    second press of a double click. On a Mac `control` is the Command key.
    """

    hex: Hex
    side: int = 0
    x: float = 0.0
    y: float = 0.0
    button: MouseButton = MouseButton.LEFT
    shift: bool = False
    control: bool = False
    alt: bool = False
    clicks: int = 1


@dataclass(frozen=True)
class TabletopPointerEvent:
    """A pointer event on a table, in sixteenths of an inch, with button and modifiers.

    `pixel` is the width of a pixel of the screen in these: how near is near. `clicks` is 2 for the
    second press of a double click. On a Mac `control` is the Command key.
    """

    x: float
    y: float
    pixel: float = 1.0
    button: MouseButton = MouseButton.LEFT
    shift: bool = False
    control: bool = False
    alt: bool = False
    clicks: int = 1

    @property
    def point(self) -> Point:
        """The nearest whole point of the table."""
        return Point(round(self.x), round(self.y))
