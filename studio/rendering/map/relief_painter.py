"""Relief: one elevation tint per level, light to dark (tank M3), and hill shading."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter, QPainterPath

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map.map import Map, Plane
from engine.map.styles import MapStyle
from engine.map.terrain import ElevationRamp, GroundForm, load_catalogue
from studio.rendering.map.hex_outlines import boundary_chains, exact_outline, rounded_outline
from studio.rendering.map.map_view import Floats, MapView
from studio.rendering.painting import add_curve, clip_to, draw, fill, make_colour, round_pen

# A map of few levels keeps to the light end: tints are spread over at least so many steps.
MIN_STEPS = 5
SHADOW = "#3a2a12"
SEEN_THROUGH = 0.4  # ground whose tint is no more opaque than this shows the lines below it
COVERED_EDGE = 0.022  # how wide a line over woods is, in hexes


def level_tints(ramp: ElevationRamp, levels: Sequence[int]) -> dict[int, QColor]:
    """The tint of each level of a map, from its lowest to its highest."""
    low, high = min(levels), max(levels)
    spread = max(high - low, MIN_STEPS)
    return {level: tint_at(ramp, (level - low) / spread) for level in levels}


def tint_at(ramp: ElevationRamp, height: float) -> QColor:
    """The tint a part of the way, from 0 to 1, up a ramp."""
    stops = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in ramp.colours], float)
    at = np.linspace(0.0, 1.0, len(stops))
    red, green, blue = (round(float(np.interp(height, at, stops[:, i]))) for i in range(3))
    return QColor(red, green, blue)


def map_levels(view: MapView) -> list[int]:
    """The levels that occur on the map, from lowest to highest, or only those that matter."""
    if view.levels is None:
        levels = view.map.level.ravel()
        least = int(levels.min())
        return [int(step) + least for step in np.flatnonzero(np.bincount(levels - least))]
    return view.levels


def map_tints(view: MapView) -> dict[int, QColor]:
    """The tint of every level of the whole map, so that each part is tinted alike."""
    return level_tints(ramp_of(view.style, view.look.ramp), map_levels(view))


def ramp_of(style: MapStyle, chosen: str) -> ElevationRamp:
    """The tints of a style, or where it has none of its own those that were chosen."""
    return (
        ElevationRamp(style.id, "", style.tints) if style.tints else load_catalogue().ramps[chosen]
    )


def paint_relief(painter: QPainter, view: MapView) -> None:
    """Tint the ground by its level; a thin line and a soft shadow mark where it drops."""
    shades = map_tints(view)
    levels = [int(level) for level in np.unique(view.level)]
    if not view.style.terraces:
        _paint_tints(painter, view, levels, shades)
        return
    fill(painter, exact_outline(view, view.level >= levels[0]), shades[levels[0]])
    for level in levels[1:]:
        inside = view.level >= level
        contour = _contour(view, inside)
        _paint_shadow(painter, view, contour)
        fill(painter, rounded_outline(view, inside), shades[level])
        line = make_colour(shades[level].darker(165).name(), 0.8)
        draw(painter, contour, round_pen(line, max(0.014 * view.width, 0.4)))


def paint_covered_slope_edges(painter: QPainter, view: MapView) -> None:
    """The lines where the ground drops once more, over what hides them: woods, fields, houses."""
    covered = _cover(view)
    levels = np.unique(view.level[covered]).tolist()
    if not view.style.terraces or len(levels) < 2:
        return
    shades = map_tints(view)
    with clip_to(painter, rounded_outline(view, covered)):
        for level in levels[1:]:
            contour = _contour(view, view.level >= level)
            breadth = max(COVERED_EDGE * view.width, 0.5)
            light = contour.translated(-breadth / 2, -breadth / 2)
            draw(painter, light, round_pen(make_colour(shades[level].name(), 0.75), breadth))
            draw(painter, contour, round_pen(make_colour(SHADOW, 0.8), breadth))


def _cover(view: MapView) -> Plane:
    """The hexes of dry ground whose drawing hides the relief below it."""
    covered = np.zeros(view.level.shape, np.bool_)
    for kind in view.grounds:
        drawing = view.catalogue.ground(kind)
        is_area = drawing.form is GroundForm.AREA and not view.catalogue.is_water(kind)
        if is_area and drawing.fill and drawing.opacity > SEEN_THROUGH:
            covered |= view.of_ground(kind)
    return covered


def _paint_tints(
    painter: QPainter, view: MapView, levels: list[int], shades: dict[int, QColor]
) -> None:
    """Each level in its tint, without steps."""
    fill(painter, exact_outline(view, view.level >= levels[0]), shades[levels[0]])
    for lower, level in pairwise(levels):
        if shades[level] != shades[lower]:
            fill(painter, rounded_outline(view, view.level >= level), shades[level])


def _contour(view: MapView, inside: np.typing.NDArray[np.bool_]) -> QPainterPath:
    path = QPainterPath()
    for chain in boundary_chains(view, inside):
        add_curve(path, view.jittered_centres(*chain.corners.T), chain.closed)
    return path


def _paint_shadow(painter: QPainter, view: MapView, contour: QPainterPath) -> None:
    """The shadow of higher ground on lower, lit from the upper left."""
    for reach, depth in ((0.10, 0.10), (0.055, 0.13)):
        fallen = contour.translated(reach * 0.45 * view.width, reach * 0.6 * view.width)
        pen = round_pen(make_colour(SHADOW, depth), reach * view.width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        draw(painter, fallen, pen)


# How steep a slope looks compared with what it is.
EXAGGERATION = 2.5
# How light or dark shading makes the ground at most, of 255.
DEEPEST = 78
MAX_SMOOTHED = 4_000_000  # pixels of it in an SVG or a PDF
MAX_STRETCHED = 8.0  # pixels of a device for one of the plane

Depths = NDArray[np.float64]


def slope_weights(map_: Map) -> Floats:
    """Return how much a level up in each direction turns a hex towards the light."""
    turns = np.arange(SIDES) * np.pi / 3
    turns = -turns if map_.grid.pointy else turns - np.pi / 2
    steepness = EXAGGERATION * map_.level_metres / map_.hex_metres
    return np.asarray(steepness * (np.cos(turns) + np.sin(turns)) / 3)


def style_weights(view: MapView) -> Floats:
    """Slope weights at the strength of the map's style."""
    return slope_weights(view.map) * view.style.shading


