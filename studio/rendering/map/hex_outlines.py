"""The hex grid: thin, over everything that lies on the ground.

Outlines round sets of hexes and chains of hexsides, as curves that do not betray the hexes.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from engine.hexes.hex import SIDES
from engine.map.map import Masks, Plane
from studio.rendering.map.map_view import Ints, MapView
from studio.rendering.painting import (
    BATCH,
    Points,
    add_curve,
    add_polygon,
    draw,
    fill,
    make_colour,
    round_pen,
)

Corner = tuple[int, int]


class LatticeChain(NamedTuple):
    """Corners of the lattice one after another, [n, 2]; a closed chain's last edge leads back.

    `rim` says of each edge, by the corner it begins at, whether it lies at the map's edge.
    """

    corners: Ints
    rim: NDArray[np.bool_]
    closed: bool


def boundary_rings(view: MapView, inside: Plane) -> list[LatticeChain]:
    """The closed chains of hexsides round a set of hexes, the set always on their left."""
    leads = _boundary(view, inside)
    found = []
    while leads:
        first = next(iter(leads))
        found.append(_follow(leads, first))
    return found


def boundary_chains(view: MapView, inside: Plane) -> list[LatticeChain]:
    """The chains of hexsides between a set of hexes and the rest of the map, without its edge."""
    leads = {start: lead for start, lead in _boundary(view, inside).items() if not lead[1]}
    ends = {end for end, _ in leads.values()}
    found = [_follow(leads, start) for start in [at for at in leads if at not in ends]]
    while leads:
        found.append(_follow(leads, next(iter(leads))))
    return found


def rounded_outline(view: MapView, inside: Plane, inset: float = 0.0) -> QPainterPath:
    """The rounded outline of a set of hexes, `inset` inside them; straight at the map's edge."""
    path = QPainterPath()
    for ring in boundary_rings(view, inside):
        points = _inset(view, ring, inset * view.width)
        add_curve(path, points, True, _at_rim(ring))
    return path


def exact_outline(view: MapView, inside: Plane, inset: float = 0.0) -> QPainterPath:
    """The outline of a set of hexes along their sides."""
    path = QPainterPath()
    for ring in boundary_rings(view, inside):
        at_x, at_y = view.page(*ring.corners.T)
        points = np.stack([at_x, at_y], axis=-1)
        add_polygon(path, _moved_in(points, np.full(len(points), inset * view.width)))
    return path


def side_chains(view: MapView, mask: Masks) -> list[LatticeChain]:
    """The chains of hexsides that carry a feature, from junction or end to junction or end."""
    around: dict[Corner, list[Corner]] = {}
    for start, end in _mark(view, mask):
        around.setdefault(start, []).append(end)
        around.setdefault(end, []).append(start)
    nodes = {corner: len(others) for corner, others in around.items() if len(others) != 2}
    found = []
    for corner in [*nodes, *around]:
        while around[corner]:
            found.append(_walk(around, nodes, corner))
    return found


# --- chains -------------------------------------------------------------------------------------


def _boundary(view: MapView, inside: Plane) -> dict[Corner, tuple[Corner, bool]]:
    """Each hexside between the set and the rest, as a step that has the set on its left."""
    leads: dict[Corner, tuple[Corner, bool]] = {}
    x, y = view.lattice
    for direction in range(SIDES):
        at = inside & ~view.grid.neighbour_plane(inside, direction, False)
        first, second = view.corners(direction)
        if not view.grid.pointy:
            first, second = second, first
        here = x[at], y[at]
        starts = zip((here[0] + first[0]).tolist(), (here[1] + first[1]).tolist(), strict=True)
        ends = zip((here[0] + second[0]).tolist(), (here[1] + second[1]).tolist(), strict=True)
        rim = (~view.has_neighbour[direction][at]).tolist()
        leads.update(zip(starts, zip(ends, rim, strict=True), strict=True))
    return leads


def _follow(leads: dict[Corner, tuple[Corner, bool]], first: Corner) -> LatticeChain:
    """The chain that begins at a corner, taken out of the steps."""
    corners, rim, at = [], [], first
    while at in leads:
        corners.append(at)
        at, edge = leads.pop(at)
        rim.append(edge)
    closed = at == first
    if not closed:
        corners.append(at)
        rim.append(False)
    return LatticeChain(np.array(corners, np.int64), np.array(rim, bool), closed)


def _mark(view: MapView, mask: Masks) -> list[tuple[Corner, Corner]]:
    """The ends of every hexside that carries a feature, each hexside once."""
    x, y = view.lattice
    edges = []
    for direction in range(SIDES):
        at = (mask >> direction & 1).astype(bool)
        if direction >= SIDES // 2:  # the hex on the other side has named it already
            at &= ~view.has_neighbour[direction]
        (x1, y1), (x2, y2) = view.corners(direction)
        for here_x, here_y in zip(x[at].tolist(), y[at].tolist(), strict=True):
            edges.append(((here_x + x1, here_y + y1), (here_x + x2, here_y + y2)))
    return edges


