"""Ground in whole hexes: tints and outlines of areas, bands of watercourses, and their marks."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from engine.map.map import Plane
from engine.map.terrain import GroundDrawing, GroundForm
from studio.rendering.map.ground_symbols import scatter_ground_symbols
from studio.rendering.map.hex_outlines import rounded_outline
from studio.rendering.map.link_curves import link_curves, link_mask
from studio.rendering.map.map_view import MapView
from studio.rendering.painting import add_polygon, draw, fill, make_colour, round_pen, winding_path

# How far inside a shore its lighter lines run, in hexes.
WATERLINES = (0.075, 0.15)
# How wide the dried edges of a wash are, in hexes, one over the other, and how dark.
DRIED = ((0.2, 0.16), (0.11, 0.2), (0.05, 0.32))


def paint_land(painter: QPainter, view: MapView) -> None:
    """Draw every ground that is not an area of water."""
    for kind in view.grounds:
        drawing = view.catalogue.ground(kind)
        if drawing.form is GroundForm.COURSE or not view.catalogue.is_water(kind):
            _paint_ground(painter, view, kind, drawing)


def paint_lakes(painter: QPainter, view: MapView) -> None:
    """Draw lakes and other areas of water, over the ends of the streams that reach them."""
    for kind in view.grounds:
        drawing = view.catalogue.ground(kind)
        if drawing.form is GroundForm.AREA and view.catalogue.is_water(kind):
            _paint_ground(painter, view, kind, drawing)


def _paint_ground(painter: QPainter, view: MapView, kind: str, drawing: GroundDrawing) -> None:
    inside = view.of_ground(kind)
    if drawing.form is GroundForm.COURSE:
        _paint_course(painter, view, inside, kind, drawing)
    elif drawing.fill:
        _paint_area(painter, view, inside, drawing)
    for marks in drawing.marks:
        scatter_ground_symbols(painter, view, inside, marks)


def _paint_area(painter: QPainter, view: MapView, inside: Plane, drawing: GroundDrawing) -> None:
    shape = rounded_outline(view, inside, drawing.inset)
    fill(painter, shape, make_colour(drawing.fill, drawing.opacity))
    if view.style.wash:
        _paint_dried(painter, view, inside, drawing)
    if drawing.waterlines:
        pen = round_pen(make_colour(drawing.waterlines), 0.012 * view.width)
        for depth in WATERLINES:
            draw(painter, rounded_outline(view, inside, drawing.inset + depth), pen)
    if drawing.edge:
        draw(painter, shape, _edge_pen(view, drawing))


def _paint_dried(painter: QPainter, view: MapView, inside: Plane, drawing: GroundDrawing) -> None:
    """The darker edge that a wash of colour leaves where it dries."""
    deeper = QColor(drawing.fill).darker(135).name()
    for wide, part in DRIED:
        path = rounded_outline(view, inside, drawing.inset + wide / 2)
        shade = make_colour(deeper, min(1.0, part * view.style.wash * drawing.opacity))
        draw(painter, path, round_pen(shade, wide * view.width))


def _paint_course(
    painter: QPainter, view: MapView, inside: Plane, kind: str, drawing: GroundDrawing
) -> None:
    """A band through the centres of adjacent hexes of a kind, into the water beside them."""
    onwards = inside | view.water if view.catalogue.is_water(kind) else inside
    path = link_curves(view, link_mask(view, inside, onwards), into=0.3)
    paint_watercourse_band(painter, path, _pools(view, inside), drawing, view.width)


def paint_watercourse_band(
    painter: QPainter,
    path: QPainterPath,
    pools: QPainterPath,
    drawing: GroundDrawing,
    hex_width: float,
) -> None:
    """A watercourse along a path and over the pools between its arms, for hexes of a width."""
    width = drawing.width * hex_width
    edge = width + 2 * drawing.edge_width * hex_width
    for shade, breadth in ((drawing.edge, edge), (drawing.fill, width)):
        draw(painter, path, round_pen(make_colour(shade), breadth))
    fill(painter, pools, make_colour(drawing.fill))


def _pools(view: MapView, inside: Plane) -> QPainterPath:
    """Return the water between the centres where three hexes of a course meet."""
    path = winding_path()
    for direction in (0, 1):  # of the triangles round a corner, every one once
        one = view.grid.neighbour_plane(inside, direction, False)
        other = view.grid.neighbour_plane(inside, direction + 1, False)
        (x1, y1), (x2, y2) = view.side_middle(direction), view.side_middle(direction + 1)
        for x, y in view.centres(inside & one & other).tolist():
            add_polygon(path, [(x, y), (x + 2 * x1, y + 2 * y1), (x + 2 * x2, y + 2 * y2)])
    return path


def _edge_pen(view: MapView, drawing: GroundDrawing) -> QPen:
    return round_pen(make_colour(drawing.edge), max(drawing.edge_width * view.width, 0.4))
