"""The value of options to a computer player: armies, deployment, memos, retreats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.games.primer import memo
from engine.games.primer.ai.written_order_advice import (
    DEFAULT_ADVICE,
    FAR,
    MemoAdviser,
    costs_to_goal,
    unit_values,
)
from engine.games.primer.deployment import Deploy
from engine.games.primer.purchase import Buy
from engine.games.primer.retreat import Retreat
from engine.games.primer.state import State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.ai_support import PlanningStage, Weights
from engine.play.decisions import Answer, Decision

# By what weight a part of the budget is spent on a type; what is left goes to infantry.
ATTACKER: Mapping[str, str] = {"armour": "attack_armour", "artillery": "attack_guns"}
DEFENDER: Mapping[str, str] = {"armour": "defend_armour", "artillery": "defend_guns"}
REST = "infantry"
STACKED = 3.0  # for each unit of the type that is in the hex already
GARRISON = 40.0  # for holding a city with infantry
ENOUGH = 0.5  # to hand the memo in, beside an order that is not advised
WORTHWHILE = 12.0  # what a missile should destroy


def option_value(
    view: State, decision: Decision[State, Any], option: Answer, weights: Weights = DEFAULT_ADVICE
) -> float:
    """Return the gain the asked side expects of an option, by its adviser."""
    match decision:
        case Buy():
            return _purchase(view, decision.side, option, weights)
        case Deploy(unit=unit):
            return _place(view, decision.side, unit, option)
        case memo.GiveOrder():
            is_advised = option == _advise(_Seen(view, weights), decision.side)
            return 1.0 if is_advised else ENOUGH * (option.kind == memo.HAND_IN)
        case memo.Step():
            return float(option == _step(_Seen(view, weights), decision))
        case memo.Aim():
            return WORTHWHILE if option is None else _strike(view, decision.side, option)
        case Retreat():
            return _shelter(view, decision, option)
    return 0.0


def planning_stage(state: State) -> PlanningStage:
    """A side sets out for its whole turn: what it writes into its memo, and how that goes (P9)."""
    return PlanningStage(state.turn, state.active)


class _Seen:
    """A view as weights see it: the same as itself alone, to be remembered by."""

    def __init__(self, view: State, weights: Weights) -> None:
        self.view, self.weights = view, weights

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Seen):
            return False
        return other.view is self.view and other.weights is self.weights

    def __hash__(self) -> int:
        return id(self.view)


@lru_cache(maxsize=2)
def _advise(seen: _Seen, side: str) -> memo.MemoEntry:
    return MemoAdviser(seen.view, side, seen.weights).order()


@lru_cache(maxsize=2)
def _step(seen: _Seen, asked: memo.Step) -> Hex | None:
    adviser = MemoAdviser(seen.view, asked.side, seen.weights)
    return adviser.best_step(asked.units, asked.at, asked.left)


# --- the army ------------------------------------------------------------------------------------


def _purchase(view: State, side: str, option: str | None, weights: Weights) -> float:
    """Return how far the spending on a type is behind its share of the budget."""
    if option is None:
        return 0.0
    names = ATTACKER if side == view.attacker else DEFENDER
    parts = {name: weights[weight] for name, weight in names.items()}
    parts[REST] = max(0.0, round(1.0 - sum(parts.values()), 6))
    own = [entry for entry in view.reserves if entry.side == side]
    costs = {name: kind.cost for name, kind in view.book.units.items()}
    spent = sum(costs[entry.type] for entry in own if entry.type == option)
    budget = view.purses[side] + sum(costs[entry.type] for entry in own)
    behind = parts.get(option, 0.0) * budget - spent
    if behind >= costs[option] / 2:
        return behind
    return 0.01 if option == REST else -1.0


def _place(view: State, side: str, unit: str, at: Hex) -> float:
    """Near where it will be wanted, in stacks; cities get garrisons first."""
    kind = next(entry.type for entry in view.reserves if entry.id == unit)
    here = view.units_at(at)
    stacked = STACKED * len(here)
    cities = [
        hex_
        for city, hexes in view.aims.objective_hexes.items()
        for hex_ in sorted(hexes)
        if (view.holders[city] == side) == (side == view.defender)
    ]
    if side == view.attacker:
        return stacked - _nearest(view, kind, at, cities, 1)
    if kind == REST:
        return (GARRISON - len(here)) if at in cities else stacked - _nearest_hex(at, cities)
    apart = max(1, view.book.units[kind].vision - 1)
    front = min(cities, key=lambda city: _to_enemy(view, side, city), default=at)
    return stacked - 2 * abs(distance(at, front) - apart) + 0.1 * _to_enemy(view, side, at)


def _nearest(view: State, kind: str, at: Hex, goals: list[Hex], apart: int) -> float:
    """Return the cost of the way to the nearest goal."""
    ways = (costs_to_goal(view.field, kind, goal, apart).get(at, FAR) for goal in goals)
    return float(min(ways, default=0))


def _nearest_hex(at: Hex, goals: list[Hex]) -> float:
    return float(min((distance(at, goal) for goal in goals), default=0))


def _to_enemy(view: State, side: str, at: Hex) -> float:
    """Return the distance to the enemy's deployment zone."""
    return _nearest_hex(at, list(view.aims.zones[view.enemy_of(side)]))


# --- strikes and retreats ------------------------------------------------------------------------


def _strike(view: State, side: str, at: Hex) -> float:
    """Return the value a missile would destroy in a hex; own units count twice."""
    here = view.units_at(at)
    own = [unit for unit in here if unit.side == side]
    return unit_values(view, [unit for unit in here if unit.side != side]) - 2 * unit_values(
        view, own
    )


def _shelter(view: State, asked: Retreat, to: Hex) -> float:
    """Away from all known enemies, toward the own cities."""
    enemies: list[Unit] = view.units_of(view.enemy_of(asked.side))
    apart = min((distance(to, enemy.at) for enemy in enemies), default=9)
    held = [
        hex_
        for city, hexes in view.aims.objective_hexes.items()
        for hex_ in hexes
        if view.holders[city] == asked.side
    ]
    return float(min(apart, 4)) - 0.2 * _nearest_hex(to, held)
