"""Targets of the pointer on a table: objects, and the grid, corners and edges it snaps to."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.editing.shape_transforms import ShapeBounds, shape_bounds
from engine.editing.tabletop_map_edits import PLACE, ZONE, Key, keys_of, shape_of
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import points_of

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import FeatureShape, TabletopMap

REACH = 4.0  # pixels beside a line that still count as on it
NAME_REACH = 14.0  # pixels round a name

Spot = tuple[float, float]


def object_at(table: TabletopMap, keys: Sequence[Key], at: Spot, pixel: float) -> Key | None:
    """The uppermost of some things at a point; a zone is only where its border is."""
    for key in reversed(keys):
        if _is_at(key, shape_of(table, key), at, pixel):
            return key
    return None


def _is_at(key: Key, shape: FeatureShape, at: Spot, pixel: float) -> bool:
    reach = (NAME_REACH if key.startswith(PLACE) else REACH) * pixel
    width = shape.width / 2 if isinstance(shape, WideLine) else 0
    if not _is_near_box(shape, at, reach + width):
        return False
    if isinstance(shape, Disc):
        return hypot(at[0] - shape.centre.x, at[1] - shape.centre.y) <= shape.radius + reach
    points = points_of(shape)
    is_line = isinstance(shape, WideLine)
    if nearest_edge(points, at, is_closed=not is_line)[1] <= reach + width:
        return True
    return not is_line and not key.startswith(ZONE) and is_inside(points, at)


def _is_near_box(shape: FeatureShape, at: Spot, reach: float) -> bool:
    box = shape_bounds(shape)
    return (
        box.left - reach <= at[0] <= box.right + reach
        and box.bottom - reach <= at[1] <= box.top + reach
    )


def is_inside(points: Sequence[Spot], at: Spot) -> bool:
    """Return True if a point is in a polygon."""
    x, y = at
    inside = False
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def nearest_edge(points: Sequence[Spot], at: Spot, *, is_closed: bool) -> tuple[int, float]:
    """Behind which of its points a line comes nearest to another point, and how near."""
    ends = [*points[1:], points[0]] if is_closed else points[1:]
    apart = [distance_to_segment(at, one, other) for one, other in zip(points, ends, strict=False)]
    if not apart:
        return 0, hypot(at[0] - points[0][0], at[1] - points[0][1])
    place = min(range(len(apart)), key=apart.__getitem__)
    return place, apart[place]


def distance_to_segment(at: Spot, one: Spot, other: Spot) -> float:
    """Return the distance of a point from a segment."""
    right, away = other[0] - one[0], other[1] - one[1]
    length = right**2 + away**2
    share = 0.0 if not length else ((at[0] - one[0]) * right + (at[1] - one[1]) * away) / length
    share = min(max(share, 0.0), 1.0)
    return hypot(at[0] - one[0] - share * right, at[1] - one[1] - share * away)


NEAR = 9.0  # pixels within which a corner or an edge draws the pointer
MAX_DRAWN = 64  # corners of what is moved that look for a place


@dataclass(frozen=True)
class SnapSettings:
    """To what is snapped: a grid of so many sixteenths, and what is there; each can be off."""

    grid: int = INCH
    is_to_grid: bool = True
    is_to_edges: bool = True


class SnapResult(NamedTuple):
    """A point, and what drew it there: `corner`, `edge`, `grid`, or nothing."""

    at: Point
    to: str = ""


class SnapGuides:
    """The corners and edges of a table and of what is on it, but for what is moved itself."""

    def __init__(self, table: TabletopMap, without: Collection[Key] = ()) -> None:
        corners = [(0, 0), (table.width, 0), (table.width, table.depth), (0, table.depth)]
        edges = _round(corners)
        for key in keys_of(table):
            if key not in without:
                shape = shape_of(table, key)
                points = points_of(shape)
                corners += points
                edges += _edges(shape, points)
        self._corners: NDArray[Any] = np.array(corners, float).reshape(-1, 2)
        self._edges: NDArray[Any] = np.array(edges, float).reshape(-1, 4)

    def corner(self, at: tuple[float, float], reach: float) -> Point | None:
        """The corner nearest to a point, if one is within reach."""
        apart = np.hypot(self._corners[:, 0] - at[0], self._corners[:, 1] - at[1])
        nearest = int(apart.argmin())
        return _point(self._corners[nearest]) if apart[nearest] <= reach else None

    def edge(self, at: tuple[float, float], reach: float) -> Point | None:
        """The point of an edge nearest to a point, if one is within reach."""
        start, along = self._edges[:, :2], self._edges[:, 2:] - self._edges[:, :2]
        length = np.maximum((along**2).sum(axis=1), 1e-9)
        share = np.clip(((np.array(at) - start) * along).sum(axis=1) / length, 0.0, 1.0)
        feet = start + along * share[:, None]
        apart = np.hypot(feet[:, 0] - at[0], feet[:, 1] - at[1])
        nearest = int(apart.argmin())
        return _point(feet[nearest]) if apart[nearest] <= reach else None

    def near(self, at: tuple[float, float], reach: float) -> SnapResult | None:
        """The corner, else the edge, that draws a point."""
        corner = self.corner(at, reach)
        if corner is not None:
            return SnapResult(corner, "corner")
        edge = self.edge(at, reach)
        return None if edge is None else SnapResult(edge, "edge")


def snap(
    at: tuple[float, float],
    snapping: SnapSettings,
    guides: SnapGuides,
    pixel: float,
    *,
    is_free: bool,
) -> SnapResult:
    """Return the snapped point; `is_free` while it must not snap to edges or grid."""
    if not is_free and snapping.is_to_edges:
        found = guides.near(at, NEAR * pixel)
        if found is not None:
            return found
    if not is_free and snapping.is_to_grid:
        return SnapResult(on_grid(at, snapping.grid), "grid")
    return SnapResult(_point(at))


def snap_move(
    points: Sequence[Point],
    box: ShapeBounds,
    move: tuple[float, float],
    snapping: SnapSettings,
    guides: SnapGuides,
    pixel: float,
    *,
    is_free: bool,
) -> tuple[int, int, SnapResult | None]:
    """By how much things move: one of their points to what draws it, else their box to the grid."""
    right, away = move
    if not is_free and snapping.is_to_edges:
        drawn = _draw_to(points, move, guides, NEAR * pixel)
        if drawn is not None:
            return drawn
    if not is_free and snapping.is_to_grid:
        corner = on_grid((box.left + right, box.bottom + away), snapping.grid)
        return corner.x - box.left, corner.y - box.bottom, None
    return round(right), round(away), None


def _draw_to(
    points: Sequence[Point], move: tuple[float, float], guides: SnapGuides, reach: float
) -> tuple[int, int, SnapResult] | None:
    """The move that brings one of the points where it is drawn most: corners before edges."""
    best: tuple[bool, float] | None = None
    found: tuple[int, int, SnapResult] | None = None
    for point in points[:: max(1, len(points) // MAX_DRAWN)]:
        at = point.x + move[0], point.y + move[1]
        near = guides.near(at, reach)
        if near is not None:
            rank = near.to != "corner", hypot(near.at.x - at[0], near.at.y - at[1])
            if best is None or rank < best:
                best, found = rank, (near.at.x - point.x, near.at.y - point.y, near)
    return found


def on_grid(at: tuple[float, float], grid: int) -> Point:
    """The nearest crossing of a grid."""
    return Point(round(at[0] / grid) * grid, round(at[1] / grid) * grid)


def _edges(shape: FeatureShape, points: Sequence[Point]) -> list[tuple[float, ...]]:
    if isinstance(shape, Disc):
        return []
    if isinstance(shape, Polygon):
        return _round(points)
    return [(*one, *other) for one, other in itertools.pairwise(points)]


def _round(points: Sequence[tuple[int, int]]) -> list[tuple[float, ...]]:
    closed = [*points, points[0]]
    return [(*one, *other) for one, other in itertools.pairwise(closed)]


def _point(at: Any) -> Point:
    return Point(round(float(at[0])), round(float(at[1])))
