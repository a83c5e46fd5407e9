"""Ways on a table: what bars one, the shortest round obstacles, and whole groups (G5, G6, G8).

One goes with the front ahead, so what a way sweeps is the way grown by half the footprint's
breadth; where it ends the whole footprint stands. The length of a way is counted in thousandths of
a sixteenth, each leg's rounded up: a straight way of just the allowance is not too far.

A way may end in contact with an enemy and goes on no farther then (L6.5): an enemy it comes into
contact with must be in contact where it ends. Whoever is in contact where it begins may leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from engine.tabletop.cores import Core, grown, is_nearer, is_within, leg, meet
from engine.tabletop.footprints import Stand, facing_towards, footprint, is_turned, stand_core
from engine.tabletop.ground import CLEARANCE, BarredBy, Ground, Hindrance
from engine.tabletop.point import Point
from engine.tabletop.routes import FINE, corners_of, leg_length, shortest

CONTACT = 2
"""Figures no farther apart are in contact."""
FARTHEST = 1 << 40  # thousandths; no way on any table is so long


class March(NamedTuple):
    """The way of one stand: where it leads, how long it is in thousandths, why it is barred."""

    id: str
    path: tuple[Point, ...]
    length: int
    why: Hindrance | None = None

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.path[-1]


def length_of(path: Sequence[tuple[int, int]]) -> int:
    """The length of a way in thousandths of a sixteenth, each leg's rounded up (G4).

    >>> length_of([(0, 0), (3, 4), (3, 4), (4, 5)])
    6415
    """
    return sum(leg_length(start, end) for start, end in pairwise(path))


class Ways:
    """The ways of those who stand on a ground; whoever moves is told with `after`.

    Whoever is of another side is an enemy; prisoners are best told as of the side that has them.
    """

    def __init__(self, ground: Ground, stands: Iterable[Stand]) -> None:
        self.ground = ground
        self.stands: Mapping[str, Stand] = {stand.id: stand for stand in stands}

    @cached_property
    def _rooms(self) -> Mapping[str, Core]:
        return {id_: stand_core(stand, self.ground.scale) for id_, stand in self.stands.items()}

    def after(self, march: March, facing: int | None = None) -> Ways:
        """The same when one has gone its way."""
        moved = arrived(self.stands[march.id], march.path, facing)
        return Ways(self.ground, {**self.stands, march.id: moved}.values())

    def without(self, ids: Iterable[str]) -> Ways:
        """The same without some who stand there."""
        gone = set(ids)
        return Ways(self.ground, (one for one in self.stands.values() if one.id not in gone))

    # --- one way ---

    def why_not_stand(self, who: Stand) -> Hindrance | None:
        """Why one cannot stand where it is; None if it can (G5)."""
        room = stand_core(who, self.ground.scale)
        if barred := self.ground.bars_room(room, who.at):
            return barred
        for id_, other in self._rooms.items():
            if id_ != who.id and is_nearer(other, room, CLEARANCE):
                return Hindrance(BarredBy.FIGURE, id_, who.at)
        return None

    def why_not(
        self,
        who: Stand,
        path: Sequence[Point],
        allowance: int | None = None,
        facing: int | None = None,
    ) -> Hindrance | None:
        """Why one cannot go a way, which begins where it stands; None if it can (G5, G6).

        `allowance` is in sixteenths. Who is not told how to face ends with its front ahead.
        """
        if allowance is not None and length_of(path) > allowance * FINE:
            return Hindrance(BarredBy.FAR, "", path[-1])
        sweep = footprint(who.type, self.ground.scale).sweep
        for start, end in pairwise(path):
            if barrier := self.ground.bars_sweep(leg(start, end, sweep)):
                at = _first(barrier.core, start, end, sweep)
                return Hindrance(barrier.by, barrier.feature, at)
        if barred := self._enemy_on(who, path, sweep):
            return barred
        return self.why_not_stand(arrived(who, path, facing))

    def _enemy_on(self, who: Stand, path: Sequence[Point], sweep: int) -> Hindrance | None:
        """The enemy that a way leads over, or past after contact (G6, L6.5)."""
        first, last = Core((path[0],), doubled=sweep), Core((path[-1],), doubled=sweep)
        for id_, stand in self.stands.items():
            if stand.side == who.side or id_ == who.id:
                continue
            room = self._rooms[id_]
            leaves = is_within(room, first, CONTACT)
            for start, end in pairwise(path):
                band = leg(start, end, sweep)
                if meet(room, band):
                    return Hindrance(BarredBy.ENEMY, id_, _first(room, start, end, sweep))
                stays = is_within(room, last, CONTACT)
                if not leaves and not stays and is_within(room, band, CONTACT):
                    at = _first(room, start, end, sweep + 2 * CONTACT)
                    return Hindrance(BarredBy.CONTACT, id_, at)
        return None

    def way(
        self,
        who: Stand,
        goal: Point,
        allowance: int | None = None,
        facing: int | None = None,
    ) -> March:
        """The shortest way to a place: straight, or round what is in the way (G6)."""
        straight = (who.at, goal)
        why = self.why_not(who, straight, allowance, facing)
        if why is None or why.by in (BarredBy.FAR, BarredBy.OFF):
            return March(who.id, straight, length_of(straight), why)
        if not is_turned(who.type) and (ends := self.why_not_stand(arrived(who, straight))):
            return March(who.id, straight, length_of(straight), ends)
        found = self._round(who, goal, allowance)
        if found is None:
            return March(who.id, straight, length_of(straight), why)
        return March(who.id, found, length_of(found), self.why_not(who, found, allowance, facing))

    def _round(self, who: Stand, goal: Point, allowance: int | None) -> tuple[Point, ...] | None:
        """The shortest way over corners of what is in the way."""
        sweep = footprint(who.type, self.ground.scale).sweep
        enemies = [self._rooms[id_] for id_, one in self.stands.items() if one.side != who.side]
        ends = [Core((at,), doubled=sweep) for at in (who.at, goal)]
        touched = [room for room in enemies if any(is_within(room, end, CONTACT) for end in ends)]
        passed = [room for room in enemies if room not in touched]

        def is_clear(start: Point, end: Point) -> bool:
            band = leg(start, end, sweep)
            if self.ground.bars_sweep(band) or any(meet(room, band) for room in touched):
                return False
            return not any(is_within(room, band, CONTACT) for room in passed)

        shapes = [barrier.core for barrier in self.ground.barriers] + touched
        kept = [grown(shape, CLEARANCE) for shape in shapes]
        kept += [grown(room, CONTACT + 1) for room in passed]
        corners = [
            corner
            for core in kept
            for corner in corners_of(core._replace(doubled=core.doubled + sweep))
            if self.ground.has(corner) and is_clear(corner, corner)
        ]
        most = FARTHEST if allowance is None else allowance * FINE
        return shortest(who.at, goal, corners, is_clear, most)

    # --- groups ---

    def marches(
        self, goals: Mapping[str, Point], allowances: Mapping[str, int], facing: int | None = None
    ) -> tuple[March, ...]:
        """Each of a group to its place, those nearest to the group's target first (G8).

        The target is the middle of the places. Every one is checked by itself, and tried again
        after others have gone; those that cannot go stay and say why.
        """
        left, now = _in_order(self.stands, goals), self
        done: dict[str, March] = {}
        while left:
            stay = []
            for id_ in left:
                march = now.way(now.stands[id_], goals[id_], allowances[id_], facing)
                done[id_] = march
                if march.why is None:
                    now = now.after(march, facing)
                else:
                    stay.append(id_)
            if len(stay) == len(left):
                break
            left = stay
        return tuple(done.values())


def arrived(who: Stand, path: Sequence[Point], facing: int | None = None) -> Stand:
    """A stand at the end of its way, facing as told, or as its last leg led."""
    if facing is None:
        legs = [each for each in pairwise(path) if each[0] != each[1]]
        facing = facing_towards(*legs[-1]) if legs else who.facing
    return replace(who, at=path[-1], facing=facing)


def _in_order(stands: Mapping[str, Stand], goals: Mapping[str, Point]) -> list[str]:
    x = sum(goal.x for goal in goals.values()) // max(1, len(goals))
    y = sum(goal.y for goal in goals.values()) // max(1, len(goals))

    def apart(id_: str) -> int:
        at = stands[id_].at
        return (at.x - x) ** 2 + (at.y - y) ** 2

    return sorted(goals, key=apart)


def _first(core: Core, start: Point, end: Point, doubled: int) -> Point:
    """About where a band first meets a shape: the middle of what sweeps it, on its leg."""
    low, high = 0, 1 << 10
    while low < high:
        share = (low + high) // 2
        if meet(core, leg(start, _along(start, end, share), doubled)):
            high = share
        else:
            low = share + 1
    return _along(start, end, high)


def _along(start: Point, end: Point, share: int) -> Point:
    return Point(
        start.x + ((end.x - start.x) * share >> 10), start.y + ((end.y - start.y) * share >> 10)
    )
