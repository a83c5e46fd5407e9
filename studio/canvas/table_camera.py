"""Which part of a table the screen shows, and which point of it lies under the pointer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.tabletop.point import INCH
from studio.canvas.camera import MARGIN, SMALLEST_PART, between

Point = tuple[float, float]

WIDEST = 160.0 / INCH  # pixels a sixteenth of an inch


@dataclass(frozen=True)
class TabletopCamera:
    """A screen over a table: a sixteenth of an inch is `scale` pixels wide.

    The screen's corner lies at `left`, `top`, in pixels from the table's upper left corner. Points
    of the table count from its lower left one, upwards.
    """

    wide: int
    deep: int
    scale: float
    left: float = 0.0
    top: float = 0.0

    # --- where things are ------------------------------------------------------------------------

    def table(self, x: float, y: float) -> Point:
        """The point of the table under a point of the screen."""
        return (x + self.left) / self.scale, self.deep - (y + self.top) / self.scale

    def screen(self, x: float, y: float) -> Point:
        """Where a point of the table is on the screen."""
        return x * self.scale - self.left, (self.deep - y) * self.scale - self.top

    @property
    def pixel(self) -> float:
        """How many sixteenths of an inch a pixel of the screen is wide."""
        return 1 / self.scale

    # --- moving ----------------------------------------------------------------------------------

    def moved(self, right: float, down: float) -> TabletopCamera:
        """The screen moved over the table by so many pixels."""
        return replace(self, left=self.left + right, top=self.top + down)

    def with_scale(self, scale: float, about: Point) -> TabletopCamera:
        """Another scale, the table staying where it is under a point of the screen."""
        factor = scale / self.scale
        x, y = about
        left, top = (self.left + x) * factor - x, (self.top + y) * factor - y
        return replace(self, scale=scale, left=left, top=top)

    def centred(self, x: float, y: float, screen: Point) -> TabletopCamera:
        """A point of the table in the middle of a screen of a size."""
        left, top = x * self.scale, (self.deep - y) * self.scale
        return replace(self, left=left - screen[0] / 2, top=top - screen[1] / 2)

    def fitted(self, screen: Point) -> TabletopCamera:
        """The whole table in the middle of a screen of a size."""
        room = max(screen[0] - 2 * MARGIN, 1.0), max(screen[1] - 2 * MARGIN, 1.0)
        scale = min(room[0] / self.wide, room[1] / self.deep, WIDEST)
        return replace(self, scale=scale).centred(self.wide / 2, self.deep / 2, screen)

    def bounded_scale(self, scale: float, screen: Point) -> float:
        """The scale nearest to a wished one at which the table is neither lost nor too large."""
        return min(max(scale, SMALLEST_PART * self.fitted(screen).scale), WIDEST)

    def bounded(self, screen: Point) -> TabletopCamera:
        """The nearest view of a screen of a size in which some of the table can be seen."""
        left = between(self.left, self.wide * self.scale, screen[0])
        return replace(self, left=left, top=between(self.top, self.deep * self.scale, screen[1]))
