"""The worth of places and shots to a side, by weights that are data.

Everything is worked out once for a position, however many answers are weighed in it; what a shot is
expected to cost is kept for a board, hex by hex. Figures are in units of one tank.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

from engine.games.tank.artillery import REACH
from engine.games.tank.data.rulebook import FireManner
from engine.games.tank.fire import may_fire
from engine.games.tank.game_board import GameBoard
from engine.games.tank.presentation.fire_odds import DAMAGED, expected_damage, expected_fresh_damage
from engine.games.tank.state import State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.ai_support import PathCandidate, Weights
from engine.scenario.scenario import Objective


class LossesAtTargetHex(dict[Hex, float]):
    """The expected losses a firer inflicts on a whole target in any hex (F2–F6)."""

    def __init__(self, state: State, firer: Unit, target: Unit, manner: FireManner) -> None:
        super().__init__()
        self._state, self._firer, self._target, self._manner = state, firer, target, manner

    def __missing__(self, at: Hex) -> float:
        found = expected_fresh_damage(
            self._state, self._firer, self._target._replace(at=at), self._manner
        )
        self[at] = found
        return found


class LossesFromFirerHex(LossesAtTargetHex):
    """The expected losses a firer in any hex inflicts on a whole target in its place."""

    def __missing__(self, at: Hex) -> float:
        found = expected_fresh_damage(
            self._state, self._firer._replace(at=at), self._target, self._manner
        )
        self[at] = found
        return found


def losses_at_target_hexes(
    state: State, firer: Unit, target: Unit, manner: FireManner
) -> LossesAtTargetHex:
    """The losses of a target by stationary fire, for all such positions."""
    key = (
        firer.type, firer.at, firer.suppressed, firer.boost, target.type, target.suppressed,
        target.gun_out or target.immobile, target.grades, manner,
    )  # fmt: skip
    known = _losses_known(state.field)
    if key not in known:
        known[key] = LossesAtTargetHex(state, firer, target, manner)
    return known[key]


def losses_from_firer_hexes(
    state: State, firer: Unit, target: Unit, manner: FireManner
) -> LossesFromFirerHex:
    """The losses of a target that stands, of all such positions."""
    key = (
        firer.type, firer.suppressed, firer.boost, target.type, target.at, target.suppressed,
        target.gun_out or target.immobile, target.grades, manner,
    )  # fmt: skip
    known = _known_from(state.field)
    if key not in known:
        known[key] = LossesFromFirerHex(state, firer, target, manner)
    return known[key]


@lru_cache(maxsize=8)
def _losses_known(field: GameBoard) -> dict[object, LossesAtTargetHex]:
    """The losses on a board requested so far."""
    return {}


@lru_cache(maxsize=8)
def _known_from(field: GameBoard) -> dict[object, LossesFromFirerHex]:
    """The same, by the hexes of the firers."""
    return {}


FAR = 999
MAX_AWAY = 100  # MP: what is farther is as far
CROWDED = 5.0  # a unit too many in a hex is lost (V9)
SHELLED = 0.3
HOPELESS = -2.0  # to go into close combat without a gun
MIN_AIM = 0.4  # of an objective with no points


Ways = dict[tuple[str, Hex, str, int], tuple[PathCandidate, ...]]
"""The ways that have been found: by unit, the hex it was in, how it goes, and what it has left."""


class ObjectiveValue(NamedTuple):
    """The value of an objective to a unit, in it and for each MP away from it."""

    aim: float
    inside: float
    each_mp: float
    near: Mapping[Hex, int]


class PlaceEvaluator:
    """One side's look at one position."""

    def __init__(self, view: State, side: str, weights: Weights, ways: Ways | None = None) -> None:
        self.view, self.side, self.weights = view, side, weights
        self.enemies, self.friends = view.units_of(view.enemy_of(side)), view.units_of(side)
        self.late = view.turn / max(view.aims.turns, 1)
        self._foes = [e for e in self.enemies if not e.gun_out and not e.engaged]
        self._dangers: dict[str, tuple[float, list[LossesAtTargetHex]]] = {}
        self._risks: dict[str, tuple[float, list[LossesAtTargetHex]]] = {}
        self._hopes: dict[str, list[tuple[float, LossesFromFirerHex]]] = {}
        self._snaps: dict[str, list[tuple[float, LossesFromFirerHex]]] = {}
        self._pulls: dict[str, list[ObjectiveValue]] = {}
        self._answers: dict[tuple[str, str], float] = {}
        self._places: dict[str, PlaceValues] = {}
        self.ways: Ways = {} if ways is None else ways

    # --- shots ------------------------------------------------------------------------------------

    def fire_danger(self, unit: Unit, at: Hex) -> float:
        """Return the expected loss of a unit by the enemy's fire on a hex next turn."""
        known = self._dangers.get(unit.id)
        if known is None:
            known = _left(unit), self._fire_on(unit, self._foes, FireManner.DIRECT)
            self._dangers[unit.id] = known
        return _together(*known, at)

    def opportunity_fire_risk(self, unit: Unit, at: Hex) -> float:
        """Return the expected loss by opportunity fire on entering a hex now (V5).

        No unit is fired upon twice in a turn (F7), and none fires twice.
        """
        known = self._risks.get(unit.id)
        if known is None:
            able = () if unit.fired_upon else self._able
            known = _left(unit), self._fire_on(unit, able, FireManner.OPPORTUNITY)
            self._risks[unit.id] = known
        return _together(*known, at)

    def best_shot_value(self, unit: Unit, at: Hex) -> float:
        """Return the expected loss of the enemy by a unit's best shot from a hex."""
        known = self._hopes.get(unit.id)
        if known is None:
            targets = () if unit.gun_out else self.enemies
            known = self._fire_of(unit._replace(suppressed=False), targets, FireManner.DIRECT)
            self._hopes[unit.id] = known
        return _best_shot(known, at)

    def moving_shot_value(self, unit: Unit, at: Hex) -> float:
        """Return the expected hits of a mover by a shot on the move from a hex (V7)."""
        known = self._snaps.get(unit.id)
        if known is None:
            may = not (unit.fired or unit.gun_out)
            moves = may and self.view.type_of(unit).fires == "on-the-move"
            targets = [e for e in self.enemies if not e.fired_upon] if moves else []
            known = self._fire_of(unit, targets, FireManner.ON_THE_MOVE)
            self._snaps[unit.id] = known
        return _best_shot(known, at)

    def _fire_on(
        self, unit: Unit, firers: Iterable[Unit], manner: FireManner
    ) -> list[LossesAtTargetHex]:
        return [losses_at_target_hexes(self.view, firer, unit, manner) for firer in firers]

    def _fire_of(
        self, unit: Unit, targets: Iterable[Unit], manner: FireManner
    ) -> list[tuple[float, LossesFromFirerHex]]:
        return [
            (_left(each), losses_from_firer_hexes(self.view, unit, each, manner))
            for each in targets
        ]

    def support_value(self, unit: Unit, at: Hex) -> float:
        """Return the damage the best friend may do to an enemy that sees a hex."""
        danger = self._dangers.get(unit.id)
        if danger is None:
            self.fire_danger(unit, at)
            danger = self._dangers[unit.id]
        looking = (foe for foe, losses in zip(self._foes, danger[1], strict=True) if losses[at])
        return max((self._answer(unit.id, foe) for foe in looking), default=0.0)

    def _answer(self, unit: str, foe: Unit) -> float:
        """Return the damage the best friend of a unit may do to an enemy."""
        key = unit, foe.id
        if key not in self._answers:
            armed = (f for f in self.friends if f.id != unit and not f.gun_out)
            shots = (expected_damage(self.view, friend, foe) for friend in armed)
            self._answers[key] = max(shots, default=0.0)
        return self._answers[key]

    @cached_property
    def _able(self) -> tuple[Unit, ...]:
        """The enemies that may still fire this turn."""
        return tuple(enemy for enemy in self.enemies if may_fire(self.view, enemy))

    # --- places -----------------------------------------------------------------------------------

    def place_value(self, unit: Unit, at: Hex) -> float:
        """Return the value of a hex to a unit: near objectives, in cover, with a view."""
        return self.place_values(unit)[at]

    def place_values(self, unit: Unit) -> PlaceValues:
        """The same of all hexes, for a unit."""
        if unit.id not in self._places:
            self._places[unit.id] = PlaceValues(self, unit)
        return self._places[unit.id]

    def close_combat_value(self, unit: Unit, foes: list[Unit]) -> float:
        """Return the value of close combat with some enemies, at the level of range 1 (B3)."""
        if unit.gun_out:
            return HOPELESS
        own = max(expected_damage(self.view, unit, foe, FireManner.CLOSE) for foe in foes)
        armed = [foe for foe in foes if not foe.gun_out]
        theirs = max(
            (expected_damage(self.view, foe, unit, FireManner.CLOSE) for foe in armed), default=0.0
        )
        return self.weights["combat"] * (own - theirs)

    def objective_value(self, unit: Unit, at: Hex) -> float:
        """Return how well a hex serves the objectives, or else an attack on the enemy."""
        objectives = self.view.aims.objectives
        if not objectives:
            nearest = min((distance(at, enemy.at) for enemy in self.enemies), default=0)
            return -self.weights["near_enemy"] * nearest
        pulls = self._pulls.get(unit.id)
        if pulls is None:
            most = max(objective.points for objective in objectives) or 1
            pulls = [self._pull(unit, objective, most) for objective in objectives]
            self._pulls[unit.id] = pulls
        best = -inf
        for base, inside, each_mp, near in pulls:
            away = near.get(at, FAR)
            worth = base - each_mp * min(away, MAX_AWAY) if away else base + inside
            if worth > best:
                best = worth
        return best

    def _pull(self, unit: Unit, objective: Objective, most: int) -> ObjectiveValue:
        """Return the value of one objective to a unit, in it or some moves away."""
        weights, hexes = self.weights, self.view.aims.objective_hexes[objective.id]
        worth = MIN_AIM + (1 - MIN_AIM) * objective.points / most
        if self.view.holders[objective.id] == self.side:
            worth *= weights["guard"]
        if any(friend.at in hexes and friend.id != unit.id for friend in self.friends):
            worth *= weights["shared"]
        pull = (weights["near"] + weights["near_late"] * self.late) / max(self._mp(unit), 1)
        near = distances_to_goals(self.view.field, hexes)
        return ObjectiveValue(worth * weights["aim"], worth * weights["inside"], worth * pull, near)

    def _mp(self, unit: Unit) -> int:
        return self.view.type_of(unit).mp


