"""Lines of equal height between the middles of hexes, and the slopes they lie on.

Heights are known in the middle of each hex. Between three middles the ground is a triangle; a line
crosses its sides where the ground rises past a level. Hexes of a level and above lie on one side of
its line, all others on the other. What lies in a window is the same in every window.

Strokes down the slopes, as maps were engraved before they had contour lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from engine.map.styles import Contours, Hachures
from studio.rendering.map.hex_outlines import exact_outline
from studio.rendering.map.map_view import Floats, Ints, MapView, hash_noise
from studio.rendering.map.relief_painter import map_levels
from studio.rendering.painting import Points, add_curve, clip_to, draw, make_colour, round_pen

AROUND = 2  # hexes like those at the edge, so that lines run to the edge of the sheet
WANDER = 0.2  # of a line, on its way from hex to hex
SMALLEST_CONTOURED = 7.0  # page units a hex


class SlopeTriangles(NamedTuple):
    """The triangles between middles of hexes: [n, 3] levels, lattice points and page points."""

    levels: Ints
    x: Ints
    y: Ints
    at: Floats


class ContourCrossings(NamedTuple):
    """The crossings of a line with triangles, higher ground on its left: [n], [n, 2].

    A key names the side of a triangle that is crossed; `rise` is how many levels it rises by.
    """

    enters: Ints
    leaves: Ints
    start: Points
    end: Points
    rise: Ints


class Isoline(NamedTuple):
    """One line: page points [n, 2], the keys of the sides they lie on, whether it is closed."""

    level: int
    points: Points
    keys: list[int]
    closed: bool


def contour_levels(view: MapView, contours: Contours) -> list[int]:
    """The levels whose lines are drawn."""
    levels = map_levels(view)
    steps = range(levels[0] + 1, levels[-1] + 1)
    return [level for level in steps if level % contours.every == 0]


def is_heavy(view: MapView, contours: Contours, level: int) -> bool:
    """Return True if a level's line is a heavy one; if there are few lines, all are."""
    levels = map_levels(view)
    few = levels[-1] - levels[0] < contours.index * contours.every
    return few or level // contours.every % contours.index == 0


def paint_contours(painter: QPainter, view: MapView) -> None:
    """Draw the lines of equal height of the map's style."""
    contours = view.style.contours
    if contours is None or view.width < SMALLEST_CONTOURED:
        return
    light, heavy = QPainterPath(), QPainterPath()
    few = map_levels(view)[-1] - map_levels(view)[0] < contours.index * contours.every
    for line in find_isolines(view, contour_levels(view, contours)):
        is_thick = not few and is_heavy(view, contours, line.level)
        add_curve(heavy if is_thick else light, line.points, line.closed)
    if light.isEmpty() and heavy.isEmpty():
        return
    with clip_to(painter, exact_outline(view, np.ones(view.grid.shape, bool))):
        for path, width in ((light, contours.width), (heavy, contours.index_width)):
            draw(
                painter,
                path,
                round_pen(make_colour(contours.colour), max(width * view.width, 0.35)),
            )


def find_isolines(view: MapView, levels: list[int]) -> Iterator[Isoline]:
    """The lines of some levels in a view."""
    ground = slope_triangles_of_view(view)
    if not len(ground.levels):
        return
    low, high = int(ground.levels.min()), int(ground.levels.max())
    for level in levels:
        if low < level <= high:
            yield from _link(level, level_crossings(ground, level))


def slope_triangles_of_view(view: MapView) -> SlopeTriangles:
    """The triangles of a view and a little around it, except level ones."""
    level = np.pad(view.level.astype(np.int64), AROUND, mode="edge")
    x, y = _lattice(view)
    across, down = view.page(x, y)
    planes = [level, x, y, across, down]
    if not view.grid.pointy:
        planes = [plane.T for plane in planes]
    lines, along = planes[0].shape
    first = (view.row0 if view.grid.pointy else view.column0) - AROUND
    shift = ((np.arange(first, first + lines - 1) & 1) ^ view.map.grid.shift(0))[:, None]
    line, here = np.mgrid[0 : lines - 1, 1 : along - 1]
    left, right = here - 1 + shift, here + shift
    corners = [
        np.stack([(line, here), (line, here + 1), (line + 1, right)]),
        np.stack([(line, here), (line + 1, right), (line + 1, left)]),
    ]
    at = np.concatenate([each.reshape(3, 2, -1) for each in corners], axis=2)
    parts = [plane[at[:, 0], at[:, 1]].T for plane in planes]
    sloping = parts[0].min(axis=1) < parts[0].max(axis=1)
    levels, x, y, across, down = (part[sloping] for part in parts)
    return SlopeTriangles(levels, x, y, np.stack([across, down], axis=-1))


