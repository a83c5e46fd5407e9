"""An assault as it is put together: who may make and support it, and its strengths (AS1-AS12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.tide import active_effects, damage, firepower, target_defence, unit_lookups
from engine.games.tide.active_effects import ASSAULT, AttackKind, Corrections, is_denied
from engine.games.tide.data.rule_tables import DESTROYED, RangeBand
from engine.games.tide.dice_odds import DiceSet
from engine.games.tide.firepower import ADJACENT, AttackPart, half_rounded_up
from engine.games.tide.state import HEAVY, ActivationMode, State, Unit
from engine.games.tide.unit_lookups import FLAMETHROWER
from engine.hexes.hex import Hex, distance

MAX_SUPPORTERS = 2
"""Squads that may support an assault (AS6)."""


class AssaultStrengths(NamedTuple):
    """An assault by the rules, before its dice (AS7-AS10).

    `lives` are the hits that win by leaving no defender, None where hits are compared (AS16).
    """

    attack: Corrections
    cover: Corrections
    defence: Corrections
    black: DiceSet
    red: DiceSet
    back: DiceSet
    lives: int | None


# --- who (AS1, AS3, AS6) --------------------------------------------------------------------------


def may_assault(state: State, unit: Unit) -> bool:
    """Return whether a squad may assault: one without heavy weapons, neither pinned nor disrupted
    (AS1, A9), if no card forbids it."""
    is_light = not unit_lookups.is_heavy(state, unit)
    return _is_fit(unit) and is_light and not is_denied(state, unit.side, ASSAULT)


def _may_support(state: State, unit: Unit) -> bool:
    """Return whether a squad may support an assault: heavy weapons do not bar it (AS6)."""
    if unit_lookups.is_heavy(state, unit) and not state.book.choices.heavy_squads_support:
        return False
    return _is_fit(unit)


def _is_fit(unit: Unit) -> bool:
    return unit.is_squad and unit.is_steady and not unit.inside


def assault_targets(state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes next to a squad that it may assault: enemies and no heavy vehicle (AS3)."""
    if not may_assault(state, unit):
        return ()
    beside = state.field.neighbours(unit.at)
    return tuple(hex_ for hex_ in beside if _may_be_assaulted(state, unit.side, hex_))


def _may_be_assaulted(state: State, side: str, hex_: Hex) -> bool:
    here = state.units_at(hex_)
    if not here or here[0].side == side:
        return False
    is_barred = state.book.choices.assault_bar == "heavy"
    return not (is_barred and any(state.type_of(unit).is_heavy for unit in here))


def assault_supporters(state: State, unit: str, at: Hex, joined: Sequence[str]) -> tuple[str, ...]:
    """The squads that may support next: adjacent, two at most, fatigued ones too (AS6)."""
    if len(joined) >= MAX_SUPPORTERS:
        return ()
    side = state.units[unit].side
    return tuple(
        other.id
        for other in state.units_of(side)
        if other.id not in (unit, *joined)
        and distance(other.at, at) == ADJACENT
        and _may_support(state, other)
    )


# --- strengths (AS7-AS10) -------------------------------------------------------------------------


def assault_strengths(state: State, unit: str, joined: Sequence[str], at: Hex) -> AssaultStrengths:
    """An assault by the rules (AS7-AS10)."""
    lead, foes = state.units[unit], state.units_at(at)
    charts = state.book.charts
    attack = assault_attack_parts(state, unit, joined, at)
    found, defence = (
        assault_cover_parts(state, foes, _is_flamed(state, unit, joined)),
        assault_defence_parts(state, foes),
    )
    change = active_effects.total_bonus(state, "hit", lead, AttackKind.ASSAULT, "squads")
    back = active_effects.total_bonus(state, "hit", foes[0], AttackKind.ASSAULT, "squads")
    return AssaultStrengths(
        attack, found, defence,
        DiceSet(_sum(attack), charts.least(RangeBand.CLOSE, change)),
        DiceSet(_sum(found), charts.least_red),
        DiceSet(_sum(defence), charts.least(RangeBand.CLOSE, back)),
        hits_to_destroy_all(state, foes) if is_won_by_the_last_defender(state) else None,
    )  # fmt: skip


def _sum(found: Corrections) -> int:
    return max(sum(value for _, value in found), 0)


