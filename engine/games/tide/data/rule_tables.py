"""The printed tables as the rules look things up in them (RS4, RS9, RS11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NoReturn

from engine.games.rule_tables import InvalidTable, RuleTable
from engine.texts import text

NOTHING = "·"
ENOUGH = 99  # hits that destroy anything: no table may let a vehicle live for ever
BEST, NEVER = 2, 7  # the least face at best (D7 hit), and one no die shows


class RangeBand(StrEnum):
    """Bands of range (RG1-RG4), the best first; there are no attacks out of range."""

    CLOSE = "close"
    NORMAL = "normal"
    LONG = "long"


DAMAGES = ("none", "light", "heavy", "destroyed")
"""Damage of a vehicle (V3), by its grade 0…3."""
MORALES = ("normal", "pinned", "disrupted", "routed")
"""Morale of a squad (RS11), the best first; routed squads are removed."""
DESTROYED, ROUTED = 3, "routed"
BANDS = tuple(RangeBand)


class RuleTables:
    """The tables of one rulebook; lookups are remembered."""

    def __init__(self, tables: Mapping[str, RuleTable]) -> None:
        self.tables = tables
        self._damage: dict[tuple[int, int], int] = {}
        self._morale: dict[tuple[str, int], str] = {}
        self._least = {
            (colour, band): tables["success"].number_at(colour, band) or NEVER
            for colour in ("black", "red")
            for band in BANDS
        }

    def least(self, band: RangeBand, change: int = 0) -> int:
        """The least face with which a black die succeeds, moved by so much, 2 at best (RS4, D7)."""
        return min(max(self._least["black", band] + change, BEST), NEVER)

    @property
    def least_red(self) -> int:
        """The least face with which a red die succeeds (RS4)."""
        return self._least["red", RangeBand.NORMAL]

    def damage_after_hits(self, before: int, hits: int) -> int:
        """The grade of damage a vehicle has after so many hits (RS9)."""
        key = before, hits
        if key not in self._damage:
            word = self.tables["damage"].cell(DAMAGES[before], hits)
            self._damage[key] = before if word in (None, NOTHING) else DAMAGES.index(str(word))
        return self._damage[key]

    def morale_after_hits(self, before: str, hits: int) -> str:
        """Return a squad's morale after hits of a suppressive attack (RS11)."""
        key = before, hits
        if key not in self._morale:
            word = self.tables["morale"].cell(str(before), hits)
            self._morale[key] = str(before if word in (None, NOTHING) else word)
        return self._morale[key]

    def hits_to_destroy(self, before: int) -> int:
        """The fewest hits that destroy a vehicle (AS12)."""
        possible = range(1, ENOUGH + 1)
        return next(hits for hits in possible if self.damage_after_hits(before, hits) == DESTROYED)


def check_tide_table(name: str, table: RuleTable) -> None:
    """InvalidTable unless a table can be looked up in all the rules look up."""
    for row, line in zip(table.rows, table.cells, strict=True):
        for column, word in zip(table.columns, line, strict=True):
            if word not in _WORDS[name]:
                _refuse(word, row, column, _WORDS[name])
    for head, wanted in _LOOKED_UP[name]:
        found = table.cell(head, wanted)
        if found is None:
            raise InvalidTable(text("game.table-gap", None, row=head, column=wanted))
        if name == "damage" and wanted == ENOUGH and found != DAMAGES[DESTROYED]:
            _refuse(found, head, f"{wanted}", (DAMAGES[DESTROYED],))


def _refuse(found: str, row: str, column: str, options: Sequence[str]) -> NoReturn:
    values = {"found": found, "row": row, "column": column, "options": ", ".join(options)}
    raise InvalidTable(text("game.table-result", None, **values))


_WORDS: Mapping[str, tuple[str, ...]] = {
    "success": tuple(str(face) for face in range(BEST, NEVER + 1)),
    "damage": (NOTHING, *DAMAGES[1:]),
    "morale": (NOTHING, *MORALES[1:]),
}
_LOOKED_UP: Mapping[str, list[tuple[str, str | int]]] = {
    "success": [(colour, band) for colour in ("black", "red") for band in BANDS],
    "damage": [(row, hits) for row in DAMAGES[:-1] for hits in (*range(5), ENOUGH)],
    "morale": [(row, hits) for row in MORALES[:-1] for hits in (*range(5), ENOUGH)],
}
