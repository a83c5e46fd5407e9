"""Curves of roads through the centres of hexes, with zigzags cut short in drawing.

A course between two directions of the grid goes by turns to either side. Where it leaves such a
pair of bends as it came in, its line runs from side to side and passes beside the centres;
everywhere else the smooth line passes exactly through them. Links themselves still join centres.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from engine.hexes.hex import SIDES
from engine.map.map import Masks, Plane
from engine.map.terrain import ScatterSign, TerrainClass
from studio.rendering.map.map_view import MapView

HOUSED = (
    ScatterSign.HOUSES,
    ScatterSign.BLOCKS,
    ScatterSign.HALL,
)  # these line the road through the centre
OPPOSITE = SIDES // 2

Point = tuple[float, float]


class BendSmoothing(NamedTuple):
    """The hexes in which a line leaves the centre beside it, and what it goes on to from there.

    `onward` has for each direction the neighbour's other way, where it is eased too and no water
    lies between; else -1.
    """

    hexes: Plane
    onward: list[NDArray[np.int8]]


def find_smoothable_bends(view: MapView, mask: Masks) -> BendSmoothing:
    """Find the pairs of bends that undo each other, where lines of links are smoothed."""
    ways = np.where(_is_free(view, mask), mask, 0).astype(np.uint8)
    hexes = np.zeros(view.grid.shape, bool)
    for direction in range(SIDES):
        there = view.grid.neighbour_plane(ways, direction, 0)
        for turn in (1, -1):
            here = ways == _bits(direction, direction + OPPOSITE + turn)
            hexes |= here & (there == _bits(direction + OPPOSITE, direction + turn))
    return BendSmoothing(hexes, _onward(view, np.where(hexes, mask, 0).astype(np.uint8)))


def _bits(first: int, second: int) -> int:
    return 1 << first % SIDES | 1 << second % SIDES


def _is_free(view: MapView, mask: Masks) -> Plane:
    """The hexes that do not need the line at their centre, as junctions, houses and bridges do."""
    free = ~view.water & ~_is_housed(view)
    for other in view.links.values():
        free &= (other == 0) | (other == mask)
    return free


def _is_housed(view: MapView) -> Plane:
    drawings = [view.catalogue.ground(kind) for kind in view.map.grounds]
    housed = [
        place for place, drawing in enumerate(drawings)
        if any(marks.shape in HOUSED for marks in drawing.marks)
    ]  # fmt: skip
    return np.isin(view.ground, housed)


def _onward(view: MapView, ways: Masks) -> list[NDArray[np.int8]]:
    waters = np.zeros(view.grid.shape, np.uint8)
    for kind in view.lines_of(TerrainClass.SIDE):
        if view.catalogue.is_water(kind):
            waters |= view.sides[kind]
    found = []
    for direction in range(SIDES):
        there = view.grid.neighbour_plane(ways, direction, 0)
        other = there & np.uint8(0xFF & ~_bits(direction + OPPOSITE, direction + OPPOSITE))
        goes_on = (other > 0) & (waters >> direction & 1 == 0)
        found.append(np.where(goes_on, np.log2(np.maximum(other, 1)), -1).astype(np.int8))
    return found


def curve_without_bend(
    centre: Point, middles: tuple[Point, Point], onward: tuple[Point | None, Point | None]
) -> list[Point]:
    """From the middle of one side to that of another, without a bend to the centre between.

    `onward` is from the middle of each side to the next one that the line goes through, None where
    it goes on squarely.
    """
    ends = [(centre[0] + x, centre[1] + y) for x, y in middles]
    pull = math.dist(*ends) / 3
    controls = []
    for place in (0, 1):
        (x, y), (far_x, far_y) = ends[place], ends[1 - place]
        beyond = onward[place]
        if beyond is None:
            way = -middles[place][0], -middles[place][1]
        else:
            way = far_x - x - beyond[0], far_y - y - beyond[1]
        length = math.hypot(*way)
        controls.append((x + pull * way[0] / length, y + pull * way[1] / length))
    return [ends[0], controls[0], controls[1], ends[1]]


Port = tuple[int, int]  # the middle of a hexside, in half lattice units


class LinkCurvePiece(NamedTuple):
    """A line's way through one hex: the sides it enters and leaves by, None where it ends inside.

    `points` are those of cubic curves in a row: one end, two controls, the next end …
    """

    enters: Port | None
    leaves: Port | None
    points: list[Point]

    def backwards(self) -> LinkCurvePiece:
        """The same way, walked from its other end."""
        return LinkCurvePiece(self.leaves, self.enters, self.points[::-1])


def link_mask(view: MapView, inside: Plane, onwards: Plane) -> Masks:
    """Links from each hex of a set to its neighbours of a wider one."""
    mask = np.zeros(view.grid.shape, np.uint8)
    for direction in range(SIDES):
        there = inside & view.grid.neighbour_plane(onwards, direction, False)
        mask |= there.astype(np.uint8) << direction
    mask[inside & (mask == 0)] = 1 << SIDES  # a hex alone: no way out, but still there
    return mask


def link_curves(
    view: MapView, mask: Masks, into: float = 0.0, eased: BendSmoothing | None = None
) -> QPainterPath:
    """The lines of one plane of links; where a neighbour has no link back, they run `into` it."""
    path = QPainterPath()
    for chain in _chain(_pieces(view, mask, eased)):
        if into:
            _run_on(view, chain, into)
        path.moveTo(*chain[0].points[0])
        for piece in chain:
            for at in range(1, len(piece.points), 3):
                first, second, end = (QPointF(*point) for point in piece.points[at : at + 3])
                path.cubicTo(first, second, end)
    return path


def pair_directions(directions: list[int]) -> list[tuple[int, ...]]:
    """Pair up a hex's ways, the straightest first; one may be left over and end there."""
    left, found = list(directions), list[tuple[int, ...]]()
    while len(left) > 1:
        best = max(
            combinations(left, 2), key=lambda two: min(two[1] - two[0], SIDES - two[1] + two[0])
        )
        found.append(best)
        left = [direction for direction in left if direction not in best]
    return found + [(direction,) for direction in left]


