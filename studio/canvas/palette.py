"""What hexes look like from afar: a colour for every ground at every level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from engine.hexes.hex import SIDES
from engine.map.map import Map, style_of
from engine.map.styles import MapStyle
from engine.map.terrain import Catalogue, Form
from studio.canvas.position import LayerSettings
from studio.drawing import shading
from studio.drawing.raster import MARKS_SHOW
from studio.drawing.relief import FEWEST_STEPS, ramp_of

Colours = NDArray[np.uint32]
Parts = NDArray[np.float64]

COURSE_OPACITY = 0.7  # a band of water leaves some of its hexes dry


def ground_colour_table(map_: Map, lowest: int, highest: int, layers: LayerSettings) -> Colours:
    """The colour of every ground at every level, [ground, level − lowest], as 0xffrrggbb."""
    style = style_of(map_, layers.style)
    tints, kinds = _tints(lowest, highest, layers, style), style.with_own(map_.kinds)
    paper, part = _parts(style.paper), layers.opacity("elevation")
    tints = paper + (tints - paper) * part
    return np.stack([pack_argb(_grown_over(kind, tints, layers, kinds)) for kind in map_.grounds])


def _tints(lowest: int, highest: int, layers: LayerSettings, style: MapStyle) -> Parts:
    """Red, green and blue, [level − lowest, 3], as studio.drawing.relief tints levels."""
    ramp = ramp_of(style, layers.ramp)
    stops = np.array([_parts(colour) for colour in ramp.colours])
    steps = np.arange(highest - lowest + 1) / max(highest - lowest, FEWEST_STEPS)
    if not layers.elevation:
        steps[:] = 0.0
    at = np.linspace(0.0, 1.0, len(stops))
    return np.stack([np.rint(np.interp(steps, at, stops[:, part])) for part in range(3)], axis=-1)


def _grown_over(kind: str, tints: Parts, layers: LayerSettings, kinds: Catalogue) -> Parts:
    """Tints with what a ground lays over them, as studio.drawing.raster.far_colour does."""
    if not layers.ground:
        return tints
    drawing, bare = kinds.ground(kind), tints
    if drawing.fill:
        opacity = drawing.opacity if drawing.form is Form.AREA else COURSE_OPACITY
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


def composite(under: Colours, over: Colours | int) -> Colours:
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
    """How much a level up in each direction turns a hex towards the light, if that is shown."""
    is_shown = layers.hillshade and layers.elevation
    if not is_shown:
        return np.zeros(SIDES)
    return shading.slope_weights(map_) * (
        style_of(map_, layers.style).shading * layers.opacity("hillshade")
    )
