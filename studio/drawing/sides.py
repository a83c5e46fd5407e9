"""Features along hexsides: streams as curves that run into lakes, walls and cliffs as they lie."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from engine.hexes.hex import SIDES
from engine.map.terrain import LineDrawing, Sign, TerrainClass
from studio.drawing.inks import Points, add_curve
from studio.drawing.lines import paint_lines
from studio.drawing.outlines import Corner, LatticeChain, side_chains
from studio.drawing.view import MapView

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
        points = view.wandering(*chain.corners.T)
        if not chain.closed and view.catalogue.is_water(kind):
            points = _run_into_water(view, chain, points)
        add_curve(path, points, chain.closed)
        return
    corners = chain.corners
    if drawing.signs and drawing.signs.shape in (Sign.TEETH, Sign.HACHURES):
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
    """How many levels higher, all along a chain of hexsides, the ground on its right is."""
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
