"""Zones: set-up areas, objectives, observation rings, as tinted outlines with their names."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map, Plane, Zone
from engine.narration.scenario_names import zone_title
from engine.texts import localised
from studio.rendering.map.hex_outlines import exact_outline
from studio.rendering.map.map_view import MapView
from studio.rendering.painting import draw, fill, make_colour
from studio.rendering.text_painting import draw_text_with_halo, make_font

# For zones that name no colour of their own; apart for the colour-blind too.
COLOURS = ("#c1272d", "#1f5fbf", "#b8860b", "#242e4c", "#6b6b6b", "#680820")
# Zones that share a border are set one inside the other, in hexes.
INSETS = (0.05, 0.11, 0.17)
SMALLEST_NAMED = 14.0
MAX_SAMPLED = 250_000
# A place's name reaches so far, in columns and rows; a zone's name may move so far for it.
NAME_ROOM, CROWDED = (2, 1), 6.0
# Round the middles of a zone's hexes, in hexes: their edges, and a name that sticks out.
ROOM_ROUND = 1.2


def paint_zones(painter: QPainter, view: MapView) -> None:
    """Draw every zone of the map that has hexes in the window."""
    for order, (name, inside) in enumerate(view.zones.items()):
        if not inside.any():
            continue
        ink = view.map.zones[name].colour or COLOURS[order % len(COLOURS)]
        path = exact_outline(view, inside, INSETS[order % len(INSETS)])
        fill(painter, path, make_colour(ink, 0.12))
        pen = QPen(make_colour(ink), max(0.05 * view.width, 0.8))
        pen.setDashPattern([3.0, 2.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        draw(painter, path, pen)


def paint_zone_names(painter: QPainter, view: MapView) -> None:
    """Write the zones' names, but for those that repeat a place's."""
    if view.width < SMALLEST_NAMED:
        return
    letters = make_font(max(8, round(0.24 * view.width)), bold=True)
    taken: list[Hex] = []
    for order, (name, zone) in enumerate(view.map.zones.items()):
        at = find_label_hex(view.map, zone, taken)
        taken += [at] if at else []
        words = zone_text(view.map, name, view.look.language)
        if at is not None and words and view.shows(at):
            ink = make_colour(zone.colour or COLOURS[order % len(COLOURS)]).darker(140)
            x, y = view.map.grid.centre(at, view.width)
            draw_text_with_halo(painter, QPointF(x, y + 0.22 * view.width), words, letters, ink)


def zone_text(map_: Map, name: str, language: str) -> str:
    """Return the text in a zone: empty if a place of that name is on the map."""
    words = zone_title(map_.zones[name].name, name, language)
    return "" if any(localised(place.name, language) == words for place in map_.places) else words


def find_label_hex(map_: Map, zone: Zone, taken: Iterable[Hex]) -> Hex | None:
    """The hex of a zone nearest to its middle that is clear of other names; None if it is empty.

    `taken` are the hexes where other zones' names stand; places' names are kept clear of too.

    In a large zone only some of the hexes are considered, at even steps.
    """
    rows, columns = np.nonzero(zone.hexes)
    if not rows.size:
        return None
    every = math.ceil(rows.size / MAX_SAMPLED)
    rows, columns = rows[::every], columns[::every]
    away = np.hypot(rows - rows.mean(), columns - columns.mean())
    top, left = int(rows.min()), int(columns.min())
    crowd = np.zeros((int(rows.max()) - top + 1, int(columns.max()) - left + 1))
    across, down = NAME_ROOM[0] - 1, NAME_ROOM[1] - 1
    high, wide = crowd.shape
    for at in [*(place.at for place in map_.places), *taken]:
        row, column = map_.grid.index(at)
        row, column = row - top, column - left
        if not (-down <= row < high + down and -across <= column < wide + across):
            continue
        crowd[max(row - down, 0) : max(row + down + 1, 0),
              max(column - across, 0) : max(column + across + 1, 0)] += CROWDED  # fmt: skip
    away += crowd[rows - top, columns - left]
    nearest = int(away.argmin())
    return map_.grid.hex(int(columns[nearest]), int(rows[nearest]))


def area_rect(grid: Grid, plane: Plane, width: float) -> QRectF:
    """The part of the sheet taken up by some hexes, their edges and the name in them."""
    rows, columns = np.flatnonzero(plane.any(axis=1)), np.flatnonzero(plane.any(axis=0))
    if not rows.size:
        return QRectF()
    first = grid.hex(int(columns[0]), int(rows[0]))
    last = grid.hex(int(columns[-1]), int(rows[-1]))
    corners = QRectF(QPointF(*grid.centre(first, width)), QPointF(*grid.centre(last, width)))
    edge = ROOM_ROUND * width
    return corners.normalized().adjusted(-edge, -edge, edge, edge)
