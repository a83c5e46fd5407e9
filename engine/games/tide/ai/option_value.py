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
    unit_lookups,
)
from engine.games.tide.action_phase import Order
from engine.games.tide.ai import card_value, expected_losses, fight_value, move_value
from engine.games.tide.ai.place_value import DEFAULT_SIGHT, PlaceEvaluator, place_evaluator
from engine.games.tide.events import awaited_reserve_unit
from engine.games.tide.state import Phase, Reserve, State, Unit
from engine.hexes.hex import Hex, distance
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
            return set_up_option_value(eye, decision, option)
        case set_up_phase.Ready():
            return 0.0 if option is None else op_fire_wait_value(eye, option)
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


COVER = 0.4  # for each die the ground defends with
SHELTERED = 1.0
CROWDED = 0.5  # for each friend in the hex
WATCHES = 1.2  # what waiting in op fire must promise: the unit's action is gone


def set_up_option_value(
    eye: PlaceEvaluator, decision: Decision[State, Any], option: Answer
) -> float:
    """A figure on a base, a place for a unit, a hex for a work."""
    view = eye.view
    match decision:
        case set_up_phase.Build(unit=unit):
            return _figure(view, awaited_reserve_unit(view, unit), option)
        case set_up_phase.Place(unit=unit):
            entry = awaited_reserve_unit(view, unit)
            return _place(view, eye, reserve_as_unit(entry, option), option)
        case set_up_phase.Lay(side=side, work=work):
            return _work(view, side, set_up_phase.work_plan(view, work).kind, option)
    return 0.0


def reserve_as_unit(entry: Reserve, at: Hex) -> Unit:
    """A reserve as it will stand in a hex."""
    return Unit(entry.id, entry.side, entry.type, at, figures=entry.figures, token=entry.token)


def _figure(view: State, entry: Reserve, option: str | None) -> float:
    """The best figures first, crews with riflemen; a token where one may be had."""
    if option is None:
        return 0.0
    if option in view.book.tokens:
        return 0.5
    type_ = view.book.units[option]
    have = view.figures_of(entry)
    has_enough = type_.places > 1 and any(figure.is_crew for figure in have)
    return type_.points / type_.places - 2.5 * has_enough


def _place(view: State, eye: PlaceEvaluator, unit: Unit, at: Hex) -> float:
    """Near what is fought for, covered, not all in one hex."""
    ground = COVER * view.field.cover(at, not unit.is_squad)
    shelter = SHELTERED if unit.is_squad and unit_lookups.free_shelters(view, at) else 0.0
    friends = CROWDED * len(view.units_at(at))
    led = 0.3 if unit_lookups.has_officer(view, at, unit.side) else 0.0
    danger = 0.2 * eye.fire_danger(unit, at)
    near = 0.3 * eye.nearness(unit, at) + _field_of_fire(eye, unit)
    return near + ground + shelter + led - friends - danger


def _field_of_fire(eye: PlaceEvaluator, unit: Unit) -> float:
    """Return the value of fire from a place of set-up; later arrivals look nearer."""
    share = 0.0 if eye.view.round else eye.weights["fields"]
    return share * expected_losses.op_fire_value(eye, unit) if share else 0.0


def _work(view: State, side: str, kind: str, at: Hex) -> float:
    """Positions where the own units want to be, obstacles before them."""
    eye = place_evaluator(view, side)
    goals = [hex_ for _, hex_, _ in eye.goal_hexes()]
    away = min((distance(at, goal) for goal in goals), default=0)
    lies = len(view.works_at(at))
    if view.book.works[kind].shelter:
        return -0.5 * away - 0.6 * lies - 0.2 * view.field.cover(at)
    return -0.5 * abs(away - 2) - lies


def op_fire_wait_value(eye: PlaceEvaluator, unit: str) -> float:
    """Waiting in op fire from the start of a round, for who has little else to do."""
    waits = fight_value.waiting_fire_value(eye, eye.view.units[unit]) - WATCHES
    share = eye.weights["misses"]
    return waits - share * _of_acting(eye, eye.view.units[unit]) if share else waits


def _of_acting(eye: PlaceEvaluator, unit: Unit) -> float:
    """The most that an action promises a unit: a move, an attack, an assault."""
    best = max(eye.best_place(unit).gain, fight_value.attack_order_value(eye.view, unit))
    return max(best, move_value.charge_value(eye, unit)) if unit.is_squad else best
