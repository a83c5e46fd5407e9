"""Targets, means and support of attacks (A2, A4, C, CF, OP, U5, U9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.games.tide import firepower, unit_lookups
from engine.games.tide.active_effects import OP_FIRE, SUPPORT, AttackKind, is_denied
from engine.games.tide.attack_declaration import (
    Aim,
    AttackDraft,
    AttackOccasion,
    AttackOpportunity,
    AttackShare,
)
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.firepower import ADJACENT
from engine.games.tide.state import HEAVY, ActivationMode, State, Unit
from engine.hexes.hex import Hex, distance

SQUAD_KINDS = (AttackKind.NORMAL, AttackKind.SUPPRESSIVE)

# --- who may attack -------------------------------------------------------------------------------


def may_lead(state: State, unit: Unit, call: AttackOpportunity) -> bool:
    """Return whether a unit's state lets it lead an attack (A2-A4, A9, U5, U10)."""
    if unit.inside or unit.side != call.side:
        return False
    match call.occasion:
        case AttackOccasion.CONCENTRATED:
            return unit.is_steady or _is_rallied(state, unit)
        case AttackOccasion.MOVING:
            return unit.is_steady and unit.damage < HEAVY and not unit_lookups.is_heavy(state, unit)
        case _:
            return unit.mode is ActivationMode.OP_FIRE and unit.is_steady


def _is_rallied(state: State, unit: Unit) -> bool:
    """A pinned squad with an officer in its hex (U5)."""
    return unit.is_pinned and unit_lookups.has_officer(state, unit.at, unit.side)


def may_support(unit: Unit, call: AttackOpportunity) -> bool:
    """Return whether a unit's state lets it support (CF2, CF7)."""
    wanted = (
        ActivationMode.OP_FIRE if call.occasion is AttackOccasion.OP_FIRE else ActivationMode.FRESH
    )
    return unit.side == call.side and unit.mode is wanted and unit.is_steady and not unit.inside


def op_firers(state: State, call: AttackOpportunity) -> tuple[str, ...]:
    """The units that may open fire on movers now (OF1, OP1); none where a card forbids it."""
    if is_denied(state, call.side, OP_FIRE):
        return ()
    return tuple(unit.id for unit in state.units_of(call.side) if has_aim(state, unit, call))


# --- what a unit may attack -----------------------------------------------------------------------


def possible_attacks(state: State, unit: Unit, call: AttackOpportunity) -> tuple[Aim, ...]:
    """Every attack a unit may make on an occasion (C2, C3, RS3, AA1)."""
    return tuple(_aims(state, unit, call)) if may_lead(state, unit, call) else ()


def has_aim(state: State, unit: Unit, call: AttackOpportunity) -> bool:
    """Return whether a unit finds a target on an occasion (C2)."""
    return may_lead(state, unit, call) and next(_aims(state, unit, call), None) is not None


def _aims(state: State, unit: Unit, call: AttackOpportunity) -> Iterator[Aim]:
    for hex_, here in state.stacks_by_hex.items():
        if hex_ == unit.at or all(other.side == unit.side for other in here):
            continue
        if state.sees(unit.at, hex_):
            yield from _direct(state, unit, hex_, call)
    if call.occasion is AttackOccasion.CONCENTRATED and firepower.fires_area(state, unit):
        yield from _area(state, unit, call)


def _direct(state: State, unit: Unit, hex_: Hex, call: AttackOpportunity) -> Iterator[Aim]:
    """Attacks on one unit of a hex (C3)."""
    for target in state.units_at(hex_):
        if target.side == unit.side or (call.movers and target.id not in call.movers):
            continue
        if _has_fired_rapidly(state, unit, target, call):
            continue
        for kind in SQUAD_KINDS if target.is_squad else (AttackKind.NORMAL,):
            aim = Aim(hex_, target.id, kind)
            if attacking_figures(state, unit, aim, call):
                yield aim


def _has_fired_rapidly(state: State, unit: Unit, target: Unit, call: AttackOpportunity) -> bool:
    """Return whether op fire has hit at the same unit in this action already (U7)."""
    acting = state.acting
    is_op_fire = call.occasion is AttackOccasion.OP_FIRE
    return is_op_fire and acting is not None and (unit.id, target.id) in acting.rapid


def _area(state: State, unit: Unit, call: AttackOpportunity) -> Iterator[Aim]:
    """Attacks on all enemies of a hex, seen by itself or by any friend (U9, AA1)."""
    for hex_, here in state.stacks_by_hex.items():
        if any(other.side != unit.side for other in here) and is_spotted(state, unit, hex_):
            for kind in SQUAD_KINDS:
                aim = Aim(hex_, "", kind)
                if attacking_figures(state, unit, aim, call):
                    yield aim


