"""AI values of options: exact odds for fights, estimates for moves.

In points of units (V1); nothing here uses more than the side's own view.
"""

from __future__ import annotations

from typing import Any

from engine.games.valor import (
    advance_phase,
    casualties,
    close_assault,
    dice_odds,
    fire_phase,
    fortifications,
    move_execution,
    move_steps,
    movement_phase,
    overrun,
    reinforcements,
    set_up,
    transport,
)
from engine.games.valor.ai import set_up_and_support_value
from engine.games.valor.ai.place_value import (
    DEFAULT_SIGHT,
    PlaceEvaluator,
    enemy_hexes,
    facing_value,
    place_evaluator,
)
from engine.games.valor.attack_declaration import AttackDraft
from engine.games.valor.events import unit_worth as points_of
from engine.games.valor.fire_phase import Attack, Expend, Join, Lead, Target
from engine.games.valor.presentation import casualty_costs, expected_losses
from engine.games.valor.snipers import SNIPER
from engine.games.valor.state import State, Unit
from engine.games.valor.targeting import Aim, AttackMethod, AttackOccasion, AttackOpportunity
from engine.hexes.hex import SIDES, Hex, distance
from engine.play.ai_support import PlanningStage, Weights
from engine.play.decisions import Answer, Decision

HOLD = {AttackOccasion.FIRE: "fire", AttackOccasion.OPPORTUNITY: "wait"}
"""Weights for the least gain of fire on an occasion: units that fire lose options."""
KEPT = 0.3  # a leader or an X weapon that promises less is kept
LITTLE = 0.01
NEVER = -9.0


def option_value(
    view: State, decision: Decision[State, Any], option: Answer, weights: Weights = DEFAULT_SIGHT
) -> float:
    """Return the deciding side's expected gain by an option, in points of units."""
    eye = place_evaluator(view, decision.side, weights)
    match decision:
        case Attack() | Target() | Join() | Lead() | Expend():
            return _fire(eye, decision, option)
        case casualties.Casualties(toll=toll):
            units = [view.units[victim.unit] for victim in toll.victims]
            return -casualty_costs.payment_cost(
                toll, option, expected_losses.loss_prices(view, units)
            )
        case advance_phase.Advance():
            return 0.0 if option is None else _best_onward(eye, option)
        case advance_phase.AdvanceTo(unit=unit):
            return 0.0 if option is None else _onward(eye, unit, option)
        case close_assault.JoinAssault() | close_assault.Strengthen() | close_assault.Storm():
            return _assault(eye, decision, option)
        case (
            movement_phase.Move()
            | movement_phase.Turn()
            | move_execution.JoinStack()
            | move_execution.Manner()
        ):
            return _order(eye, decision, option)
        case move_execution.Step():
            return _step(eye, decision, option)
        case set_up.Place() | set_up.PlacePosition() | set_up.Face() | reinforcements.Enter():
            return set_up_and_support_value.set_up_option_value(eye, decision, option)
        case _:
            return set_up_and_support_value.support_option_value(view, decision, option)


def planning_stage(state: State) -> PlanningStage:
    """A side sets out for its segment of a turn (V5.1)."""
    return PlanningStage(state.turn, state.active)


# --- fire -----------------------------------------------------------------------------------------


def _fire(eye: PlaceEvaluator, decision: Any, option: Answer) -> float:
    view = eye.view
    occasion = AttackOccasion(decision.manner) if decision.manner in set(AttackOccasion) else None
    if occasion is None:
        return 0.0 if option is None else _rider_use(view, decision, option)
    call = AttackOpportunity(decision.side, occasion, decision.movers)
    match decision:
        case Attack():
            return _opening(eye, option, call)
        case Target(firer=firer):
            return _worth_of_attack(eye, firer, option, call)
        case Join(firers=firers, aim=aim):
            return 0.0 if option is None else _joining(eye, firers, aim, option, call)
        case Lead(firers=firers, aim=aim):
            return KEPT if option is None else _worth_of_leader(view, firers, aim, option, call)
    if option is None:
        return 0.0
    before = AttackDraft(decision.firers, decision.aim, "", decision.spent)
    after = before._replace(spent=(*decision.spent, option))
    gain = expected_losses.expected_attack_damage(
        view, after, call
    ) - expected_losses.expected_attack_damage(view, before, call)
    return gain - KEPT * view.book.weapons[option.kind].points


def _opening(eye: PlaceEvaluator, option: str | None, call: AttackOpportunity) -> float:
    """The best attack a unit can open, with all that join it."""
    if option is None:
        return 0.0
    if option == SNIPER:
        return 1.0
    aims = fire_phase.aims_of_unit(eye.view, option, call)
    return max(_worth_of_attack(eye, option, aim, call) for aim in aims)


def _worth_of_attack(eye: PlaceEvaluator, firer: str, aim: Aim, call: AttackOpportunity) -> float:
    """An attack with everybody who may join it, over what it costs them not to move."""
    if aim.how in (AttackMethod.SMOKE, AttackMethod.WIRE):
        return NEVER if aim.how is AttackMethod.SMOKE else -LITTLE
    attempt = expected_losses.best_fire_group(eye.view, firer, aim, call)
    gain = expected_losses.expected_attack_damage(eye.view, attempt, call)
    return gain - _worth_kept_back(eye, attempt.firers, call)


