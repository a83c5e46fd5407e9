"""The painter of a table, layer over layer, with square pictures that are kept."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from engine.tabletop.feature_kinds import FeatureDrawing
from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap
from studio.rendering.painting import clip_to
from studio.rendering.tabletop.labels_and_grid import (
    paint_edge_names,
    paint_table_frame,
    paint_table_grid,
    paint_table_names,
    paint_table_zone_names,
    paint_table_zones,
)
from studio.rendering.tabletop.road_painter import (
    paint_bridge,
    paint_railway,
    paint_road,
    paint_road_edges,
)
from studio.rendering.tabletop.structures import (
    paint_earthwork,
    paint_fence,
    paint_hedge,
    paint_house,
    paint_wall,
)
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.tabletop.terrain_surface import paint_hill, paint_shadow, paint_surface
from studio.rendering.tabletop.vegetation_and_water import (
    paint_bank,
    paint_marsh,
    paint_rock,
    paint_tree,
    paint_water,
    paint_wood,
)

_Paint = Callable[[QPainter, TabletopView, TabletopFeature], None]

PAINTERS: Mapping[FeatureDrawing, _Paint] = {
    FeatureDrawing.HILL: paint_hill,
    FeatureDrawing.MARSH: paint_marsh,
    FeatureDrawing.WATER: paint_water,
    FeatureDrawing.WOOD: paint_wood,
    FeatureDrawing.ROAD: paint_road,
    FeatureDrawing.RAILWAY: paint_railway,
    FeatureDrawing.BRIDGE: paint_bridge,
    FeatureDrawing.EARTHWORK: paint_earthwork,
    FeatureDrawing.FENCE: paint_fence,
    FeatureDrawing.HEDGE: paint_hedge,
    FeatureDrawing.WALL: paint_wall,
    FeatureDrawing.ROCK: paint_rock,
    FeatureDrawing.HOUSE: paint_house,
    FeatureDrawing.TREE: paint_tree,
}
# What is drawn of all features of a layer before any of them, so that they join.
UNDER: Mapping[FeatureDrawing, _Paint] = {
    FeatureDrawing.WATER: paint_bank,
    FeatureDrawing.ROAD: paint_road_edges,
}


def paint_tabletop(painter: QPainter, view: TabletopView, room: QRectF | None = None) -> None:
    """Draw a table's country with its names; `room` is the visible part of the page, if not all."""
    whole = view.page if room is None else room
    paint_terrain(painter, view, whole)
    paint_lettering(painter, view)


