"""The types of valor as sheets of a form: units, weapons, positions, a row each (V1, V12, V19)."""

from __future__ import annotations

from operator import attrgetter

from engine.games.symbols import SYMBOLS
from engine.games.typed import UnitTypeTable
from engine.games.valor.data.book import TOWS, TRANSPORTS
from engine.games.valor.data.kinds import (
    HOLDS,
    WEAPON_KINDS,
    WORK_CLASSES,
    Kind,
    UnitType,
    WeaponCarry,
    WeaponType,
    WorkType,
)
from engine.games.valor.face.forms import FORM

ARMOURS = ("", *"ABCDEF")
TYPED = {
    "units": UnitTypeTable("units", UnitType, attrgetter("units"), FORM, {
        "kind": tuple(Kind), "transport": TRANSPORTS, "tows": TOWS, "symbol": SYMBOLS,
        "atfp": ARMOURS, "front": ARMOURS, "rear": ARMOURS,
    }),
    "weapons": UnitTypeTable("weapons", WeaponType, attrgetter("weapons"), FORM, {
        "class_": tuple(WeaponCarry), "kind": WEAPON_KINDS, "atfp": ARMOURS, "symbol": SYMBOLS,
    }),
    "positions": UnitTypeTable("positions", WorkType, attrgetter("works"), FORM, {
        "class_": WORK_CLASSES, "holds": HOLDS,
    }),
}  # fmt: skip
