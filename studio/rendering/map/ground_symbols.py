"""Scattered signs of ground: trees, rocks, reeds …, always at the same places of a hex."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.hexes.hex import SIDES
from engine.map.map import Plane
from engine.map.terrain import ScatteredSigns, ScatterSign
from studio.rendering.map.buildings import paint_buildings
from studio.rendering.map.engraved_symbols import (
    paint_custom_symbols,
    paint_firs,
    paint_tree_clumps,
    paint_tree_rings,
    paint_wet_ground_dashes,
)
from studio.rendering.map.map_labels import plan_labels
from studio.rendering.map.map_view import Floats, MapView, hash_noise
from studio.rendering.painting import (
    BATCH,
    Points,
    add_polygon,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    round_pen,
    winding_path,
)

# Marks narrower than this, in page units, are left out.
FINEST = 0.9
# The part of a spot's room by which it may wander.
JITTER = 0.30


class ScatteredMarks(NamedTuple):
    """Marks with their places: `spots` [n, 2] in page units, `chance` [n] from -1 to 1."""

    marks: ScatteredSigns
    spots: Points
    chance: Floats
    size: float

    def sizes(self) -> Floats:
        """Each mark's own size in page units."""
        return self.size * (1 + 0.18 * self.chance)


def scatter_ground_symbols(
    painter: QPainter, view: MapView, inside: Plane, marks: ScatteredSigns
) -> None:
    """Strew one kind of marks over a set of hexes."""
    size = marks.size * view.width
    if marks.shape in (ScatterSign.HOUSES, ScatterSign.BLOCKS, ScatterSign.HALL):
        paint_buildings(painter, view, inside, marks)
    elif marks.shape is ScatterSign.ROWS:
        _paint_rows(painter, view, inside, marks)
    elif size >= FINEST:
        jitter = 0.06 if marks.shape is ScatterSign.ORCHARD else JITTER
        spots, chance = _spots(view, inside, marks.density, jitter, 0.06 + 0.35 * marks.size)
        for start in range(0, len(spots), BATCH):
            part = slice(start, start + BATCH)
            _PAINTERS[marks.shape](painter, ScatteredMarks(marks, spots[part], chance[part], size))


# --- places --------------------------------------------------------------------------------------


