"""Firepower of units: their own, support weapons, guns, MGs (V12, V14.3)."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.valor import facing
from engine.games.valor.data.piece_types import WeaponType
from engine.games.valor.data.rule_tables import AntiTankWeaponKind
from engine.games.valor.state import State, Unit
from engine.games.valor.unit_lookups import weapons_of
from engine.hexes.hex import Hex, distance

FAR = 10**6  # hexes: a gun has no limit (V13.3)
MG_RANGE = 8  # of AFVs and vehicles (V1.12)
ADJACENT = 1
GRENADES, SATCHEL = "grenades", "satchel"


class AttackShare(NamedTuple):
    """A unit's part in an AP attack: APFP, the weapons it uses, whether one is a flamethrower."""

    unit: str
    apfp: int
    weapons: tuple[str, ...] = ()
    is_flame: bool = False


class AntiTankWeapon(NamedTuple):
    """An anti-tank weapon: a weapon by id, a kind of the pool, or the unit's gun.

    `weapon` is empty for a gun of its own; `is_pooled` says that it comes from the side's stock
    (V12.5).
    """

    weapon: str
    atfp: str
    against: AntiTankWeaponKind
    is_pooled: bool = False


# --- attacks on infantry, guns and unarmoured vehicles --------------------------------------------


def attack_share(state: State, unit: Unit, target: Hex) -> AttackShare | None:
    """Return a unit's part in an AP attack; None out of reach (V12.3, V14.3)."""
    if state.type_of(unit).is_infantry:
        return _on_foot(state, unit, distance(unit.at, target))
    return None if unit.inside else _of_vehicle(state, unit, target)


def satchel_firepower(state: State, unit: Unit) -> int:
    """Return firepower with a satchel charge: the unit's and the charge's (V12.8)."""
    return own_firepower(state, unit) + state.book.weapons[SATCHEL].apfp


def own_firepower(state: State, unit: Unit) -> int:
    """The APFP of a unit by itself; valorous ones have one more (V22.3)."""
    return state.type_of(unit).apfp + unit.valor


def mortar_share(state: State, unit: Unit, target: Hex) -> AttackShare | None:
    """The mortar of a unit that reaches a hex: it counts alone (V12.3, V12.11)."""
    away = distance(unit.at, target)
    for weapon, type_ in weapons_of(state, unit.id):
        if type_.is_mortar and type_.least <= away <= type_.range:
            return AttackShare(unit.id, type_.apfp, (weapon.id,))
    return None


def mortar_atfp(state: State, shares: tuple[AttackShare, ...]) -> str:
    """The strongest ATFP of the mortars that fire together (V12.15)."""
    types = (state.weapon_type(state.weapons[w]) for each in shares for w in each.weapons)
    return max(type_.atfp for type_ in types)


def may_use_mortar(state: State, unit: Unit) -> bool:
    """Not from buildings and bunkers, nor by passengers (V12.11, V8.5)."""
    work = state.works.get(unit.at)
    if unit.inside or state.field.ground(unit.at) == "building":
        return False
    return work is None or not state.work_type(work).is_bunker


def _on_foot(state: State, unit: Unit, away: int) -> AttackShare | None:
    """Squad: own + L or H; half: own + L, or H alone; leader: own, or L alone (V12.3)."""
    type_ = state.type_of(unit)
    own = own_firepower(state, unit) if 0 < away <= type_.range else 0
    best = AttackShare(unit.id, own) if own else None
    for weapon, kind in weapons_of(state, unit.id):
        if not _counts(kind, away, bool(unit.inside)):
            continue
        alone = type_.is_leader or (type_.is_half and kind.is_heavy)
        apfp = kind.apfp + (0 if alone else own)
        if best is None or apfp > best.apfp:
            best = AttackShare(unit.id, apfp, (weapon.id,), kind.kind == "flamethrower")
    return best


def _counts(kind: WeaponType, away: int, is_passenger: bool) -> bool:
    """Return whether a weapon fires with its bearer: passengers L MGs only (V8.5)."""
    if kind.is_mortar or not kind.apfp or not 0 < away <= kind.range:
        return False
    return (kind.is_mg and kind.is_light) or not is_passenger


def _of_vehicle(state: State, unit: Unit, target: Hex) -> AttackShare | None:
    """Gun, 360° MG and front MG together, as range and arcs allow (V14.3)."""
    type_, away = state.type_of(unit), distance(unit.at, target)
    in_arc = facing.is_in_unit_arc(state, unit, target)
    apfp = type_.gun if type_.turret or in_arc else 0
    if away <= MG_RANGE:
        apfp += type_.mg360 + (type_.mgff if in_arc else 0)
    return AttackShare(unit.id, apfp) if apfp and away else None


# --- attacks on vehicles and guns -----------------------------------------------------------------


def anti_tank_weapons(state: State, unit: Unit, target: Hex) -> list[AntiTankWeapon]:
    """Return weapons for attacks on a vehicle or gun in a hex (V16.1, V12.6)."""
    if unit.inside:
        return []
    type_, away = state.type_of(unit), distance(unit.at, target)
    if not type_.is_infantry:
        return _guns(state, unit, target)
    found = [
        AntiTankWeapon(weapon.id, kind.atfp, AntiTankWeaponKind.INFANTRY)
        for weapon, kind in weapons_of(state, unit.id)
        if kind.kind == "at" and 0 < away <= kind.range
    ]
    return [*found, *_pool(state, unit.side, away)]


def _guns(state: State, unit: Unit, target: Hex) -> list[AntiTankWeapon]:
    type_ = state.type_of(unit)
    if not type_.atfp or unit.at == target:
        return []
    if not type_.turret and not facing.is_in_unit_arc(state, unit, target):
        return []
    return [AntiTankWeapon("", type_.atfp, AntiTankWeaponKind.GUN)]


def _pool(state: State, side: str, away: int) -> list[AntiTankWeapon]:
    """Panzerfaust and AT grenade: at an adjacent hex, once each (V12.5, V12.6)."""
    if away != ADJACENT:
        return []
    return [
        AntiTankWeapon(name, kind.atfp, AntiTankWeaponKind.INFANTRY, is_pooled=True)
        for name, kind in state.book.weapons.items()
        if kind.is_pooled and kind.kind == "at" and state.count_in_stock(side, name)
    ]


# --- who may fire at all --------------------------------------------------------------------------


def longest_range(state: State, unit: Unit) -> int:
    """The farthest a unit could fire at anything (V1.12)."""
    type_ = state.type_of(unit)
    if type_.is_infantry:
        return max(type_.range, ADJACENT, state.burden(unit.id).range)
    return FAR if type_.gun or type_.atfp else MG_RANGE
