"""AI values of fire and assaults, option by option."""

from __future__ import annotations

from typing import Any

from engine.games.tide import (
    action_phase,
    assault_resolution,
    assault_strength,
    fire,
    firepower,
    opportunity_fire,
    targeting,
)
from engine.games.tide.ai import expected_losses
from engine.games.tide.ai.place_value import (
    PlaceEvaluator,
    expected_net_hits,
    rough_firepower,
    unit_value,
)
from engine.games.tide.attack_declaration import (
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.state import State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.ai_support import Weights
from engine.play.decisions import Answer

KEPT = 0.5  # what a unit in Op Fire mode that does not fire yet is worth
JOINS = 0.3  # what a supporter must promise at least: its action is gone
NEAR = 4  # hexes beyond its range from which an enemy may come
NEVER = -9.0


# --- fire -----------------------------------------------------------------------------------------


def fire_option_value(view: State, decision: Any, option: Answer, weights: Weights) -> float:
    """An aim, figures, a supporter, or who opens fire on a mover."""
    match decision:
        case fire.Attack(unit=unit, call=call):
            return expected_losses.expected_damage(view, unit, option, call)
        case fire.ChooseFigures(attempt=attempt, unit=unit, call=call):
            return _with_figures(
                view, attempt, AttackShare(unit, option.types), call, weights["stays"]
            )
        case fire.Support(attempt=attempt, call=call):
            return 0.0 if option is None else _support(view, attempt, option, call)
        case opportunity_fire.OpFire(side=side, mover=mover):
            call = AttackOpportunity(side, AttackOccasion.OP_FIRE, (mover,))
            return KEPT if option is None else expected_losses.best_attack(view, option, call)
    return 0.0


def _with_figures(
    view: State, attempt: AttackDraft, share: AttackShare, call: AttackOpportunity, stays: float
) -> float:
    """An attack in which these figures of a unit take part."""
    if share.unit == attempt.lead.unit:
        made = attempt._replace(lead=share)
    else:
        made = attempt._replace(supporters=(*attempt.supporters, share))
    again = stays if targeting.is_rapid(view, share, call) else 0.0
    return expected_losses.expected_attack_damage(view, made, call) + again


def _support(view: State, attempt: AttackDraft, unit: str, call: AttackOpportunity) -> float:
    """Return the damage a supporter adds, less that of its own best attack."""
    share = expected_losses.full_attack_share(view, unit, attempt.aim, call)
    joined = attempt._replace(supporters=(*attempt.supporters, share))
    more = expected_losses.expected_attack_damage(
        view, joined, call
    ) - expected_losses.expected_attack_damage(view, attempt, call)
    if call.occasion is AttackOccasion.OP_FIRE:
        return more - KEPT - JOINS
    return more - max(expected_losses.best_attack(view, unit, call), JOINS)


def attack_order_value(view: State, unit: Unit) -> float:
    """The best attack a unit can make with its action."""
    return expected_losses.best_attack(
        view, unit.id, action_phase.attack_opportunity(unit, AttackOccasion.CONCENTRATED)
    )


def waiting_fire_value(eye: PlaceEvaluator, unit: Unit) -> float:
    """Return the value to a waiting unit of fire at enemies that may still come."""
    view, best = eye.view, 0.0
    for foe in view.units_of(view.enemy_of(unit.side)):
        if not foe.is_fresh or foe.inside or not foe.is_steady:
            continue
        arms = rough_firepower(view, unit, foe.is_squad, waits=True)
        band = firepower.range_band(max(distance(unit.at, foe.at) - NEAR, 1), arms.range)
        if band is None:
            continue
        hits = expected_net_hits(
            arms.dice, view.book.charts.least(band), eye.red_dice_at(foe, foe.at) // 2
        )
        best = max(best, unit_value(view, foe) * min(hits / 4, 1.0))
    covers = eye.weights["covers"] and expected_losses.op_fire_value(eye, unit)
    return eye.weights["comes"] * best + eye.weights["covers"] * covers


# --- losses ---------------------------------------------------------------------------------------


def loss_cost(view: State, unit: str, figure: str) -> float:
    """Return the cost of losing a figure, or of a hit on a vehicle, to its owner."""
    if figure:
        return float(view.book.units[figure].points)
    return unit_value(view, view.units[unit]) / 4


# --- assaults -------------------------------------------------------------------------------------


def assault_value(view: State, decision: Any, option: Answer) -> float:
    """An assault on a hex, or one more squad in it, over none."""
    match decision:
        case assault_resolution.ChooseAssault(unit=unit) if option is not None:
            joined = expected_losses.best_assault_supporters(view, unit, option)
            return expected_losses.expected_assault_gain(view, unit, joined, option)
        case assault_resolution.JoinAssault(unit=unit, at=at, joined=joined) if option is not None:
            after = expected_losses.expected_assault_gain(view, unit, (*joined, option), at)
            tired = 0.0 if not assault_strength.may_advance(view, view.units[option]) else JOINS
            return after - expected_losses.expected_assault_gain(view, unit, joined, at) - tired
    return 0.0


def advance_value(eye: PlaceEvaluator, unit: str | None, at: Hex) -> float:
    """Going into a hex that an assault has won."""
    if unit is None:
        return 0.0
    here = eye.view.units[unit]
    return eye.place_value(here, at) - eye.place_value(here, here.at) + JOINS