class PlaceValues(dict[Hex, float]):
    """The values of hexes to a unit, found when looked up."""

    def __init__(self, eye: PlaceEvaluator, unit: Unit) -> None:
        super().__init__()
        self._eye, self._unit, view = eye, unit, eye.view
        self._held = {enemy.at for enemy in eye.enemies}
        self._mates = Counter(friend.at for friend in eye.friends if friend.id != unit.id)
        self._impacts = [impact.at for impact in view.impacts]
        self._limit, self._cover = view.book.choices.stacking, view.field.cover

    def __missing__(self, at: Hex) -> float:
        self[at] = found = self._find(at)
        return found

    def _find(self, at: Hex) -> float:
        eye, unit, weights = self._eye, self._unit, self._eye.weights
        if at in self._held:
            foes = [enemy for enemy in eye.enemies if enemy.at == at]
            return eye.objective_value(unit, at) + eye.close_combat_value(unit, foes)
        danger = eye.fire_danger(unit, at)
        worth = eye.objective_value(unit, at) - self._press(at)
        worth += weights["shots"] * eye.best_shot_value(unit, at) - weights["danger"] * danger
        if danger:
            worth += weights["support"] * eye.support_value(unit, at)
        return worth + weights["cover"] * bool(self._cover(at).faces)

    def _press(self, at: Hex) -> float:
        """Return the penalty of crowding, and of shells that fall near by."""
        mates = self._mates.get(at, 0)
        crowd = CROWDED if mates >= self._limit else 0.0
        shells = sum(distance(at, impact) <= REACH for impact in self._impacts)
        return crowd + self._eye.weights["crowd"] * mates + SHELLED * shells


