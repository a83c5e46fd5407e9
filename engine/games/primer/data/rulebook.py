"""The rulebook of the primer as data: results, unit types, terrain and choices of one scenario.

The data are the YAML files beside this module; a scenario's `rules:` overrides any of it. The
choices are made where the primer is silent, or where its readers may differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from engine.games import rule_tables
from engine.games.game_appearance import SYMBOLS
from engine.games.rule_tables import InvalidTable, RuleTable
from engine.games.scenario_rules import (
    InvalidRules,
    cache_by_rules,
    check_choice_value,
    check_keys,
    check_terrain_kinds,
    fill_in_choices,
    name_in_languages,
    read_data_file,
    refuse_value,
    refuse_word,
    split_rules,
    tables_with_overrides,
)
from engine.map.terrain import TerrainClass, load_catalogue
from engine.movement.mobility import Mobility
from engine.texts import text


@dataclass(frozen=True)
class RulebookChoices:
    """The house rules; rules.yaml lists the alternatives."""

    stacking: int
    numbers: str
    joining: bool
    bridges: bool
    coloured_roads: bool
    execution: str
    encounter: str
    joint_spread: int
    joint_percent: int
    unseen_bonus: int
    unseen_attackers: str
    retreat: str
    short_retreat: str
    beaten_turns: int
    halving: str
    ranged_loser: str
    seen_enemies: str
    missile: str
    missile_strength: int
    withdrawal: bool
    turn_limit: str


COLOURED = "coloured"
"""The link no map has that marks the hexes of deployment zones and rings as road hexes (P4)."""

_DATA = ("tables", "units", "terrain", "deployment", "rings")
_HERE = Path(__file__).parent
_read = partial(read_data_file, _HERE)
rule_choices = partial(_read, "rules")
"""The choices as rules.yaml lists them: value, alternatives, rule."""
_NO_ENTRY = "–"  # as the printed table has it
_WIPED_OUT = "X"
_MAX_HEXES = 12  # retreats in a table
_NUMBERS = {"vision": 0, "strength": 0, "mp": 0, "cost": 0, "points": 0}
_FLAGS = ("ranged", "off_board", "hides")


class FightOutcome(NamedTuple):
    """A result of the table: who is beaten, and how many hexes it retreats; 0: it is wiped out."""

    is_stronger_beaten: bool
    hexes: int

    @property
    def is_wiped_out(self) -> bool:
        """Return True if no unit is left to retreat."""
        return self.hexes == 0


@dataclass(frozen=True)
class UnitType:
    """A type of unit; `vision` is its range of attack too (P7), `terrain` its column in P4.

    One that `hides` is not seen from outside where the ground conceals (P7).
    """

    id: str
    name: Mapping[str, str]
    vision: int
    strength: int
    mp: int
    cost: int
    points: int
    terrain: str
    ranged: bool
    off_board: bool
    hides: bool
    symbol: str


@dataclass(frozen=True)
class TerrainEffects:
    """The effects of ground: the table row of each kind, and the kinds that conceal."""

    entry: RuleTable
    alike: Mapping[str, str]
    road_links: tuple[str, ...]
    concealing: frozenset[str]  # rows of the table; for looking up only

    def row_of(self, ground: str) -> str:
        """The row of the table a kind of ground counts as."""
        if ground in self.alike:
            return self.alike[ground]
        return ground if ground in self.entry.rows else "waste"

    def is_concealing(self, ground: str) -> bool:
        """Return True if a hex cannot be seen into from outside (P7)."""
        return self.row_of(ground) in self.concealing


@dataclass(frozen=True)
class Rulebook:
    """The rulebook one scenario is played by.

    `deployment` names the zone of each side, `rings` that of each city, where a scenario says so.
    """

    choices: RulebookChoices
    tables: Mapping[str, RuleTable]
    units: Mapping[str, UnitType]
    terrain: TerrainEffects
    deployment: Mapping[str, str]
    rings: Mapping[str, str]

    def outcome(self, difference: int, roll: int) -> FightOutcome:
        """Return the result in the printed table for a difference and a sum of two dice (P15)."""
        cell = self.tables["results"].cell(roll, difference)
        assert cell is not None
        return _outcome(cell)

    @cached_property
    def mobilities(self) -> Mapping[str, Mobility]:
        """Return the movement costs of each unit type (P4)."""
        return {name: self._mobility(unit.terrain) for name, unit in self.units.items()}

    def _mobility(self, column: str) -> Mobility:
        kinds = [kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)]
        rows = {kind: self.terrain.row_of(kind) for kind in kinds}
        roads = ("waste", "river") if self.choices.bridges else ("waste",)
        road, waste = self._cost("road", column), self._cost("waste", column)
        return Mobility(
            column,
            ground={kind: self._cost(row, column) for kind, row in rows.items()},
            other_ground=waste,
            linked_by=(*self.terrain.road_links, COLOURED),
            linked={kind: road for kind, row in rows.items() if row in roads},
        )

    def _cost(self, row: str, column: str) -> int | None:
        word = self.terrain.entry.cell(row, column)
        return None if word is None or word == _NO_ENTRY else int(word)


def _outcome(cell: str) -> FightOutcome:
    hexes = 0 if cell[1:] == _WIPED_OUT else int(cell[1:])
    return FightOutcome(cell[0] == "p", hexes)


# --- reading -------------------------------------------------------------------------------------


@cache_by_rules
def load_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    data, given = split_rules(overrides, _DATA)
    terrain = _terrain({**_read("terrain"), **data["terrain"]})
    return Rulebook(
        _choices(given),
        tables_with_overrides(_read("tables"), data["tables"], _check_results),
        _unit_types(data["units"], terrain),
        terrain,
        _names_of(data["deployment"], "deployment"),
        _names_of(data["rings"], "rings"),
    )


def check_zone_names(rulebook: Rulebook, sides: Iterable[str], objectives: Iterable[str]) -> None:
    """InvalidRules where a zone is named for a side or an objective there is not."""
    for key, what, named, known in (
        ("deployment", "game.what-taking-part", rulebook.deployment, list(sides)),
        ("rings", "primer-faults.what-city", rulebook.rings, list(objectives)),
    ):
        for name in named:
            if name not in known:
                refuse_word([key, name], what, name, known)


def _choices(given: Mapping[str, Any]) -> RulebookChoices:
    return RulebookChoices(**fill_in_choices(rule_choices(), given, _DATA))


def _check_results(name: str, table: RuleTable) -> None:
    """InvalidTable unless all that two dice and any difference can come to is in the table."""
    known = ["pX", "nX", *(f"{who}{n}" for who in "pn" for n in range(1, _MAX_HEXES + 1))]
    for sum_, difference in product(range(2, 13), (*range(12), 10**6)):
        found, place = table.cell(sum_, difference), {"row": sum_, "column": difference}
        if found is None:
            raise InvalidTable(text("game.table-gap", None, **place))
        if found not in known:
            said = {"found": found, "options": "pX p1 p2 … nX n1 n2 …", **place}
            raise InvalidTable(text("game.table-result", None, **said))


def _unit_types(given: Mapping[str, Any], terrain: TerrainEffects) -> dict[str, UnitType]:
    base = _read("units")
    result = {}
    for name, entry in {**base, **given}.items():
        check_keys(["units", name], entry, [each.name for each in fields(UnitType)[1:]])
        merged = {**base["infantry"], "name": name, **base.get(name, {}), **entry}
        _check_type(name, merged, terrain)
        result[name] = UnitType(name, **{**merged, "name": name_in_languages(merged["name"])})
    return result


def _check_type(name: str, entry: Mapping[str, Any], terrain: TerrainEffects) -> None:
    if entry["terrain"] not in terrain.entry.columns:
        columns = terrain.entry.columns
        refuse_word(
            ["units", name, "terrain"], "primer-faults.what-mover", entry["terrain"], columns
        )
    if entry["symbol"] not in SYMBOLS:
        refuse_word(["units", name, "symbol"], "game.what-symbol", entry["symbol"], SYMBOLS)
    for key, least in _NUMBERS.items():
        check_choice_value(["units", name, key], entry[key], "number", least)
    for key in _FLAGS:
        check_choice_value(["units", name, key], entry[key], "boolean")


def _terrain(entry: Mapping[str, Any]) -> TerrainEffects:
    check_keys(["terrain"], entry, _read("terrain"))
    table = _entry_table(entry["entry"])
    kinds = [kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)]
    for ground, row in entry["alike"].items():
        if ground not in kinds:
            refuse_word(["terrain", "alike", ground], "game.what-ground", ground, kinds)
        if row not in table.rows:
            refuse_word(["terrain", "alike", ground], "game.what-ground", row, table.rows)
    check_terrain_kinds(["terrain", "road_links"], entry["road_links"], TerrainClass.LINK)
    for row in entry["concealing"]:
        if row not in table.rows:
            refuse_word(["terrain", "concealing"], "game.what-ground", row, table.rows)
    concealing = frozenset(entry["concealing"])
    return TerrainEffects(table, entry["alike"], tuple(entry["road_links"]), concealing)


def _entry_table(printed: str) -> RuleTable:
    """The table of costs; InvalidRules unless each is a whole number from 1, or no entry."""
    path = ["terrain", "entry"]
    try:
        table = rule_tables.parse_rule_table(printed)
        for word in (word for row in table.cells for word in row):
            if word != _NO_ENTRY and (not word.isascii() or not word.isdigit() or int(word) < 1):
                raise InvalidTable(text("game.rules-cost", None, found=word))
        for row in ("road", "waste"):
            if row not in table.rows:
                place = {"row": row, "column": table.columns[0]}
                raise InvalidTable(text("game.table-gap", None, **place))
    except InvalidTable as error:
        why = text("game.rules-table", None, table="entry", why=error)
        raise InvalidRules(path, why) from error
    return table


def _names_of(given: Any, key: str) -> Mapping[str, str]:
    """A mapping of names to names of zones."""
    if not isinstance(given, Mapping):
        refuse_value([key], given, text("primer-faults.zone-by-name"))
    for name, zone in given.items():
        if not isinstance(zone, str):
            refuse_value([key, name], zone, text("primer-faults.zone"))
    return dict(given)
