"""The printed tables as the rules look things up in them (V14.4, V15.5, V16.2, V16.3)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from itertools import chain

from engine.games.rule_tables import InvalidTable, RuleTable
from engine.texts import text

NOTHING = "·"
AT_ONCE = "E"  # eliminated without a roll
MIN_ROLL, MAX_ROLL = 2, 12
ODDS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1")


class AntiTankWeaponKind(StrEnum):
    """Kinds of anti-tank weapons for the hit number (V16.2)."""

    GUN = "gun"
    INFANTRY = "infantry"
    MISSION = "mission"
    MORTAR = "mortar"


class PenetrationResult(StrEnum):
    """Results of a hit on an armoured vehicle (V16.3)."""

    ELIMINATED = "eliminated"
    IMMOBILISED = "immobilised"
    NOTHING = "nothing"


class RuleTables:
    """The tables of one rulebook; lookups are remembered."""

    def __init__(self, tables: Mapping[str, RuleTable]) -> None:
        self.tables = tables
        self._points: dict[tuple[int, int], int] = {}

    def casualty_points(self, apfp: int, rolled: int) -> int:
        """The CP of an AP attack by its APFP and the modified roll (V14.4)."""
        key = apfp, min(max(rolled, MIN_ROLL), MAX_ROLL)
        if key not in self._points:
            self._points[key] = _number(self.tables["AP"].cell(*key))
        return self._points[key]

    def hit_number(self, weapon: AntiTankWeaponKind, range_: int = 0) -> int:
        """The number that hits a vehicle or gun, or less (V16.2)."""
        return self.tables["hit"].number_at(weapon, range_) or 0

    def elimination_number(self, atfp: str, armour: str) -> str:
        """The elimination number of a hit: a number, `E` or `·` (V16.3)."""
        return self.tables["armour"].cell(atfp, armour) or NOTHING

    def kill_number(self, odds: str) -> int:
        """The Kill number of a close assault (V15.5)."""
        return self.tables["assault"].number_at("kill", odds) or 0

    def area_firepower(self, fire: str) -> tuple[int, str]:
        """APFP and ATFP of a fire lane or a mission (V13.12, V18.1)."""
        table = self.tables["area"]
        return table.number_at(fire, "APFP") or 0, table.cell(fire, "ATFP") or NOTHING


def assault_odds_column(attack: int, defence: int) -> str:
    """The odds of a close assault, fractions dropped, within 1-4 and 4-1 (V15.5)."""
    if attack >= defence:
        return f"{min(attack // defence, 4) if defence else 4}-1"
    return f"1-{min(defence // attack, 4) if attack else 4}"


def penetration_result(number: str, rolled: int) -> PenetrationResult:
    """Return the result of a hit by the elimination number and the roll (V16.3)."""
    if number == NOTHING:
        return PenetrationResult.NOTHING
    if number == AT_ONCE or rolled < int(number):
        return PenetrationResult.ELIMINATED
    return PenetrationResult.IMMOBILISED if rolled == int(number) else PenetrationResult.NOTHING


def is_elimination_rolled(number: str) -> bool:
    """Return whether an elimination number needs a roll at all (V16.3)."""
    return number not in (NOTHING, AT_ONCE)


def check_valor_table(name: str, table: RuleTable) -> None:
    """InvalidTable unless a table can be looked up in all the rules look up."""
    letters = (NOTHING, AT_ONCE, *"ABCDEF")
    known = letters if name in ("armour", "area") else (NOTHING,)
    for word in chain.from_iterable(table.cells):
        if not word.isdecimal() and word not in known:
            raise InvalidTable(text("game.table-number", None, found=word))
    _check_heads(name, table)


def _check_heads(name: str, table: RuleTable) -> None:
    """InvalidTable where a row or column is missing that the rules look up."""
    for row, column in _LOOKED_UP[name]:
        if table.cell(row, column) is None:
            raise InvalidTable(text("game.table-gap", None, row=row, column=column))


def _number(cell: str | None) -> int:
    return 0 if cell in (None, NOTHING) else int(cell or 0)


_LOOKED_UP: Mapping[str, list[tuple[str | int, str | int]]] = {
    "AP": [(row, sum_) for row in (1, 5, 11, 19, 29, 41) for sum_ in range(2, 13)],
    "hit": [(weapon, range_) for weapon in AntiTankWeaponKind for range_ in (0, 11, 20)],
    "armour": [(row, column) for row in "ABCDEF" for column in "ABCDEF"],
    "assault": [("kill", column) for column in ODDS],
    "area": [
        (row, column)
        for row in ("fire-lane", "fighter-bomber", "light", "heavy")
        for column in ("APFP", "ATFP")
    ],
}
