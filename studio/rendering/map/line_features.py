"""Line features: links from hex to hex with bridges, and streams, walls and cliffs on hexsides."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from engine.hexes.hex import SIDES
from engine.map.map import Masks
from engine.map.terrain import LineDrawing, RepeatedLineSigns, RepeatedLineSymbol, TerrainClass
from studio.rendering.map.hex_outlines import Corner, LatticeChain, side_chains
from studio.rendering.map.link_curves import find_smoothable_bends, link_curves
from studio.rendering.map.map_view import MapView
from studio.rendering.painting import (
    Points,
    add_curve,
    add_polygon,
    catalogue_pen,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    round_pen,
    winding_path,
)

Line = tuple[QPainterPath, LineDrawing]


def paint_lines(painter: QPainter, width: float, lines: list[Line]) -> None:
    """Draw lines for hexes `width` wide: all first strokes, all second ones, then the signs."""
    for layer in range(max((len(drawing.strokes) for _, drawing in lines), default=0)):
        for path, drawing in lines:
            if layer < len(drawing.strokes):
                draw(painter, path, catalogue_pen(drawing.strokes[layer], width))
    for path, drawing in lines:
        if drawing.signs and drawing.signs.spacing * width >= 1.5:
            paint_repeated_signs(painter, width, path, drawing.signs)


def paint_repeated_signs(
    painter: QPainter, width: float, path: QPainterPath, signs: RepeatedLineSigns
) -> None:
    """Repeat a sign along a path, for hexes `width` wide."""
    size, shapes = signs.size * width, winding_path()
    for x, y, across, down in _stations(path, signs.spacing * width):
        _add_sign(shapes, signs.shape, size, (x, y), (across, down))
    pen = round_pen(make_colour(signs.colour), max(signs.width * width, 0.4))
    if signs.shape in (
        RepeatedLineSymbol.TICKS,
        RepeatedLineSymbol.HACHURES,
        RepeatedLineSymbol.CROSSES,
    ):
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        draw(painter, shapes, pen)
    elif signs.shape is RepeatedLineSymbol.TEETH:
        fill(painter, shapes, make_colour(signs.colour))
    else:
        pen.setColor(make_colour(signs.colour).darker(190))
        fill_and_draw(painter, shapes, make_colour(signs.colour), pen)


def _add_sign(
    path: QPainterPath,
    shape: RepeatedLineSymbol,
    size: float,
    at: tuple[float, float],
    along: tuple[float, float],
) -> None:
    """One sign at a point of a line that runs in a direction, of length 1; its left is (y, -x)."""
    (x, y), (dx, dy), half = at, along, size / 2
    left_x, left_y = dy, -dx
    match shape:
        case RepeatedLineSymbol.TICKS:
            path.moveTo(x - left_x * half, y - left_y * half)
            path.lineTo(x + left_x * half, y + left_y * half)
        case RepeatedLineSymbol.HACHURES:
            path.moveTo(x, y)
            path.lineTo(x + left_x * size, y + left_y * size)
        case RepeatedLineSymbol.CROSSES:
            for turn in (1, -1):
                across, down = (dx + turn * left_x) * half * 0.7, (dy + turn * left_y) * half * 0.7
                path.moveTo(x - across, y - down)
                path.lineTo(x + across, y + down)
        case RepeatedLineSymbol.TEETH:
            tip = x + left_x * size, y + left_y * size
            across, down = 0.45 * size * dx, 0.45 * size * dy
            add_polygon(path, [(x - across, y - down), tip, (x + across, y + down)])
        case RepeatedLineSymbol.BLOBS:
            path.addEllipse(QPointF(x, y), half, half)


def _stations(path: QPainterPath, spacing: float) -> list[tuple[float, float, float, float]]:
    """Points about every `spacing` along a path, each with the direction the path takes there."""
    found = []
    for line in path.toSubpathPolygons():
        points = np.array([(line.at(i).x(), line.at(i).y()) for i in range(line.count())])
        points = points[np.append(True, np.any(np.diff(points, axis=0) != 0, axis=1))]
        if len(points) > 1:
            found += _stations_of(points, spacing)
    return found


def _stations_of(points: Points, spacing: float) -> list[tuple[float, float, float, float]]:
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    ends = np.cumsum(lengths)
    count = max(1, round(float(ends[-1]) / spacing))
    wanted = (np.arange(count) + 0.5) * ends[-1] / count
    on = np.minimum(np.searchsorted(ends, wanted), len(steps) - 1)
    unit = steps[on] / lengths[on][:, None]
    at = points[on] + unit * (wanted - (ends - lengths)[on])[:, None]
    return [(*spot, *way) for spot, way in zip(at.tolist(), unit.tolist(), strict=True)]


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
    pen = round_pen(make_colour(BRIDGE_COLOUR), width)
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
    draw(painter, rails, round_pen(make_colour(BRIDGE_COLOUR), max(BRIDGE_RAIL * view.width, 0.5)))


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


# How far a stream runs on from the last hexside into the lake it reaches, in hexes.
INTO_WATER = 0.33


def paint_streams(painter: QPainter, view: MapView) -> None:
    """Draw streams and other water along hexsides."""
    _paint_sides(
        painter, view, [k for k in view.lines_of(TerrainClass.SIDE) if view.catalogue.is_water(k)]
    )


def paint_side_features(painter: QPainter, view: MapView) -> None:
    """Draw walls, hedges, cliffs and other dry features along hexsides."""
    dry = [kind for kind in view.lines_of(TerrainClass.SIDE) if not view.catalogue.is_water(kind)]
    _paint_sides(painter, view, dry)


def _paint_sides(painter: QPainter, view: MapView, kinds: list[str]) -> None:
    lines = []
    for kind in kinds:
        drawing = view.catalogue.line(kind, TerrainClass.SIDE)
        path = QPainterPath()
        for chain in side_chains(view, view.sides[kind]):
            _add_chain(path, view, chain, kind, drawing)
        lines.append((path, drawing))
    paint_lines(painter, view.width, lines)


def _add_chain(
    path: QPainterPath, view: MapView, chain: LatticeChain, kind: str, drawing: LineDrawing
) -> None:
    """A chain of hexsides as a stream's curve, or straight, the lower ground always on its left."""
    if drawing.smooth:
        points = view.jittered_centres(*chain.corners.T)
        if not chain.closed and view.catalogue.is_water(kind):
            points = _run_into_water(view, chain, points)
        add_curve(path, points, chain.closed)
        return
    corners = chain.corners
    if drawing.signs and drawing.signs.shape in (
        RepeatedLineSymbol.TEETH,
        RepeatedLineSymbol.HACHURES,
    ):
        corners = corners if _drop_on_left(view, chain) >= 0 else corners[::-1]
    at_x, at_y = view.page(*corners.T)
    points = np.stack([at_x, at_y], axis=-1)
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))
    if chain.closed:
        path.lineTo(*points[0].tolist())


