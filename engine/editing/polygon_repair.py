"""Shapes put right: corners in an order in which no sides cross, cut off at the table's edge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import shapely

from engine.tabletop.shapely_shapes import self_crossing
from engine.tabletop.shapes import Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopMap

MAX_CORNERS, MAX_TURNS = (
    160,
    400,
)  # of outlines that are untangled, and how often a part is turned


def repair_polygon(shape: Polygon) -> Polygon | None:
    """All its corners in another order, or else the greatest part of it; None where neither is."""
    outline = _turned(shape.points) if len(shape.points) <= MAX_CORNERS else None
    if outline is not None and self_crossing(Polygon(outline)) is None:
        return Polygon(outline)
    found = _greatest(shape)
    return found if found is not None and self_crossing(found) is None else None


def _turned(points: tuple[Point, ...]) -> tuple[Point, ...] | None:
    """The corners between two sides that cross are gone through backwards, until none do."""
    corners = list(dict.fromkeys(points))
    for _ in range(MAX_TURNS):
        crossed = _crossed_sides(corners)
        if crossed is None:
            return tuple(corners) if len(corners) > 2 else None
        first, second = crossed
        corners[first + 1 : second + 1] = reversed(corners[first + 1 : second + 1])
    return None


def _crossed_sides(corners: Sequence[Point]) -> tuple[int, int] | None:
    """Two sides that cross, by the numbers of the corners at which they begin."""
    count = len(corners)
    sides = list(pairwise([*corners, corners[0]])) if corners else []
    for one in range(count):
        for other in range(one + 2, count - (one == 0)):
            if _cross(*sides[one], *sides[other]):
                return one, other
    return None


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> int:
    """On which side of a line from a to b a point lies: greater than 0 at the left."""
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _greatest(shape: Polygon) -> Polygon | None:
    return _largest_part(shapely.make_valid(shapely.Polygon(shape.points)))


def _largest_part(area: Any) -> Polygon | None:
    """The outline of the largest of some areas, its corners in whole sixteenths."""
    parts = [part for part in shapely.get_parts(area) if part.geom_type == "Polygon" and part.area]
    if area.geom_type == "GeometryCollection":
        nested = (shapely.get_parts(part) for part in shapely.get_parts(area))
        parts = [part for each in nested for part in each if part.geom_type == "Polygon"]
    if not parts:
        return None
    largest = max(parts, key=lambda part: part.area)
    corners = tuple(dict.fromkeys(_whole(largest.exterior.coords[:-1])))
    return Polygon(corners) if len(corners) > 2 else None


def _whole(coordinates: Sequence[Sequence[float]]) -> list[Point]:
    return [Point(round(each[0]), round(each[1])) for each in coordinates]


def clip_to_tabletop(shape: FeatureShape, table: TabletopMap) -> FeatureShape | None:
    """Return the part of a shape on the table; None if it is empty, or the shape is a disc."""
    room = shapely.box(0, 0, table.width, table.depth)
    if isinstance(shape, Disc):
        return None
    if isinstance(shape, Polygon):
        area = shapely.Polygon(shape.points)
        return _largest_part(shapely.intersection(area, room)) if area.is_valid else None
    inside = shapely.intersection(shapely.LineString(shape.points), room)
    lines = [part for part in shapely.get_parts(inside) if part.geom_type == "LineString"]
    if not lines:
        return None
    longest = max(lines, key=lambda part: part.length)
    return WideLine(tuple(dict.fromkeys(_whole(longest.coords))), shape.width)
