"""The ways a unit may go, each judged whole: its end, the fire it leads through, shots on it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from engine.games.tank.ai.place_value import PlaceEvaluator
from engine.games.tank.movement import MARCH
from engine.games.tank.state import Unit
from engine.hexes.hex import Hex
from engine.play.ai_support import PathCandidate

NEARLY = 0.001  # of what a MP is worth: of equal ways the cheaper


class PathLeg(NamedTuple):
    """A way so far: the hex it leads to, what it costs by fire less shots, and its hexes."""

    at: Hex
    toll: float
    path: tuple[Hex, ...]


def best_paths(
    eye: PlaceEvaluator, unit: Unit, manner: str, left: int
) -> tuple[PathCandidate, ...]:
    """The best way to each hex a unit can come to, the most hopeful first (V1–V7)."""
    key = unit.id, unit.at, manner, left
    if key not in eye.ways:
        eye.ways[key] = tuple(sorted(_ways_of(eye, unit, manner, left), key=lambda w: -w.gain))
    return eye.ways[key]


def _ways_of(eye: PlaceEvaluator, unit: Unit, manner: str, left: int) -> Iterable[PathCandidate]:
    best: dict[Hex, PathCandidate] = {}
    places = eye.place_values(unit)
    stay = places[unit.at]
    for at, toll, path in _legs(eye, unit, manner == MARCH, left):
        gain = places[at] - stay - toll
        if manner == MARCH:
            gain -= eye.weights["march"] * eye.fire_danger(unit, at)  # it cannot fire back (V2)
        if at not in best or best[at].gain < gain:
            best[at] = PathCandidate(path, gain)
    return best.values()


def best_path(eye: PlaceEvaluator, unit: Unit, manner: str, left: int) -> PathCandidate | None:
    """The most hopeful way; None where it is best to stay."""
    found = best_paths(eye, unit, manner, left)
    return found[0] if found and found[0].gain > 0 else None


def _legs(eye: PlaceEvaluator, unit: Unit, marches: bool, left: int) -> Iterator[PathLeg]:
    """The ways a unit can go, the least dangerous first; none goes on from a close combat (V8).

    What a way costs is the hottest fire on it, less the best shot it allows.
    """
    number, known = count(1), dict[Hex, tuple[int, float]]()
    queue = [(0.0, 0, 0, 0.0, 0.0, PathLeg(unit.at, 0.0, ()))]
    held = {enemy.at for enemy in eye.enemies}
    barred = held | {friend.at for friend in eye.friends} if marches else set[Hex]()
    barred.add(unit.at)
    ways = eye.view.field.march_steps_from if marches else eye.view.field.steps_from
    entries, of_risk, of_snap = (
        EntryFireValues(eye, unit, marches),
        eye.weights["way"],
        eye.weights["snap"],
    )
    while queue:
        _, _, had, hottest, best, leg = heapq.heappop(queue)
        if leg.path:
            yield leg
        if leg.at in held:
            continue
        for to, cost in ways(leg.at):
            spent = had + cost
            if spent > left or to in barred:
                continue
            risk, snap = entries[to]
            risk, snap = max(risk, hottest), max(snap, best)
            toll, before = of_risk * risk - of_snap * snap, known.get(to)
            if before is None or before[0] > spent or before[1] > toll:
                known[to] = spent, toll
                more = PathLeg(to, toll, (*leg.path, to))
                order = toll + NEARLY * spent, next(number)
                heapq.heappush(queue, (*order, spent, risk, snap, more))


class EntryFireValues(dict[Hex, tuple[float, float]]):
    """The fire on a unit that enters a hex, and its best shot from there; no shots on the march.

    On the march there is no fire (V2).
    """

    def __init__(self, eye: PlaceEvaluator, unit: Unit, marches: bool) -> None:
        super().__init__()
        self._eye, self._unit, self._marches = eye, unit, marches

    def __missing__(self, at: Hex) -> tuple[float, float]:
        snap = 0.0 if self._marches else self._eye.moving_shot_value(self._unit, at)
        found = self._eye.opportunity_fire_risk(self._unit, at), snap
        self[at] = found
        return found
