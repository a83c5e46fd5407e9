"""What an automatic player hopes of fire and assaults, option by option."""

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
from engine.games.tide.ai.place_value import PlaceEvaluator, arms_of, mean_hits, unit_value
from engine.games.tide.attack_declaration import AttackDraft, Call, Occasion, Share
from engine.games.tide.state import State, Unit
from engine.hexes.hex import Hex, distance
from engine.play.ai_support import Weights
from engine.play.decisions import Answer

KEPT = 0.5  # what a unit in Op Fire mode that does not fire yet is worth
JOINS = 0.3  # what a supporter must promise at least: its action is gone
NEAR = 4  # hexes beyond its range from which an enemy may come
NEVER = -9.0


# --- fire -----------------------------------------------------------------------------------------


def of_fire(view: State, decision: Any, option: Answer, weights: Weights) -> float:
    """An aim, figures, a supporter, or who opens fire on a mover."""
    match decision:
        case fire.Attack(unit=unit, call=call):
            return expected_losses.expected_damage(view, unit, option, call)
        case fire.ChooseFigures(attempt=attempt, unit=unit, call=call):
            return _with_figures(view, attempt, Share(unit, option.types), call, weights["stays"])
        case fire.Support(attempt=attempt, call=call):
            return 0.0 if option is None else _support(view, attempt, option, call)
        case opportunity_fire.OpFire(side=side, mover=mover):
            call = Call(side, Occasion.OP_FIRE, (mover,))
            return KEPT if option is None else expected_losses.best_attack(view, option, call)
    return 0.0


def _with_figures(
    view: State, attempt: AttackDraft, share: Share, call: Call, stays: float
) -> float:
    """An attack in which these figures of a unit take part."""
    if share.unit == attempt.lead.unit:
        made = attempt._replace(lead=share)
    else:
        made = attempt._replace(supporters=(*attempt.supporters, share))
    again = stays if targeting.is_rapid(view, share, call) else 0.0
    return expected_losses.harm(view, made, call) + again


def _support(view: State, attempt: AttackDraft, unit: str, call: Call) -> float:
    """What a supporter adds, less what it would do by itself."""
    share = expected_losses.share_of(view, unit, attempt.aim, call)
    joined = attempt._replace(supporters=(*attempt.supporters, share))
    more = expected_losses.harm(view, joined, call) - expected_losses.harm(view, attempt, call)
    if call.occasion is Occasion.OP_FIRE:
        return more - KEPT - JOINS
    return more - max(expected_losses.best_attack(view, unit, call), JOINS)


def of_order(view: State, unit: Unit) -> float:
    """The best attack a unit can make with its action."""
    return expected_losses.best_attack(
        view, unit.id, action_phase.call_of(unit, Occasion.CONCENTRATED)
    )


def of_waiting(eye: PlaceEvaluator, unit: Unit) -> float:
    """What fire at enemies that may still come is worth to a unit that waits for them."""
    view, best = eye.view, 0.0
    for foe in view.of(view.enemy(unit.side)):
        if not foe.is_fresh or foe.inside or not foe.is_steady:
            continue
        arms = arms_of(view, unit, foe.is_squad, waits=True)
        band = firepower.range_band(max(distance(unit.at, foe.at) - NEAR, 1), arms.range)
        if band is None:
            continue
        hits = mean_hits(arms.dice, view.book.charts.least(band), eye.red(foe, foe.at) // 2)
        best = max(best, unit_value(view, foe) * min(hits / 4, 1.0))
    covers = eye.weights["covers"] and expected_losses.worth_of_covering(eye, unit)
    return eye.weights["comes"] * best + eye.weights["covers"] * covers


# --- losses ---------------------------------------------------------------------------------------


def loss_cost(view: State, unit: str, figure: str) -> float:
    """What the loss of a figure, or a hit on a vehicle, costs its owner."""
    if figure:
        return float(view.book.units[figure].points)
    return unit_value(view, view.units[unit]) / 4


# --- assaults -------------------------------------------------------------------------------------


def assault_value(view: State, decision: Any, option: Answer) -> float:
    """An assault on a hex, or one more squad in it, over none."""
    match decision:
        case assault_resolution.ChooseAssault(unit=unit) if option is not None:
            joined = expected_losses.best_group(view, unit, option)
            return expected_losses.worth_of_assault(view, unit, joined, option)
        case assault_resolution.JoinAssault(unit=unit, at=at, joined=joined) if option is not None:
            after = expected_losses.worth_of_assault(view, unit, (*joined, option), at)
            tired = 0.0 if not assault_strength.may_advance(view, view.units[option]) else JOINS
            return after - expected_losses.worth_of_assault(view, unit, joined, at) - tired
    return 0.0


def of_advance(eye: PlaceEvaluator, unit: str | None, at: Hex) -> float:
    """Going into a hex that an assault has won."""
    if unit is None:
        return 0.0
    here = eye.view.units[unit]
    return eye.place(here, at) - eye.place(here, here.at) + JOINS
