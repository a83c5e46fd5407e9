"""One tile of the map in the printed look; painted in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from engine.hexes.hex import SIDES
from engine.map.map import Map
from studio.canvas.levels import Extremes
from studio.canvas.palette import slope_weights
from studio.canvas.position import Layers
from studio.drawing.gridlines import paint_frame, paint_grid
from studio.drawing.ground import paint_area_water, paint_dry_ground
from studio.drawing.lettering import paint_labels
from studio.drawing.look import Look
from studio.drawing.outlines import exact_outline
from studio.drawing.relief import paint_relief
from studio.drawing.roads import paint_links
from studio.drawing.sides import paint_side_features, paint_water_lines
from studio.drawing.view import View
from studio.drawing.zones import paint_zones

TILE = 512  # device pixels a side
# From this hex width on, in logical pixels, the map has the printed look.
SMALLEST_TILED = 16.0
OFF_MAP = "#6b675f"
# How light or dark hillshade makes the ground at most, of 255; as studio.canvas.kernels has it.
DEEPEST = 78


@dataclass(frozen=True)
class TilePlan:
    """Everything a tile's painting needs, copied from the map so that it may be edited meanwhile.

    The tile begins at device pixel (`left`, `top`) of the page.
    """

    view: View
    layers: Layers
    slopes: np.typing.NDArray[np.float64]
    left: int
    top: int
    dpr: float


def plan_tile(
    map_: Map, layers: Layers, extremes: Extremes, width: float, place: tuple[int, int], dpr: float
) -> TilePlan:
    """What to paint in tile (`column`, `row`), for hexes `width` logical pixels wide."""
    left, top = place[0] * TILE, place[1] * TILE
    visible = QRectF(left / dpr, top / dpr, TILE / dpr, TILE / dpr)
    look = Look(width, layers.grid, layers.labels, False, layers.language, layers.ramp)
    view = View(replace(map_, zones=dict(map_.zones)), look, visible)
    view.levels = extremes.with_those(*view.cut)
    view.level, view.ground = view.level.copy(), view.ground.copy()
    view.sides = {kind: mask.copy() for kind, mask in view.sides.items() if layers.sides}
    view.links = {kind: mask.copy() for kind, mask in view.links.items() if layers.links}
    if not layers.elevation:
        view.level[:] = view.levels[0]
    if not layers.ground:
        view.ground[:] = 0
        view.map.grounds = ("open",)
    return TilePlan(view, layers, slope_weights(map_, layers), left, top, dpr)


def paint_tile(plan: TilePlan) -> QImage:
    """The finished picture of a tile."""
    image = QImage(TILE, TILE, QImage.Format.Format_RGB32)
    image.fill(QColor(OFF_MAP))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-plan.left, -plan.top)
    painter.scale(plan.dpr, plan.dpr)
    _paint(painter, plan)
    painter.end()
    return image


def _paint(painter: QPainter, plan: TilePlan) -> None:
    view, layers = plan.view, plan.layers
    if not view.grid.columns or not view.grid.rows:
        return
    paint_relief(painter, view)
    if plan.slopes.any():
        paint_hillshade(painter, view, plan.slopes)
    paint_dry_ground(painter, view)
    paint_water_lines(painter, view)
    paint_area_water(painter, view)
    paint_side_features(painter, view)
    paint_links(painter, view)
    if layers.zones:
        paint_zones(painter, view)
    if view.look.has_grid:
        paint_grid(painter, view)
        paint_frame(painter, view, exact_outline(view, np.ones(view.grid.shape, bool)))
    if layers.labels:
        paint_labels(painter, view)


def paint_hillshade(painter: QPainter, view: View, slopes: np.typing.NDArray[np.float64]) -> None:
    """Lay light and shade over the ground, softly from hex to hex, lit from the upper left."""
    turned = np.zeros(view.grid.shape)
    for direction in range(SIDES):
        there = view.grid.seen_from(view.level.astype(np.float64), direction, 0.0)
        rise = np.where(view.has_neighbour[direction], there - view.level, 0.0)
        turned += slopes[direction] * rise
    depth = np.rint(DEEPEST * turned / (1 + np.abs(turned))).astype(np.int64)
    alpha = np.abs(depth).astype(np.uint32)
    light = np.where(depth > 0, alpha, 0).astype(np.uint32)  # premultiplied white, else black
    pixels = alpha << 24 | light << 16 | light << 8 | light
    _paint_softly(painter, view, np.asarray(pixels, np.uint32))


def _paint_softly(painter: QPainter, view: View, pixels: np.typing.NDArray[np.uint32]) -> None:
    """Lay a plane of colours over the page: two pixels a hex, so that shifted lines fit in."""
    pointy, rows, columns = view.grid.pointy, *view.grid.shape
    lines = pixels if pointy else pixels.T
    twice = np.repeat(lines, 2, axis=1)
    wide = np.zeros((twice.shape[0], twice.shape[1] + 1), np.uint32)
    for line in range(len(twice)):
        aside = view.grid.shift(line)
        wide[line, aside : aside + twice.shape[1]] = twice[line]
        wide[line, 0 if aside else -1] = twice[line, 0 if aside else -1]
    spread = np.ascontiguousarray(wide if pointy else wide.T)
    high, across = spread.shape
    image = QImage(spread.data, across, high, 4 * across, QImage.Format.Format_ARGB32_Premultiplied)
    x, y = view.grid.scale(view.width)
    if pointy:
        place = QRectF(2 * view.column0 * x, (3 * view.row0 + 0.5) * y, across * x, 3 * rows * y)
    else:
        place = QRectF((3 * view.column0 + 0.5) * x, 2 * view.row0 * y, 3 * columns * x, high * y)
    painter.save()
    painter.setClipPath(exact_outline(view, np.ones(view.grid.shape, bool)))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawImage(place, image)
    painter.restore()
