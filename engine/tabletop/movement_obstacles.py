"""Obstacles to movement of a type: terrain, enemies, and the corners round them.

They are the same for all paths between two moves of the enemy, so a ground caches the latest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.tabletop.buffered_shapes import Bounds, BufferedShape, Pair, is_within
from engine.tabletop.shape_arrays import ShapeArrays, Truths, Wholes
from engine.tabletop.shapes import Point
from engine.tabletop.water_barriers import ring_around_circle

CONTACT = 2
"""Figures no farther apart are in contact."""
CLEARANCE = 1
"""A sixteenth: what a standing figure keeps from others, steps, trees and houses (G5)."""
WIDE = 48  # a doubled radius from which a circle has many corners
FEW, MANY = 8, 20
FAR = 1 << 60


class PathCorners(NamedTuple):
    """The corners at which paths may turn: places, neighbours on their rings, and rings."""

    places: Wholes
    beside: Wholes
    """x and y of the corner before, and of the one after."""
    of: Wholes
    """The ring of each."""
    rings: Wholes
    starts: Wholes


class MovementObstacles:
    """The obstacles to a path that sweeps a doubled breadth: terrain, then enemies."""

    def __init__(
        self,
        country: Sequence[BufferedShape],
        enemies: Sequence[BufferedShape],
        sweep: int,
        field: Bounds,
    ) -> None:
        self.sweep, self.enemies, self.first_enemy = sweep, tuple(enemies), len(country)
        self.field = field
        """The least and greatest x and y where a walker's middle may be."""
        self.shapes = (*country, *enemies)
        self.cores = ShapeArrays.of(self.shapes)
        contact = np.zeros(len(self.shapes), np.int64)
        contact[self.first_enemy :] = 2 * CONTACT
        self.spans: Wholes = self.cores.doubled + sweep + contact
        self.limits: Wholes = 2 * self.spans * self.spans + 1
        out = (self.spans + 1) // 2 - (self.cores.doubled + 1) // 2
        self.bounds: Wholes = self.cores.bounds + out[:, None] * np.array([-1, -1, 1, 1])

    # --- legs ---

    def limits_between(self, start: Pair, goal: Pair) -> Wholes:
        """The codes below which each bars: enemies in contact at an end may be come near to."""
        near = [
            each
            for each in np.flatnonzero(self._around(start) | self._around(goal))
            if self._touches(int(each), start) or self._touches(int(each), goal)
        ]
        if not near:
            return self.limits
        limits = self.limits.copy()
        spans = self.cores.doubled[near] + self.sweep
        limits[near] = 2 * spans * spans + 1
        return limits

    def _around(self, at: Pair) -> Truths:
        """The enemies in whose rectangle of contact a place lies."""
        low, high, (x, y) = self.bounds[:, :2], self.bounds[:, 2:], at
        found: Truths = np.logical_and((low <= (x, y)).all(axis=1), (high >= (x, y)).all(axis=1))
        found[: self.first_enemy] = False
        return found

    def _touches(self, each: int, at: Pair) -> bool:
        return is_within(self.shapes[each], BufferedShape((at,), doubled=self.sweep), CONTACT)

    def first_obstacle(self, start: Pair, end: Pair, limits: Wholes) -> int:
        """The first shape that bars a leg; -1 if none."""
        from engine.tabletop.distance_kernels import first_shape_near_leg

        cores = self.cores
        return first_shape_near_leg(
            *start, *end, cores.corners, cores.starts, cores.areas, limits, self.bounds
        )

    # --- ways round ---

    @cached_property
    def corners(self) -> PathCorners:
        """The corners that are clear, of rings a sixteenth clear of what bars."""
        from engine.tabletop.path_kernels import clear_corners

        rings = [each for shape in range(len(self.shapes)) for each in self._rings(shape)]
        places = np.array([corner for each in rings for corner in each], np.int64).reshape(-1, 2)
        sizes = [len(each) for each in rings]
        starts = np.cumsum([0, *sizes], dtype=np.int64)
        turned = [(*each[-1:], *each[:-1]) for each in rings]
        onward = [(*each[1:], *each[:1]) for each in rings]
        beside = np.array(
            [
                (*before, *after)
                for left, right in zip(turned, onward, strict=True)
                for before, after in zip(left, right, strict=True)
            ],
            np.int64,
        ).reshape(-1, 4)
        cores = self.cores
        clear = clear_corners(
            places, *self.field, cores.corners, cores.starts, cores.areas, self.limits, self.bounds
        )
        of = np.repeat(np.arange(len(rings)), sizes)
        return PathCorners(places[clear], beside[clear], of[clear], places, starts)

    def _rings(self, shape: int) -> list[tuple[Pair, ...]]:
        doubled = int(self.spans[shape]) + 2 * CLEARANCE
        corners = FEW if doubled < WIDE else MANY
        return [ring_around_circle(point, doubled, corners) for point in self.shapes[shape].points]

    def shortest(self, start: Point, goal: Point, most: int = FAR) -> tuple[Point, ...] | None:
        """The shortest way over corners, no longer than `most` thousandths; None if there is none.

        Of ways of one length the one over the corners of what is named first.
        """
        places, came, _ = self.settled(start, goal, most, self.limits_between(start, goal))
        if came[1] < 0:
            return None
        way = [1]
        while way[-1]:
            way.append(int(came[way[-1]]))
        return tuple(Point(*map(int, places[each])) for each in reversed(way))

    def settled(
        self, start: Point, goal: Point | None, most: int, limits: Wholes
    ) -> tuple[Wholes, Wholes, Wholes]:
        """The start, the goal and all corners; the place before each on its way; their lengths."""
        from engine.tabletop.path_kernels import rings_around, settle_shortest_paths

        corners, cores = self.corners, self.cores
        end = start if goal is None else goal
        places = np.concatenate([np.array([start, end], np.int64), corners.places])
        beside = np.concatenate([np.zeros((2, 4), np.int64), corners.beside])
        of = np.concatenate([np.zeros(2, np.int64), corners.of])
        known, came = np.empty(len(places), np.int64), np.empty(len(places), np.int64)
        settle_shortest_paths(
            places, beside, of,
            rings_around(*start, corners.rings, corners.starts),
            rings_around(*end, corners.rings, corners.starts),
            goal is not None, min(most, FAR - 1),
            cores.corners, cores.starts, cores.areas, limits, self.bounds,
            known, came,
        )  # fmt: skip
        return places, came, known
