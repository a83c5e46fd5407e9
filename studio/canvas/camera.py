"""Cameras over hex maps and tables: the visible part, and the place under a point. Without Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.tabletop.shapes import INCH

Point = tuple[float, float]

WIDEST = 400.0  # pixels a hex
# The sheet can be made so much smaller than fits the screen, or its hexes so many pixels wide.
SMALLEST_PART, SMALLEST_HEX = 0.5, 6.0
# So much of the sheet stays on the screen, in pixels.
KEPT = 48.0
MARGIN = 12.0


@dataclass(frozen=True)
class MapCamera:
    """A screen over the page: hexes are `width` pixels wide, its corner lies at `left`, `top`.

    Screen and page are in the same pixels; the page's origin is the sheet's upper left corner.
    """

    grid: Grid
    width: float
    left: float = 0.0
    top: float = 0.0

    # --- where things are ------------------------------------------------------------------------

    def page_point(self, x: float, y: float) -> Point:
        """The point of the page under a point of the screen."""
        return x + self.left, y + self.top

    def screen_point(self, x: float, y: float) -> Point:
        """Return the point on the screen of a point of the page."""
        return x - self.left, y - self.top

    def lattice_coordinates(self, x: float, y: float) -> Point:
        """The lattice coordinates (engine.hexes.grid), with a fraction, of a screen point."""
        return self.grid.lattice_at(*self.page_point(x, y), self.width)

    def screen_point_of_lattice(self, x: float, y: float) -> Point:
        """Return the point on the screen of a point of the lattice."""
        return self.screen_point(*self.grid.page(x, y, self.width))

    def centre(self, hex_: Hex) -> Point:
        """Return the centre of a hex on the screen."""
        return self.screen_point(*self.grid.centre(hex_, self.width))

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex under a point of the screen, also off the map."""
        return self.grid.hex_at(*self.page_point(x, y), self.width)

    def side_at(self, x: float, y: float) -> tuple[Hex, int]:
        """The hexside nearest to a point: a hex, on the map if one of the two is, and direction."""
        hex_ = self.hex_at(x, y)
        direction = self.nearest_side(hex_, x, y)
        beyond = self.grid.neighbour(hex_, direction)
        if hex_ not in self.grid and beyond in self.grid:
            return beyond, (direction + SIDES // 2) % SIDES
        return hex_, direction

    def nearest_side(self, hex_: Hex, x: float, y: float) -> int:
        """The direction of the side of a hex that a point of the screen in it is nearest to."""
        centre_x, centre_y = self.centre(hex_)
        right, down = x - centre_x, y - centre_y
        return max(range(SIDES), key=lambda d: _towards(self.grid, d, right, down))

    # --- moving ----------------------------------------------------------------------------------

    @property
    def scale(self) -> float:
        """The width of a hex is what the page is measured in."""
        return self.width

    def moved(self, right: float, down: float) -> MapCamera:
        """The screen moved over the page by so many pixels."""
        return replace(self, left=self.left + right, top=self.top + down)

    def zoomed(self, factor: float, about: Point) -> MapCamera:
        """Hexes larger by a factor, the page staying where it is under a point of the screen."""
        return self.with_scale(self.width * factor, about)

    def with_scale(self, scale: float, about: Point) -> MapCamera:
        """Hexes of a width, the page staying where it is under a point of the screen."""
        factor = scale / self.width
        x, y = about
        return replace(
            self,
            width=scale,
            left=(self.left + x) * factor - x,
            top=(self.top + y) * factor - y,
        )

    def centred(self, point: Point, screen: Point) -> MapCamera:
        """A point of the page, for hexes 1 wide, in the middle of a screen of a size."""
        return replace(
            self,
            left=point[0] * self.width - screen[0] / 2,
            top=point[1] * self.width - screen[1] / 2,
        )

    def fitted(self, screen: Point) -> MapCamera:
        """The whole sheet in the middle of a screen of a size."""
        wide, high = self.grid.size()
        room = max(screen[0] - 2 * MARGIN, 1.0), max(screen[1] - 2 * MARGIN, 1.0)
        width = min(room[0] / wide, room[1] / high, WIDEST)
        return replace(self, width=width).centred((wide / 2, high / 2), screen)

    def bounded_scale(self, scale: float, screen: Point) -> float:
        """The width nearest to a wished one at which the sheet is neither lost nor too large."""
        least = min(SMALLEST_PART * self.fitted(screen).width, SMALLEST_HEX)
        return min(max(scale, least), WIDEST)

    def bounded(self, screen: Point) -> MapCamera:
        """The nearest view of a screen of a size in which some of the sheet can be seen."""
        wide, high = self.grid.size(self.width)
        return replace(
            self,
            left=clamp_scroll(self.left, wide, screen[0]),
            top=clamp_scroll(self.top, high, screen[1]),
        )


def clamp_scroll(start: float, sheet: float, screen: float) -> float:
    """The start of a screen nearest to a wished one from which some of the sheet is seen."""
    kept = min(KEPT, sheet, screen)
    return min(max(start, kept - screen), sheet - kept)


def _towards(grid: Grid, direction: int, right: float, down: float) -> float:
    """Return how far a step leads towards a side."""
    turn = -math.pi / 3 * direction if grid.pointy else math.pi / 3 * direction - math.pi / 2
    return right * math.cos(turn) + down * math.sin(turn)


WIDEST_TABLETOP = 160.0 / INCH  # pixels a sixteenth of an inch


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
        """Return the point on the screen of a point of the table."""
        return x * self.scale - self.left, (self.deep - y) * self.scale - self.top

    @property
    def pixel(self) -> float:
        """Return the width of a pixel of the screen in sixteenths of an inch."""
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
        scale = min(room[0] / self.wide, room[1] / self.deep, WIDEST_TABLETOP)
        return replace(self, scale=scale).centred(self.wide / 2, self.deep / 2, screen)

    def bounded_scale(self, scale: float, screen: Point) -> float:
        """The scale nearest to a wished one at which the table is neither lost nor too large."""
        return min(max(scale, SMALLEST_PART * self.fitted(screen).scale), WIDEST_TABLETOP)

    def bounded(self, screen: Point) -> TabletopCamera:
        """The nearest view of a screen of a size in which some of the table can be seen."""
        left = clamp_scroll(self.left, self.wide * self.scale, screen[0])
        return replace(
            self, left=left, top=clamp_scroll(self.top, self.deep * self.scale, screen[1])
        )
