"""Expected losses by attacks, assaults and op fire, exactly by the dice (RS, AS, OF, U7).

In points of units (U11), as a side sees them; the worth of a state is a judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.games.tide import assault_strength, attack_dice, dice_odds, firepower, targeting
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.ai.place_value import DEADLY, PlaceEvaluator, place_evaluator, unit_value
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.attack_dice import AttackDice
from engine.games.tide.damage import damage_after
from engine.games.tide.data.rule_tables import DESTROYED, ROUTED
from engine.games.tide.dice_odds import Distribution
from engine.games.tide.state import ActivationMode, State, Unit
from engine.hexes.hex import Hex


def op_fire_value(eye: PlaceEvaluator, unit: Unit) -> float:
    """Return the expected cost of a unit's op fire to the enemies on their paths.

    It fires at one of them, once; a machine gun at each of them, in every hex entered (U7).
    """
    types = firepower.firing_types(eye.view, unit)
    add: Callable[[Iterable[float]], float] = (
        sum if any(t.has_trait("rapid") for t in types) else max
    )
    costs = [
        course.worth
        * min(add(eye.hits_on_mover(unit, course.foe, at) for at in course.path), DEADLY)
        for course in eye.enemy_paths
    ]
    return add(costs) / DEADLY if costs else 0.0


PINNED, DISRUPTED = 0.12, 0.4
"""Of what a squad is worth, beside the action it loses."""
ACTION = 0.3
"""Of what a unit is worth: its action in this round."""
DAMAGED = (0.0, 0.25, 0.65, 1.0)
"""Of what a vehicle is worth, by the grade of its damage."""
STOPPED = 0.15
"""Of what a mover is worth: its move does not go on."""
GROUND = 0.6
"""Of what the hex is worth that an assault wins."""
DRIVEN_OUT = 0.15


# --- what hits cost (RS8-RS11) --------------------------------------------------------------------


def cost_of_hits(view: State, target: Unit, kind: AttackKind, hits: Distribution) -> float:
    """Return the expected cost of a distribution of hits to the owner of a unit."""
    if not target.is_squad:
        return _damage(view, target, hits)
    if kind is AttackKind.SUPPRESSIVE:
        return _worth_of_shaking(view, target, hits)
    return _worth_of_thinning(view, target, hits)


def _damage(view: State, target: Unit, hits: Distribution) -> float:
    grades = dice_odds.outcome_odds(hits, lambda count: damage_after(view, target, count))
    whole, before = unit_value(view, target), DAMAGED[target.damage]
    return whole * sum(
        float(chance) * (DAMAGED[min(grade, DESTROYED)] - before)
        for grade, chance in grades.items()
    )


def _worth_of_shaking(view: State, target: Unit, hits: Distribution) -> float:
    charts, whole = view.book.charts, unit_value(view, target)
    before = _of_morale(target, str(target.morale))
    states = dice_odds.outcome_odds(
        hits, lambda count: charts.morale_after_hits(target.morale, count)
    )
    return whole * sum(
        float(chance) * (_of_morale(target, morale) - before) for morale, chance in states.items()
    )


def _of_morale(target: Unit, morale: str) -> float:
    """Return the share of a squad lost to a morale state; less if it has acted."""
    if morale == ROUTED:
        return 1.0
    acts = ACTION if target.mode is not ActivationMode.FATIGUED else 0.0
    return {"normal": 0.0, "pinned": PINNED + acts, "disrupted": DISRUPTED + acts}[morale]


def _worth_of_thinning(view: State, target: Unit, hits: Distribution) -> float:
    """Figures are lost, the cheapest first; the last takes the whole squad."""
    points = tuple(sorted(figure.points for figure in view.figures_of(target)))
    whole = unit_value(view, target)
    return sum(
        float(chance) * (whole if count >= len(points) else sum(points[:count]))
        for count, chance in hits.items()
    )


# --- attacks --------------------------------------------------------------------------------------


def expected_attack_damage(view: State, attempt: AttackDraft, call: AttackOpportunity) -> float:
    """Return the expected cost of an attack to the enemy, in points."""
    struck = targeting.units_in_common_range(view, attempt, call.side)
    found = [attack_dice.weigh_attack(view, attempt, call, target) for target in struck]
    return sum(_harm(view, each, call) for each in found)


def _harm(view: State, found: AttackDice, call: AttackOpportunity) -> float:
    target, hits = view.units[found.target], dice_odds.net_hit_odds(found.black, found.red)
    gain = cost_of_hits(view, target, found.kind, hits)
    if call.occasion is not AttackOccasion.OP_FIRE:
        return gain * unit_importance(view, target)
    return gain + STOPPED * unit_value(view, target) * float(dice_odds.chance_of_at_least(hits, 1))


def unit_importance(view: State, target: Unit) -> float:
    """Return the weight of a target: more for units on an objective."""
    hexes = view.aims.objective_hexes.values()
    return 1.25 if any(target.at in each for each in hexes) else 1.0


def full_attack_share(view: State, unit: str, aim: Aim, call: AttackOpportunity) -> AttackShare:
    """A unit with all its figures that can take part in an attack."""
    here = view.units[unit]
    return AttackShare(
        unit, targeting.attacking_figures(view, here, aim, call) if here.is_squad else ()
    )


def expected_damage(view: State, unit: str, aim: Aim, call: AttackOpportunity) -> float:
    """Return the expected cost to the enemy of an attack by one unit."""
    return expected_attack_damage(
        view, AttackDraft(aim, full_attack_share(view, unit, aim, call)), call
    )


def best_attack(view: State, unit: str, call: AttackOpportunity) -> float:
    """The most a unit may do by itself now; 0 where it has nothing to attack."""
    found = (
        expected_damage(view, unit, aim, call)
        for aim in targeting.possible_attacks(view, view.units[unit], call)
    )
    return max(found, default=0.0)


# --- assaults -------------------------------------------------------------------------------------


def expected_assault_gain(view: State, unit: str, joined: tuple[str, ...], at: Hex) -> float:
    """Return the expected gain of an assault, less its cost to its own side (AS)."""
    clash = assault_strength.assault_strengths(view, unit, joined, at)
    is_tie_won = view.book.choices.assault_tie == "success"
    found = dice_odds.assault_odds(clash.black, clash.red, clash.back, clash.lives, is_tie_won)
    foes, own = view.units_at(at), [view.units[each] for each in (unit, *joined)]
    theirs = _toll(view, foes, found.attacker)
    back = _toll(view, own, found.defender)
    eye = place_evaluator(view, own[0].side)
    ground = GROUND * max(eye.place_value(own[0], at) - eye.place_value(own[0], own[0].at), 0.0)
    beaten = sum(unit_value(view, foe) * (1.0 if foe.is_disrupted else DRIVEN_OUT) for foe in foes)
    return theirs - back + float(found.won) * (ground + beaten)


def _toll(view: State, units: Sequence[Unit], hits: Distribution) -> float:
    """Return the rough cost of hits taken one by one, spread evenly over the units."""
    lives = assault_strength.hits_to_destroy_all(view, units)
    whole = sum(unit_value(view, unit) for unit in units)
    return sum(float(chance) * whole * min(count / lives, 1.0) for count, chance in hits.items())


def best_assault_supporters(view: State, unit: str, at: Hex) -> tuple[str, ...]:
    """The squads that would support an assault: those that have acted, then as many as may."""
    joined: tuple[str, ...] = ()
    while able := assault_strength.assault_supporters(view, unit, at, joined):
        tired = [each for each in able if view.units[each].mode is ActivationMode.FATIGUED]
        joined = (*joined, (tired or list(able))[0])
    return joined