def is_spotted(state: State, unit: Unit, hex_: Hex) -> bool:
    """A hex that an indirect weapon may fire at: not next to it, seen by it or a friend (U9)."""
    if distance(unit.at, hex_) <= ADJACENT:
        return False
    return state.sees(unit.at, hex_) or has_spotter(state, unit.side, hex_)


def has_spotter(state: State, side: str, hex_: Hex) -> bool:
    """Return whether a steady unit of a side outside vehicles sees a hex (U9)."""
    return any(
        unit.is_steady and state.sees(unit.at, hex_)
        for unit in state.units_of(side)
        if not unit.inside
    )


def attack_targets(state: State, aim: Aim, side: str) -> tuple[Unit, ...]:
    """The units an attack of a side is at: one, or all enemies of a hex (AA1, AA2)."""
    if not aim.is_area:
        return (state.units[aim.unit],)
    enemies = (unit for unit in state.units_at(aim.hex) if unit.side != side)
    return tuple(unit for unit in enemies if unit.is_squad or aim.kind is AttackKind.NORMAL)


def attacking_figures(
    state: State, unit: Unit, aim: Aim, call: AttackOpportunity
) -> tuple[str, ...]:
    """The figures that may attack so, or a vehicle's own type (C2, Q6, A4 no long range)."""
    found: dict[int, str] = {}
    away = distance(unit.at, aim.hex)
    for target in attack_targets(state, aim, call.side):
        for place, type_ in enumerate(firepower.firing_types(state, unit)):
            if type_.has_trait("area") != aim.is_area or not firepower.printed_firepower(
                type_, target, aim.kind
            ):
                continue
            band = firepower.range_band_to(state, unit, type_, target, away)
            if band is None or (band is RangeBand.LONG and call.occasion is AttackOccasion.MOVING):
                continue
            found[place] = type_.id
    return tuple(found[place] for place in sorted(found))


def units_in_common_range(state: State, attempt: AttackDraft, side: str) -> tuple[Unit, ...]:
    """The units an attack really is at: those that all who attack have in range (SP5, AA1)."""
    return tuple(
        target
        for target in attack_targets(state, attempt.aim, side)
        if all(_reaches(state, share, target) for share in (attempt.lead, *attempt.supporters))
    )


def _reaches(state: State, share: AttackShare, target: Unit) -> bool:
    unit, away = state.units[share.unit], distance(state.units[share.unit].at, target.at)
    fired = firepower.fired_types(state, unit, share.figures)
    return all(
        firepower.range_band_to(state, unit, type_, target, away) is not None for type_ in fired
    )


def figure_choices(able: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The figures that may fire together, all of them first (Q6)."""
    found = (
        some for count in range(len(able), 0, -1) for some in combinations(sorted(able), count)
    )
    return tuple(dict.fromkeys(found))


# --- who may support ------------------------------------------------------------------------------


def attack_supporters(
    state: State, attempt: AttackDraft, call: AttackOpportunity
) -> tuple[str, ...]:
    """The units that may join an attack (CF1, CF2, CF6); none where a card forbids it."""
    if not call.is_supported or is_denied(state, call.side, SUPPORT):
        return ()
    return tuple(
        unit.id
        for unit in state.units_of(call.side)
        if unit.id not in attempt.units and can_support(state, unit, attempt.aim, call)
    )


def can_support(state: State, unit: Unit, aim: Aim, call: AttackOpportunity) -> bool:
    """Return whether a unit may support an attack with an aim (CF2)."""
    if not may_support(unit, call) or not _finds(state, unit, aim):
        return False
    if not aim.is_area and _has_fired_rapidly(state, unit, state.units[aim.unit], call):
        return False
    return bool(attacking_figures(state, unit, aim, call))


def _finds(state: State, unit: Unit, aim: Aim) -> bool:
    if aim.is_area:
        return is_spotted(state, unit, aim.hex)
    return state.sees(unit.at, aim.hex)


# --- what becomes of those who fired --------------------------------------------------------------


def is_rapid(state: State, share: AttackShare, call: AttackOpportunity) -> bool:
    """Return whether a machine-gun crew fires alone in op fire, and keeps the mode (U7)."""
    if call.occasion is not AttackOccasion.OP_FIRE or not share.figures:
        return False
    known = state.book.units
    return all(known[name].has_trait("rapid") for name in share.figures)
