"""The ground of maps with very small hexes: every pixel looks up its hex, band by band."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.hexes.grid import ROOT3, Grid
from engine.hexes.hex import SIDES
from engine.map.map import Masks
from engine.map.terrain import Catalogue, GroundForm, TerrainClass
from studio.rendering.map.map_view import MapView
from studio.rendering.map.relief_painter import (
    hill_shades,
    map_levels,
    map_tints,
    shade_colours,
    style_weights,
)
from studio.rendering.painting import blend, make_colour, round_pen

BAND = 256  # rows of pixels looked up at a time
# Where there is no room for trees and houses, their colour tints the ground as far as this.
MARKS_SHOW = 0.45


def paint_ground_raster(painter: QPainter, view: MapView, page: QRectF) -> None:
    """Draw elevation and ground as one picture, a pixel a page unit, over the visible page."""
    colours, depths = _colours(view), _depths(view)
    left, right = math.floor(page.left()), math.ceil(page.right())
    bottom = math.ceil(page.bottom())
    for top in range(math.floor(page.top()), bottom, BAND):
        down = range(top, min(top + BAND, bottom))
        pixels = _band(view, colours, depths, range(left, right), down)
        high, wide = pixels.shape
        picture = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32)
        painter.drawImage(QPointF(left, top), picture)


def paint_line_raster(painter: QPainter, view: MapView) -> None:
    """Draw streams, roads and other lines as plain straight ones."""
    for kind in view.lines_of(TerrainClass.SIDE):
        _paint_far(painter, view, kind, TerrainClass.SIDE, view.sides[kind])
    for kind in view.lines_of(TerrainClass.LINK):
        _paint_far(painter, view, kind, TerrainClass.LINK, view.links[kind])


def _paint_far(
    painter: QPainter, view: MapView, kind: str, lies: TerrainClass, mask: Masks
) -> None:
    drawing = view.catalogue.line(kind, lies)
    main = max(drawing.strokes[:1] if lies is TerrainClass.LINK else drawing.strokes,
               key=lambda stroke: stroke.width)  # fmt: skip
    painter.setPen(round_pen(make_colour(main.colour), max(drawing.width * view.width, 0.7)))
    painter.drawLines(_far_lines(view, mask, lies))


def _far_lines(view: MapView, mask: Masks, lies: TerrainClass) -> list[QLineF]:
    lines = []
    for direction in range(SIDES // 2):
        centres = view.centres((mask >> direction & 1).astype(bool))
        first, second = view.side_ends(direction)
        if lies is TerrainClass.LINK:
            first, second = np.zeros(2), first + second  # the middle of the side and as far again
        ends = np.hstack([centres + first, centres + second])
        lines += [QLineF(*end) for end in ends.tolist()]
    return lines


def _colours(view: MapView) -> NDArray[np.uint32]:
    """The colour of every kind of ground at every level, [ground, level − lowest]."""
    levels, shades = map_levels(view), map_tints(view)
    table = np.zeros((len(view.map.grounds), levels[-1] - levels[0] + 1), np.uint32)
    for row, kind in enumerate(view.map.grounds):
        for level in levels:
            table[row, level - levels[0]] = _far_shown(view, kind, shades[level]).rgba()
    return table


def _far_shown(view: MapView, kind: str, tint: QColor) -> QColor:
    """The same as far as elevation and ground cover what lies below them."""
    bare = blend(QColor(view.style.paper), tint.name(), view.look.opacity("elevation"))
    grown = raster_ground_colour(kind, bare, view.catalogue)
    return blend(bare, grown.name(), view.look.opacity("ground"))


def _depths(view: MapView) -> NDArray[np.int64] | None:
    """Return how light or dark every hex of the map is; None without hill shading."""
    if not view.look.hillshade:
        return None
    return hill_shades(view.map.grid, view.map.level, style_weights(view))


def raster_ground_colour(kind: str, tint: QColor, kinds: Catalogue) -> QColor:
    """Return the colour of a kind of ground from afar, over an elevation tint."""
    drawing = kinds.ground(kind)
    if drawing.fill:
        opacity = drawing.opacity if drawing.form is GroundForm.AREA else 0.7
        tint = blend(tint, drawing.fill, opacity)
    if drawing.marks and not kinds.is_water(kind):
        tint = blend(tint, drawing.marks[0].colour, MARKS_SHOW)
    return tint


def _band(
    view: MapView,
    colours: NDArray[np.uint32],
    depths: NDArray[np.int64] | None,
    across: range,
    down: range,
) -> NDArray[np.uint32]:
    """The pixels of some rows of the page."""
    x = np.arange(across.start, across.stop, dtype=np.float32)[None, :] + np.float32(0.5)
    y = np.arange(down.start, down.stop, dtype=np.float32)[:, None] + np.float32(0.5)
    column, row = columns_rows_at(view.map.grid, x / view.width, y / view.width)
    grid = view.map.grid
    on_map = (column >= 0) & (column < grid.columns) & (row >= 0) & (row < grid.rows)
    column, row = np.clip(column, 0, grid.columns - 1), np.clip(row, 0, grid.rows - 1)
    lowest = int(view.map.level.min())
    found = colours[view.map.ground[row, column], view.map.level[row, column] - lowest]
    if depths is not None:
        found = shade_colours(found, depths[row, column])
    return np.ascontiguousarray(np.where(on_map, found, np.uint32(0)))


def columns_rows_at(
    grid: Grid, x: NDArray[np.float32], y: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The hexes that hold points of the page of a map with hexes 1 wide; x [1, n], y [m, 1]."""
    if grid.pointy:
        line, along = _lines_cells(grid, y, x)
        return along, line
    line, along = _lines_cells(grid, x, y)
    return line, along


def _lines_cells(
    grid: Grid, across: NDArray[np.float32], along: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Line and place in the line: a line's strip is its own but for the corners between lines."""
    third = 1 / (2 * ROOT3)  # a lattice unit across lines
    line = np.floor(across / (3 * third)).astype(np.int32)
    into = across / third - 3 * line  # 0 … 3; in the first third a hex of the line before may reach
    even = 1 - grid.shift(0)
    odd = (line & 1) ^ grid.shift(0)
    cell = np.floor(along - odd * np.float32(0.5)).astype(np.int32)
    from_middle = np.abs(along - odd * np.float32(0.5) - cell - np.float32(0.5)) * 2
    before = into < from_middle
    earlier = line - 1
    odd_before = (earlier & 1) ^ (1 - even)
    cell_before = np.floor(along - odd_before * np.float32(0.5)).astype(np.int32)
    return np.where(before, earlier, line), np.where(before, cell_before, cell)