def hill_shades(grid: Grid, level: NDArray[np.int16], weights: Floats) -> NDArray[np.int64]:
    """Return how light, or if negative dark, every hex is, [row, column], of 255."""
    turned, everywhere = np.zeros(grid.shape), np.ones(grid.shape, bool)
    for direction in range(SIDES):
        there = grid.neighbour_plane(level.astype(np.float64), direction, 0.0)
        is_on = grid.neighbour_plane(everywhere, direction, False)
        turned += weights[direction] * np.where(is_on, there - level, 0.0)
    depths: NDArray[np.int64] = np.rint(DEEPEST * turned / (1 + np.abs(turned))).astype(np.int64)
    return depths


def paint_hillshade(painter: QPainter, view: MapView) -> None:
    """Lay light and shade over the ground, softly from hex to hex."""
    depth = hill_shades(view.grid, view.level, style_weights(view))
    if not depth.any():
        return
    spread = _spread(view.grid, depth)
    high, across = spread.shape
    place = _place(view, across, high)
    if painter.paintEngine().type() is QPaintEngine.Type.Raster:
        _draw_clipped(painter, view, spread, place)
    else:
        painter.drawImage(place, _smooth(view, spread, place))


def shade_colours(colours: NDArray[np.uint32], depths: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Opaque colours 0xffrrggbb made lighter or darker."""
    towards, part = np.where(depths > 0, 255, 0), np.abs(depths)
    made = np.full(colours.shape, 0xFF000000, np.uint32)
    for shift in (0, 8, 16):
        channel = (colours >> np.uint32(shift) & np.uint32(0xFF)).astype(np.int64)
        mixed = (channel * (255 - part) + towards * part + 127) // 255
        made |= mixed.astype(np.uint32) << np.uint32(shift)
    return made


def _draw_clipped(painter: QPainter, view: MapView, spread: Depths, place: QRectF) -> None:
    image = _image(_refined(painter, spread, place))
    with clip_to(painter, exact_outline(view, np.ones(view.grid.shape, bool))):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawImage(place, image)


def _smooth(view: MapView, spread: Depths, place: QRectF) -> QImage:
    """The picture as it lies on the page: what shows SVG need neither smooth nor clip."""
    scale = min(1.0, math.sqrt(MAX_SMOOTHED / (place.width() * place.height())))
    wide, high = math.ceil(scale * place.width()), math.ceil(scale * place.height())
    drawn = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(wide / place.width(), high / place.height())
    painter.translate(-place.topLeft())
    _draw_clipped(painter, view, spread, place)
    painter.end()
    return drawn


def _image(depths: Depths) -> QImage:
    """Light as see-through white and shade as see-through black."""
    whole = np.rint(depths).astype(np.int64)
    alpha = np.abs(whole).astype(np.uint32)
    light = np.where(whole > 0, alpha, 0).astype(np.uint32)  # premultiplied
    pixels = np.ascontiguousarray(alpha << 24 | light << 16 | light << 8 | light)
    high, across = pixels.shape
    image = QImage(pixels.data, across, high, 4 * across, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()  # the pixels are gone before it is drawn


def _refined(painter: QPainter, depths: Depths, place: QRectF) -> Depths:
    """A plane of so many pixels that Qt need not stretch them far: it does so in 16 steps each."""
    high, across = depths.shape
    on_device = painter.deviceTransform().mapRect(place)
    down = math.ceil(on_device.height() / high / MAX_STRETCHED)
    aside = math.ceil(on_device.width() / across / MAX_STRETCHED)
    return _between(_between(depths, max(1, down)).T, max(1, aside)).T


def _between(depths: Depths, times: int) -> Depths:
    """A plane with so many rows for each of its own, on smooth curves (Catmull and Rom)."""
    count = len(depths)
    if times == 1:
        return depths
    at = (np.arange(count * times) + 0.5) / times - 0.5
    row, part = np.floor(at).astype(np.int64), (at - np.floor(at))[:, None]
    weights = (
        ((2 - part) * part - 1) * part / 2,
        ((3 * part - 5) * part * part + 2) / 2,
        ((4 - 3 * part) * part + 1) * part / 2,
        (part - 1) * part * part / 2,
    )
    rows = (np.clip(row + step, 0, count - 1) for step in (-1, 0, 1, 2))
    return np.asarray(
        sum(weight * depths[each] for weight, each in zip(weights, rows, strict=True))
    )


def _spread(grid: Grid, depths: NDArray[np.int64]) -> Depths:
    """Every hex as two pixels of its line, shifted lines one pixel further along."""
    lines = depths if grid.pointy else depths.T
    twice = np.repeat(lines, 2, axis=1)
    wide = np.zeros((twice.shape[0], twice.shape[1] + 1))
    for line in range(len(twice)):
        aside = grid.shift(line)
        wide[line, aside : aside + twice.shape[1]] = twice[line]
        wide[line, 0 if aside else -1] = twice[line, 0 if aside else -1]
    return wide if grid.pointy else wide.T


def _place(view: MapView, across: int, high: int) -> QRectF:
    """Return the rectangle on the page of a plane of two pixels a hex."""
    x, y = view.grid.scale(view.width)
    if view.grid.pointy:
        left, top = 2 * view.column0 * x, (3 * view.row0 + 0.5) * y
        return QRectF(left, top, across * x, 3 * high * y)
    left, top = (3 * view.column0 + 0.5) * x, 2 * view.row0 * y
    return QRectF(left, top, 3 * across * x, high * y)
