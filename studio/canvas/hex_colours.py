"""Hex colours for the screen: one for every ground at every level, whole and halved in steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from engine.hexes.hex import SIDES
from engine.map.map import Map, Masks, style_of
from engine.map.styles import MapStyle
from engine.map.terrain import Catalogue, GroundForm, TerrainClass
from studio.canvas.canvas_content import LayerSettings, LevelRange
from studio.canvas.colour_kernels import colour_hexes
from studio.canvas.pixel_frame import expanded_range
from studio.canvas.plane_kernels import halve_plane
from studio.rendering.map import relief_painter
from studio.rendering.map.relief_painter import MIN_STEPS, ramp_of
from studio.rendering.map.small_hex_raster import MARKS_SHOW
from studio.rendering.map.zones import COLOURS as ZONE_COLOURS

Colours = NDArray[np.uint32]
Parts = NDArray[np.float64]

COURSE_OPACITY = 0.7  # a band of water leaves some of its hexes dry


def ground_colour_table(map_: Map, lowest: int, highest: int, layers: LayerSettings) -> Colours:
    """The colour of every ground at every level, [ground, level − lowest], as 0xffrrggbb."""
    style = style_of(map_, layers.style)
    tints, kinds = _tints(lowest, highest, layers, style), style.catalogue_with(map_.kinds)
    paper, part = _parts(style.paper), layers.opacity("elevation")
    tints = paper + (tints - paper) * part
    return np.stack([pack_argb(_grown_over(kind, tints, layers, kinds)) for kind in map_.grounds])


def _tints(lowest: int, highest: int, layers: LayerSettings, style: MapStyle) -> Parts:
    """Red, green, blue, [level − lowest, 3], as studio.rendering.map.relief_painter tints them."""
    ramp = ramp_of(style, layers.ramp)
    stops = np.array([_parts(colour) for colour in ramp.colours])
    steps = np.arange(highest - lowest + 1) / max(highest - lowest, MIN_STEPS)
    if not layers.elevation:
        steps[:] = 0.0
    at = np.linspace(0.0, 1.0, len(stops))
    return np.stack([np.rint(np.interp(steps, at, stops[:, part])) for part in range(3)], axis=-1)


def _grown_over(kind: str, tints: Parts, layers: LayerSettings, kinds: Catalogue) -> Parts:
    """Tints with what a ground lays over them, as `small_hex_raster.far_colour` does."""
    if not layers.ground:
        return tints
    drawing, bare = kinds.ground(kind), tints
    if drawing.fill:
        opacity = drawing.opacity if drawing.form is GroundForm.AREA else COURSE_OPACITY
        tints = tints + (_parts(drawing.fill) - tints) * opacity
    if drawing.marks and not kinds.is_water(kind):
        tints = tints + (_parts(drawing.marks[0].colour) - tints) * MARKS_SHOW
    return bare + (tints - bare) * layers.opacity("ground")


def pack_argb(parts: Parts) -> Colours:
    """Red, green and blue from 0 to 255 in the last axis as 0xffrrggbb."""
    red, green, blue = np.moveaxis(np.rint(parts).astype(np.uint32), -1, 0)
    return np.asarray(np.uint32(0xFF000000) | red << 16 | green << 8 | blue, np.uint32)


def premultiplied_colour(name: str, opacity: float = 1.0) -> int:
    """A colour `#rrggbb` of an opacity as premultiplied 0xaarrggbb."""
    shade = QColor(name)
    red, green, blue = (
        round(part * opacity) for part in (shade.red(), shade.green(), shade.blue())
    )
    return round(255 * opacity) << 24 | red << 16 | green << 8 | blue


def composite_colours(under: Colours, over: Colours | int) -> Colours:
    """Premultiplied colours laid over others, hex by hex."""
    above = np.asarray(over, np.uint32)
    keep = np.uint32(256) - (above >> 24) - (above >> 31)
    lanes = np.uint32(0x00FF00FF)
    even = ((under & lanes) * keep >> 8) & lanes
    odd = ((under >> 8 & lanes) * keep) & ~lanes
    return np.asarray((even | odd) + above, np.uint32)


def _parts(name: str) -> Parts:
    shade = QColor(name)
    return np.array([shade.red(), shade.green(), shade.blue()], float)


def slope_weights(map_: Map, layers: LayerSettings) -> Parts:
    """Return how much a level up in each direction lights a hex, if that is shown."""
    is_shown = layers.hillshade and layers.elevation
    if not is_shown:
        return np.zeros(SIDES)
    return relief_painter.slope_weights(map_) * (
        style_of(map_, layers.style).shading * layers.opacity("hillshade")
    )


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
        """Return the style in which the map is drawn."""
        return style_of(self.map, self.layers.style)

    def show(self, layers: LayerSettings) -> None:
        """Other layers than before."""
        self.layers = layers
        self.mark_all_changed()

    def mark_all_changed(self) -> None:
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
                part[inside] = composite_colours(part[inside], tint)

    # --- smaller and smaller ---------------------------------------------------------------------

    @property
    def halves(self) -> list[Colours]:
        """The colours of blocks of 2 × 2 hexes, 4 × 4 and so on, tinted by the lines in them.

        They are made when the zoom needs them.
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
            halve_plane(np.ascontiguousarray(above), block, 0, len(rows), 0, len(columns))
            half[window] = block

    def _lined(self, rows: slice, columns: slice) -> Colours:
        """Colours of hexes tinted by the lines in them."""
        found = self.colours[rows, columns].copy()
        for kind, mask, lies in self._lines():
            on = mask[rows, columns] > 0
            if on.any():
                strokes = self.style.catalogue_with(self.map.kinds).line(kind, lies).strokes
                found[on] = composite_colours(
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
    """Return True if the grounds in both tables, of the same levels, look the same."""
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