def assault_attack_parts(state: State, unit: str, joined: Sequence[str], at: Hex) -> Corrections:
    """The assaulting squad's FP against squads, half of each supporter's, and cards (AS7)."""
    lead = state.units[unit]
    support = [_part(state, state.units[each], "support") for each in joined]
    parts = [(each.unit, each.counted_firepower) for each in support]
    if not state.book.choices.halve_each:
        both = half_rounded_up(sum(each.full_firepower for each in support))
        parts = [("support", both)] if support else []
    cards = active_effects.bonus_dice(state, "attack", lead, AttackKind.ASSAULT, "squads")
    return (
        (unit, _part(state, lead, firepower.hampering_reason(state, lead)).counted_firepower),
        *parts,
        *cards,
    )


def _part(state: State, unit: Unit, half: str) -> AttackPart:
    flame = firepower.FLAME_FP if unit.token == FLAMETHROWER else 0
    printed = (("firepower", normal_firepower(state, unit)), (FLAMETHROWER, flame))
    return AttackPart(unit.id, printed, RangeBand.CLOSE, half)


def normal_firepower(state: State, unit: Unit) -> int:
    """FP against squads in a normal attack, of all figures or of a vehicle (AS2, U1)."""
    return sum(type_.fp_normal or type_.fp for type_ in firepower.firing_types(state, unit))


def assault_defence_parts(state: State, foes: Sequence[Unit]) -> Corrections:
    """The FP of all defending squads and light vehicles against squads (AS8)."""
    return tuple((foe.id, _fp_back(state, foe)) for foe in foes)


def _fp_back(state: State, foe: Unit) -> int:
    """Disrupted nothing, pinned half unless an officer is in the hex (AS8)."""
    if foe.is_disrupted:
        return 0
    alone = foe.is_pinned and not unit_lookups.has_officer(state, foe.at, foe.side)
    fp = normal_firepower(state, foe)
    return half_rounded_up(fp) if alone or foe.damage >= HEAVY else fp


def assault_cover_parts(state: State, foes: Sequence[Unit], is_flamed: bool) -> Corrections:
    """The terrain of the hex, and what cards add against assaults; no armour, no position (AS9)."""
    first = next((foe for foe in foes if foe.is_squad), foes[0])
    ground = target_defence.terrain_cover(state, first)
    found = [("terrain", ground)]
    if is_flamed and ground:
        found.append((FLAMETHROWER, -min(ground, target_defence.FLAME_COVER)))
    cards = [
        entry
        for foe in foes
        for entry in active_effects.bonus_dice(state, "defence", foe, AttackKind.ASSAULT, "squads")
    ]
    return (*found, *dict.fromkeys(cards))


def _is_flamed(state: State, unit: str, joined: Sequence[str]) -> bool:
    return any(state.units[each].token == FLAMETHROWER for each in (unit, *joined))


# --- what they bear (AS11, AS12) ------------------------------------------------------------------


def hit_capacity(state: State, unit: Unit) -> int:
    """Return the most hits a unit may take: its figures, or what a vehicle may (AS11, AS12)."""
    return len(unit.figures) if unit.is_squad else vehicle_hit_capacity(state, unit)


def vehicle_hit_capacity(state: State, vehicle: Unit) -> int:
    """Return the most hits a light vehicle may take: what just destroys it (AS12).

    The rule's own example is an intact truck, which may take 4 though 3 are the end of it (RS10).
    """
    if not vehicle.damage:
        return state.book.charts.hits_to_destroy(vehicle.damage)
    return _hits_to_destroy_vehicle(state, vehicle)


def _hits_to_destroy_vehicle(state: State, vehicle: Unit) -> int:
    """Return the fewest hits that destroy a vehicle; heavy damage ends a truck (RS9, RS10)."""
    return next(
        hits
        for hits in range(1, state.book.charts.hits_to_destroy(vehicle.damage) + 1)
        if damage.damage_after(state, vehicle, hits) >= DESTROYED
    )


def is_won_by_the_last_defender(state: State) -> bool:
    """Return whether an assault that leaves no defender succeeds by that alone (AS16)."""
    return state.book.choices.assault_last_defender == "success"


def hits_to_destroy_all(state: State, units: Sequence[Unit]) -> int:
    """Return the fewest hits that leave none of some units, however they are taken (AS11, AS12).

    All but one take what they may; that one is destroyed by what it can bear.
    """
    spare = [
        0
        if unit.is_squad
        else vehicle_hit_capacity(state, unit) - _hits_to_destroy_vehicle(state, unit)
        for unit in units
    ]
    return sum(hit_capacity(state, unit) for unit in units) - min(spare)


def may_advance(state: State, unit: Unit) -> bool:
    """Return whether a participant may advance: fatigued supporters may not (AS15)."""
    return unit.mode is not ActivationMode.FATIGUED