@cache
def _lattice_spots(density: int, pointy: bool) -> Points:
    """density² spots in a hex, in hexes from its centre, that go on evenly in the next hex."""
    across, slant = np.array([1.0, 0.0]), np.array([0.5, math.sqrt(0.75)])
    around = [i * across + j * slant for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    spots = []
    for i in range(-2 * density, 2 * density + 1):
        for j in range(-2 * density, 2 * density + 1):
            spot = ((i + 0.31) * across + (j + 0.17) * slant) / density
            if all(np.dot(spot, other) < np.dot(other, other) / 2 for other in around):
                spots.append(spot)
    found = np.array(spots)
    return found if pointy else found[:, ::-1].copy()


def _spots(
    view: MapView, inside: Plane, density: int, jitter: float, margin: float
) -> tuple[Points, Floats]:
    """The spots of all hexes of a set, from the top of the page down, and a number for each.

    Spots nearer than `margin` hexes to a side where the set ends, or under a label, are left out;
    but every hex keeps one.
    """
    template = _lattice_spots(density, view.grid.pointy)
    column, row = view.columns[inside][:, None], view.rows[inside][:, None]
    keys = column * 64 + np.arange(len(template))[None, :] * 4
    moves = np.stack([hash_noise(keys, row, 11), hash_noise(keys, row, 12)], axis=-1)
    places = template[None] + jitter / density * moves
    keep = _within(view, inside, places, 0.5 - margin)
    plan = plan_labels(view.map.labels, view.width) if view.look.writes("labels") else None
    if plan is not None and plan.every == 1:
        aside, away = (plan.wide + plan.size) / 2 / view.width, plan.size * 0.6 / view.width
        rise = plan.rise / view.width
        keep &= (np.abs(places[..., 0]) > aside) | (np.abs(places[..., 1] + rise) > away)
    bare = ~keep.any(axis=1)  # where no spot is left, one stands near the middle
    places[bare, 0] = jitter / density / 4 * moves[bare, 0]
    keep[bare, 0] = True
    spots = (view.centres(inside)[:, None, :] + places * view.width)[keep]
    chance = hash_noise(keys, row, 13)[keep]
    order = np.argsort(spots[:, 1], kind="stable")
    return spots[order], chance[order]


def _within(view: MapView, inside: Plane, places: Floats, reach: float) -> Plane:
    """Return the places, in hexes from the centre, within a reach of the ground's edge."""
    keep = np.ones(places.shape[:-1], bool)
    for direction in range(SIDES):
        ends = ~view.grid.neighbour_plane(inside, direction, False)[inside]
        towards = np.array(view.side_middle(direction)) * 2 / view.width
        keep &= ~ends[:, None] | (places @ towards <= reach)
    return keep


# --- shapes --------------------------------------------------------------------------------------


def _trees(painter: QPainter, strewn: ScatteredMarks) -> None:
    shadows, crowns, lights = winding_path(), winding_path(), winding_path()
    for (x, y), radius in zip(strewn.spots.tolist(), (strewn.sizes() * 0.62).tolist(), strict=True):
        shadows.addEllipse(QPointF(x + 0.30 * radius, y + 0.38 * radius), radius, radius)
        crowns.addEllipse(QPointF(x, y), radius, radius)
        lights.addEllipse(
            QPointF(x - 0.28 * radius, y - 0.30 * radius), 0.45 * radius, 0.4 * radius
        )
    fill(painter, shadows, make_colour(strewn.marks.shade, 0.45))
    pen = round_pen(make_colour(strewn.marks.shade), max(0.11 * strewn.size, 0.3))
    fill_and_draw(painter, crowns, make_colour(strewn.marks.colour), pen)
    if strewn.size >= 3:
        fill(painter, lights, make_colour(QColor(strewn.marks.colour).lighter(128).name()))


def _orchard(painter: QPainter, strewn: ScatteredMarks) -> None:
    _trees(painter, strewn._replace(chance=strewn.chance * 0.0))


def _dots(painter: QPainter, strewn: ScatteredMarks) -> None:
    path = QPainterPath()
    for (x, y), size in zip(strewn.spots.tolist(), strewn.sizes().tolist(), strict=True):
        path.addEllipse(QPointF(x, y), size / 2, size / 2)
    fill(painter, path, make_colour(strewn.marks.colour, 0.8))


def _strokes(
    painter: QPainter, strewn: ScatteredMarks, lines: tuple[tuple[float, float, float, float], ...],
    shade: str, width: float,
) -> None:  # fmt: skip
    """The same few lines at every spot, in parts of the mark's size."""
    path = QPainterPath()
    for (x, y), size in zip(strewn.spots.tolist(), strewn.sizes().tolist(), strict=True):
        for x1, y1, x2, y2 in lines:
            path.moveTo(x + x1 * size, y + y1 * size)
            path.lineTo(x + x2 * size, y + y2 * size)
    draw(painter, path, round_pen(make_colour(shade), max(width * strewn.size, 0.4)))


TUFT = ((-0.4, -0.25, -0.12, 0.3), (0.0, -0.45, 0.0, 0.3), (0.4, -0.25, 0.12, 0.3))
WATER_UNDER_TUFT = ((-0.6, 0.34, 0.6, 0.34), (-0.15, 0.56, 0.85, 0.56))
CROSS = ((-0.5, -0.5, 0.5, 0.5), (-0.5, 0.5, 0.5, -0.5))


def _grass(painter: QPainter, strewn: ScatteredMarks) -> None:
    _strokes(painter, strewn, TUFT, strewn.marks.colour, 0.12)


def _reeds(painter: QPainter, strewn: ScatteredMarks) -> None:
    _strokes(painter, strewn, WATER_UNDER_TUFT, strewn.marks.shade, 0.09)
    _strokes(painter, strewn, TUFT, strewn.marks.colour, 0.10)


def _crosses(painter: QPainter, strewn: ScatteredMarks) -> None:
    _strokes(painter, strewn, CROSS, strewn.marks.colour, 0.16)


def _palms(painter: QPainter, strewn: ScatteredMarks) -> None:
    turns = [math.tau * i / 7 + 0.2 for i in range(7)]
    fronds = tuple((0.0, 0.0, 0.6 * math.cos(turn), 0.6 * math.sin(turn)) for turn in turns)
    shadow = strewn._replace(spots=strewn.spots + 0.16 * strewn.size)
    _strokes(painter, shadow, fronds, strewn.marks.shade, 0.10)
    _strokes(painter, strewn, fronds, strewn.marks.colour, 0.15)


def _stacks(painter: QPainter, strewn: ScatteredMarks) -> None:
    shadows, stacks = winding_path(), winding_path()
    for (x, y), size in zip(strewn.spots.tolist(), strewn.sizes().tolist(), strict=True):
        shadows.addEllipse(QPointF(x + 0.15 * size, y + 0.42 * size), 0.55 * size, 0.2 * size)
        stacks.moveTo(x - 0.5 * size, y + 0.45 * size)
        stacks.cubicTo(x - 0.45 * size, y - 0.75 * size, x + 0.45 * size, y - 0.75 * size,
                       x + 0.5 * size, y + 0.45 * size)  # fmt: skip
        stacks.closeSubpath()
    fill(painter, shadows, make_colour(strewn.marks.shade, 0.4))
    pen = round_pen(make_colour(strewn.marks.shade), max(0.07 * strewn.size, 0.4))
    fill_and_draw(painter, stacks, make_colour(strewn.marks.colour), pen)


def _rocks(painter: QPainter, strewn: ScatteredMarks) -> None:
    path = QPainterPath()
    for (x, y), size, chance in _each(strewn):
        turns = [chance * 3 + math.tau * i / 6 for i in range(6)]
        reach = [0.5 * size * (1 - 0.35 * abs(math.sin(7 * chance + 2.1 * i))) for i in range(6)]
        rays = zip(turns, reach, strict=True)
        add_polygon(path, [(x + r * math.cos(t), y + 0.8 * r * math.sin(t)) for t, r in rays])
    shadow = path.translated(0.12 * strewn.size, 0.16 * strewn.size)
    fill(painter, shadow, make_colour(strewn.marks.shade, 0.45))
    pen = round_pen(make_colour(strewn.marks.shade), max(0.09 * strewn.size, 0.4))
    fill_and_draw(painter, path, make_colour(strewn.marks.colour), pen)


def _peaks(painter: QPainter, strewn: ScatteredMarks) -> None:
    """Mountains from the front, one behind the other, the right-hand slope in shade."""
    pen = round_pen(make_colour(strewn.marks.shade), max(0.045 * strewn.size, 0.4))
    for (x, y), size, chance in _each(strewn):
        top, foot = (x + 0.1 * chance * size, y - 0.5 * size), y + 0.35 * size
        whole, shaded = QPainterPath(), QPainterPath()
        add_polygon(whole, [top, (x - 0.55 * size, foot), (x + 0.55 * size, foot)])
        ridge = (x + 0.12 * size, y - 0.05 * size)
        add_polygon(shaded, [top, ridge, (x - 0.02 * size, foot), (x + 0.55 * size, foot)])
        fill(painter, whole, make_colour(strewn.marks.colour))
        fill(painter, shaded, make_colour(strewn.marks.shade, 0.75))
        draw(painter, whole, pen)


def _dunes(painter: QPainter, strewn: ScatteredMarks) -> None:
    _arcs(painter, strewn, ((-0.5, 0.1, 0.0, -0.45, 0.5, 0.1),), 0.09)


def _waves(painter: QPainter, strewn: ScatteredMarks) -> None:
    _arcs(
        painter, strewn, ((-0.5, 0.0, -0.25, 0.35, 0.0, 0.0), (0.0, 0.0, 0.25, 0.35, 0.5, 0.0)), 0.1
    )


def _arcs(
    painter: QPainter, strewn: ScatteredMarks,
    arcs: tuple[tuple[float, float, float, float, float, float], ...], width: float,
) -> None:  # fmt: skip
    path = QPainterPath()
    for (x, y), size, _ in _each(strewn):
        for x1, y1, x2, y2, x3, y3 in arcs:
            path.moveTo(x + x1 * size, y + y1 * size)
            path.quadTo(x + x2 * size, y + y2 * size, x + x3 * size, y + y3 * size)
    draw(painter, path, round_pen(make_colour(strewn.marks.colour), max(width * strewn.size, 0.4)))


def _each(strewn: ScatteredMarks) -> list[tuple[tuple[float, float], float, float]]:
    """Every mark's spot, size and number."""
    spots = [(x, y) for x, y in strewn.spots.tolist()]
    return list(zip(spots, strewn.sizes().tolist(), strewn.chance.tolist(), strict=True))


def _paint_rows(painter: QPainter, view: MapView, inside: Plane, marks: ScatteredSigns) -> None:
    """Parallel rows in every hex, in one of three directions by the hex."""
    width = marks.size * view.width
    if view.width / marks.density < 2.5:
        return
    path = QPainterPath()
    turns = np.floor((hash_noise(view.columns[inside] // 2, view.rows[inside] // 2, 21) + 1) * 1.5)
    tilt = 0.0 if view.grid.pointy else math.pi / 6
    for (x, y), turn in zip(view.centres(inside).tolist(), turns.tolist(), strict=True):
        for x1, y1, x2, y2 in _rows_of_hex(marks.density, math.pi / 3 * turn + tilt):
            path.moveTo(x + x1 * view.width, y + y1 * view.width)
            path.lineTo(x + x2 * view.width, y + y2 * view.width)
    draw(painter, path, round_pen(make_colour(marks.colour, 0.85), max(width, 0.35)))


@cache
def _rows_of_hex(density: int, turn: float) -> list[tuple[float, float, float, float]]:
    """Parallel lines that fill a hex but for a little at its sides, in hexes from its centre."""
    across, down = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    found = []
    for row in range(density):
        at = (row + 0.5) / density - 0.5
        half = 0.88 * (math.sqrt(1 / 3) - abs(at) / math.sqrt(3)) * (1.0 if abs(at) < 0.44 else 0.0)
        if half > 0:
            found.append(
                (at * down[0] - half * across[0], at * down[1] - half * across[1],
                 at * down[0] + half * across[0], at * down[1] + half * across[1])
            )  # fmt: skip
    return found


def _engraved(
    paint: Callable[[QPainter, ScatteredSigns, Points, list[float]], None],
) -> Callable[[QPainter, ScatteredMarks], None]:
    def painted(painter: QPainter, strewn: ScatteredMarks) -> None:
        paint(painter, strewn.marks, strewn.spots, strewn.sizes().tolist())

    return painted


_PAINTERS: dict[ScatterSign, Callable[[QPainter, ScatteredMarks], None]] = {
    ScatterSign.TREES: _trees,
    ScatterSign.PALMS: _palms,
    ScatterSign.ORCHARD: _orchard,
    ScatterSign.DOTS: _dots,
    ScatterSign.GRASS: _grass,
    ScatterSign.REEDS: _reeds,
    ScatterSign.STACKS: _stacks,
    ScatterSign.ROCKS: _rocks,
    ScatterSign.PEAKS: _peaks,
    ScatterSign.DUNES: _dunes,
    ScatterSign.WAVES: _waves,
    ScatterSign.CROSSES: _crosses,
    ScatterSign.RINGS: _engraved(paint_tree_rings),
    ScatterSign.FIRS: _engraved(paint_firs),
    ScatterSign.CLUMPS: _engraved(paint_tree_clumps),
    ScatterSign.DASHES: _engraved(paint_wet_ground_dashes),
    ScatterSign.PICTURE: _engraved(paint_custom_symbols),
}