def _best_shot(fire: list[tuple[float, LossesFromFirerHex]], at: Hex) -> float:
    """The most that any of the shots from a hex may be expected to cost its target."""
    best = 0.0
    for left, losses in fire:
        found = left * losses[at]
        if found > best:
            best = found
    return best


def _left(unit: Unit) -> float:
    """Return the remaining value of a unit."""
    return DAMAGED if unit.gun_out or unit.immobile else 1.0


def _together(left: float, fire: list[LossesAtTargetHex], at: Hex) -> float:
    """Return the expected loss of a unit by all the fire on a hex."""
    spared = 1.0
    for losses in fire:
        spared *= 1 - left * losses[at]
    return 1 - spared


@lru_cache(maxsize=256)
def distances_to_goals(field: GameBoard, goals: frozenset[Hex]) -> dict[Hex, int]:
    """The MP from every hex of a board to the nearest of some goals, roughly: at the price back.

    Dijkstra's algorithm from the goals outwards.
    """
    found = dict.fromkeys(sorted(goals), 0)
    queue = [(0, goal) for goal in found]
    while queue:
        away, at = heapq.heappop(queue)
        if away > found[at]:
            continue
        for to, cost in field.steps_from(at):
            if away + cost < found.get(to, FAR):
                found[to] = away + cost
                heapq.heappush(queue, (found[to], to))
    return found
