"""Small pictures of what can be painted, drawn as the map draws it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from engine.editing.map_clips import Clip, as_map, paste
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.map.styles import MODERN
from engine.map.terrain import CustomTerrainKind, GroundForm, TerrainClass, load_catalogue
from engine.map_generator.ground_mixes import KEEP, list_mixes
from studio.map_tools.brush_tools import BrushShapeKind, brush_hexes
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions

WIDE, HIGH = 44, 30
HEX_PX = 26.0
SHARP = 2  # pictures hold twice the pixels, for screens of high density
COLUMNS, ROWS = 4, 5
MIDDLE = 2


@lru_cache(maxsize=256)
def terrain_swatch(kind: str) -> QIcon:
    """A kind of terrain as a small piece of map."""
    return _kind_swatch(Map.blank(Grid(COLUMNS, ROWS)), kind, load_catalogue().kinds[kind].lies)


def custom_terrain_swatch(kind: CustomTerrainKind) -> QIcon:
    """A kind of terrain of a map's own, likewise."""
    map_ = Map.blank(Grid(COLUMNS, ROWS))
    map_.kinds = {kind.id: kind}
    return _kind_swatch(map_, kind.id, kind.lies)


def _kind_swatch(map_: Map, kind: str, lies: TerrainClass) -> QIcon:
    if lies is TerrainClass.GROUND:
        return _ground_swatch(map_, kind)
    if lies is TerrainClass.LINK:
        for column in range(COLUMNS - 1):
            map_.set_link(kind, map_.grid.hex(column, MIDDLE), 0)
    else:
        for column in range(COLUMNS):
            _lay_along_row(map_, kind, map_.grid.hex(column, MIDDLE))
    return _picture(map_, down=0.43 if lies is TerrainClass.SIDE else 0.0)


def _ground_swatch(map_: Map, kind: str) -> QIcon:
    """A piece of it; of what runs from hex to hex and of plain water the banks tell it apart."""
    known = MODERN.catalogue_with(map_.kinds)
    drawing = known.ground(kind)
    map_.grounds = (*map_.grounds, kind)
    if drawing.form is GroundForm.COURSE:
        map_.ground[MIDDLE] = 1
        return _picture(map_)
    if known.is_water(kind) and not drawing.marks:
        map_.ground[map_.grid.index(map_.grid.hex(1, MIDDLE))] = 1
        return _picture(map_, right=0.0)
    map_.ground[:] = 1
    return _picture(map_)


def _lay_along_row(map_: Map, kind: str, hex_: Hex) -> None:
    for direction in (1, 2):  # the two upper sides of each hex of a row
        map_.set_side(kind, hex_, direction)


@lru_cache(maxsize=32)
def mixed_terrain_swatch(mix: str) -> QIcon:
    """A mixture of ground: all of its kinds beside each other."""
    map_ = Map.blank(Grid(COLUMNS, ROWS))
    kinds = [kind for kind in list_mixes()[mix].shares if kind != KEEP]
    map_.grounds = ("open", *(kind for kind in kinds if kind != "open"))
    columns, rows = np.meshgrid(np.arange(COLUMNS), np.arange(ROWS))
    map_.ground[:] = (columns + 2 * rows) % len(map_.grounds)
    return _picture(map_)


@lru_cache(maxsize=32)
def level_swatch(rise: int) -> QIcon:
    """Ground that rises or falls from left to right by so many levels."""
    map_ = Map.blank(Grid(COLUMNS, ROWS))
    map_.level[:] = np.linspace(0, rise, COLUMNS).round().astype(np.int16)[None, :]
    return _picture(map_)


@lru_cache(maxsize=128)
def clip_swatch(clip: Clip) -> QIcon:
    """A stamp: a small one on open ground, a larger one as a whole."""
    map_ = Map.blank(Grid(COLUMNS, ROWS))
    if len(clip.hexes) <= len(map_.grid):
        edit = paste(map_, clip, map_.grid.hex(1, MIDDLE))
        if edit is not None:
            edit.apply(map_)
        return _picture(map_)
    map_, _ = as_map(clip)
    width, height = map_.grid.size(1.0)
    hex_px = min(WIDE / width, HIGH / height)
    image = _blank()
    painter = QPainter(image)
    painter.translate((WIDE - hex_px * width) / 2, (HIGH - hex_px * height) / 2)
    _paint(painter, map_, hex_px)
    painter.end()
    return QIcon(image)


@lru_cache(maxsize=64)
def shape_swatch(form: BrushShapeKind, sixths: int, ink: str) -> QIcon:
    """A small brush of a form, in an ink `#rrggbb`."""
    hexes = brush_hexes(
        form, 0 if form in (BrushShapeKind.TRIANGLE, BrushShapeKind.DIAMOND) else 1, sixths
    )
    grid = Grid(1, 1)
    corners = [[QPointF(*corner) for corner in grid.outline(hex_)] for hex_ in hexes]
    bounds = QPolygonF([corner for each in corners for corner in each]).boundingRect()
    image = QPixmap(HIGH * SHARP, HIGH * SHARP)
    image.setDevicePixelRatio(SHARP)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = (HIGH - 4) / max(bounds.width(), bounds.height())
    painter.translate(HIGH / 2, HIGH / 2)
    painter.scale(scale, scale)
    painter.translate(-bounds.center())
    painter.setPen(QPen(QColor(ink), 1.5 / scale))
    tint = QColor(ink)
    tint.setAlphaF(0.3)
    painter.setBrush(tint)
    for each in corners:
        painter.drawPolygon(QPolygonF(each))
    painter.end()
    return QIcon(image)


@lru_cache(maxsize=64)
def zone_swatch(colour: str) -> QIcon:
    """The colour of a zone."""
    image = _blank()
    painter = QPainter(image)
    area = QRectF(2, 2, WIDE - 4, HIGH - 4)
    tint = QColor(colour)
    painter.setPen(tint)
    tint.setAlphaF(0.25)
    painter.setBrush(tint)
    painter.drawRect(area)
    painter.end()
    found = QIcon(image)
    found.addPixmap(image, QIcon.Mode.Selected)  # Qt would tint it
    return found


def _picture(map_: Map, down: float = 0.0, right: float = 0.5) -> QIcon:
    """A piece of map: what lies in its middle moved down, its eye to the right, in hexes."""
    image = _blank()
    painter = QPainter(image)
    x, y = map_.grid.centre(map_.grid.hex(1, MIDDLE), HEX_PX)
    painter.translate(WIDE / 2 - x - right * HEX_PX, HIGH / 2 - y + down * HEX_PX)
    _paint(painter, map_, HEX_PX)
    painter.end()
    return QIcon(image)


def _paint(painter: QPainter, map_: Map, hex_px: float) -> None:
    """The bare ground; what paints maps is loaded with the first picture, after the window."""
    from studio.rendering.map.map_painter import paint_map

    paint_map(painter, MapView(map_, RenderOptions(hex_px, grid=False, labels=False, legend=False)))


def _blank() -> QPixmap:
    image = QPixmap(WIDE * SHARP, HIGH * SHARP)
    image.setDevicePixelRatio(SHARP)
    image.fill(Qt.GlobalColor.transparent)
    return image