def _pieces(view: MapView, mask: Masks, eased: BendSmoothing | None) -> list[LinkCurvePiece]:
    found = []
    x, y = view.lattice
    at = mask > 0
    centres = view.centres(at).tolist()
    middles = [view.side_middle(direction) for direction in range(SIDES)]
    nexts = _nexts(eased, at)
    for lattice_x, lattice_y, bits, centre, onward in zip(
        x[at].tolist(), y[at].tolist(), mask[at].tolist(), centres, nexts, strict=True
    ):
        ways = [direction for direction in range(SIDES) if bits >> direction & 1]
        ports = [_port(view, lattice_x, lattice_y, direction) for direction in range(SIDES)]
        if onward is not None:
            found.append(_easy_piece(centre, ways, onward, middles, ports))
            continue
        for pair in pair_directions(ways) if ways else [()]:
            found.append(_piece(centre, [(ports[d], middles[d]) for d in pair], view.width))
    return found


def _nexts(eased: BendSmoothing | None, at: Plane) -> Sequence[list[int] | None]:
    """For each hex of a set that is eased, how the line goes on from the neighbours there."""
    if eased is None:
        return [None] * int(at.sum())
    onward = np.stack([plane[at] for plane in eased.onward], axis=1).tolist()
    is_eased = eased.hexes[at].tolist()
    return [each if is_so else None for each, is_so in zip(onward, is_eased, strict=True)]


def _easy_piece(
    centre: Point, ways: list[int], onward: list[int], middles: list[Point], ports: list[Port]
) -> LinkCurvePiece:
    """A line's way through a hex where it leaves the centre beside it."""
    first, second = ways

    def beyond(way: int) -> Point | None:
        if onward[way] < 0:
            return None
        (x, y), (next_x, next_y) = middles[way], middles[onward[way]]
        return x + next_x, y + next_y  # to the neighbour's centre and on from there

    points = curve_without_bend(
        centre, (middles[first], middles[second]), (beyond(first), beyond(second))
    )
    return LinkCurvePiece(ports[first], ports[second], points)


