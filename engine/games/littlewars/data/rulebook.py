"""The rulebook of Little Wars as data, with a scenario's `rules:` applied to it.

`edges` names the back line of each side, `marked` the zone of each side's back line that counts
for the enemy's breakthrough, `chance` the body of which chance takes a part (L20.2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.games.littlewars.data.piece_types import UnitType
from engine.games.rule_tables import InvalidTable, RuleTable
from engine.games.scenario_rules import (
    cache_by_rules,
    check_keys,
    fill_in_choices,
    read_data_file,
    refuse_value,
    refuse_word,
    split_rules,
    tables_with_overrides,
)
from engine.tabletop.shapes import INCH
from engine.texts import text


@dataclass(frozen=True)
class RulebookChoices:
    """The options of rules.yaml, with the choices of a scenario."""

    game: str
    curtain: bool
    setup_depth: int
    choose_edge: bool
    clock: str
    clock_follows_losses: bool
    shots: str
    wind: int
    wind_from: str
    shortest: bool
    road_bonus: int
    field_scale: int
    rout: str
    boxes: bool
    supply_wagons: bool
    railways: bool
    # Of the Kriegspiel alone.
    edge_supplies: bool = False
    begins_fed: bool = True
    convoy_wagons: int = 0


BY_SIDE = ("edges", "marked", "chance")
"""Parts of a scenario's `rules:` that say a word for a side."""
NAMED = ("tables", "units", "defender", *BY_SIDE)
"""Keys that `rules:` may contain beside the choices."""
EDGES = ("south", "north", "west", "east")
_HERE = Path(__file__).parent
_HALF = {"½": Fraction(1, 2), "·": Fraction(0)}


@dataclass(frozen=True)
class Rulebook:
    """The rulebook one scenario is played by."""

    choices: RulebookChoices
    tables: Mapping[str, RuleTable]
    units: Mapping[str, UnitType]
    edges: Mapping[str, str]
    marked: Mapping[str, str]
    chance: Mapping[str, str]
    defender: str = ""

    @cached_property
    def rates(self) -> Mapping[str, int]:
        """Return the move of each kind, in sixteenths of an inch (L6, L21.1)."""
        table = self.tables["rates"]
        scale = INCH * self.choices.field_scale
        return {
            row: int(cells[0]) * scale for row, cells in zip(table.rows, table.cells, strict=True)
        }

    @cached_property
    def worth(self) -> Mapping[str, Fraction]:
        """Return the points of each kind at the end (L17.2)."""
        return self._points("end")

    @cached_property
    def cost(self) -> Mapping[str, Fraction]:
        """Return the cost of each kind in an army (L20.3)."""
        return self._points("army")

    def _points(self, column: str) -> Mapping[str, Fraction]:
        table = self.tables["points"]
        return {row: parse_table_number(table.cell(row, column) or "") for row in table.rows}

    def rate_of(self, kind: str) -> int:
        """Return the move of a kind of unit; 0 where the table has no row for it."""
        return self.rates.get(self.units[kind].rate, 0)

    @property
    def arms(self) -> tuple[str, ...]:
        """The arms there are, in the order of the kinds."""
        return tuple(dict.fromkeys(kind.arm for kind in self.units.values()))

    def clock_value(self, of: str) -> int:
        """A figure of the clock (L3)."""
        found = self.tables["clock"].number_at(of, "count")
        assert found is not None
        return found


@cache_by_rules
def load_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    return read_rulebook_in(_HERE, overrides, check_table)


def read_rulebook_in(
    folder: Path, overrides: Mapping[str, Any], look: Callable[[str, RuleTable], None]
) -> Rulebook:
    """A rulebook that changes the printed one by the data in a folder; `look` checks its tables."""
    data, given = split_rules(overrides, ("tables", "units", *BY_SIDE))
    defender = given.pop("defender", "")
    chosen = RulebookChoices(**fill_in_choices(rule_choices(folder), given, NAMED))
    if not isinstance(defender, str):
        refuse_value(["defender"], defender, text("problems.type-string"))
    for side, edge in data["edges"].items():
        if edge not in EDGES:
            refuse_word(["edges", side], "littlewars.what-edge", edge, EDGES)
    return Rulebook(
        chosen,
        tables_with_overrides(
            {**read_data_file(_HERE, "tables"), **_of(folder, "tables")}, data["tables"], look
        ),
        _units(_both(folder, "units"), data["units"]),
        data["edges"],
        data["marked"],
        data["chance"],
        defender,
    )


def _both(folder: Path, name: str) -> Mapping[str, Any]:
    return {**read_data_file(_HERE, name), **_of(folder, name)}


def _of(folder: Path, name: str) -> Mapping[str, Any]:
    return read_data_file(folder, name) if folder != _HERE else {}


def rule_choices(folder: Path = _HERE) -> Mapping[str, Mapping[str, Any]]:
    """The choices as rules.yaml lists them, and that of a rulebook that adds to this one."""
    return _both(folder, "rules")


def parse_table_number(word: str) -> Fraction:
    """A number as the tables print it, halves with their sign: `1½`; nothing for a dot."""
    half = _HALF.get(word[-1:], Fraction(0))
    whole = word.rstrip("½·")
    return (Fraction(int(whole)) if whole else Fraction(0)) + half


def _units(printed: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, UnitType]:
    """The kinds of the rulebook and those a scenario adds or changes."""
    result = {}
    for name in {**printed, **given}:
        entry = {"name": name, **printed.get(name, {}), **given.get(name, {})}
        check_keys(["units", name], entry, [each.name for each in fields(UnitType)[1:]])
        for key in ("arm", "footprint"):
            if key not in entry:
                refuse_word(["units", name], "game.what-key", "", [key])
        for key in ("formations", "loads", "carries"):
            entry[key] = tuple(entry.get(key, ()))
        result[name] = UnitType(name, **entry)
    return result


def check_table(name: str, table: RuleTable) -> None:
    """InvalidTable for a table in which the rules could not look up what they need."""
    _READS[name](table) if name in _READS else None


def _check_numbers(table: RuleTable) -> None:
    for cells in table.cells:
        for word in cells:
            try:
                parse_table_number(word)
            except ValueError as error:
                raise InvalidTable(str(error)) from error


_READS: Mapping[str, Callable[[RuleTable], None]] = {
    "rates": _check_numbers,
    "points": _check_numbers,
    "clock": _check_numbers,
}
