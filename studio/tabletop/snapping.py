"""What the pointer snaps to: a grid, and the corners and edges of what is there."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.editing.table_edits import Key, keys_of, shape_of
from engine.editing.table_shapes import ShapeBounds
from engine.tabletop.point import INCH, Point
from engine.tabletop.shapes import Disc, Polygon
from engine.tabletop.table import FeatureShape, TabletopMap, points_of

NEAR = 9.0  # pixels within which a corner or an edge draws the pointer
MOST_DRAWN = 64  # corners of what is moved that look for a place


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
    """Where a point comes to; `is_free` while nothing is to draw it."""
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
    for point in points[:: max(1, len(points) // MOST_DRAWN)]:
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