def _worth_kept_back(
    eye: PlaceEvaluator, firers: tuple[str, ...], call: AttackOpportunity
) -> float:
    """Return the cost to units of firing now: their move, or a better shot."""
    held = eye.weights[HOLD[call.occasion]] * len(firers) if call.occasion in HOLD else 0.0
    if call.occasion is not AttackOccasion.FIRE:
        return held
    return held + sum(_going(eye, eye.view.units[firer]) for firer in firers)


def _going(eye: PlaceEvaluator, unit: Unit) -> float:
    """Return the gain of a unit if it moves now."""
    if not move_execution.may_move(unit):
        return 0.0
    return eye.weights["goes"] * eye.plan(unit, eye.allowance(unit, move_steps.MOVE)).gain


def _joining(
    eye: PlaceEvaluator, firers: tuple[str, ...], aim: Aim, unit: str, call: AttackOpportunity
) -> float:
    view, before, after = eye.view, AttackDraft(firers, aim), AttackDraft((*firers, unit), aim)
    gain = expected_losses.expected_attack_damage(
        view, after, call
    ) - expected_losses.expected_attack_damage(view, before, call)
    return gain - _worth_kept_back(eye, (unit,), call) + LITTLE


def _worth_of_leader(
    view: State, firers: tuple[str, ...], aim: Aim, leader: str, call: AttackOpportunity
) -> float:
    before, after = AttackDraft(firers, aim), AttackDraft(firers, aim, leader)
    return expected_losses.expected_attack_damage(
        view, after, call
    ) - expected_losses.expected_attack_damage(view, before, call)


def _rider_use(view: State, decision: Any, option: Answer) -> float:
    """X weapons of passengers in an overrun: worth it where many stand in the hex."""
    here = sum(points_of(view, unit.id) for unit in view.units_at(decision.aim.hex))
    return 0.1 * here - view.book.weapons[option.kind].points


# --- advance and assault --------------------------------------------------------------------------


def _best_onward(eye: PlaceEvaluator, unit: str) -> float:
    onward = advance_phase.advance_options(eye.view, eye.view.units[unit])
    found = [_onward(eye, unit, option) for option in onward]
    return max(found, default=NEVER)


def _onward(eye: PlaceEvaluator, unit: str, option: advance_phase.Onward) -> float:
    """An advance, an assault with all who may join it, or a turn, over staying."""
    view, here = eye.view, eye.view.units[unit]
    match option.manner:
        case advance_phase.AdvanceManner.ASSAULT:
            units = tuple(
                u.id for u in close_assault.possible_assaulters(view, here.at, option.hex)
            )
            group = (unit, *(each for each in units if each != unit))
            place = eye.nearness(here, option.hex) - eye.nearness(here, here.at)
            return _worth_of_assault(eye, group, option.hex) + 0.3 * place
        case advance_phase.AdvanceManner.TURN:
            assert option.facing is not None
            return (
                facing_value(view, here, option.facing)
                - facing_value(view, here, here.facing or 0)
                - LITTLE
            )
    mined = view.works.get(option.hex)
    risk = 5.0 if mined is not None and mined.kind == fortifications.MINEFIELD else 0.0
    return eye.place_value(here, option.hex) - eye.place_value(here, here.at) - risk - LITTLE


def _worth_of_assault(eye: PlaceEvaluator, group: tuple[str, ...], at: Hex) -> float:
    return expected_losses.expected_assault_gain(eye.view, group, at) - eye.weights["storm"]


def _assault(eye: PlaceEvaluator, decision: Any, option: Answer) -> float:
    view = eye.view
    match decision:
        case close_assault.JoinAssault(units=units, at=at):
            if option is None:
                return 0.0
            more = _worth_of_assault(eye, (*units, option), at)
            return more - _worth_of_assault(eye, units, at)
        case close_assault.Strengthen(units=units, at=at, spent=spent, manner="assault"):
            if option is None:
                return 0.0
            now = expected_losses.expected_assault_gain(view, units, at, spent)
            more = expected_losses.expected_assault_gain(view, units, at, (*spent, option)) - now
            return more - KEPT * view.book.weapons[option.kind].points
        case close_assault.Strengthen():
            return LITTLE if option is None else 1.0
        case close_assault.Storm():
            return float(points_of(view, option))
    return 0.0


# --- moves ----------------------------------------------------------------------------------------


def _order(eye: PlaceEvaluator, decision: Any, option: Answer) -> float:
    view = eye.view
    match decision:
        case movement_phase.Move():
            return 0.0 if option is None else _worth_of_order(eye, option)
        case movement_phase.Turn(unit=unit):
            return facing_value(view, view.units[unit], option)
        case move_execution.JoinStack(units=units):
            return _along(view, eye, units, option)
        case move_execution.Manner(units=units):
            return _manner(view, eye, units, option)
    return 0.0


