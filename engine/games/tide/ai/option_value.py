"""AI values of options: exact odds for fights, estimates for moves.

In points of units (U11); nothing here uses more than the side's own view.
"""

from __future__ import annotations

from typing import Any

from engine.games.tide import (
    action_phase,
    assault_resolution,
    damage,
    fire,
    move_execution,
    opportunity_fire,
    retreat_and_advance,
    set_up_phase,
)
from engine.games.tide.action_phase import Order
from engine.games.tide.ai import card_value, fight_value, move_value, set_up_value
from engine.games.tide.ai.place_value import DEFAULT_SIGHT, PlaceEvaluator, place_evaluator
from engine.games.tide.state import Phase, State
from engine.play.ai_support import PlanningStage, Weights
from engine.play.decisions import Answer, Decision

LITTLE = 0.01


def option_value(
    view: State, decision: Decision[State, Any], option: Answer, weights: Weights = DEFAULT_SIGHT
) -> float:
    """Return the deciding side's expected gain by an option, in points of units."""
    eye = place_evaluator(view, decision.side, weights)
    found = _fight(eye, decision, option)
    if found is None:
        found = _move(eye, decision, option)
    if found is None:
        found = _set_up(eye, decision, option)
    if found is None:
        found = card_value.card_option_value(view, decision, option)
    return found or 0.0


def planning_stage(state: State) -> PlanningStage:
    """A side's turn among those that go to and fro until the status phase (R1, R2)."""
    return PlanningStage(2 * state.round + (state.phase is Phase.STATUS), state.active)


def is_worth_lookahead(decision: Decision[State, Any]) -> bool:
    """Return whether a decision deserves search: actions, and fire at movers."""
    return isinstance(decision, action_phase.Act | opportunity_fire.OpFire)


def _fight(eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer) -> float | None:
    """Fire, losses, assaults."""
    view = eye.view
    match decision:
        case fire.Attack() | fire.ChooseFigures() | fire.Support() | opportunity_fire.OpFire():
            return fight_value.fire_option_value(view, decision, option, eye.weights)
        case damage.Lose(unit=unit):
            return -fight_value.loss_cost(view, unit, option)
        case assault_resolution.Loss():
            return -fight_value.loss_cost(view, option.unit, option.figure)
        case assault_resolution.ChooseAssault() | assault_resolution.JoinAssault():
            return fight_value.assault_value(view, decision, option)
        case retreat_and_advance.Retreat(unit=unit):
            return eye.place_value(view.units[unit], option)
        case retreat_and_advance.AdvanceIn(at=at):
            return fight_value.advance_value(eye, option, at)
    return None


def _move(eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer) -> float | None:
    """Actions and steps."""
    match decision:
        case action_phase.Act():
            return 0.0 if option is None else _order(eye, option)
        case action_phase.FireNow():
            return 1.0 if option else 0.0
        case move_execution.Step():
            return move_value.step_value(eye, decision, option)
    return None


def _set_up(eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer) -> float | None:
    match decision:
        case set_up_phase.Build() | set_up_phase.Place() | set_up_phase.Lay():
            return set_up_value.set_up_option_value(eye, decision, option)
        case set_up_phase.Ready():
            return 0.0 if option is None else set_up_value.op_fire_wait_value(eye, option)
    return None


def _order(eye: PlaceEvaluator, order: Order) -> float:
    """Return the expected gain of an action over doing nothing."""
    view, weights = eye.view, eye.weights
    if order.deed == action_phase.CARD:
        return card_value.card_play_value(view, eye.side, order.what)
    unit = view.units[order.unit]
    match order.deed:
        case action_phase.FIRE:
            return weights["fires"] * fight_value.attack_order_value(view, unit)
        case action_phase.PREPARE:
            return weights["waits"] * fight_value.waiting_fire_value(eye, unit)
        case action_phase.FATIGUE:
            return 0.0
        case action_phase.DIG:
            return weights["digs"] * eye.fire_danger(unit, unit.at)
        case action_phase.ASSAULT:
            return move_value.charge_value(eye, unit)
        case action_phase.FIRE_MOVE:
            return move_value.fire_and_move_value(eye, unit)
        case action_phase.MOVE_FIRE:
            return move_value.move_and_fire_value(eye, unit)
    return move_value.advance_order_value(eye, unit)
