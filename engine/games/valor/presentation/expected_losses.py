"""Expected costs of attacks and assaults to the enemy, by exact odds (V14-V17).

In points of units (V1), as a side sees them; the price of a pin is an estimate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.games.valor import (
    anti_tank,
    attack_declaration,
    casualties,
    close_assault,
    dice_odds,
    facing,
    targeting,
)
from engine.games.valor.attack_declaration import AttackDraft, Use
from engine.games.valor.events import unit_worth
from engine.games.valor.facing import ArmourFace
from engine.games.valor.presentation import casualty_costs
from engine.games.valor.state import Phase, State, Unit
from engine.games.valor.targeting import Aim, AttackMethod, AttackOccasion, AttackOpportunity
from engine.hexes.hex import Hex

PINNED = 0.35  # of what a unit is worth, on the side whose segment it is
HELD_DOWN = {Phase.COMMAND: 0.3, Phase.FIRE: 0.3, Phase.MOVEMENT: 0.2, Phase.ASSAULT: 0.05}
"""The same on the other side, whose pinned units rally when its own segment begins (V5.2)."""
IMMOBILE = 0.4


def loss_prices(state: State, units: Sequence[Unit]) -> dict[str, casualty_costs.LossPrices]:
    """Return the cost of units pinned, reduced or lost, with their weapons."""
    return {unit.id: _price(state, unit) for unit in units}


def _price(state: State, unit: Unit) -> casualty_costs.LossPrices:
    type_, whole = state.type_of(unit), float(unit_worth(state, unit.id))
    half = state.book.units[type_.half].points if type_.half else type_.points
    if type_.is_afv:
        return casualty_costs.LossPrices(0.0, IMMOBILE * whole, whole)
    active = unit.side == state.active
    pinned = PINNED if active else HELD_DOWN.get(state.phase, PINNED)
    return casualty_costs.LossPrices(pinned * whole, float(type_.points - half), whole)


def expected_casualty_cost(
    state: State, units: Sequence[Unit], chances: dice_odds.Distribution, start: Hex | None
) -> float:
    """Return the expected cost of casualty points to units that spend them well."""
    if not units:
        return 0.0
    victims, worths = casualties.casualty_candidates(state, units, start), loss_prices(state, units)
    may_pin_early = state.book.choices.pins == "any_time"
    return sum(
        float(chance) * casualty_costs.least_casualty_cost(points, victims, worths, may_pin_early)
        for points, chance in chances.items()
        if points
    )


# --- fire -----------------------------------------------------------------------------------------


def expected_attack_damage(state: State, attempt: AttackDraft, call: AttackOpportunity) -> float:
    """Return the expected cost of an attack to the enemy, in points."""
    if attempt.aim.how is AttackMethod.AT:
        return at_attack_value(state, attempt, call)
    return ap_attack_value(state, attempt, call) + mortar_shell_value(state, attempt)


def ap_attack_value(state: State, attempt: AttackDraft, call: AttackOpportunity) -> float:
    """An AP attack: its casualty points as their owner would spend them (V14)."""
    found = attack_declaration.weigh_ap_attack(state, attempt, call)
    if not found.targets:
        return 0.0
    chances = dice_odds.casualty_point_odds(
        state.book.charts, found.apfp, found.modifier, found.times
    )
    return expected_casualty_cost(state, found.targets, chances, state.units[attempt.firers[0]].at)


def mortar_shell_value(state: State, attempt: AttackDraft) -> float:
    """Return the value of a mortar's effect on vehicles in its hex (V12.15)."""
    if attempt.aim.how is not AttackMethod.MORTAR:
        return 0.0
    here = state.units_at(attempt.aim.hex)
    hard = [unit for unit in here if state.type_of(unit).kind in ("afv", "vehicle")]
    return sum(0.1 * unit_worth(state, unit.id) for unit in hard)