def _run_into_water(view: MapView, chain: LatticeChain, points: Points) -> Points:
    """A stream's points, lengthened into the area of water where either end touches one."""
    lakes = _water_around(view)
    first = lakes.get((int(chain.corners[0][0]), int(chain.corners[0][1])))
    last = lakes.get((int(chain.corners[-1][0]), int(chain.corners[-1][1])))
    if first is not None:
        points = np.vstack([_between(points[0], first), points])
    if last is not None:
        points = np.vstack([points, _between(points[-1], last)])
    return points


def _between(corner: Points, centre: tuple[float, float]) -> Points:
    towards = np.array(centre) - corner
    return np.asarray(corner + towards * INTO_WATER / math.sqrt(1 / 3))


def _water_around(view: MapView) -> dict[Corner, tuple[float, float]]:
    """The centre, on the page, of a hex of water for every corner of one."""
    x, y = view.lattice
    found = {}
    centres = view.centres(view.water).tolist()
    for at_x, at_y, (cx, cy) in zip(
        x[view.water].tolist(), y[view.water].tolist(), centres, strict=True
    ):
        for dx, dy in view.grid.orientation.corners:
            found[at_x + dx, at_y + dy] = (cx, cy)
    return found


def _drop_on_left(view: MapView, chain: LatticeChain) -> int:
    """Return how many levels higher the right side of a chain of hexsides is throughout."""
    x, y = view.lattice
    levels = dict(zip(zip(x.ravel().tolist(), y.ravel().tolist(), strict=True),
                      view.level.ravel().tolist(), strict=True))  # fmt: skip
    drop = 0
    corners = [(int(a), int(b)) for a, b in chain.corners]
    for (x1, y1), (x2, y2) in pairwise(corners):
        left, right = _either_side(view, (x1, y1), (x2, y2))
        drop += levels.get(right, 0) - levels.get(left, 0)
    return drop


def _either_side(view: MapView, first: Corner, second: Corner) -> tuple[Corner, Corner]:
    """The lattice centres of the hexes left and right of a hexside walked from end to end."""
    step = second[0] - first[0], second[1] - first[1]
    for direction in range(SIDES):
        (x1, y1), (x2, y2) = view.corners(direction)
        if (x2 - x1, y2 - y1) == step:
            one = first[0] - x1, first[1] - y1
            opposite = (direction + SIDES // 2) % SIDES
            (_, _), (x3, y3) = view.corners(opposite)
            other = first[0] - x3, first[1] - y3
            return (one, other) if view.grid.pointy else (other, one)
    raise AssertionError(f"{first} and {second} are not the ends of a hexside")
