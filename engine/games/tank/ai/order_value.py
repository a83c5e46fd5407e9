"""The value of answers to a player that judges whole orders, by weights in data.

Shots count by exact odds against the move a firing unit forgoes (T3), moves by the best path they
open, and everything else by `place_value`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from engine.games.tank.ai import option_value
from engine.games.tank.ai.path_choice import best_path, best_paths
from engine.games.tank.ai.place_value import PlaceEvaluator
from engine.games.tank.data.rulebook import FireManner
from engine.games.tank.fire import ChooseShot, JoinFire
from engine.games.tank.initial_state import PlaceUnit
from engine.games.tank.movement import (
    MOVE,
    ChooseMove,
    ChooseStep,
    MoveOrder,
    may_move,
    movement_allowance,
)
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.presentation.fire_odds import expected_damage
from engine.games.tank.state import State, Unit
from engine.games.tank.victory import victory_points
from engine.hexes.hex import Hex
from engine.play.ai_support import PathCandidate, Weights
from engine.play.decisions import Answer, Decision

NEVER = -1.0


def order_option_value(
    view: State, decision: Decision[State, Any], option: Answer, weights: Weights
) -> float:
    """Return the gain an answer promises the asked side, in enemy tanks."""
    return evaluate_answer(_eye(view, decision, weights), decision, option)


def evaluate_answer(eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer) -> float:
    """The same, as an eye sees it."""
    view, units, weights = eye.view, eye.view.units, eye.weights
    match decision:
        case ChooseShot():
            return 0.0 if option is None else _hope_of_shot(eye, units[option[0]], units[option[1]])
        case CoverFire():
            if option is None:
                return weights["hold_cover"]
            return expected_damage(view, units[option[0]], units[option[1]], FireManner.COVER)
        case OpportunityFire(mover=mover):
            if option is None:
                return weights["hold_opportunity"]
            return expected_damage(view, units[option], units[mover], FireManner.OPPORTUNITY)
        case MoverFires(unit=unit, manner=manner):
            if option is None:
                return weights["hold_moving"]
            return expected_damage(view, units[unit], units[option], FireManner(manner))
        case JoinFire():
            return weights["join"] if option is None else _joining(eye, decision, units[option])
        case ChooseMove():
            return 0.0 if option is None else _order(eye, option)
        case ChooseStep(unit=unit, manner=manner, left=left):
            best = best_path(eye, units[unit], manner, left)
            return float(option == (best.path[0] if best else None))
        case PlaceUnit(unit=unit):
            return _place(eye, unit, option)
    return option_value.option_value(view, decision, option)


def rank_steps(
    view: State, decision: Decision[State, Any], option: Answer, weights: Weights
) -> Sequence[PathCandidate]:
    """The ways an order or the next step opens, the most hopeful first."""
    eye = _eye(view, decision, weights)
    match decision:
        case ChooseStep(unit=unit, manner=manner, left=left):
            return best_paths(eye, view.units[unit], manner, left)
        case ChooseMove() if may_move(view.units[option.unit]):
            unit_ = view.units[option.unit]
            return best_paths(
                eye, unit_, option.manner, movement_allowance(view, unit_, option.manner)
            )
    return ()


def position_advantages(state: State, side: str, weights: Weights) -> Mapping[str, float]:
    """Return a side's lead over the enemy: points, units, position, safety from fire.

    Points count the more, and units the less, the later it is.
    """
    enemy, late = state.enemy_of(side), state.turn / max(state.aims.turns, 1)
    own, other = PlaceEvaluator(state, side, weights), PlaceEvaluator(state, enemy, weights)
    men = _men(own) - _men(other)
    return {
        "points": late * (victory_points(state, side) - victory_points(state, enemy)),
        "men": men,
        "men_late": -late * men,
        "stand": _near_aims(own) - _near_aims(other),
        "fear": _under_fire(other) - _under_fire(own),
    }


def _men(eye: PlaceEvaluator) -> float:
    """A side's units, those to come among them."""
    here = (1 - 0.4 * unit.gun_out - 0.3 * unit.immobile for unit in eye.friends)
    return sum(here) + sum(entry.side == eye.side for entry in eye.view.reserves)


def _near_aims(eye: PlaceEvaluator) -> float:
    """Return how well a side's units are placed for their objectives."""
    return sum(eye.objective_value(unit, unit.at) for unit in eye.friends)


def _under_fire(eye: PlaceEvaluator) -> float:
    """Return the expected loss of a side by the fire on its units."""
    return sum(eye.fire_danger(unit, unit.at) for unit in eye.friends)


# --- orders --------------------------------------------------------------------------------------


def _hope_of_shot(eye: PlaceEvaluator, firer: Unit, target: Unit) -> float:
    gain = expected_damage(eye.view, firer, target)
    return gain - eye.weights["hold"] - eye.weights["stay"] * _kept_back(eye, firer)


def _joining(eye: PlaceEvaluator, decision: JoinFire, unit: Unit) -> float:
    """Another shot at a target is worth what the first leave of it."""
    view, target = eye.view, eye.view.units[decision.target]
    spared = prod(1 - expected_damage(view, view.units[firer], target) for firer in decision.firers)
    return spared * expected_damage(view, unit, target) - eye.weights["join_stay"] * _kept_back(
        eye, unit
    )


def _kept_back(eye: PlaceEvaluator, unit: Unit) -> float:
    """Return the gain a unit that fires forgoes: its move (T3)."""
    if not may_move(unit):
        return 0.0
    best = best_path(eye, unit, MOVE, movement_allowance(eye.view, unit, MOVE))
    return best.gain if best else 0.0


def _order(eye: PlaceEvaluator, order: MoveOrder) -> float:
    unit = eye.view.units[order.unit]
    if not may_move(unit):
        return option_value.FORFEIT
    best = best_path(eye, unit, order.manner, movement_allowance(eye.view, unit, order.manner))
    return best.gain - eye.weights["lazy"] if best else NEVER


def _place(eye: PlaceEvaluator, unit: str, at: Hex) -> float:
    entry = next(entry for entry in eye.view.reserves if entry.id == unit)
    return eye.place_value(Unit(unit, eye.side, entry.type, at), at)


_last: list[tuple[Decision[State, Any], PlaceEvaluator]] = []


def _eye(view: State, decision: Decision[State, Any], weights: Weights) -> PlaceEvaluator:
    """A side's look at a position, the same for all answers to one decision."""
    for asked, eye in _last:
        if asked is decision and eye.view is view and eye.weights is weights:
            return eye
    made = PlaceEvaluator(view, decision.side, weights)  # others may think at the same time
    _last[:] = [(decision, made)]
    return made
