"""The rulebook of tide as data: types, terrain, works and choices of one scenario (H).

The data are the YAML files beside this module; a scenario's `rules:` overrides any of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from engine.games.game_appearance import SYMBOLS
from engine.games.rule_tables import RuleTable
from engine.games.scenario_rules import (
    cache_by_rules,
    check_terrain_kinds,
    complete_entry,
    fill_in_choices,
    read_changed_data_file,
    read_data_file,
    read_mobility,
    require_known_word,
    split_rules,
    tables_with_overrides,
)
from engine.games.tide.data.piece_types import (
    SIZES,
    TRAITS,
    GroundEffects,
    MovementClass,
    ObjectiveWorth,
    OperationLayout,
    ScenarioEvent,
    SquadToken,
    UnitKind,
    UnitType,
    WorkType,
)
from engine.games.tide.data.rule_tables import RuleTables
from engine.games.tide.data.rule_tables import check_tide_table as check_table
from engine.map.terrain import TerrainClass
from engine.movement.mobility import Mobility


@dataclass(frozen=True)
class RulebookChoices:
    """The options of rules.yaml, with the choices of a scenario."""

    actions: int
    units_in_hex: int
    vehicles_in_hex: int
    opfire_losses_stop: bool
    sturdy_tanks: bool
    assault_tie: str
    assault_bar: str
    heavy_squads_support: bool
    assault_last_defender: str
    mortar: str
    halve_each: bool
    blind_by_equal_ground: bool
    hidden_mines: bool
    command_kept: bool
    overrun_op_fire: str


_TABLES = ("tables", "units", "tokens", "works", "terrain")
_OWN = ("objectives", "operations", "events")
"""Parts of a scenario's `rules:` of which the rulebook itself has nothing."""
_HERE = Path(__file__).parent
_read = partial(read_data_file, _HERE)
rule_choices = partial(_read, "rules")
"""The choices as rules.yaml lists them: value, alternatives, rule."""


@dataclass(frozen=True)
class Rulebook:
    """The rulebook one scenario is played by."""

    choices: RulebookChoices
    tables: Mapping[str, RuleTable]
    units: Mapping[str, UnitType]
    tokens: Mapping[str, SquadToken]
    works: Mapping[str, WorkType]
    mobility: Mapping[MovementClass, Mobility]
    ground: GroundEffects
    objectives: Mapping[str, ObjectiveWorth]
    operations: Mapping[str, OperationLayout]
    events: Mapping[str, ScenarioEvent]

    @cached_property
    def charts(self) -> RuleTables:
        """The tables as the rules look things up in them."""
        return RuleTables(self.tables)

    @cached_property
    def figures(self) -> Mapping[str, UnitType]:
        """The types of figures that stand on bases, by id (Q1)."""
        return {id_: type_ for id_, type_ in self.units.items() if type_.is_figure}

    def worth(self, objective: str) -> ObjectiveWorth:
        """Return the gain from an objective in each round (CM2)."""
        return self.objectives.get(objective, ObjectiveWorth())


@cache_by_rules
def load_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    data, given = split_rules(overrides, (*_TABLES, *_OWN))
    terrain = read_changed_data_file(_HERE, "terrain", data["terrain"])
    chosen = _choices(given)
    return Rulebook(
        chosen,
        tables_with_overrides(_read("tables"), data["tables"], check_table),
        _printing(_unit_types({**_read("units"), **data["units"]}), chosen),
        _entries("tokens", data["tokens"], SquadToken),
        _entries("works", data["works"], WorkType),
        _mobility(terrain["mobility"]),
        _ground(terrain),
        _own_entries("objectives", data["objectives"], ObjectiveWorth),
        _own_entries("operations", data["operations"], OperationLayout),
        _own_entries("events", data["events"], ScenarioEvent),
    )


def _choices(given: Mapping[str, Any]) -> RulebookChoices:
    return RulebookChoices(**fill_in_choices(rule_choices(), given, (*_TABLES, *_OWN)))


# --- types ----------------------------------------------------------------------------------------


def _unit_types(entries: Mapping[str, Any]) -> dict[str, UnitType]:
    result = {}
    for name, entry in entries.items():
        path = ["units", name]
        whole = complete_entry(path, entry, _read("units").get(name, {}), UnitType)
        require_known_word([*path, "kind"], whole["kind"], tuple(UnitKind))
        require_known_word([*path, "symbol"], whole.get("symbol", "infantry"), SYMBOLS)
        require_known_word([*path, "size"], whole.get("size", ""), SIZES)
        for trait in whole.get("traits", ()):
            require_known_word([*path, "traits"], trait, TRAITS)
        traits = tuple(whole.get("traits", ()))
        result[name] = UnitType(
            name, **{**whole, "kind": UnitKind(whole["kind"]), "traits": traits}
        )
    return result


def _printing(types: dict[str, UnitType], chosen: RulebookChoices) -> dict[str, UnitType]:
    """The types of one printing of the rules: in the older mortars have one FP (U9)."""
    if chosen.mortar == "1a":
        return types
    return {
        name: replace(type_, fp_normal=0) if type_.has_trait("area") else type_
        for name, type_ in types.items()
    }


def _entries(table: str, given: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
    """A table of the rulebook with a scenario's changes, each entry as a value of its kind."""
    printed = _read(table)
    return {
        name: kind(name, **complete_entry([table, name], entry, printed.get(name, {}), kind))
        for name, entry in {**printed, **given}.items()
    }


def _own_entries(part: str, given: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
    """A part of which the rulebook has nothing, each entry as a value of its kind."""
    return {
        name: kind(**complete_entry([part, name], entry or {}, {}, kind))
        for name, entry in given.items()
    }


# --- terrain --------------------------------------------------------------------------------------


def _mobility(entries: Mapping[str, Any]) -> dict[MovementClass, Mobility]:
    path = ["terrain", "mobility"]
    return {
        going: read_mobility([*path, going], str(going), entries[going]) for going in MovementClass
    }


def _ground(terrain: Mapping[str, Any]) -> GroundEffects:
    named = [name for name in terrain if name != "mobility"]
    for name in named:
        check_terrain_kinds(["terrain", name], terrain[name], TerrainClass.GROUND)
    plain: dict[str, Any] = {
        name: terrain[name] if isinstance(terrain[name], Mapping) else frozenset(terrain[name])
        for name in named
    }
    return GroundEffects(**plain)
