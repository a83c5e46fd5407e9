"""The ways a unit may go, each judged whole: its end, the fire it leads through, shots on it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
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
    key = unit.id, unit.at, manner, left
    if key not in eye.ways:
        eye.ways[key] = tuple(sorted(_ways_of(eye, unit, manner, left), key=lambda w: -w.gain))
    return eye.ways[key]


def _ways_of(eye: Eye, unit: Unit, manner: str, left: int) -> Iterable[Hopeful]:
    best: dict[Hex, Hopeful] = {}
    stay = eye.place(unit, unit.at)
    for leg in _legs(eye, unit, manner == MARCH, left):
        gain = eye.place(unit, leg.at) - stay - _toll(eye, leg)
        if manner == MARCH:
            gain -= eye.weights["march"] * eye.danger(unit, leg.at)  # it cannot fire back (V2)
        if leg.at not in best or best[leg.at].gain < gain:
            best[leg.at] = Hopeful(leg.path, gain)
    return best.values()


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
    ways = eye.view.field.marches if marches else eye.view.field.ways
    entries = Entries(eye, unit, marches)
    while queue:
        leg = heapq.heappop(queue)[2]
        if leg.path:
            yield leg
        if leg.at in held:
            continue
        for to, cost in ways(leg.at):
            spent = leg.spent + cost
            if spent > left or to in barred or to == unit.at:
                continue
            risk, snap = entries[to]
            more = Leg(spent, max(leg.risk, risk), max(leg.snap, snap), to, (*leg.path, to))
            toll, before = _toll(eye, more), known.get(to)
            if before is None or before[0] > spent or before[1] > toll:
                known[to] = spent, toll
                heapq.heappush(queue, (toll + NEARLY * spent, next(number), more))


class Entries(dict[Hex, tuple[float, float]]):
    """The fire on a unit that enters a hex, and its best shot from there; no shots on the march.

    On the march nobody fires (V2).
    """

    def __init__(self, eye: Eye, unit: Unit, marches: bool) -> None:
        super().__init__()
        self._eye, self._unit, self._marches = eye, unit, marches

    def __missing__(self, at: Hex) -> tuple[float, float]:
        snap = 0.0 if self._marches else self._eye.snap(self._unit, at)
        found = self._eye.risk(self._unit, at), snap
        self[at] = found
        return found
