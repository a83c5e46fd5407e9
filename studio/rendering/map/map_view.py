"""A map as it is about to be drawn: how wide its hexes are and which of them can be seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map, Masks, Plane, style_of
from engine.map.styles import MapStyle
from engine.map.terrain import Catalogue, TerrainClass
from studio.rendering.map.render_options import RenderOptions

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Corners of outlines and streams wander off the lattice by up to this part of a hex.
WANDER = 0.05
# Hexes drawn beyond the visible rectangle: lines and outlines are shaped by what lies next to them.
BEYOND = 3


class MapView:
    """The hexes of a map inside a rectangle of the page, with everything on them.

    `grid` is the window: the visible hexes and a few around them. It begins at an even column and
    row (`column0`, `row0`) of the map, so that its lines are shifted as the map's are. All planes
    are cut to it. `width` is a hex's width across its flats in page units. `levels` can be set
    where the map's lowest and highest are known: these and all of the window's, in order.
    """

    levels: list[int] | None = None

    def __init__(self, map_: Map, look: RenderOptions, visible: QRectF | None = None) -> None:
        self.map, self.look, self.width = map_, look, look.hex_px
        columns, rows = _window(map_.grid, look.hex_px, visible)
        self.column0, self.row0 = columns.start, rows.start
        self.grid = Grid(len(columns), len(rows), map_.grid.orientation, map_.grid.shifted)
        self.cut = slice(rows.start, rows.stop), slice(columns.start, columns.stop)
        self.level, self.ground = map_.level[self.cut], map_.ground[self.cut]
        self.sides = _cut(map_.sides, self.cut)
        self.links = _cut(map_.links, self.cut)
        self.zones = {name: zone.hexes[self.cut] for name, zone in map_.zones.items()}

    # --- where things are ------------------------------------------------------------------------

    @cached_property
    def columns(self) -> Ints:
        """The map's column of every hex of the window, [row, column]."""
        return (
            np.arange(self.grid.columns)[None, :]
            + self.column0
            + np.zeros((self.grid.rows, 1), int)
        )

    @cached_property
    def rows(self) -> Ints:
        """The map's row of every hex of the window, [row, column]."""
        return (
            np.arange(self.grid.rows)[:, None] + self.row0 + np.zeros((1, self.grid.columns), int)
        )

    @cached_property
    def lattice(self) -> tuple[Ints, Ints]:
        """The lattice x and y of every hex's centre (engine.hexes.grid), [row, column]."""
        lines = self.rows if self.grid.pointy else self.columns
        shift = (lines & 1) ^ self.grid.shift(0)
        if self.grid.pointy:
            return 2 * self.columns + shift, 3 * self.rows
        return 3 * self.columns, 2 * self.rows + shift

    def page(self, x: Ints, y: Ints) -> tuple[Floats, Floats]:
        """Page coordinates of lattice points."""
        across, down = self.grid.page(x, y, self.width)
        return np.asarray(across), np.asarray(down)

    def jittered_centres(self, x: Ints, y: Ints) -> Floats:
        """Page coordinates [n, 2] of corners, each moved a little off the lattice, always alike."""
        at_x, at_y = self.page(x, y)
        reach = WANDER * self.width
        return np.stack(
            [at_x + reach * hash_noise(x, y, 1), at_y + reach * hash_noise(x, y, 2)], axis=-1
        )

    def centres(self, where: Plane) -> Floats:
        """Page coordinates [n, 2] of the centres of the hexes in a plane."""
        x, y = self.lattice
        return np.stack(self.page(x[where], y[where]), axis=-1)

    def side_middle(self, direction: int) -> tuple[float, float]:
        """From a hex's centre to the middle of its side in a direction, in page units."""
        (x1, y1), (x2, y2) = self.corners(direction)
        across, down = self.grid.scale(self.width)
        return (x1 + x2) / 2 * across, (y1 + y2) / 2 * down

    def side_ends(self, direction: int) -> tuple[Floats, Floats]:
        """From a hex's centre to the ends of its side in a direction, in page units."""
        first, second = self.corners(direction)
        scale = np.array(self.grid.scale(self.width))
        return np.array(first) * scale, np.array(second) * scale

    def corners(self, direction: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The ends of a hex's side in lattice units from its centre."""
        corners = self.grid.orientation.corners
        return corners[direction], corners[(direction + 1) % SIDES]

    def shows(self, hex_: Hex) -> bool:
        """Return True if a hex of the map is in the window."""
        column, row = self.map.grid.column_row(hex_)
        return (
            0 <= column - self.column0 < self.grid.columns and 0 <= row - self.row0 < self.grid.rows
        )

    def hexes(self) -> list[Hex]:
        """The hexes of the window, row by row."""
        pairs = zip(self.columns.ravel().tolist(), self.rows.ravel().tolist(), strict=True)
        return [self.map.grid.hex(column, row) for column, row in pairs]

    # --- what lies there -------------------------------------------------------------------------

    @cached_property
    def has_neighbour(self) -> list[Plane]:
        """For each direction, which hexes of the window have a neighbour in it."""
        everywhere = np.ones(self.grid.shape, bool)
        return [
            self.grid.neighbour_plane(everywhere, direction, False) for direction in range(SIDES)
        ]

    @cached_property
    def style(self) -> MapStyle:
        """The style the map is drawn in: the one asked for, or its own."""
        return style_of(self.map, self.look.style)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The kinds of terrain as the map's style draws them, the map's own among them."""
        return self.style.catalogue_with(self.map.kinds)

    def of_ground(self, kind: str) -> Plane:
        """The hexes of the window with a kind of ground."""
        return np.isin(self.ground, [i for i, name in enumerate(self.map.grounds) if name == kind])

    @cached_property
    def grounds(self) -> list[str]:
        """The kinds of ground in the window, in the catalogue's order, unknown ones last."""
        here = {self.map.grounds[index] for index in np.unique(self.ground).tolist()}
        return catalogue_order(here, self.catalogue)

    @cached_property
    def water(self) -> Plane:
        """The hexes of the window whose ground is water."""
        kinds = [i for i, name in enumerate(self.map.grounds) if self.catalogue.is_water(name)]
        return np.isin(self.ground, kinds)

    @cached_property
    def linked(self) -> Masks:
        """The links of all kinds together."""
        together = np.zeros(self.grid.shape, np.uint8)
        for mask in self.links.values():
            together |= mask
        return together

    def lines_of(self, lies: TerrainClass) -> list[str]:
        """The hexside features or links in the window, in the catalogue's order."""
        planes = self.sides if lies is TerrainClass.SIDE else self.links
        return catalogue_order(
            {kind for kind, mask in planes.items() if mask.any()}, self.catalogue
        )


def catalogue_order(kinds: set[str], listed: Catalogue) -> list[str]:
    """Kinds as a catalogue lists them, then those it does not know."""
    known = [kind for kind in listed.kinds if kind in kinds]
    return known + sorted(kinds - set(known))


def hash_noise(x: NDArray[np.integer], y: NDArray[np.integer], salt: int) -> Floats:
    """A number from -1 to 1 for every pair of integers: the same on every machine, every time."""
    with np.errstate(over="ignore"):
        mixed = (
            np.asarray(x).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            ^ np.asarray(y).astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
            ^ np.uint64(salt * 0x165667B19E3779F9 & 0xFFFFFFFFFFFFFFFF)
        )
        mixed ^= mixed >> np.uint64(31)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(27)
        mixed *= np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(33)
    return np.asarray((mixed >> np.uint64(11)).astype(np.float64) / 2.0**52 - 1.0)


def _cut(planes: Mapping[str, Masks], cut: tuple[slice, slice]) -> dict[str, Masks]:
    return {kind: mask[cut] for kind, mask in planes.items()}


def _window(grid: Grid, width: float, visible: QRectF | None) -> tuple[range, range]:
    """Columns and rows whose hexes reach into a rectangle of the page, with some around them."""
    if visible is None:
        return range(grid.columns), range(grid.rows)
    across, down = grid.scale(width)
    wide, high = (2 * across, 3 * down) if grid.pointy else (3 * across, 2 * down)
    columns = _span(visible.left() / wide, visible.right() / wide, grid.columns)
    return columns, _span(visible.top() / high, visible.bottom() / high, grid.rows)


def _span(low: float, high: float, count: int) -> range:
    first = max(0, int(low) - BEYOND) & ~1
    last = min(count, int(high) + BEYOND + 1)
    return range(min(first, count - 1) & ~1, max(last, (min(first, count - 1) & ~1) + 1))
