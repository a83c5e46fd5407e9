"""Ways on a table: what bars one, the shortest round obstacles, and whole groups (G5, G6, G8).

One goes with the front ahead, so what a way sweeps is the way grown by half the footprint's
breadth; where it ends the whole footprint stands. The length of a way is counted in thousandths of
a sixteenth, each leg's rounded up: a straight way of just the allowance is not too far.

A way may end in contact with an enemy and goes on no farther then (L6.5): an enemy it comes into
contact with must be in contact where it ends. A piece in contact where it begins may leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

import numpy as np

from engine.tabletop.buffered_shapes import BufferedShape, is_nearer, meet, swept_band
from engine.tabletop.footprints import (
    PlacedPiece,
    facing_towards,
    footprint,
    footprint_core,
    has_facing,
)
from engine.tabletop.movement_obstacles import CLEARANCE, MovementObstacles
from engine.tabletop.movement_obstacles import CONTACT as CONTACT
from engine.tabletop.shape_arrays import Wholes
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_terrain import ObstacleKind, Obstruction, TabletopTerrain

FINE = 1_000
"""Parts of a sixteenth in which the length of a way is counted."""
MAX_DISTANCE = 1 << 40  # thousandths; no way on any table is so long
NEIGHBOURS = 128  # no two footprints whose middles are farther apart, in x or y, are too near


class PlannedPath(NamedTuple):
    """The way of one stand: where it leads, how long it is in thousandths, why it is barred."""

    id: str
    path: tuple[Point, ...]
    length: int
    why: Obstruction | None = None

    @property
    def end(self) -> Point:
        """Return the end of the path."""
        return self.path[-1]


def length_of(path: Sequence[tuple[int, int]]) -> int:
    """The length of a way in thousandths of a sixteenth, each leg's rounded up (G4).

    >>> length_of([(0, 0), (3, 4), (3, 4), (4, 5)])
    6415
    """
    return sum(_leg_length(start, end) for start, end in pairwise(path))


def _leg_length(start: tuple[int, int], end: tuple[int, int]) -> int:
    square = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) * FINE * FINE
    return isqrt(square - 1) + 1 if square else 0


class TabletopPaths:
    """The ways of those who stand on a ground; moves are made with `after`.

    Pieces of other sides are enemies; give prisoners the side that holds them.
    """

    def __init__(self, ground: TabletopTerrain, stands: Iterable[PlacedPiece]) -> None:
        self.ground = ground
        self.stands: Mapping[str, PlacedPiece] = {stand.id: stand for stand in stands}
        self._passages: dict[tuple[str, str], MovementObstacles] = {}

    def _room(self, id_: str) -> BufferedShape:
        return footprint_core(self.stands[id_], self.ground.scale)

    @cached_property
    def _places(self) -> Wholes:
        """Return the places of all pieces, in their order."""
        return np.array([one.at for one in self.stands.values()], np.int64).reshape(-1, 2)

    def _beside(self, at: Point) -> list[PlacedPiece]:
        """Those near enough to a place that they could be in its way."""
        near = (np.abs(self._places - at) <= NEIGHBOURS).all(axis=1)
        ids = list(self.stands.values())
        return [ids[each] for each in np.flatnonzero(near)]

    def after_march(self, march: PlannedPath, facing: int | None = None) -> TabletopPaths:
        """The same when one has gone its way."""
        moved = stand_at_end(self.stands[march.id], march.path, facing)
        return TabletopPaths(self.ground, {**self.stands, march.id: moved}.values())

    def without(self, ids: Iterable[str]) -> TabletopPaths:
        """The same without some who stand there."""
        gone = set(ids)
        return TabletopPaths(
            self.ground, (one for one in self.stands.values() if one.id not in gone)
        )

    # --- one way ---

    def standing_refusal(self, who: PlacedPiece) -> Obstruction | None:
        """Return the reason a piece cannot stand where it is; None if it can (G5)."""
        room = footprint_core(who, self.ground.scale)
        if barred := self.ground.refusal_for_shape(room, who.at):
            return barred
        for other in self._beside(who.at):
            if other.id != who.id and is_nearer(self._room(other.id), room, CLEARANCE):
                return Obstruction(ObstacleKind.FIGURE, other.id, who.at)
        return None

    def why_not(
        self,
        who: PlacedPiece,
        path: Sequence[Point],
        allowance: int | None = None,
        facing: int | None = None,
    ) -> Obstruction | None:
        """Return the reason a piece cannot move along a path; None if it can (G5, G6).

        The path begins at the piece. `allowance` is in sixteenths. Without `facing` it ends with
        its front ahead.
        """
        if allowance is not None and length_of(path) > allowance * FINE:
            return Obstruction(ObstacleKind.FAR, "", path[-1])
        return self._barred(who, path) or self.standing_refusal(stand_at_end(who, path, facing))

    def what_bars(self, who: PlacedPiece, path: Sequence[Point]) -> str:
        """Return the first obstacle as `why_not` names it, or empty, without its costly place."""
        met = self._met(who, path)
        if met is not None:
            passage, shape, _ = met
            if shape < passage.first_enemy:
                return self.ground.barriers[shape].feature
            return self._enemies(who)[shape - passage.first_enemy]
        why = self.standing_refusal(stand_at_end(who, path))
        return "" if why is None else why.what

    def _barred(self, who: PlacedPiece, path: Sequence[Point]) -> Obstruction | None:
        """Return the obstruction a path meets, in order of its legs: terrain, enemy (L6.5)."""
        met = self._met(who, path)
        return None if met is None else self._hindrance(who, *met)

    def _met(
        self, who: PlacedPiece, path: Sequence[Point]
    ) -> tuple[MovementObstacles, int, tuple[Point, Point]] | None:
        """Return the first obstacle of a path, by number, and the leg that meets it."""
        passage = self.obstacles_for(who)
        limits = passage.limits_between(path[0], path[-1])
        for start, end in pairwise(path):
            met = passage.first_obstacle(start, end, limits)
            if met >= 0:
                return passage, met, (start, end)
        return None

    def _hindrance(
        self, who: PlacedPiece, passage: MovementObstacles, met: int, ends: tuple[Point, Point]
    ) -> Obstruction:
        core, sweep = passage.shapes[met], passage.sweep
        if met < passage.first_enemy:
            barrier = self.ground.barriers[met]
            return Obstruction(barrier.by, barrier.feature, _first(core, *ends, sweep))
        enemy = self._enemies(who)[met - passage.first_enemy]
        if meet(core, swept_band(*ends, sweep)):
            return Obstruction(ObstacleKind.ENEMY, enemy, _first(core, *ends, sweep))
        return Obstruction(ObstacleKind.CONTACT, enemy, _first(core, *ends, sweep + 2 * CONTACT))

    def _enemies(self, who: PlacedPiece) -> list[str]:
        return [one.id for one in self.stands.values() if one.side != who.side]

    def obstacles_for(self, who: PlacedPiece) -> MovementObstacles:
        """Return the obstacles to a piece of its type and side."""
        key = who.type, who.side
        if key not in self._passages:
            sweep = footprint(who.type, self.ground.scale).sweep
            rooms = [self._room(id_) for id_ in self._enemies(who)]
            self._passages[key] = self.ground.passage(sweep, rooms)
        return self._passages[key]

    def way(
        self,
        who: PlacedPiece,
        goal: Point,
        allowance: int | None = None,
        facing: int | None = None,
    ) -> PlannedPath:
        """The shortest way to a place: straight, or round what is in the way (G6)."""
        straight = (who.at, goal)
        why = self.why_not(who, straight, allowance, facing)
        if why is None or why.by in (ObstacleKind.FAR, ObstacleKind.OFF):
            return PlannedPath(who.id, straight, length_of(straight), why)
        if not has_facing(who.type) and (
            ends := self.standing_refusal(stand_at_end(who, straight))
        ):
            return PlannedPath(who.id, straight, length_of(straight), ends)
        most = MAX_DISTANCE if allowance is None else allowance * FINE
        found = self.obstacles_for(who).shortest(who.at, goal, most)
        if found is None:
            return PlannedPath(who.id, straight, length_of(straight), why)
        return PlannedPath(
            who.id, found, length_of(found), self.why_not(who, found, allowance, facing)
        )

    # --- groups ---

    def group_paths(
        self, goals: Mapping[str, Point], allowances: Mapping[str, int], facing: int | None = None
    ) -> tuple[PlannedPath, ...]:
        """Each of a group to its place, those nearest to the group's target first (G8).

        The target is the middle of the places. Every one is checked by itself, and tried again
        after others have gone; those that cannot go stay and say why.
        """
        left, now = _in_order(self.stands, goals), self
        done: dict[str, PlannedPath] = {}
        while left:
            stay = []
            for id_ in left:
                march = now.way(now.stands[id_], goals[id_], allowances[id_], facing)
                done[id_] = march
                if march.why is None:
                    now = now.after_march(march, facing)
                else:
                    stay.append(id_)
            if len(stay) == len(left):
                break
            left = stay
        return tuple(done.values())


def stand_at_end(who: PlacedPiece, path: Sequence[Point], facing: int | None = None) -> PlacedPiece:
    """A stand at the end of its way, facing as given, or as its last leg led."""
    if facing is None:
        legs = [each for each in pairwise(path) if each[0] != each[1]]
        facing = facing_towards(*legs[-1]) if legs else who.facing
    return replace(who, at=path[-1], facing=facing)


def _in_order(stands: Mapping[str, PlacedPiece], goals: Mapping[str, Point]) -> list[str]:
    x = sum(goal.x for goal in goals.values()) // max(1, len(goals))
    y = sum(goal.y for goal in goals.values()) // max(1, len(goals))

    def apart(id_: str) -> int:
        at = stands[id_].at
        return (at.x - x) ** 2 + (at.y - y) ** 2

    return sorted(goals, key=apart)


def _first(core: BufferedShape, start: Point, end: Point, doubled: int) -> Point:
    """About where a band first meets a shape: the middle of what sweeps it, on its leg."""
    low, high = 0, 1 << 10
    while low < high:
        share = (low + high) // 2
        if meet(core, swept_band(start, _along(start, end, share), doubled)):
            high = share
        else:
            low = share + 1
    return _along(start, end, high)


def _along(start: Point, end: Point, share: int) -> Point:
    return Point(
        start.x + ((end.x - start.x) * share >> 10), start.y + ((end.y - start.y) * share >> 10)
    )
