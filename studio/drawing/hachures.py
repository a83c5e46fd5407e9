"""Strokes down the slopes, as maps were engraved before they had contour lines."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.map.styles import Hachures
from studio.drawing.contours import ContourCrossings, Slopes, crossings, triangles
from studio.drawing.inks import Points, clip_to, colour
from studio.drawing.outlines import exact_outline
from studio.drawing.relief import map_levels
from studio.drawing.view import Floats, MapView, hash_noise

SMALLEST_HACHURED = 12.0  # page units a hex
# Slopes away from the light, which comes from the upper left, are drawn so much heavier.
SHADED, AWAY_FROM_LIGHT = 0.28, np.array([0.6, 0.8])
HEAD, THIN = 0.55, 0.42  # the part of a stroke that is thick; how wide the rest is, in its widths
WIDTHS = 3  # of pens
MOST_STEPS = 40  # levels strokes are drawn for; of more every second, third …


class HillStrokes(NamedTuple):
    """Strokes from the tops to the feet of slopes: [n, 2] page points, [n] widths."""

    head: Points
    foot: Points
    width: Floats


def paint_hachures(painter: QPainter, view: MapView) -> None:
    """Draw the strokes of the map's style along every line of equal height."""
    hachures = view.style.hachures
    if hachures is None or view.width < SMALLEST_HACHURED:
        return
    ground = triangles(view)
    if not len(ground.levels):
        return
    levels = map_levels(view)
    every = -(-(levels[-1] - levels[0]) // MOST_STEPS)
    with clip_to(painter, exact_outline(view, np.ones(view.grid.shape, bool))):
        for level in range(levels[0] + 1, levels[-1] + 1, every):
            _draw(painter, _strokes(view, ground, level, hachures), hachures.colour)


def _draw(painter: QPainter, strokes: HillStrokes, ink: str) -> None:
    """Strokes thick at the top and thin at the foot, in a few widths."""
    if not len(strokes.width):
        return
    low, high = float(strokes.width.min()), float(strokes.width.max())
    edges = np.linspace(low, high, WIDTHS + 1)
    heads = strokes.head + (strokes.foot - strokes.head) * HEAD
    for number, width in enumerate((edges[1:] + edges[:-1]) / 2):
        is_last = number == WIDTHS - 1
        chosen = (strokes.width >= edges[number]) & (
            (strokes.width <= edges[-1]) if is_last else (strokes.width < edges[number + 1])
        )
        for ends, part in ((heads, 1.0), (strokes.foot, THIN)):
            pen = QPen(colour(ink), max(float(width) * part, 0.3))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            both = np.hstack([strokes.head[chosen], ends[chosen]]).tolist()
            painter.drawLines([QLineF(*line) for line in both])


def _strokes(view: MapView, ground: Slopes, level: int, hachures: Hachures) -> HillStrokes:
    """The strokes along one line."""
    found = crossings(ground, level)
    if not len(found.start):
        return HillStrokes(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    way = found.end - found.start
    counts = np.maximum(1, np.rint(np.hypot(*way.T) / (hachures.spacing * view.width))).astype(int)
    on = np.repeat(np.arange(len(counts)), counts)
    number = np.arange(len(on)) - np.repeat(np.cumsum(counts) - counts, counts)
    key = found.enters[on]
    chance = hash_noise(key, number, 43)
    part = ((number + 0.5 + 0.22 * chance) / counts[on])[:, None]
    middle = found.start[on] + way[on] * part
    first, last = _downhill(found)
    down = first[on] * (1 - part) + last[on] * part
    down = down / np.maximum(np.hypot(*down.T), 1e-9)[:, None]
    room = 1.0 / found.rise[on]
    half = 0.5 * hachures.length * view.width * (1 + 0.22 * hash_noise(key, number, 47)) * room
    shade = 1 + SHADED * (down @ AWAY_FROM_LIGHT)
    top = np.maximum(hachures.width * view.width * (0.85 + 0.15 * chance) * shade, 0.3)
    reach = down * half[:, None]
    return HillStrokes(middle - reach, middle + reach, top)


def _downhill(found: ContourCrossings) -> tuple[Floats, Floats]:
    """Which way is down at the start and at the end of each piece of a line: [n, 2] each."""
    way = found.end - found.start
    right = np.stack([-way[:, 1], way[:, 0]], axis=-1)
    right = right / np.maximum(np.hypot(*right.T), 1e-9)[:, None]
    places = {key: place for place, key in enumerate(found.enters.tolist())}
    after = np.array([places.get(key, at) for at, key in enumerate(found.leaves.tolist())])
    before = np.arange(len(right))
    before[after] = np.arange(len(right))
    return right + right[before], right + right[after]
