"""Elevation: one tint a level, light to dark (tank M3), laid over each other like cut card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.map.map import Plane
from engine.map.styles import MapStyle
from engine.map.terrain import Form, Ramp, catalogue
from studio.drawing.inks import add_curve, clip_to, colour, draw, fill, round_pen
from studio.drawing.outlines import borders, exact_outline, outline
from studio.drawing.view import MapView

# A map of few levels keeps to the light end: tints are spread over at least so many steps.
FEWEST_STEPS = 5
SHADOW = "#3a2a12"
SEEN_THROUGH = 0.4  # ground whose tint is no more opaque than this shows the lines below it
COVERED_EDGE = 0.022  # how wide a line over woods is, in hexes


def tints(ramp: Ramp, levels: Sequence[int]) -> dict[int, QColor]:
    """The tint of each level of a map, from its lowest to its highest."""
    low, high = min(levels), max(levels)
    spread = max(high - low, FEWEST_STEPS)
    return {level: tint_at(ramp, (level - low) / spread) for level in levels}


def tint_at(ramp: Ramp, height: float) -> QColor:
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
    return tints(ramp_of(view.style, view.look.ramp), map_levels(view))


def ramp_of(style: MapStyle, chosen: str) -> Ramp:
    """The tints of a style, or where it has none of its own those that were chosen."""
    return Ramp(style.id, "", style.tints) if style.tints else catalogue().ramps[chosen]


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
        fill(painter, outline(view, inside), shades[level])
        line = colour(shades[level].darker(165).name(), 0.8)
        draw(painter, contour, round_pen(line, max(0.014 * view.width, 0.4)))


def paint_covered_edges(painter: QPainter, view: MapView) -> None:
    """The lines where the ground drops once more, over what hides them: woods, fields, houses."""
    covered = _cover(view)
    levels = np.unique(view.level[covered]).tolist()
    if not view.style.terraces or len(levels) < 2:
        return
    shades = map_tints(view)
    with clip_to(painter, outline(view, covered)):
        for level in levels[1:]:
            contour = _contour(view, view.level >= level)
            breadth = max(COVERED_EDGE * view.width, 0.5)
            light = contour.translated(-breadth / 2, -breadth / 2)
            draw(painter, light, round_pen(colour(shades[level].name(), 0.75), breadth))
            draw(painter, contour, round_pen(colour(SHADOW, 0.8), breadth))


def _cover(view: MapView) -> Plane:
    """The hexes of dry ground whose drawing hides the relief below it."""
    covered = np.zeros(view.level.shape, np.bool_)
    for kind in view.grounds:
        drawing = view.catalogue.ground(kind)
        is_area = drawing.form is Form.AREA and not view.catalogue.is_water(kind)
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
            fill(painter, outline(view, view.level >= level), shades[level])


def _contour(view: MapView, inside: np.typing.NDArray[np.bool_]) -> QPainterPath:
    path = QPainterPath()
    for chain in borders(view, inside):
        add_curve(path, view.wandering(*chain.corners.T), chain.closed)
    return path


def _paint_shadow(painter: QPainter, view: MapView, contour: QPainterPath) -> None:
    """The shadow of higher ground on lower, lit from the upper left."""
    for reach, depth in ((0.10, 0.10), (0.055, 0.13)):
        fallen = contour.translated(reach * 0.45 * view.width, reach * 0.6 * view.width)
        pen = round_pen(colour(SHADOW, depth), reach * view.width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        draw(painter, fallen, pen)
