"""Zones: set-up areas, objectives, observation rings, as tinted outlines with their names."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.map import Zone
from engine.texts import spoken
from studio.drawing.inks import colour, draw, fill
from studio.drawing.lettering import write_with_halo
from studio.drawing.outlines import exact_outline
from studio.drawing.system import font
from studio.drawing.view import View

# For zones that name no colour of their own; apart for the colour-blind too.
COLOURS = ("#c1272d", "#1f5fbf", "#7b3fa0", "#b8690a", "#0b7a75", "#5b5b5b")
# Zones that share a border are set one inside the other, in hexes.
INSETS = (0.05, 0.11, 0.17)
SMALLEST_NAMED = 14.0
# A place's name reaches so far, in hexes across and down; a zone's name moves so far from it.
NAME_ROOM, CROWDED = (1.8, 0.5), 6.0


def paint_zones(painter: QPainter, view: View) -> None:
    """Draw every zone of the map that has hexes in the window."""
    for order, zone in enumerate(view.map.zones.values()):
        inside = zone.hexes[view.cut]
        if not inside.any():
            continue
        ink = zone.colour or COLOURS[order % len(COLOURS)]
        path = exact_outline(view, inside, INSETS[order % len(INSETS)])
        fill(painter, path, colour(ink, 0.12))
        pen = QPen(colour(ink), max(0.05 * view.width, 0.8))
        pen.setDashPattern([3.0, 2.0])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        draw(painter, path, pen)


def paint_zone_names(painter: QPainter, view: View) -> None:
    """Write each zone's name near its middle, clear of the places' names that say the same."""
    if view.width < SMALLEST_NAMED:
        return
    letters = font(max(8, round(0.24 * view.width)), bold=True)
    places = {spoken(place.name, view.look.language) for place in view.map.places}
    for order, (name, zone) in enumerate(view.map.zones.items()):
        at = _free_middle(view, zone)
        words = spoken(zone.name, view.look.language) or name
        if at is not None and words not in places:
            ink = colour(zone.colour or COLOURS[order % len(COLOURS)]).darker(140)
            write_with_halo(painter, at, words, letters, ink)


def _free_middle(view: View, zone: Zone) -> QPointF | None:
    """The hex of a zone nearest to its middle that keeps a line's height from places' names."""
    inside = zone.hexes[view.cut]
    if not inside.any():
        return None
    centres = view.centres(inside)
    away = np.hypot(*(centres - centres.mean(axis=0)).T)
    for place in view.map.places:
        x, y = view.map.grid.centre(place.at, view.width)
        beside = np.abs(centres[:, 0] - x) < NAME_ROOM[0] * view.width
        level = np.abs(centres[:, 1] - y) < NAME_ROOM[1] * view.width
        away[beside & level] += CROWDED * view.width
    x, y = centres[int(away.argmin())]
    return QPointF(x, y + 0.22 * view.width)