def _port(view: MapView, x: int, y: int, direction: int) -> Port:
    (x1, y1), (x2, y2) = view.corners(direction)
    return 2 * x + x1 + x2, 2 * y + y1 + y2


def _piece(centre: Point, ways: list[tuple[Port, Point]], width: float) -> LinkCurvePiece:
    """One way through a hex by its centre, or to its centre, or a spot where there is no way."""
    if not ways:
        spot = (centre[0] + 0.12 * width, centre[1])
        return LinkCurvePiece(
            None, None, [(centre[0] - 0.12 * width, centre[1]), centre, centre, spot]
        )
    tangent = (0.0, 0.0)
    if len(ways) == 2:
        (_, first), (_, second) = ways
        length = math.dist(first, second)
        tangent = (second[0] - first[0]) / length, (second[1] - first[1]) / length
    pull = 0.2 * width
    before = _half(centre, ways[0][1], (-tangent[0] * pull, -tangent[1] * pull))
    if len(ways) == 1:
        return LinkCurvePiece(ways[0][0], None, before)
    after = _half(centre, ways[1][1], (tangent[0] * pull, tangent[1] * pull))
    return LinkCurvePiece(ways[0][0], ways[1][0], before + after[-2::-1])


def _half(centre: Point, middle: Point, pull: Point) -> list[Point]:
    """A curve that enters square to a side and reaches the centre from where the pull points."""
    start = centre[0] + middle[0], centre[1] + middle[1]
    first = centre[0] + 0.5 * middle[0], centre[1] + 0.5 * middle[1]
    return [start, first, (centre[0] + pull[0], centre[1] + pull[1]), centre]


def _chain(pieces: list[LinkCurvePiece]) -> list[list[LinkCurvePiece]]:
    """Pieces joined at the sides they share, each chain as long as it can be."""
    at_port: dict[Port, list[int]] = {}
    for number, piece in enumerate(pieces):
        for port in (piece.enters, piece.leaves):
            if port is not None:
                at_port.setdefault(port, []).append(number)
    left = dict(enumerate(pieces))
    chains = []
    for number, piece in enumerate(pieces):
        if piece.enters is None or len(at_port[piece.enters]) == 1:
            chains.append(_follow(left, at_port, number, piece))
        elif piece.leaves is None or len(at_port[piece.leaves]) == 1:
            chains.append(_follow(left, at_port, number, piece.backwards()))
    for number, piece in enumerate(pieces):
        chains.append(_follow(left, at_port, number, piece))
    return [chain for chain in chains if chain]


def _follow(
    left: dict[int, LinkCurvePiece],
    at_port: dict[Port, list[int]],
    number: int,
    piece: LinkCurvePiece,
) -> list[LinkCurvePiece]:
    chain: list[LinkCurvePiece] = []
    while number in left:
        del left[number]
        chain.append(piece)
        onwards = [other for other in at_port.get(piece.leaves or (0, 0), []) if other in left]
        if piece.leaves is None or not onwards:
            break
        number, port = onwards[0], piece.leaves
        piece = left[number] if left[number].enters == port else left[number].backwards()
    return chain


def _run_on(view: MapView, chain: list[LinkCurvePiece], into: float) -> None:
    """Lengthen a chain beyond the sides at its ends, into hexes that do not carry it on."""
    if chain[-1].leaves is not None and chain[-1].leaves != chain[0].enters:
        chain[-1] = _lengthened(chain[-1], into * view.width)
    if chain[0].enters is not None and chain[-1].leaves != chain[0].enters:
        chain[0] = _lengthened(chain[0].backwards(), into * view.width).backwards()


def _lengthened(piece: LinkCurvePiece, length: float) -> LinkCurvePiece:
    (x1, y1), (x2, y2) = piece.points[-2:]
    part = length / math.dist((x1, y1), (x2, y2))
    beyond = x2 + (x2 - x1) * part, y2 + (y2 - y1) * part
    return LinkCurvePiece(piece.enters, piece.leaves, [*piece.points, (x2, y2), beyond, beyond])