def _walk(
    around: dict[Corner, list[Corner]], nodes: Container[Corner], first: Corner
) -> LatticeChain:
    """A chain from a corner to the next junction or end, taken out of what lies around corners."""
    corners, at = [first], first
    while around[at] and (at == first or at not in nodes):
        after = around[at].pop(0)
        around[after].remove(at)
        corners.append(after)
        at = after
        if at == first:
            break
    closed = at == first and first not in nodes
    if closed:
        corners.pop()
    return LatticeChain(np.array(corners, np.int64), np.zeros(len(corners), bool), closed)


# --- shapes --------------------------------------------------------------------------------------


def _at_rim(ring: LatticeChain) -> NDArray[np.bool_]:
    """The corners of a ring that touch the map's edge."""
    return ring.rim | np.roll(ring.rim, 1)


def _inset(view: MapView, ring: LatticeChain, distance: float) -> Points:
    """A ring's corners moved inside its hexes and off the lattice, except at the map's edge."""
    x, y = ring.corners.T
    at_x, at_y = view.page(x, y)
    straight = np.stack([at_x, at_y], axis=-1)
    points = np.where(_at_rim(ring)[:, None], straight, view.jittered_centres(x, y))
    if distance == 0:
        return points
    return points + _moved_in(straight, np.where(ring.rim, 0.0, distance)) - straight


def _moved_in(points: Points, distances: NDArray[np.float64]) -> Points:
    """Corners of a ring with each edge, by the corner it begins at, moved to its left."""
    step = np.roll(points, -1, axis=0) - points
    left = np.stack([step[:, 1], -step[:, 0]], axis=-1) / np.hypot(*step.T)[:, None]
    before, gone = np.roll(left, 1, axis=0), np.roll(distances, 1)
    area = before[:, 0] * left[:, 1] - before[:, 1] * left[:, 0]
    across = (gone * left[:, 1] - distances * before[:, 1]) / area
    down = (distances * before[:, 0] - gone * left[:, 0]) / area
    return np.asarray(points + np.stack([across, down], axis=-1))


SMALLEST_DOTTED = 22.0
SIDES_AT_A_TIME = 1000


def paint_grid(painter: QPainter, view: MapView) -> None:
    """Draw every hexside once, and a dot in each hex's centre to lay a ruler to."""
    lines = view.style.grid
    pen = round_pen(make_colour(lines.colour, lines.opacity), max(lines.width * view.width, 0.35))
    for sides in _sides(view):
        path = QPainterPath()
        for x1, y1, x2, y2 in sides.tolist():
            path.moveTo(x1, y1)
            path.lineTo(x2, y2)
        draw(painter, path, pen)
    if lines.dots and view.width >= SMALLEST_DOTTED:
        _paint_dots(painter, view)


def _paint_dots(painter: QPainter, view: MapView) -> None:
    radius = 0.014 * view.width
    centres = view.centres(np.ones(view.grid.shape, bool)).tolist()
    for start in range(0, len(centres), BATCH):
        dots = QPainterPath()
        for x, y in centres[start : start + BATCH]:
            dots.addEllipse(QPointF(x, y), radius, radius)
        fill(painter, dots, make_colour(view.style.grid.colour, 0.6))


def paint_sheet_grid(painter: QPainter, view: MapView) -> None:
    """Draw the grid and the edge of the map."""
    paint_grid(painter, view)
    paint_frame(painter, view, exact_outline(view, np.ones(view.grid.shape, bool)))


def paint_frame(painter: QPainter, view: MapView, path: QPainterPath) -> None:
    """The edge of the map."""
    draw(painter, path, round_pen(make_colour(view.style.grid.colour), max(0.03 * view.width, 0.8)))


def _sides(view: MapView) -> Iterator[Points]:
    """The ends of every hexside, [n, 4] as x1 y1 x2 y2 on the page, each once, some at a time."""
    everywhere = np.ones(view.grid.shape, bool)
    for direction in range(SIDES):
        at = everywhere if direction < SIDES // 2 else ~view.has_neighbour[direction]
        first, second = view.side_ends(direction)
        centres = view.centres(at)
        for start in range(0, len(centres), SIDES_AT_A_TIME):
            some = centres[start : start + SIDES_AT_A_TIME]
            yield np.hstack([some + first, some + second])


def scaled_hexagons(view: MapView, centres: list[list[float]], part: float) -> QPainterPath:
    """Hexes `part` as large as the map's, round the given centres."""
    path = QPainterPath()
    across, down = view.grid.scale(view.width * part)
    for x, y in centres:
        corners = view.grid.orientation.corners
        path.addPolygon(QPolygonF([QPointF(x + dx * across, y + dy * down) for dx, dy in corners]))
        path.closeSubpath()
    return path
