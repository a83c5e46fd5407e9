"""Tiles of a map in the printed look, painted one after another in a thread of their own."""

from __future__ import annotations

import math
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.map.map import Map
from studio.canvas.canvas_content import LayerSettings, LevelRange
from studio.canvas.pixel_frame import Clip, PixelFrame
from studio.rendering.map.height_labels import paint_heights
from studio.rendering.map.hex_outlines import paint_sheet_grid
from studio.rendering.map.map_labels import paint_labels
from studio.rendering.map.map_painter import paint_layer, paint_terrain_stepwise
from studio.rendering.map.map_view import BEYOND, MapView
from studio.rendering.map.paper_texture import paint_texture
from studio.rendering.map.zones import paint_zones

TILE = 512  # device pixels a side
# From this hex width on, in logical pixels, the map has the printed look.
SMALLEST_TILED = 16.0
OFF_MAP = "#4a4945"
OPEN = "open"


@dataclass(frozen=True)
class TileJob:
    """The data for painting a tile, copied so that the map may be edited meanwhile.

    The tile begins at device pixel (`left`, `top`) of the page.
    """

    view: MapView
    layers: LayerSettings
    left: int
    top: int
    dpr: float


def prepare_tile(
    map_: Map,
    layers: LayerSettings,
    extremes: LevelRange,
    width: float,
    place: tuple[int, int],
    dpr: float,
) -> TileJob:
    """Return the job of tile (`column`, `row`), for hexes `width` logical pixels wide."""
    left, top = place[0] * TILE, place[1] * TILE
    visible = QRectF(left / dpr, top / dpr, TILE / dpr, TILE / dpr)
    look = replace(layers.look, hex_px=width, legend=False)
    ground = map_.ground.copy()  # of the whole map: names are written as the ground of places asks
    kept = replace(map_, ground=ground, zones=dict(map_.zones), places=list(map_.places))
    view = MapView(kept, look, visible)
    view.levels = extremes.levels_in_window(*view.cut)
    view.level = view.level.copy()
    view.sides = {kind: mask.copy() for kind, mask in view.sides.items() if layers.sides}
    view.links = {kind: mask.copy() for kind, mask in view.links.items() if layers.links}
    view.zones = {name: inside.copy() for name, inside in view.zones.items() if layers.zones}
    if not layers.elevation:
        view.level[:] = view.levels[0]
    if not layers.ground:  # what lies there is still known to the names
        kept.grounds = (*kept.grounds, OPEN)
        view.ground = np.full_like(view.ground, len(kept.grounds) - 1)
    return TileJob(view, layers, left, top, dpr)


def paint_tile(plan: TileJob) -> QImage:
    """The finished picture of a tile."""
    image = QImage(TILE, TILE, QImage.Format.Format_RGB32)
    image.fill(QColor(OFF_MAP))
    with QPainter(image) as painter:  # what fails leaves no painter that outlives its picture
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-plan.left, -plan.top)
        painter.scale(plan.dpr, plan.dpr)
        _paint(painter, plan)
    return image


def _paint(painter: QPainter, plan: TileJob) -> None:
    view, layers = plan.view, plan.layers
    if not view.grid.columns or not view.grid.rows:
        return
    for _ in paint_terrain_stepwise(painter, view):
        pass
    if layers.zones:
        paint_layer(painter, view, "zones", paint_zones)
    if view.look.has_grid:
        paint_layer(painter, view, "grid", paint_sheet_grid)
    if view.look.texture:
        room = QRectF(plan.left / plan.dpr, plan.top / plan.dpr, TILE / plan.dpr, TILE / plan.dpr)
        sheet = QRectF(0, 0, *view.map.grid.size(view.width))
        paint_texture(painter, view, room.intersected(sheet))
    if layers.labels:
        paint_layer(painter, view, "labels", paint_labels)
    paint_heights(painter, view)


Place = tuple[int, int]  # column and row of a tile on the page

AT_A_TIME = 2  # tiles given to the thread
MIN_KEPT = 48  # tiles of a megabyte
KEPT_SCREENS = 2
# A tile shows what its window holds; hexes beyond it change the windows of tiles further away.
REACH = BEYOND + 2


class TileCacheKey(NamedTuple):
    """The properties that all tiles in the cache share."""

    width: float
    dpr: float
    layers: LayerSettings


@dataclass
class Tile:
    """A painted tile, and after how many edits of the map its painting was planned."""

    image: QImage
    edits: int


