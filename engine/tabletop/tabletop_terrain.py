"""The terrain as it affects pieces that stand and move in it: what bars, how high it is (G5-G7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.tabletop.buffered_shapes import (
    BufferedShape,
    bounding_box,
    core_of,
    distance_code,
    meet,
)
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.movement_obstacles import CLEARANCE, MovementObstacles
from engine.tabletop.shape_arrays import ShapeArrays, Wholes
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap
from engine.tabletop.water_barriers import cut_by_bridges, ring_around_circle

PASSAGES = 8  # that a ground keeps
FEW = 200  # footprints that are judged one by one before compiled code is worth loading


class ObstacleKind(StrEnum):
    """The kinds of obstacle."""

    FEATURE = "feature"  # an obstacle of the country
    WATER = "water"  # not fordable
    STEP = "step"  # the edge of a hill: no piece stands on it
    FIGURE = "figure"  # a piece stands there
    ENEMY = "enemy"  # the way leads over an enemy
    CONTACT = "contact"  # the way goes on after contact
    OFF = "off"  # the place is not on the table
    FAR = "far"  # the way is longer than the allowance
    CLOSED = "closed"  # there is no way
    DRY = "dry"  # not in water, for what swims
    RAILS = "rails"  # not on rails, or none leads there


class Obstruction(NamedTuple):
    """The reason a piece cannot stand or go somewhere: kind, id, and place."""

    by: ObstacleKind
    what: str = ""
    at: Point = Point(0, 0)


class Barrier(NamedTuple):
    """A part of the country that bars the way."""

    by: ObstacleKind
    feature: str
    core: BufferedShape


class Hill(NamedTuple):
    """One contour of a hill: the ground within is a step higher."""

    feature: str
    core: BufferedShape
    height: int
    step: BufferedShape
    """Its edge, where no piece may stand (G5)."""


class TabletopTerrain:
    """A table prepared for questions; build it anew when the country changes.

    `margin` is how far beyond the table's edges a figure may be, as before and behind a back line.
    """

    def __init__(self, table: TabletopMap, margin: int = 0) -> None:
        self.table, self.margin = table, margin
        self.barriers = tuple(_barriers(table))
        self.hills = tuple(map(_hill, filter(lambda one: one.is_hill, table.features)))
        self._judged = 0
        self._limits_of: dict[int, tuple[Wholes, Wholes]] = {}
        self._passages: dict[tuple[int, tuple[BufferedShape, ...]], MovementObstacles] = {}

    @property
    def scale(self) -> FigureScale:
        """For which figures the table is built."""
        return self.table.scale

    # --- height ---

    def height_at(self, point: Point) -> int:
        """Return the height of the ground: the sum of the contours under a point (G7)."""
        return sum(hill.height for hill in self.hills if contains_point(hill.core, point))

    def top_at(self, point: Point) -> int:
        """The ground's height at a point and that of what stands there (G7)."""
        here = (one.height for one in self._standing if contains_point(core_of(one.shape), point))
        return self.height_at(point) + max(here, default=0)

    @cached_property
    def _standing(self) -> tuple[TabletopFeature, ...]:
        return tuple(one for one in self.table.features if one.height and not one.is_hill)

    # --- what bars ---

    def has(self, point: Point) -> bool:
        """Return True if a figure's middle may be there, as far as the table's edges matter."""
        out = self.margin
        return (
            -out <= point.x <= self.table.width + out and -out <= point.y <= self.table.depth + out
        )

    def refusal_for_shape(self, room: BufferedShape, at: Point) -> Obstruction | None:
        """Return the terrain that keeps a footprint off; a sixteenth is kept clear (G5)."""
        if not self.has(at):
            return Obstruction(ObstacleKind.OFF, "", at)
        self._judged += 1
        met = self._first_near(room) if self._judged <= FEW else self._first_near_compiled(room)
        if met < 0:
            return None
        if met >= len(self.barriers):
            return Obstruction(ObstacleKind.STEP, self.hills[met - len(self.barriers)].feature, at)
        return Obstruction(self.barriers[met].by, self.barriers[met].feature, at)

    def _first_near(self, room: BufferedShape) -> int:
        """Return the number of the first shape that a footprint comes too near to; -1 for none."""
        limits, around = self._limits(room.doubled)
        left, low, right, high = bounding_box(room._replace(doubled=0))
        near = (around[:, 0] <= right) & (around[:, 2] >= left)
        near &= (around[:, 1] <= high) & (around[:, 3] >= low)
        for each in np.flatnonzero(near).tolist():
            if distance_code(self._cores[each], room) < limits[each]:
                return int(each)
        return -1

    def _first_near_compiled(self, room: BufferedShape) -> int:
        """Return the same by compiled code."""
        from engine.tabletop.distance_kernels import first_shape_near_core

        cores, (limits, around) = self._kept, self._limits(room.doubled)
        points = np.array(room.points, np.int64)
        return first_shape_near_core(
            points, room.is_area, cores.corners, cores.starts, cores.areas, limits, around
        )

    @cached_property
    def _cores(self) -> list[BufferedShape]:
        """All from which one keeps clear: what bars, and the edges of hills."""
        return [*(each.core for each in self.barriers), *(hill.step for hill in self.hills)]

    @cached_property
    def _kept(self) -> ShapeArrays:
        return ShapeArrays.of(self._cores)

    def _limits(self, doubled: int) -> tuple[Wholes, Wholes]:
        """The codes below which a room of a doubled radius is too near, and where that may be."""
        if doubled not in self._limits_of:
            wet = [barrier.by is ObstacleKind.WATER for barrier in self.barriers]
            is_wet = np.array(wet + [False] * len(self.hills), np.bool_)
            spans = self._kept.doubled + doubled + np.where(is_wet, 0, 2 * CLEARANCE)
            out = ((doubled + 1) // 2 + CLEARANCE) * np.array([-1, -1, 1, 1])
            self._limits_of[doubled] = 2 * spans * spans + is_wet, self._kept.bounds + out
        return self._limits_of[doubled]

    def passage(self, sweep: int, enemies: Sequence[BufferedShape]) -> MovementObstacles:
        """Return the obstacles to pieces of a doubled breadth among enemies; cached."""
        key = (sweep, tuple(enemies))
        if key not in self._passages:
            while len(self._passages) >= PASSAGES:
                del self._passages[next(iter(self._passages))]
            out, table = self.margin, self.table
            field = (-out, -out, table.width + out, table.depth + out)
            country = [barrier.core for barrier in self.barriers]
            self._passages[key] = MovementObstacles(country, enemies, sweep, field)
        return self._passages[key]


def contains_point(core: BufferedShape, point: Point) -> bool:
    """Return True if a point is in a shape, its border included."""
    return meet(core, BufferedShape((point,)))


def _barriers(table: TabletopMap) -> Iterator[Barrier]:
    """The obstacles, and the waters beside their bridges."""
    bridges = [core_of(one.shape) for one in table.features if one.kind_entry.bridges]
    for feature in table.features:
        if feature.is_hill:
            continue
        core = core_of(feature.shape)
        if feature.obstacle:
            yield Barrier(ObstacleKind.FEATURE, feature.id, core)
        elif feature.bars_water:
            for part in cut_by_bridges(core, bridges):
                yield Barrier(ObstacleKind.WATER, feature.id, part)


def _hill(feature: TabletopFeature) -> Hill:
    core = core_of(feature.shape)
    corners = core.points if core.is_area else ring_around_circle(core.points[0], core.doubled)
    return Hill(feature.id, core, feature.height, BufferedShape((*corners, corners[0])))
