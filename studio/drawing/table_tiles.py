"""The country of a table as square pictures that are kept, so that moving over it is quick."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from engine.tabletop.table import TabletopFeature, TabletopMap
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_names import paint_table_frame
from studio.drawing.table_paint import paint_lettering, paint_terrain
from studio.drawing.table_view import TabletopView

SIDE = 384  # logical pixels of a tile
MOST = 160  # tiles that are kept


class _Key(NamedTuple):
    """Which tile of which picture: a column and a row at a scale."""

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
            while len(self._tiles) > MOST:
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
    """Whether two tables differ in features alone, as far as tiles show them."""
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