class TileCache:
    """The tiles of one map at one size. Ask for those on the screen, paint what is there."""

    def __init__(self, map_: Map, extremes: LevelRange, painters: ThreadPoolExecutor) -> None:
        self.map, self.extremes = map_, extremes
        self.edits = 0
        self.look: TileCacheKey | None = None
        self._kept: OrderedDict[Place, Tile] = OrderedDict()
        self._edited: dict[Place, int] = {}
        self._edited_all = 0
        self._planned: dict[Place, tuple[int, TileCacheKey, Future[QImage]]] = {}
        self._painters = painters

    # --- what is there ---------------------------------------------------------------------------

    def show(self, look: TileCacheKey) -> None:
        """Show tiles of another size or of other layers; those of the last ones are let go."""
        if look != self.look:
            self.look = look
            self._kept.clear()
            self._edited.clear()
            self._drop_planned()

    def get(self, place: Place) -> Tile | None:
        """A painted tile, though the map may have been edited since."""
        tile = self._kept.get(place)
        if tile:
            self._kept.move_to_end(place)
        return tile

    def is_fresh(self, place: Place) -> bool:
        """Return True if a tile shows the map as it is."""
        tile = self._kept.get(place)
        return tile is not None and tile.edits >= self._edits_of(place)

    @property
    def is_busy(self) -> bool:
        """Return True if tiles are being painted."""
        return bool(self._planned)

    # --- edits -----------------------------------------------------------------------------------

    def mark_hexes_changed(self, frame: PixelFrame, rows: range, columns: range) -> list[Place]:
        """Hexes of a window were edited: the tiles that may look different."""
        self.edits += 1
        left, top, right, bottom = _page_clip(frame, rows, columns)
        found = [
            (column, row)
            for row in range(top // TILE, (bottom - 1) // TILE + 1)
            for column in range(left // TILE, (right - 1) // TILE + 1)
            if (column, row) in self._kept or (column, row) in self._planned
        ]
        self._edited.update(dict.fromkeys(found, self.edits))
        return found

    def mark_all_changed(self) -> None:
        """The map was edited anywhere."""
        self.edits += 1
        self._edited_all = self.edits

    def discard_stale(self, places: list[Place]) -> None:
        """Show nothing in place of tiles that are out of date, until they are painted anew."""
        for place in places:
            self._kept.pop(place, None)

    # --- painting --------------------------------------------------------------------------------

    def request(self, places: list[Place]) -> None:
        """Have the first of these tiles painted that are not yet, or no more, as the map is."""
        assert self.look is not None
        for place in places:
            if len(self._planned) >= AT_A_TIME:
                return
            if place not in self._planned and not self.is_fresh(place):
                width, dpr, layers = self.look
                plan = prepare_tile(self.map, layers, self.extremes, width, place, dpr)
                painted = self._painters.submit(paint_tile, plan)
                self._planned[place] = self.edits, self.look, painted

    def collect(self, on_screen: int) -> list[Place]:
        """The tiles finished since the last time, now in the cache."""
        done = [place for place, (_, _, painted) in self._planned.items() if painted.done()]
        fresh = []
        for place in done:
            edits, look, painted = self._planned.pop(place)
            if look == self.look and not painted.cancelled():
                self._kept[place] = Tile(painted.result(), edits)
                self._kept.move_to_end(place)
                fresh.append(place)
        while len(self._kept) > max(MIN_KEPT, KEPT_SCREENS * on_screen):
            self._kept.popitem(last=False)
        return fresh

    def close(self) -> None:
        """Paint no more."""
        self._drop_planned()

    def _drop_planned(self) -> None:
        for place, (_, _, painted) in list(self._planned.items()):
            if painted.cancel():
                del self._planned[place]

    def _edits_of(self, place: Place) -> int:
        return max(self._edited_all, self._edited.get(place, 0))


def visible_tiles(frame: PixelFrame) -> list[Place]:
    """The tiles a frame shows, those in its middle first."""
    columns = range(frame.left // TILE, (frame.left + frame.wide - 1) // TILE + 1)
    rows = range(frame.top // TILE, (frame.top + frame.high - 1) // TILE + 1)
    wide, high = (math.ceil(side) for side in frame.grid.size(frame.width))
    on_sheet = [
        (column, row)
        for row in rows
        for column in columns
        if column >= 0 and column * TILE < wide
        if row >= 0 and row * TILE < high
    ]
    middle = frame.left + frame.wide / 2, frame.top + frame.high / 2
    return sorted(on_sheet, key=lambda place: math.dist(_middle(place), middle))


def _middle(place: Place) -> tuple[float, float]:
    return (place[0] + 0.5) * TILE, (place[1] + 0.5) * TILE


def _page_clip(frame: PixelFrame, rows: range, columns: range) -> Clip:
    """The part of the page, in device pixels, where tiles may depend on some hexes."""
    across, down = frame.pitch
    return (
        math.floor((columns.start - REACH) * across),
        math.floor((rows.start - REACH) * down),
        math.ceil((columns.stop + REACH) * across),
        math.ceil((rows.stop + REACH) * down),
    )
