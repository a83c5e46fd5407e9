"""What an automatic player hopes to gain by an option: exact odds for fights, judgement for moves.

In points of units (U11); nothing here looks further than the side's own view.
"""

from __future__ import annotations

from typing import Any

from engine.games.tide import actions, assault, fire, harm, moving, opportunity, retreat, set_up
from engine.games.tide.actions import Order
from engine.games.tide.face import card_worth, fight_worth, move_worth, set_up_worth
from engine.games.tide.face.eye import USUAL_SIGHT, PlaceEvaluator, place_evaluator
from engine.games.tide.state import Phase, State
from engine.play.asks import Answer, Decision
from engine.play.thinking import PlanningStage, Weights

LITTLE = 0.01


def option_value(
    view: State, decision: Decision[State, Any], option: Answer, weights: Weights = USUAL_SIGHT
) -> float:
    """How much the asked side hopes to gain by an option, in points of units."""
    eye = place_evaluator(view, decision.side, weights)
    found = _fight(eye, decision, option)
    if found is None:
        found = _move(eye, decision, option)
    if found is None:
        found = _set_up(eye, decision, option)
    if found is None:
        found = card_worth.weigh(view, decision, option)
    return found or 0.0


def stretch(state: State) -> PlanningStage:
    """A side's turn among those that go to and fro until the status phase (R1, R2)."""
    return PlanningStage(2 * state.round + (state.phase is Phase.STATUS), state.active)


def matters(decision: Decision[State, Any]) -> bool:
    """Which action is taken, and who fires at a mover."""
    return isinstance(decision, actions.Act | opportunity.OpFire)


def _fight(eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer) -> float | None:
    """Fire, losses, assaults."""
    view = eye.view
    match decision:
        case fire.Attack() | fire.ChooseFigures() | fire.Support() | opportunity.OpFire():
            return fight_worth.of_fire(view, decision, option, eye.weights)
        case harm.Lose(unit=unit):
            return -fight_worth.price(view, unit, option)
        case assault.Loss():
            return -fight_worth.price(view, option.unit, option.figure)
        case assault.ChooseAssault() | assault.JoinAssault():
            return fight_worth.of_assault(view, decision, option)
        case retreat.Retreat(unit=unit):
            return eye.place(view.units[unit], option)
        case retreat.AdvanceIn(at=at):
            return fight_worth.of_advance(eye, option, at)
    return None


def _move(eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer) -> float | None:
    """Actions and steps."""
    match decision:
        case actions.Act():
            return 0.0 if option is None else _order(eye, option)
        case actions.FireNow():
            return 1.0 if option else 0.0
        case moving.Step():
            return move_worth.of_step(eye, decision, option)
    return None


def _set_up(eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer) -> float | None:
    match decision:
        case set_up.Build() | set_up.Place() | set_up.Lay():
            return set_up_worth.weigh(eye, decision, option)
        case set_up.Ready():
            return 0.0 if option is None else set_up_worth.of_watching(eye, option)
    return None


def _order(eye: PlaceEvaluator, order: Order) -> float:
    """What an action promises over doing nothing."""
    view, weights = eye.view, eye.weights
    if order.deed == actions.CARD:
        return card_worth.of_card(view, eye.side, order.what)
    unit = view.units[order.unit]
    match order.deed:
        case actions.FIRE:
            return weights["fires"] * fight_worth.of_order(view, unit)
        case actions.PREPARE:
            return weights["waits"] * fight_worth.of_waiting(eye, unit)
        case actions.FATIGUE:
            return 0.0
        case actions.DIG:
            return weights["digs"] * eye.danger(unit, unit.at)
        case actions.ASSAULT:
            return move_worth.of_charge(eye, unit)
        case actions.FIRE_MOVE:
            return move_worth.of_fire_and_move(eye, unit)
        case actions.MOVE_FIRE:
            return move_worth.of_move_and_fire(eye, unit)
    return move_worth.of_advance(eye, unit)