def at_attack_value(state: State, attempt: AttackDraft, call: AttackOpportunity) -> float:
    """An AT attack: hit, elimination and what an immobile AFV is still worth (V16)."""
    target, found = state.units[attempt.aim.unit], at_attack_odds(state, attempt, call)
    whole = unit_value(state, target)
    stuck = 0.0 if target.immobile else IMMOBILE * float(found.immobilised)
    return whole * (float(found.eliminated) + stuck)


def at_attack_odds(
    state: State, attempt: AttackDraft, call: AttackOpportunity
) -> dice_odds.AntiTankOdds:
    """The chances of an AT attack, exactly (V16.2-V16.5)."""
    shot, target = (
        attack_declaration.weigh_at_attack(state, attempt, call),
        state.units[attempt.aim.unit],
    )
    hit = dice_odds.chance_of_at_most(shot.number - shot.modifier)
    if not state.type_of(target).is_afv:
        return dice_odds.AntiTankOdds(hit, hit, Fraction(0))
    firer = state.units[attempt.firers[0]]
    kill = penetration_odds(
        state, shot.piercer.atfp, target, firer, call.occasion is AttackOccasion.FINAL
    )
    return dice_odds.anti_tank_odds(hit, kill, target.immobile)


def penetration_odds(
    state: State, atfp: str, target: Unit, firer: Unit, from_behind: bool
) -> dice_odds.PenetrationOdds:
    """Return the odds of a hit on an AFV from the firer; both faces on a seam (V7.6)."""
    modifier = -int(firer.valor)

    def through(face: ArmourFace) -> dice_odds.PenetrationOdds:
        armour = anti_tank.armour_of(state, target, face)
        return dice_odds.penetration_odds(state.book.charts, atfp, armour, modifier)

    face = ArmourFace.REAR if from_behind else facing.armour_face_towards(state, target, firer.at)
    if face is ArmourFace.SEAM:
        return dice_odds.either_face_odds(through(ArmourFace.FRONT), through(ArmourFace.REAR))
    return through(face)


def unit_value(state: State, unit: Unit) -> float:
    """A unit with its cargo, in points."""
    cargo = sum(unit_worth(state, each.id) for each in state.cargo_of(unit.id))
    return float(unit_worth(state, unit.id) + cargo)


def best_fire_group(state: State, firer: str, aim: Aim, call: AttackOpportunity) -> AttackDraft:
    """A unit's attack with everybody who may join it."""
    attempt = AttackDraft((firer,), aim)
    if aim.how in (AttackMethod.AP, AttackMethod.MORTAR):
        attempt = AttackDraft((firer, *targeting.joining_units(state, aim, (firer,))), aim)
    return attempt


# --- close assault --------------------------------------------------------------------------------


def expected_assault_gain(
    state: State, units: Sequence[str], at: Hex, spent: Sequence[Use] = ()
) -> float:
    """Return the expected gain of an assault, less its cost to its own side (V15)."""
    foes = close_assault.assault_defenders(state, at)
    whole = sum(unit_worth(state, unit.id) for unit in foes)
    standing = [unit for unit in foes if not unit.pinned]
    if not standing:
        return float(whole)
    clash = close_assault.weigh_assault(state, units, at, spent)
    found = dice_odds.assault_odds(clash.kill, clash.modifier, clash.own, clash.enemy)
    weak = float(sum(unit_worth(state, unit.id) for unit in foes if unit.pinned))
    won = float(found.won)
    own = expected_casualty_cost(state, [state.units[unit] for unit in units], found.attacker, None)
    soft = [unit for unit in standing if not unit.immobile]
    theirs = expected_casualty_cost(state, soft, {clash.enemy: 1 - found.won}, None)
    return weak + won * (whole - weak) + theirs - own


def expected_casualty_points(chances: Mapping[int, Fraction]) -> float:
    """The casualty points to expect."""
    return float(dice_odds.expected_casualty_points(chances))