def _worth_of_order(eye: PlaceEvaluator, order: movement_phase.Order) -> float:
    """Return the expected gain of an order over doing nothing."""
    view = eye.view
    match order.manner:
        case movement_phase.MOVE:
            unit = view.units[order.unit]
            found = eye.plan(unit, eye.allowance(unit, move_steps.MOVE)).gain
            found -= eye.weights["lazy"]
            return max(found, _worth_of_overrun(view, eye, unit), _leaving(eye, unit))
        case movement_phase.ENTER:
            return 3.0
        case movement_phase.UNLOAD:
            return _unloading(view, eye, view.units[order.unit])
        case movement_phase.TURN:
            unit = view.units[order.unit]
            best = max(facing_value(view, unit, facing) for facing in range(SIDES))
            return 0.5 * (best - facing_value(view, unit, unit.facing or 0)) - 0.3
    return NEVER


def _unloading(view: State, eye: PlaceEvaluator, carrier: Unit) -> float:
    """Passengers get off where they are wanted, or where the enemy is near."""
    riders = transport.units_able_to_unload(view, carrier)
    near = min((distance(carrier.at, at) for at in enemy_hexes(view, eye.side)), default=99)
    return 1.0 * len(riders) if near <= UNLOAD_WITHIN else NEVER


UNLOAD_WITHIN = 4


def _leaving(eye: PlaceEvaluator, unit: Unit) -> float:
    """A unit that may leave where its side wants it to."""
    is_there = unit.at in eye.view.aims.exits(unit.side)
    return 20.0 if is_there and _is_wanted_out(eye, unit) else NEVER


def _is_wanted_out(eye: PlaceEvaluator, unit: Unit) -> bool:
    return unit.at in eye.goal_hexes(unit) and bool(eye.view.aims.exits(unit.side))


def _worth_of_overrun(view: State, eye: PlaceEvaluator, unit: Unit) -> float:
    """Return the expected gain of an overrun straight ahead of an AFV (V17)."""
    chosen = overrun.straight_overrun(view, unit)
    if chosen is None or chosen.cost > view.type_of(unit).mp:
        return NEVER
    charge = overrun.weigh_overrun_attack(view, unit.id, chosen.over)
    modifier = sum(value for _, value in charge.corrections)
    chances = dice_odds.casualty_point_odds(view.book.charts, max(charge.apfp, 1), modifier)
    gain = expected_losses.expected_casualty_cost(view, charge.targets, chances, None)
    return gain + eye.place_value(unit, chosen.exit) - eye.place_value(unit, unit.at) - 1.0


def _along(view: State, eye: PlaceEvaluator, units: tuple[str, ...], option: str | None) -> float:
    """Return the value of a companion: high if it wants to go to a similar place."""
    if option is None or _is_coming(view, units):
        return 0.0 if option is None else NEVER
    first, other = view.units[units[0]], view.units[option]
    plan = eye.plan(first, eye.allowance(first, move_steps.MOVE))
    if not plan.way:
        return NEVER
    return eye.place_value(other, plan.to) - eye.place_value(other, other.at) - 0.2


def _is_coming(view: State, units: tuple[str, ...]) -> bool:
    """Return whether units are about to enter the map (V6.13)."""
    return any(unit not in view.units for unit in units)


def _manner(view: State, eye: PlaceEvaluator, units: tuple[str, ...], option: str) -> float:
    """On the assault where that goes as far as is wanted (V6.6); onto the map at a run."""
    if _is_coming(view, units):
        return float(option == move_steps.MOVE)
    first, led = view.units[units[0]], any(view.type_of(view.units[u]).is_leader for u in units)
    full = eye.plan(first, eye.allowance(first, move_steps.MOVE, led))
    short = eye.plan(first, eye.allowance(first, move_steps.ASSAULT, led))
    goes_as_far = bool(short.way) and short.to == full.to
    return float((option == move_steps.ASSAULT) == goes_as_far)


def _step(
    eye: PlaceEvaluator, decision: move_execution.Step, option: move_steps.Go | None
) -> float:
    """The next hex of the way to the best place; facing the enemy at its end."""
    view, units = eye.view, [eye.view.units[unit] for unit in decision.units]
    plan = eye.plan(units[0], decision.left)
    if option is None:
        return 0.1
    if option.how == move_steps.EXIT:
        return 9.0 if _is_wanted_out(eye, units[0]) else NEVER
    if option.how == move_steps.OVERRUN:
        return _worth_of_overrun(view, eye, units[0])
    if not plan.way:
        return eye.place_value(units[0], option.to) - eye.place_value(units[0], units[0].at) - 1.0
    ahead = 1.0 + plan.gain if option.to == plan.way[0] else NEVER
    if option.facing is None or ahead < 0:
        return ahead
    if len(plan.way) > 1:
        return ahead + 2.0 * (option.facing == plan.fronts[0])
    return ahead + 0.5 * facing_value(view, units[0]._replace(at=option.to), option.facing)