def paint_terrain(painter: QPainter, view: TabletopView, room: QRectF) -> None:
    """Draw what can be kept as a picture: surface, features, zones, grid and edges."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    with clip_to(painter, room.intersected(view.page)):
        if view.look.surface:
            paint_surface(painter, view, room)
        paint_features(painter, view, visible_features(view, room))
        if view.look.zones:
            paint_table_zones(painter, view)
        if view.look.grid:
            paint_table_grid(painter, view)
    if view.look.edges:
        paint_table_frame(painter, view)


def visible_features(view: TabletopView, room: QRectF) -> list[TabletopFeature]:
    """The features of which anything is within a part of the page, the lowest first."""
    hidden = view.look.hidden
    return [
        feature
        for feature in view.table.in_layers
        if feature.kind not in hidden and view.box(feature).intersects(room)
    ]


def paint_features(
    painter: QPainter, view: TabletopView, features: Iterable[TabletopFeature]
) -> None:
    """Draw features as they lie on each other, with their shadows."""
    layers: dict[int, list[TabletopFeature]] = {}
    for feature in features:
        layers.setdefault(feature.kind_entry.layer, []).append(feature)
    for layer in layers.values():
        _paint_layer(painter, view, layer)


def _paint_layer(painter: QPainter, view: TabletopView, features: list[TabletopFeature]) -> None:
    for feature in features:
        if not feature.is_hill:
            paint_shadow(painter, view, feature)
        if under := UNDER.get(feature.kind_entry.drawing):
            under(painter, view, feature)
    for feature in features:
        if feature.is_hill:  # whose upper contours throw theirs on the lower
            paint_shadow(painter, view, feature)
        PAINTERS[feature.kind_entry.drawing](painter, view, feature)


def paint_lettering(painter: QPainter, view: TabletopView) -> None:
    """Write the names of what is there, over everything."""
    if view.look.zones:
        paint_table_zone_names(painter, view)
    if view.look.names:
        paint_table_names(painter, view)
    if view.look.edges and view.look.names:
        paint_edge_names(painter, view)


SIDE = 384  # logical pixels of a tile
MAXIMUM = 160  # tiles that are kept


class _Key(NamedTuple):
    """The key of a tile: its picture, scale, column and row."""

    scale: float
    look: TabletopRenderOptions
    ratio: float
    column: int
    row: int


class TerrainTiles:
    """Paints a country from kept tiles; an edit of some features leaves the others' tiles alone."""

    def __init__(self) -> None:
        self._tiles: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._table: TabletopMap | None = None

    def paint(self, painter: QPainter, view: TabletopView, room: QRectF) -> None:
        """Draw what lies within a part of the page, frame and names over it."""
        self._follow(view.table)
        ratio = painter.device().devicePixelRatio()
        left, top = round(view.left * ratio) / ratio, round(view.top * ratio) / ratio
        for column, row in _within(room.intersected(view.page).translated(-left, -top)):
            key = _Key(view.scale, view.look, ratio, column, row)
            painter.drawPixmap(
                QPointF(left + column * SIDE, top + row * SIDE), self._tile(key, view)
            )
        if view.look.edges:
            paint_table_frame(painter, view)
        paint_lettering(painter, view)

    def _tile(self, key: _Key, view: TabletopView) -> QPixmap:
        if key not in self._tiles:
            self._tiles[key] = _paint(key, view)
            while len(self._tiles) > MAXIMUM:
                self._tiles.popitem(last=False)
        self._tiles.move_to_end(key)
        return self._tiles[key]

    def _follow(self, table: TabletopMap) -> None:
        """Drop the tiles that look different for another table."""
        was, self._table = self._table, table
        if was is table:
            return
        if was is None or not _is_alike(was, table):
            self._tiles.clear()
            return
        for feature in _changes(was, table):
            self._drop(table, feature)

    def _drop(self, table: TabletopMap, feature: TabletopFeature) -> None:
        for key in list(self._tiles):
            box = TabletopView(table, key.scale).box(feature)
            if box.intersects(QRectF(key.column * SIDE, key.row * SIDE, SIDE, SIDE)):
                del self._tiles[key]


def _is_alike(was: TabletopMap, table: TabletopMap) -> bool:
    """Return True if two tables differ in features alone, as far as tiles show them."""
    return (was.width, was.depth, was.zones) == (table.width, table.depth, table.zones)


def _changes(was: TabletopMap, table: TabletopMap) -> Iterator[TabletopFeature]:
    """The features that came, went or changed; all of them if the order changed."""
    before = {id(feature): feature for feature in was.features}
    after = {id(feature): feature for feature in table.features}
    yield from (feature for key, feature in before.items() if key not in after)
    yield from (feature for key, feature in after.items() if key not in before)
    stayed = [key for key in before if key in after]
    order = [key for key in after if key in before]
    yield from (before[a] for a, b in zip(stayed, order, strict=True) if a != b)


def _within(room: QRectF) -> Iterator[tuple[int, int]]:
    """The columns and rows of the tiles in a part of the table's picture."""
    if room.isEmpty():
        return
    for row in range(math.floor(room.top() / SIDE), math.ceil(room.bottom() / SIDE)):
        for column in range(math.floor(room.left() / SIDE), math.ceil(room.right() / SIDE)):
            yield column, row


def _paint(key: _Key, view: TabletopView) -> QPixmap:
    side = math.ceil(SIDE * key.ratio)
    tile = QPixmap(side, side)
    tile.setDevicePixelRatio(key.ratio)
    tile.fill(QColor(0, 0, 0, 0))
    painter = QPainter(tile)
    look = view.look._replace(edges=False)
    part = TabletopView(view.table, view.scale, -key.column * SIDE, -key.row * SIDE, look)
    paint_terrain(painter, part, QRectF(0, 0, SIDE, SIDE))
    painter.end()
    return tile
