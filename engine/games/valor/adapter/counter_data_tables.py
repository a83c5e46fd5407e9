"""Valor's types as sheets of a form, and the values that counters print (V1, V12, V19)."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

from engine.games.game_appearance import SYMBOLS
from engine.games.rule_data_tables import DesignTexts, UnitTypeTable
from engine.games.valor.data.piece_types import (
    HOLDS,
    WEAPON_KINDS,
    WORK_CLASSES,
    UnitKind,
    UnitType,
    WeaponCarry,
    WeaponType,
    WorkType,
)
from engine.games.valor.data.rulebook import TOWS, TRANSPORTS

FORM = DesignTexts(Path(__file__).with_name("designing.yaml"))


Printed = tuple[str, ...]
"""The values along the lower edge, then those beside the symbol, one below the other."""

MINUS, DASH, TIMES = "−", "–", "·"


def unit_counter_values(type_: UnitType) -> Printed:
    """The values of a unit type's counter (V1.2-V1.16)."""
    if type_.is_infantry:
        return _infantry(type_)
    return _gun(type_) if type_.is_gun else _vehicle(type_)


def weapon_counter_values(type_: WeaponType) -> Printed:
    """Firepower or ATFP, and range; beside it L or H (V1.4, V1.12)."""
    power = (str(type_.apfp) if type_.apfp else "") + type_.atfp
    reach = f"{type_.least}{MINUS}{type_.range}" if type_.least else str(type_.range)
    return f"{power or DASH}-{reach}", str(type_.class_)


def _infantry(type_: UnitType) -> Printed:
    """Firepower, range and casualty rating; E for the elite, a leader's modifier (V1.2, V1.3)."""
    values = f"{type_.apfp}-{type_.range}-{type_.cr}"
    if type_.is_leader:
        return values, f"{MINUS}{abs(type_.modifier)}" if type_.modifier else "0"
    return (values, "E") if type_.elite else (values,)


def _gun(type_: UnitType) -> Printed:
    """ATFP with APFP and casualty rating; beside them its MP (V1.5, V1.16)."""
    return f"{type_.atfp}{type_.gun}-{type_.cr}", str(type_.mp)


def _vehicle(type_: UnitType) -> Printed:
    """Gun and machine guns, those that fire all round in circles; armour or CR, and MP (V1.10)."""
    main = _ring(type_.atfp) if type_.turret else type_.atfp
    values = f"{main}{type_.gun or ''}{_ring(type_.mg360)}"
    if type_.mgff:
        between = "" if type_.mg360 or not values else TIMES
        values = f"{values}{between}{type_.mgff}"
    armour = dict.fromkeys(each for each in (type_.front, type_.rear) if each)
    guarded = "/".join(armour) if type_.is_afv else str(type_.cr)
    return values or DASH, guarded, str(type_.mp)


def _ring(value: int | str) -> str:
    """A letter or number in a circle; nothing for none."""
    if not value:
        return ""
    return chr(0x24B6 + ord(value) - ord("A")) if isinstance(value, str) else chr(0x245F + value)


ARMOURS = ("", *"ABCDEF")
TYPED = {
    "units": UnitTypeTable("units", UnitType, attrgetter("units"), FORM, {
        "kind": tuple(UnitKind), "transport": TRANSPORTS, "tows": TOWS, "symbol": SYMBOLS,
        "atfp": ARMOURS, "front": ARMOURS, "rear": ARMOURS,
    }),
    "weapons": UnitTypeTable("weapons", WeaponType, attrgetter("weapons"), FORM, {
        "class_": tuple(WeaponCarry), "kind": WEAPON_KINDS, "atfp": ARMOURS, "symbol": SYMBOLS,
    }),
    "positions": UnitTypeTable("positions", WorkType, attrgetter("works"), FORM, {
        "class_": WORK_CLASSES, "holds": HOLDS,
    }),
}  # fmt: skip
