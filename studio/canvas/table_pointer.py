"""What the pointer does on a table, as plain values: the language of the tools."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tabletop.point import Point
from studio.canvas.pointer import MouseButton


@dataclass(frozen=True)
class TabletopPointerEvent:
    """Where the pointer is on the table, in sixteenths of an inch, and what is held.

    `pixel` is how many of these a pixel of the screen is wide: how near is near. `clicks` is 2 for
    the second press of a double click. On a Mac `control` is the Command key.
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
