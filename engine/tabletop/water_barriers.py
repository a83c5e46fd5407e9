"""The parts of a water that bar movement beside its bridges, with whole corners (G2, G6).

Only where a bridge is over a water is it cut up; its round parts are polygons there, and corners of
cuts go to the nearest sixteenth. A bridge counts by the convex area around it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.tabletop.buffered_shapes import (
    BufferedShape,
    Pair,
    convex_hull,
    core_edges,
    meet,
    signed_double_area,
    swept_band,
)
from engine.tabletop.footprints import FULL_TURN, MILLION, cosine, sine

CORNERS = 20  # of the polygon around something round
# How much farther from the middle than its sides the corners of a polygon are, in millionths.
_WIDER = {8: 1_082_393, 20: 1_012_466}

Corners = tuple[Pair, ...]


def cut_by_bridges(water: BufferedShape, bridges: Sequence[BufferedShape]) -> list[BufferedShape]:
    """Return the parts of a water beside its bridges: itself if there are none."""
    over = [bridge for bridge in bridges if meet(water, bridge)]
    if not over:
        return [water]
    return [part for piece in _pieces(water) for part in _cut(piece, over)]


def _pieces(water: BufferedShape) -> list[BufferedShape]:
    """A water as parts without hollows: the legs of a river, the triangles of a lake."""
    if water.is_area:
        return [
            BufferedShape(corners, is_area=True) for corners in triangulate_polygon(water.points)
        ]
    return [swept_band(start, end, water.doubled) for start, end in core_edges(water)]


def _cut(piece: BufferedShape, bridges: Sequence[BufferedShape]) -> list[BufferedShape]:
    over = [bridge for bridge in bridges if meet(piece, bridge)]
    if not over:
        return [piece]
    parts = [convex_outline(piece)]
    for bridge in over:
        parts = [left for part in parts for left in _without(part, convex_outline(bridge))]
    return [BufferedShape(corners, is_area=True) for corners in parts]


def convex_outline(core: BufferedShape) -> Corners:
    """The corners of a convex area around a shape, counter-clockwise; circles become polygons."""
    if not core.doubled:
        return convex_hull(core.points)
    return convex_hull(
        each for point in core.points for each in ring_around_circle(point, core.doubled)
    )


def ring_around_circle(centre: Pair, doubled: int, corners: int = CORNERS) -> Corners:
    """A polygon around a circle of a doubled radius."""
    step = FULL_TURN // corners
    reach, whole = doubled * _WIDER[corners], 2 * MILLION * MILLION
    return tuple(
        (
            centre[0] + (2 * reach * sine(turned) + whole) // (2 * whole),
            centre[1] + (2 * reach * cosine(turned) + whole) // (2 * whole),
        )
        for turned in range(0, FULL_TURN, step)
    )


def _without(part: Corners, hole: Corners) -> list[Corners]:
    """The convex parts of a convex area that lie outside another."""
    outside = []
    for start, end in zip(hole, (*hole[1:], hole[0]), strict=True):
        beyond = _left_of(part, end, start)
        if len(beyond) > 2:
            outside.append(beyond)
        part = _left_of(part, start, end)
        if len(part) < 3:
            break
    return outside


def _left_of(part: Corners, start: Pair, end: Pair) -> Corners:
    """Return the part of a convex area left of a line; empty if it has no surface."""
    kept: list[Pair] = []
    for here, then in zip(part, (*part[1:], part[0]), strict=True):
        near, far = signed_double_area(start, end, here), signed_double_area(start, end, then)
        if near >= 0:
            kept.append(here)
        if (near > 0 > far) or (near < 0 < far):
            kept.append(_between(here, then, abs(near), abs(near) + abs(far)))
    return convex_hull(kept)


def _between(here: Pair, then: Pair, share: int, whole: int) -> Pair:
    """The point at a share of the way, to the nearest sixteenth."""
    return (
        here[0] + (2 * (then[0] - here[0]) * share + whole) // (2 * whole),
        here[1] + (2 * (then[1] - here[1]) * share + whole) // (2 * whole),
    )


def triangulate_polygon(ring_: Sequence[Pair]) -> list[Corners]:
    """A polygon that does not cross itself, cut into triangles, counter-clockwise."""
    left = list(ring_)
    if (
        sum(
            ax * by - bx * ay for (ax, ay), (bx, by) in core_edges(BufferedShape(tuple(left), True))
        )
        < 0
    ):
        left.reverse()
    found: list[Corners] = []
    while len(left) > 2:
        ear = next((place for place in range(len(left)) if _is_ear(left, place)), 0)
        corners = (left[ear - 1], left[ear], left[(ear + 1) % len(left)])
        if signed_double_area(*corners) > 0:
            found.append(corners)
        del left[ear]
    return found


def _is_ear(ring_: list[Pair], place: int) -> bool:
    before, here, after = ring_[place - 1], ring_[place], ring_[(place + 1) % len(ring_)]
    if signed_double_area(before, here, after) <= 0:
        return signed_double_area(before, here, after) == 0
    corners = {before, here, after}
    return not any(
        point not in corners
        and signed_double_area(before, here, point) >= 0
        and signed_double_area(here, after, point) >= 0
        and signed_double_area(after, before, point) >= 0
        for point in ring_
    )
