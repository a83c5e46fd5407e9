"""Lookups about units: who is in a hex, who may act, what fits where (V6.11, V12.1, V14.14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.reinforcement_calls import Reserve
from engine.games.valor.data.piece_types import UnitType, WeaponType
from engine.games.valor.state import State, Unit, Weapon
from engine.hexes.hex import Hex

# --- who is where ---------------------------------------------------------------------------------


def infantry_at(state: State, hex_: Hex) -> list[Unit]:
    """The infantry of a hex, passengers left out."""
    return [unit for unit in state.units_at(hex_) if state.type_of(unit).is_infantry]


def carrier_of(state: State, unit: Unit) -> Unit | None:
    """Return the carrier of a unit; None without one."""
    return state.units[unit.inside] if unit.inside else None


def infantry_aboard(state: State, carrier: str) -> list[Unit]:
    """The infantry aboard a carrier."""
    return [unit for unit in state.cargo_of(carrier) if state.type_of(unit).is_infantry]


def gun_towed(state: State, carrier: str) -> Unit | None:
    """The gun a carrier tows."""
    guns = (unit for unit in state.cargo_of(carrier) if state.type_of(unit).is_gun)
    return next(guns, None)


def hexes_of(state: State, side: str) -> list[Hex]:
    """The hexes that hold units of a side."""
    return [hex_ for hex_, here in state.stacks_by_hex.items() if here[0].side == side]


def has_enemies_at(state: State, hex_: Hex, side: str) -> bool:
    """Return whether a hex holds enemies of a side."""
    here = state.units_at(hex_)
    return bool(here) and here[0].side != side


# --- who may act ----------------------------------------------------------------------------------


def may_attack(unit: Unit) -> bool:
    """Return whether a unit may attack: not pinned, no Fire marker (V13.1, V14.14)."""
    return not (unit.pinned or unit.fired)


def leaders_at(state: State, hex_: Hex, side: str) -> list[Unit]:
    """The unpinned leaders of a side in a hex, passengers left out (V14.14)."""
    return [
        unit
        for unit in state.units_at(hex_)
        if unit.side == side and not unit.pinned and state.type_of(unit).is_leader
    ]


def weapons_of(state: State, unit: str) -> tuple[tuple[Weapon, WeaponType], ...]:
    """The support weapons a unit bears, with their types."""
    return state.burden(unit).weapons


def count_heavy_weapons(state: State, unit: str) -> int:
    """Return the number of heavy weapons of a unit (V6.7)."""
    return state.burden(unit).heavy


def may_bear(type_: UnitType, weapons: Sequence[WeaponType]) -> bool:
    """Return whether a unit may bear weapons: one, L only for leaders (V12.1)."""
    if not weapons:
        return True
    if len(weapons) > 1 or not type_.is_infantry or weapons[0].is_pooled:
        return False
    return weapons[0].is_light or not type_.is_leader


# --- what fits (V6.11, V19.5) ---------------------------------------------------------------------


def is_empty(state: State, hex_: Hex) -> bool:
    """Return whether a hex has no units and no position, so that any stack fits."""
    return hex_ not in state.stacks_by_hex and hex_ not in state.works


def fits_in_hex(state: State, hex_: Hex, side: str, more: Iterable[Unit | Reserve]) -> bool:
    """Return whether units fit in a hex with those of their side, by stacking and position.

    Units of `more` that are there already count once; leave out cargo.
    """
    there, units = state.units_at(hex_), state.book.units
    known = {unit.id for unit in there}
    types = [units[unit.type] for unit in there if unit.side == side]
    types += [units[unit.type] for unit in more if unit.id not in known]
    work = state.works.get(hex_)
    if work is not None and not work.hidden and not state.work_type(work).has_room(types):
        return False
    return is_within_stacking_limit(types, state.book.choices.stacking)


def is_within_stacking_limit(types: Sequence[UnitType], rule: str = "older") -> bool:
    """The stacking limit of a side in a hex (V6.11)."""
    vehicles = infantry = squads = 0
    for type_ in types:
        if type_.is_infantry:
            infantry += 1
            squads += type_.is_squad
        else:
            vehicles += 1
    if vehicles == 2:
        return infantry == 0
    if rule == "2021":
        return vehicles <= 1 and infantry <= (2 if vehicles else 4)
    return vehicles <= 1 and infantry <= 4 and squads <= 3
