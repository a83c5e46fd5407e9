"""The ways a unit may go, each judged whole: its end, the fire it leads through, shots on it."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from engine.games.tank.face.eye import Eye
from engine.games.tank.movement import MARCH
from engine.games.tank.state import Unit
from engine.hexes.hex import Hex
from engine.play.thinking import Hopeful

NEARLY = 0.001  # of what a MP is worth: of equal ways the cheaper


class Leg(NamedTuple):
    """A way so far: MP spent, the hottest fire on it, the best shot from it, its hexes."""

    spent: int
    risk: float
    snap: float
    at: Hex
    path: tuple[Hex, ...] = ()


def ways_of(eye: Eye, unit: Unit, manner: str, left: int) -> tuple[Hopeful, ...]:
    """The best way to each hex a unit can come to, the most hopeful first (V1–V7)."""
    best: dict[Hex, Hopeful] = {}
    stay = eye.place(unit, unit.at)
    for leg in _legs(eye, unit, manner == MARCH, left):
        gain = eye.place(unit, leg.at) - stay - _toll(eye, leg)
        if manner == MARCH:
            gain -= eye.weights["march"] * eye.danger(unit, leg.at)  # it cannot fire back (V2)
        if leg.at not in best or best[leg.at].gain < gain:
            best[leg.at] = Hopeful(leg.path, gain)
    return tuple(sorted(best.values(), key=lambda way: -way.gain))


def best_way(eye: Eye, unit: Unit, manner: str, left: int) -> Hopeful | None:
    """The most hopeful way; None where it is best to stay."""
    found = ways_of(eye, unit, manner, left)
    return found[0] if found and found[0].gain > 0 else None


def _toll(eye: Eye, leg: Leg) -> float:
    """What a way costs by the fire it leads through, less the shots it allows."""
    return eye.weights["way"] * leg.risk - eye.weights["snap"] * leg.snap


def _legs(eye: Eye, unit: Unit, marches: bool, left: int) -> Iterator[Leg]:
    """The ways a unit can go, the least dangerous first; none goes on from a close combat (V8)."""
    number, known = count(1), dict[Hex, tuple[int, float]]()
    queue = [(0.0, 0, Leg(0, 0.0, 0.0, unit.at))]
    held = {enemy.at for enemy in eye.enemies}
    barred = held | {friend.at for friend in eye.friends} if marches else set[Hex]()
    while queue:
        leg = heapq.heappop(queue)[2]
        if leg.path:
            yield leg
        if leg.at in held:
            continue
        for more in _onward(eye, unit, leg, marches):
            toll, before = _toll(eye, more), known.get(more.at)
            is_worse = before is not None and before[0] <= more.spent and before[1] <= toll
            if more.spent <= left and more.at not in barred and not is_worse:
                known[more.at] = more.spent, toll
                heapq.heappush(queue, (toll + NEARLY * more.spent, next(number), more))


def _onward(eye: Eye, unit: Unit, leg: Leg, marches: bool) -> Iterator[Leg]:
    """One step more; on the march nobody fires (V2)."""
    field = eye.view.field
    for to, cost in field.marches(leg.at) if marches else field.ways(leg.at):
        if to != unit.at:
            snap = 0.0 if marches else eye.snap(unit, to)
            risk = max(leg.risk, eye.risk(unit, to))
            yield Leg(leg.spent + cost, risk, max(leg.snap, snap), to, (*leg.path, to))
