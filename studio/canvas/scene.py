"""A map as the screen keeps it ready: the colour of every hex, whole and halved again and again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.map.map import Map, Masks, style_of
from engine.map.styles import MapStyle
from engine.map.terrain import TerrainClass
from studio.canvas.colour_kernels import colour_hexes
from studio.canvas.frame import expanded_range
from studio.canvas.levels import LevelRange
from studio.canvas.palette import (
    Colours,
    composite,
    ground_colour_table,
    premultiplied_colour,
    slope_weights,
)
from studio.canvas.plane_kernels import halve
from studio.canvas.position import LayerSettings
from studio.drawing.zones import COLOURS as ZONE_COLOURS

ZONE_OPACITY = 0.12
# Where hexes are smaller than pixels, lines tint them so strongly.
LINE_OPACITY = 0.45
BAND = 512  # rows of hexes worked on at a time
SMALLEST_HALVED = 64  # cells


class HexColours:
    """The colours of a map's hexes, [row, column], for some layers."""

    def __init__(self, map_: Map, layers: LayerSettings, extremes: LevelRange) -> None:
        self.map, self.layers, self.extremes = map_, layers, extremes
        self.colours: Colours = np.zeros(map_.grid.shape, np.uint32)
        self._halves = _halves(map_.grid.shape)
        self._unhalved = range(0), range(0)  # the rows and columns of which halves know nothing
        self._made_for: tuple[object, ...] = ()
        self._range = 0, 0
        self._table = self._new_table()
        self._weights = slope_weights(map_, layers)
        self._colour_all()

    @property
    def style(self) -> MapStyle:
        """What the map is drawn in."""
        return style_of(self.map, self.layers.style)

    def show(self, layers: LayerSettings) -> None:
        """Other layers than before."""
        self.layers = layers
        self.touched_all()

    def touched_all(self) -> None:
        """Any hex may be another than before."""
        self._table = self._new_table()
        self._weights = slope_weights(self.map, self.layers)
        self._colour_all()

    def touched(self, rows: range, columns: range) -> NDArray[np.bool_] | None:
        """Some hexes may be others than before: which of them look different.

        Nothing when that may be any hex of the map, as after the first hex of a new level.
        """
        range_before = self._range
        before, self._table = self._table, self._new_table()
        if self._range != range_before or not _agree(before, self._table):
            self._colour_all()
            return None
        window = slice(rows.start, rows.stop), slice(columns.start, columns.stop)
        looked = self.colours[window].copy()
        shape = self.map.grid.shape
        self._colour(expanded_range(rows, 1, shape[0]), expanded_range(columns, 1, shape[1]))
        return np.asarray(looked != self.colours[window])

    def _new_table(self) -> Colours:
        self._range = lowest, highest = self.extremes.lowest, self.extremes.highest
        wanted = self.map.grounds, lowest, highest, self.layers, self.style
        if wanted == self._made_for:
            return self._table
        self._made_for = wanted
        return ground_colour_table(self.map, lowest, highest, self.layers)

    def _colour_all(self) -> None:
        rows, columns = self.map.grid.shape
        for start in range(0, rows, BAND):
            self._colour(range(start, min(start + BAND, rows)), range(columns))

    def _colour(self, rows: range, columns: range) -> None:
        map_ = self.map
        colour_hexes(
            map_.level, map_.ground, self._table, self.extremes.lowest, map_.grid.pointy,
            map_.grid.offsets, self._weights, self.colours,
            rows.start, rows.stop, columns.start, columns.stop,
        )  # fmt: skip
        window = slice(rows.start, rows.stop), slice(columns.start, columns.stop)
        if self.layers.zones:
            self._tint_zones(window)
        self._unhalved = _around(self._unhalved[0], rows), _around(self._unhalved[1], columns)

    def _tint_zones(self, window: tuple[slice, slice]) -> None:
        for order, zone in enumerate(self.map.zones.values()):
            inside = zone.hexes[window]
            if inside.any():
                tint = premultiplied_colour(
                    zone.colour or ZONE_COLOURS[order % len(ZONE_COLOURS)], ZONE_OPACITY
                )
                part = self.colours[window]
                part[inside] = composite(part[inside], tint)

    # --- smaller and smaller ---------------------------------------------------------------------

    @property
    def halves(self) -> list[Colours]:
        """The colours of blocks of 2 × 2 hexes, 4 × 4 and so on, tinted by the lines in them.

        They are made when somebody looks from so far that he needs them.
        """
        rows, columns = self._unhalved
        for start in range(rows.start, rows.stop, BAND):
            self._halve(range(start, min(start + BAND, rows.stop)), columns)
        self._unhalved = range(0), range(0)
        return self._halves

    def _halve(self, rows: range, columns: range) -> None:
        for number, half in enumerate(self._halves):
            rows, columns = _halved(rows, half.shape[0]), _halved(columns, half.shape[1])
            window = slice(rows.start, rows.stop), slice(columns.start, columns.stop)
            double = tuple(slice(2 * part.start, 2 * part.stop) for part in window)
            above = self._halves[number - 1][double] if number else self._lined(*double)
            block = np.empty((len(rows), len(columns)), np.uint32)
            halve(np.ascontiguousarray(above), block, 0, len(rows), 0, len(columns))
            half[window] = block

    def _lined(self, rows: slice, columns: slice) -> Colours:
        """Colours of hexes tinted by the lines in them."""
        found = self.colours[rows, columns].copy()
        for kind, mask, lies in self._lines():
            on = mask[rows, columns] > 0
            if on.any():
                strokes = self.style.with_own(self.map.kinds).line(kind, lies).strokes
                found[on] = composite(
                    found[on], premultiplied_colour(strokes[0].colour, LINE_OPACITY)
                )
        return found

    def _lines(self) -> list[tuple[str, Masks, TerrainClass]]:
        sides = self.map.sides.items() if self.layers.sides else ()
        links = self.map.links.items() if self.layers.links else ()
        return [(kind, mask, TerrainClass.SIDE) for kind, mask in sides] + [
            (kind, mask, TerrainClass.LINK) for kind, mask in links
        ]


def _agree(one: Colours, other: Colours) -> bool:
    """Whether the grounds in both tables, of the same levels, look the same."""
    known = min(len(one), len(other))
    return one is other or bool((one[:known] == other[:known]).all())


def _halves(shape: tuple[int, int]) -> list[Colours]:
    found = []
    while max(shape) > SMALLEST_HALVED:
        shape = (shape[0] + 1) // 2, (shape[1] + 1) // 2
        found.append(np.zeros(shape, np.uint32))
    return found


def _around(one: range, other: range) -> range:
    """The rows or columns from the first to the last of both."""
    if not one or not other:
        return one or other
    return range(min(one.start, other.start), max(one.stop, other.stop))


def _halved(span: range, count: int) -> range:
    return range(span.start // 2, min((span.stop + 1) // 2, count))
