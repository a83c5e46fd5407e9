"""Targets of attacks, and modifiers of the roll (V13, V14.1, V14.2, V16.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from engine.games.valor import casualties, facing, fortifications, unit_firepower
from engine.games.valor.combat_events import Corrections
from engine.games.valor.state import FiredVolley, State, Unit
from engine.games.valor.unit_lookups import may_attack
from engine.hexes.hex import Hex, distance

ADJACENT = 1
MORTARS = "mortars"  # those of one hex combine, apart from its other infantry (V12.10)


class AttackOccasion(StrEnum):
    """The occasions of an attack."""

    FIRE = "fire"
    DEFENSIVE = "defensive"
    OPPORTUNITY = "opportunity"
    FINAL = "final"


class AttackMethod(StrEnum):
    """The methods of an attack."""

    AP = "ap"
    AT = "at"
    MORTAR = "mortar"
    SMOKE = "smoke"
    WIRE = "wire"


class AttackOpportunity(NamedTuple):
    """A side's occasion to attack; movers are all targets of opportunity fire (V13.8).

    `volleys` are those fired before at the same movers in the same hex.
    """

    side: str
    occasion: AttackOccasion
    movers: tuple[str, ...] = ()
    volleys: tuple[FiredVolley, ...] = ()

    @property
    def is_at_movers(self) -> bool:
        """Opportunity fire, also that of who has been overrun (V13.8, V17.5)."""
        return self.occasion in (AttackOccasion.OPPORTUNITY, AttackOccasion.FINAL)


class Aim(NamedTuple):
    """An attack a unit may make: how, on which hex, on which unit, with which weapon."""

    how: AttackMethod
    hex: Hex
    unit: str = ""
    weapon: str = ""


# --- what a unit may attack -----------------------------------------------------------------------


def possible_firers(state: State, call: AttackOpportunity) -> tuple[str, ...]:
    """The units of a side that may attack something now."""
    hexes = attackable_hexes(state, call)
    if not hexes:
        return ()
    return tuple(
        unit.id
        for unit in state.units_of(call.side)
        if may_attack(unit) and next(_aims(state, unit, call, hexes), None) is not None
    )


def possible_attacks(state: State, unit: Unit, call: AttackOpportunity) -> tuple[Aim, ...]:
    """Every attack a unit may make on an occasion."""
    return tuple(_aims(state, unit, call, attackable_hexes(state, call)))


def attackable_hexes(state: State, call: AttackOpportunity) -> list[Hex]:
    """The hexes with enemies that may be attacked."""
    if call.is_at_movers:
        hexes = (state.units[mover].at for mover in call.movers if mover in state.units)
        return list(dict.fromkeys(hexes))
    return [hex_ for hex_, here in state.stacks_by_hex.items() if here[0].side != call.side]


def _aims(state: State, unit: Unit, call: AttackOpportunity, hexes: list[Hex]) -> Iterator[Aim]:
    far, seen, at = (
        unit_firepower.longest_range(state, unit),
        state.seeing.hexes_seen_from(unit.at),
        unit.at,
    )
    shells = not call.is_at_movers and state.burden(unit.id).has_mortar
    for hex_ in hexes:
        if hex_ in seen and 0 < distance(at, hex_) <= far and fires_out(state, unit, hex_):
            yield from _direct(state, unit, hex_, call)
        if shells and _may_shell(state, unit, hex_):
            yield Aim(AttackMethod.MORTAR, hex_)


def _direct(state: State, unit: Unit, hex_: Hex, call: AttackOpportunity) -> Iterator[Aim]:
    """Attacks on what a unit sees in a hex."""
    here = _standing(state, hex_, call)
    types = [state.type_of(each) for each in here]
    if not all(type_.is_afv for type_ in types) and _may_volley(state, unit, hex_, call):
        yield Aim(AttackMethod.AP, hex_)
    vehicles = [each for each, type_ in zip(here, types, strict=True) if type_.is_vehicle_unit]
    if vehicles and not _in_bunker(state, hex_):
        for each in unit_firepower.anti_tank_weapons(state, unit, hex_):
            for vehicle in vehicles:
                yield Aim(AttackMethod.AT, hex_, vehicle.id, each.weapon)


def _standing(state: State, hex_: Hex, call: AttackOpportunity) -> list[Unit]:
    """The enemies in a hex that may be attacked, cargo left out."""
    here = state.units_at(hex_)
    if call.is_at_movers:
        return [unit for unit in here if unit.id in call.movers]
    return list(here)


def _may_volley(state: State, unit: Unit, hex_: Hex, call: AttackOpportunity) -> bool:
    """Return whether a unit may make an AP attack; infantry once per hex (V14.2)."""
    if unit_firepower.attack_share(state, unit, hex_) is None:
        return False
    fired = call.volleys if call.is_at_movers else state.volleys
    return not fired or volley_of_unit(state, unit, hex_) not in fired


def volley_of_unit(state: State, unit: Unit, hex_: Hex) -> FiredVolley | None:
    """The volley a unit would be part of; None for vehicles by themselves (V14.2)."""
    if unit.inside:
        return FiredVolley(unit.at, hex_, unit.inside)
    if state.type_of(unit).is_infantry:
        return FiredVolley(unit.at, hex_)
    return FiredVolley(unit.at, hex_, unit.id) if state.type_of(unit).is_carrier else None


def _may_shell(state: State, unit: Unit, hex_: Hex) -> bool:
    """Return whether a mortar may fire at a hex seen or spotted (V12.11, V12.12)."""
    if unit_firepower.mortar_share(state, unit, hex_) is None:
        return False
    if FiredVolley(unit.at, hex_, MORTARS) in state.volleys or not unit_firepower.may_use_mortar(
        state, unit
    ):
        return False
    return is_spotted(state, unit.side, hex_)


def is_spotted(state: State, side: str, hex_: Hex) -> bool:
    """Return whether an unpinned unit of a side sees a hex (V12.12, V18.2)."""
    seeing = state.seeing
    return any(hex_ in seeing.hexes_seen_from(start) for start in spotter_hexes(state, side))


def hexes_spotted(state: State, side: str) -> frozenset[Hex]:
    """All hexes that unpinned units of a side see (V12.12, V18.2)."""
    seeing = state.seeing
    return frozenset().union(
        *(seeing.hexes_seen_from(start) for start in spotter_hexes(state, side))
    )


def spotter_hexes(state: State, side: str) -> list[Hex]:
    """The hexes in which a side has unpinned units: they are its spotters (V12.12)."""
    return [
        start
        for start, here in state.stacks_by_hex.items()
        if here[0].side == side and not all(unit.pinned for unit in here)
    ]


def fires_out(state: State, unit: Unit, hex_: Hex) -> bool:
    """Return whether a unit may fire from its place: bunkers by arc only (V19.6)."""
    work = state.works.get(unit.at)
    if work is None or work.facing is None or not state.work_type(work).is_bunker:
        return True
    return facing.is_in_arc(state.field.board.grid, unit.at, work.facing, hex_)


def _in_bunker(state: State, hex_: Hex) -> bool:
    """ATFP may not be used on those inside a bunker (V19.6)."""
    work = state.works.get(hex_)
    return work is not None and state.work_type(work).is_bunker


# --- who joins ------------------------------------------------------------------------------------


def joining_units(state: State, aim: Aim, group: tuple[str, ...]) -> tuple[str, ...]:
    """Return units that may still join: infantry, or carrier and passengers (V14.2)."""
    first = state.units[group[0]]
    return tuple(
        unit.id
        for unit in fire_group_candidates(state, first)
        if unit.id not in group and may_attack(unit) and attack_part(state, unit, aim) is not None
    )


def fire_group_candidates(state: State, unit: Unit) -> list[Unit]:
    """Return the units of a possible fire group, with the unit itself (V14.2)."""
    carrier = unit.inside or unit.id
    if unit.inside or not state.type_of(unit).is_infantry:
        return [state.units[carrier], *casualties.riders_of(state, state.units[carrier])]
    return [each for each in state.units_at(unit.at) if state.type_of(each).is_infantry]


def attack_part(state: State, unit: Unit, aim: Aim) -> unit_firepower.AttackShare | None:
    """Return a unit's part in an attack (V12.3, V12.10)."""
    if aim.how is AttackMethod.MORTAR:
        able = unit_firepower.may_use_mortar(state, unit)
        return unit_firepower.mortar_share(state, unit, aim.hex) if able else None
    return unit_firepower.attack_share(state, unit, aim.hex)


