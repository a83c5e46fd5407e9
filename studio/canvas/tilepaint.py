"""One tile of the map in the printed look; painted in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.map.map import Map
from studio.canvas.levels import LevelRange
from studio.canvas.position import LayerSettings
from studio.drawing.gridlines import paint_sheet_grid
from studio.drawing.heights import paint_heights
from studio.drawing.layering import paint_layer, paint_terrain_stepwise
from studio.drawing.map_lettering import paint_labels
from studio.drawing.texture import paint_texture
from studio.drawing.view import MapView
from studio.drawing.zones import paint_zones

TILE = 512  # device pixels a side
# From this hex width on, in logical pixels, the map has the printed look.
SMALLEST_TILED = 16.0
OFF_MAP = "#6b675f"
OPEN = "open"


@dataclass(frozen=True)
class TileJob:
    """Everything a tile's painting needs, copied from the map so that it may be edited meanwhile.

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
    """What to paint in tile (`column`, `row`), for hexes `width` logical pixels wide."""
    left, top = place[0] * TILE, place[1] * TILE
    visible = QRectF(left / dpr, top / dpr, TILE / dpr, TILE / dpr)
    look = replace(layers.look, hex_px=width, legend=False)
    ground = map_.ground.copy()  # of the whole map: names are written as the ground of places asks
    kept = replace(map_, ground=ground, zones=dict(map_.zones), places=list(map_.places))
    view = MapView(kept, look, visible)
    view.levels = extremes.with_those(*view.cut)
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
