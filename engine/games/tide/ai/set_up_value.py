"""AI values of set-up: squads built, places, works, units in op fire."""

from __future__ import annotations

from typing import Any

from engine.games.tide import set_up_phase, unit_lookups
from engine.games.tide.ai import expected_losses, fight_value, move_value
from engine.games.tide.ai.place_value import PlaceEvaluator, place_evaluator
from engine.games.tide.events import awaited_reserve_unit
from engine.games.tide.state import Reserve, State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Answer, Decision

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