def level_crossings(ground: SlopeTriangles, level: int) -> ContourCrossings:
    """Return where the line of a level crosses the ground."""
    high = ground.levels >= level
    count = high.sum(axis=1)
    crossed = (count == 1) | (count == 2)
    levels, x, y, at, high, count = (
        each[crossed] for each in (ground.levels, ground.x, ground.y, ground.at, high, count)
    )
    lone = np.where(count == 1, high.argmax(axis=1), high.argmin(axis=1))
    rows = np.arange(len(lone))
    ends = [_crossed(levels, x, y, at, rows, lone, (lone + turn) % 3, level) for turn in (1, 2)]
    (one_key, one), (other_key, other) = ends
    way, aside = other - one, at[rows, lone] - one
    is_left = way[:, 0] * aside[:, 1] - way[:, 1] * aside[:, 0] < 0
    turned = is_left != (count == 1)
    return ContourCrossings(
        np.where(turned, other_key, one_key),
        np.where(turned, one_key, other_key),
        np.where(turned[:, None], other, one),
        np.where(turned[:, None], one, other),
        levels.max(axis=1) - levels.min(axis=1),
    )


def _crossed(
    levels: Ints, x: Ints, y: Ints, at: Floats, rows: Ints, lone: Ints, other: Ints, level: int
) -> tuple[Ints, Points]:
    """The key of a side of each triangle, and where the line of a level crosses it."""
    key_x, key_y = x[rows, lone] + x[rows, other], y[rows, lone] + y[rows, other]
    rise = levels[rows, other] - levels[rows, lone]
    part = (level - 0.5 - levels[rows, lone]) / rise
    part = part + WANDER * hash_noise(key_x, key_y, 41) / rise
    part = np.clip(part, 0.04, 0.96)[:, None]
    return (key_x << 32) + key_y, at[rows, lone] * (1 - part) + at[rows, other] * part


def _link(level: int, found: ContourCrossings) -> Iterator[Isoline]:
    """Crossings one after the other: open lines first, then closed ones."""
    leads = dict(zip(found.enters.tolist(), range(len(found.enters)), strict=True))
    leaves, start, end = found.leaves.tolist(), found.start, found.end
    ends = set(leaves)
    for first in [*(key for key in leads if key not in ends), *leads]:
        steps, keys, key = [], [], first
        while key in leads:
            step = leads.pop(key)
            steps.append(step)
            keys.append(key)
            key = leaves[step]
        if not steps:
            continue
        closed = key == first
        points = start[steps]
        if not closed:
            points, keys = np.vstack([points, end[steps[-1]]]), [*keys, key]
        if len(points) > 2:
            yield Isoline(level, points, keys, closed)


def _lattice(view: MapView) -> tuple[Ints, Ints]:
    """The lattice points of the middles of a view's hexes and of those around it."""
    rows, columns = view.grid.shape
    row = np.arange(-AROUND, rows + AROUND)[:, None] + view.row0
    column = np.arange(-AROUND, columns + AROUND)[None, :] + view.column0
    lines = row if view.grid.pointy else column
    shift = (lines & 1) ^ view.map.grid.shift(0)
    if view.grid.pointy:
        return 2 * column + shift, 3 * row + 0 * column
    return 3 * column + 0 * row, 2 * row + shift


SMALLEST_HACHURED = 12.0  # page units a hex
# Slopes away from the light, which comes from the upper left, are drawn so much heavier.
SHADED, AWAY_FROM_LIGHT = 0.28, np.array([0.6, 0.8])
HEAD, THIN = 0.55, 0.42  # the part of a stroke that is thick; how wide the rest is, in its widths
WIDTHS = 3  # of pens
MAX_STEPS = 40  # levels strokes are drawn for; of more every second, third …


class HachureStrokes(NamedTuple):
    """Strokes from the tops to the feet of slopes: [n, 2] page points, [n] widths."""

    head: Points
    foot: Points
    width: Floats


def paint_hachures(painter: QPainter, view: MapView) -> None:
    """Draw the strokes of the map's style along every line of equal height."""
    hachures = view.style.hachures
    if hachures is None or view.width < SMALLEST_HACHURED:
        return
    ground = slope_triangles_of_view(view)
    if not len(ground.levels):
        return
    levels = map_levels(view)
    every = -(-(levels[-1] - levels[0]) // MAX_STEPS)
    with clip_to(painter, exact_outline(view, np.ones(view.grid.shape, bool))):
        for level in range(levels[0] + 1, levels[-1] + 1, every):
            _draw(painter, _strokes(view, ground, level, hachures), hachures.colour)


def _draw(painter: QPainter, strokes: HachureStrokes, ink: str) -> None:
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
            pen = QPen(make_colour(ink), max(float(width) * part, 0.3))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            both = np.hstack([strokes.head[chosen], ends[chosen]]).tolist()
            painter.drawLines([QLineF(*line) for line in both])


def _strokes(
    view: MapView, ground: SlopeTriangles, level: int, hachures: Hachures
) -> HachureStrokes:
    """The strokes along one line."""
    found = level_crossings(ground, level)
    if not len(found.start):
        return HachureStrokes(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
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
    return HachureStrokes(middle - reach, middle + reach, top)


def _downhill(found: ContourCrossings) -> tuple[Floats, Floats]:
    """Return the directions downhill at both ends of each piece of a line: [n, 2] each."""
    way = found.end - found.start
    right = np.stack([-way[:, 1], way[:, 0]], axis=-1)
    right = right / np.maximum(np.hypot(*right.T), 1e-9)[:, None]
    places = {key: place for place, key in enumerate(found.enters.tolist())}
    after = np.array([places.get(key, at) for at, key in enumerate(found.leaves.tolist())])
    before = np.arange(len(right))
    before[after] = np.arange(len(right))
    return right + right[before], right + right[after]