def attack_leaders(state: State, group: Iterable[str], call: AttackOpportunity) -> list[Unit]:
    """The leaders that may modify an attack: unpinned, in the hex of infantry attackers (V13.7).

    Those that have fired may not, but in final opportunity fire; who fires himself may.
    """
    units = [state.units[unit] for unit in group]
    if not all(state.type_of(unit).is_infantry for unit in units):
        return []
    inside = units[0].inside
    near = [u for u in state.units_of(call.side) if u.at == units[0].at and u.inside == inside]
    return [
        unit
        for unit in near
        if state.type_of(unit).modifier < 0
        and not unit.pinned
        and (not unit.fired or call.occasion is AttackOccasion.FINAL)
    ]


# --- what changes the roll ------------------------------------------------------------------------


def roll_modifiers(
    state: State,
    firer: Unit,
    aim: Aim,
    targets: list[Unit],
    call: AttackOpportunity,
    is_flame: bool = False,
) -> Corrections:
    """Return modifiers of an attack roll before leaders and grenades (V13.4, V13.9)."""
    if aim.how is AttackMethod.MORTAR:
        return _name(("cover", fortifications.cover_without_line(state, aim.hex, targets)))
    cover = 0 if is_flame else fortifications.hex_cover(state, aim.hex, targets)
    start = firer.at
    hindered = state.seeing.sight_modifier(start, aim.hex) or 0
    runs = bool(targets) and all(unit.assault_moving for unit in targets)
    found = [("cover", cover), ("sight", hindered), ("assault-move", int(runs))]
    if call.is_at_movers and aim.how is AttackMethod.AP:
        found += _opportunity(state, start, aim.hex, not any(value > 0 for _, value in found))
    return _name(*found, ("wire", wire_modifier(state, firer)))


def _opportunity(state: State, start: Hex, hex_: Hex, bare: bool) -> list[tuple[str, int]]:
    """AP opportunity fire: -1 without any cover, -2 next door; both or the better (V13.9)."""
    near = distance(start, hex_) == ADJACENT
    if bare and near and not state.book.choices.opfire_cumulative:
        bare = False
    return [("no-cover", -1 if bare else 0), ("adjacent", -2 if near else 0)]


def wire_modifier(state: State, firer: Unit) -> int:
    """Infantry firing out of wire (V19.9)."""
    work = state.works.get(firer.at)
    is_wire = work is not None and work.kind == "wire"
    return int(is_wire and state.type_of(firer).is_infantry)


def _name(*found: tuple[str, int]) -> Corrections:
    return tuple(entry for entry in found if entry[1])
