"""Links from hex to hex: roads, tracks and railways, with bridges where they cross water."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from engine.hexes.hex import SIDES
from engine.map.map import Masks
from engine.map.terrain import LineDrawing, TerrainClass
from studio.drawing.easing import find_smoothable_bends
from studio.drawing.inks import colour, draw, round_pen
from studio.drawing.lines import paint_lines
from studio.drawing.strands import link_curves
from studio.drawing.view import MapView

BRIDGE_COLOUR, BRIDGE_RAIL = "#2e2822", 0.028
# The bank on either side of a line of water that a bridge spans too, in hexes.
BANK = 0.07
# How far the ends of a bridge's rails are splayed, in hexes.
SPLAY = 0.042


def paint_links(painter: QPainter, view: MapView) -> None:
    """Draw roads, tracks and railways, with bridges where they cross water."""
    lines = []
    for kind in view.lines_of(TerrainClass.LINK):
        drawing = view.catalogue.line(kind, TerrainClass.LINK)
        mask = with_links_off_map(view, view.links[kind])
        lines.append((link_curves(view, mask, eased=find_smoothable_bends(view, mask)), drawing))
    paint_lines(painter, view.width, lines)
    for kind in view.lines_of(TerrainClass.LINK):
        drawing = view.catalogue.line(kind, TerrainClass.LINK)
        if drawing.bridges:
            _paint_bridges(painter, view, view.links[kind], drawing)


def with_links_off_map(view: MapView, mask: Masks) -> Masks:
    """Links with those added that lead off the map: on from where a link ends at its edge."""
    result = mask.copy()
    for arriving in range(SIDES):
        open_end = (mask == 1 << arriving) & (view.linked == mask)
        for turn in (3, 2, 4):
            leaving = (arriving + turn) % SIDES
            off = open_end & ~view.has_neighbour[leaving]
            result[off] |= 1 << leaving
            open_end &= ~off
    return result


def _paint_bridges(painter: QPainter, view: MapView, mask: Masks, drawing: LineDrawing) -> None:
    """Draw a bridge wherever these links cross water: over an area of it, across a line of it."""
    deck = link_curves(view, np.where(view.water, mask, 0).astype(np.uint8))
    width = (drawing.width + 2 * BRIDGE_RAIL) * view.width
    pen = round_pen(colour(BRIDGE_COLOUR), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    draw(painter, deck, pen)
    paint_lines(painter, view.width, [(deck, drawing)])
    rails = QPainterPath()
    for kind in view.lines_of(TerrainClass.SIDE):
        if view.catalogue.is_water(kind):
            span = view.catalogue.line(kind, TerrainClass.SIDE).width / 2 + BANK
            _add_rails(
                rails, view, mask & view.sides[kind], span, drawing.width / 2 + BRIDGE_RAIL / 2
            )
    draw(painter, rails, round_pen(colour(BRIDGE_COLOUR), max(BRIDGE_RAIL * view.width, 0.5)))


def _add_rails(
    path: QPainterPath, view: MapView, crossed: Masks, span: float, apart: float
) -> None:
    """The two rails of a bridge over each crossed hexside, splayed at their ends."""
    along = [-span - SPLAY, -span, span, span + SPLAY]
    away = [apart + SPLAY, apart, apart, apart + SPLAY]
    for direction in range(SIDES // 2):
        middle = np.array(view.side_middle(direction))
        way = middle / math.hypot(*middle) * view.width
        across = np.array([-way[1], way[0]])
        for centre in view.centres((crossed >> direction & 1).astype(bool)):
            for side in (-1, 1):
                rail = centre + middle + np.outer(along, way) + side * np.outer(away, across)
                path.addPolygon(QPolygonF([QPointF(x, y) for x, y in rail.tolist()]))
