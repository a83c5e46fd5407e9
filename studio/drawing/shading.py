"""Hill shading: light and shade over the ground, lit from the upper left."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map.map import Map
from studio.drawing.inks import clip_to
from studio.drawing.outlines import exact_outline
from studio.drawing.view import Floats, View

# How steep a slope looks compared with what it is.
EXAGGERATION = 2.5
# How light or dark shading makes the ground at most, of 255.
DEEPEST = 78
MOST_SMOOTHED = 4_000_000  # pixels of it in an SVG or a PDF


def slope_weights(map_: Map) -> Floats:
    """How much a level up in each direction turns a hex towards the light."""
    turns = np.arange(SIDES) * np.pi / 3
    turns = -turns if map_.grid.pointy else turns - np.pi / 2
    steepness = EXAGGERATION * map_.level_metres / map_.hex_metres
    return np.asarray(steepness * (np.cos(turns) + np.sin(turns)) / 3)


def style_weights(view: View) -> Floats:
    """Slope weights at the strength of the map's style."""
    return slope_weights(view.map) * view.style.shading


def shades(grid: Grid, level: NDArray[np.int16], weights: Floats) -> NDArray[np.int64]:
    """How light, or if negative dark, every hex is, [row, column], of 255."""
    turned, everywhere = np.zeros(grid.shape), np.ones(grid.shape, bool)
    for direction in range(SIDES):
        there = grid.seen_from(level.astype(np.float64), direction, 0.0)
        is_on = grid.seen_from(everywhere, direction, False)
        turned += weights[direction] * np.where(is_on, there - level, 0.0)
    depths: NDArray[np.int64] = np.rint(DEEPEST * turned / (1 + np.abs(turned))).astype(np.int64)
    return depths


def paint_hillshade(painter: QPainter, view: View) -> None:
    """Lay light and shade over the ground, softly from hex to hex."""
    depth = shades(view.grid, view.level, style_weights(view))
    if not depth.any():
        return
    alpha = np.abs(depth).astype(np.uint32)
    light = np.where(depth > 0, alpha, 0).astype(np.uint32)  # premultiplied white, else black
    pixels = alpha << 24 | light << 16 | light << 8 | light
    _paint_softly(painter, view, np.asarray(pixels, np.uint32))


def shaded(colours: NDArray[np.uint32], depths: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Opaque colours 0xffrrggbb made lighter or darker."""
    towards, part = np.where(depths > 0, 255, 0), np.abs(depths)
    made = np.full(colours.shape, 0xFF000000, np.uint32)
    for shift in (0, 8, 16):
        channel = (colours >> np.uint32(shift) & np.uint32(0xFF)).astype(np.int64)
        mixed = (channel * (255 - part) + towards * part + 127) // 255
        made |= mixed.astype(np.uint32) << np.uint32(shift)
    return made


def _paint_softly(painter: QPainter, view: View, pixels: NDArray[np.uint32]) -> None:
    """Lay a plane of colours over the page, smoothly; as one picture into SVG and PDF."""
    spread = _spread(view.grid, pixels)
    high, across = spread.shape
    image = QImage(spread.data, across, high, 4 * across, QImage.Format.Format_ARGB32_Premultiplied)
    place = _place(view, across, high)
    engine = painter.paintEngine()
    if engine is not None and engine.type() is QPaintEngine.Type.Raster:
        _draw_clipped(painter, view, image, place)
    else:
        painter.drawImage(place, _smooth(view, image, place))


def _draw_clipped(painter: QPainter, view: View, image: QImage, place: QRectF) -> None:
    with clip_to(painter, exact_outline(view, np.ones(view.grid.shape, bool))):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawImage(place, image)


def _smooth(view: View, image: QImage, place: QRectF) -> QImage:
    """The picture as it lies on the page: what shows SVG need neither smooth nor clip."""
    scale = min(1.0, math.sqrt(MOST_SMOOTHED / (place.width() * place.height())))
    wide, high = math.ceil(scale * place.width()), math.ceil(scale * place.height())
    drawn = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(wide / place.width(), high / place.height())
    painter.translate(-place.topLeft())
    _draw_clipped(painter, view, image, place)
    painter.end()
    return drawn


def _spread(grid: Grid, pixels: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Every hex as two pixels of its line, shifted lines one pixel further along."""
    lines = pixels if grid.pointy else pixels.T
    twice = np.repeat(lines, 2, axis=1)
    wide = np.zeros((twice.shape[0], twice.shape[1] + 1), np.uint32)
    for line in range(len(twice)):
        aside = grid.shift(line)
        wide[line, aside : aside + twice.shape[1]] = twice[line]
        wide[line, 0 if aside else -1] = twice[line, 0 if aside else -1]
    return np.ascontiguousarray(wide if grid.pointy else wide.T)


def _place(view: View, across: int, high: int) -> QRectF:
    """Where a plane of two pixels a hex lies on the page."""
    x, y = view.grid.scale(view.width)
    if view.grid.pointy:
        left, top = 2 * view.column0 * x, (3 * view.row0 + 0.5) * y
        return QRectF(left, top, across * x, 3 * high * y)
    left, top = (3 * view.column0 + 0.5) * x, 2 * view.row0 * y
    return QRectF(left, top, 3 * across * x, high * y)
