"""The rulebook of tide as data: types, terrain, works and choices of one scenario.

The data lies in the YAML files beside this one; a scenario's `rules:` overrides any of it.

The choices a scenario makes where the rules of tide leave them open (H).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from engine.games.appearance import SYMBOLS
from engine.games.rule_tables import RuleTable
from engine.games.scenario_rules import (
    InvalidRules,
    apply_overrides,
    cache_by_rules,
    check,
    choose,
    read,
    refuse_word,
    tables_of,
)
from engine.games.tide.data.piece_types import (
    SIZES,
    TRAITS,
    Ground,
    Kind,
    MovementClass,
    Operation,
    ScenarioEvent,
    Token,
    UnitType,
    WorkType,
    Worth,
    check_word,
)
from engine.games.tide.data.rule_tables import RuleTables
from engine.games.tide.data.rule_tables import check as check_table
from engine.map.terrain import TerrainClass, load_catalogue
from engine.movement.mobility import InvalidMobility, Mobility
from engine.texts import text


@dataclass(frozen=True)
class Choices:
    """What rules.yaml lists, as a scenario has chosen."""

    actions: int
    units_in_hex: int
    vehicles_in_hex: int
    opfire_losses_stop: bool
    assault_tie: str
    assault_bar: str
    mortar: str
    halve_each: bool
    blind_by_equal_ground: bool
    hidden_mines: bool
    command_kept: bool
    overrun_op_fire: str


T = TypeVar("T")

_TABLES = ("tables", "units", "tokens", "works", "terrain")
_OWN = ("objectives", "operations", "events")
"""Parts of a scenario's `rules:` of which the rulebook itself has nothing."""
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Rulebook:
    """The rulebook one scenario is played by."""

    choices: Choices
    tables: Mapping[str, RuleTable]
    units: Mapping[str, UnitType]
    tokens: Mapping[str, Token]
    works: Mapping[str, WorkType]
    mobility: Mapping[MovementClass, Mobility]
    ground: Ground
    objectives: Mapping[str, Worth]
    operations: Mapping[str, Operation]
    events: Mapping[str, ScenarioEvent]

    @cached_property
    def charts(self) -> RuleTables:
        """The tables as the rules look things up in them."""
        return RuleTables(self.tables)

    @cached_property
    def figures(self) -> Mapping[str, UnitType]:
        """The types of figures that stand on bases, by id (Q1)."""
        return {id_: type_ for id_, type_ in self.units.items() if type_.is_figure}

    def worth(self, objective: str) -> Worth:
        """What an objective gives in each round (CM2)."""
        return self.objectives.get(objective, Worth())


@cache_by_rules
def load_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    given = dict(overrides)
    data = {name: given.pop(name, None) or {} for name in (*_TABLES, *_OWN)}
    terrain, chosen = _terrain(data["terrain"]), _choices(given)
    return Rulebook(
        chosen,
        tables_of(_read("tables"), data["tables"], check_table),
        _printing(_unit_types({**_read("units"), **data["units"]}), chosen),
        _entries("tokens", data["tokens"], Token),
        _entries("works", data["works"], WorkType),
        _mobility(terrain["mobility"]),
        _ground(terrain),
        {
            name: Worth(**_whole(["objectives", name], entry, {}, Worth))
            for name, entry in data["objectives"].items()
        },
        {
            name: Operation(**_whole(["operations", name], entry or {}, {}, Operation))
            for name, entry in data["operations"].items()
        },
        {
            name: ScenarioEvent(**_whole(["events", name], entry, {}, ScenarioEvent))
            for name, entry in data["events"].items()
        },
    )


def rule_choices() -> Mapping[str, Mapping[str, Any]]:
    """The choices as rules.yaml lists them: value, alternatives, rule."""
    return _read("rules")


def _read(name: str) -> dict[str, Any]:
    return read(_HERE, name)


def _choices(given: Mapping[str, Any]) -> Choices:
    return Choices(**choose(rule_choices(), given, (*_TABLES, *_OWN)))


# --- types ----------------------------------------------------------------------------------------


def _unit_types(entries: Mapping[str, Any]) -> dict[str, UnitType]:
    result = {}
    for name, entry in entries.items():
        path = ["units", name]
        whole = _whole(path, entry, _read("units").get(name, {}), UnitType)
        check_word([*path, "kind"], whole["kind"], tuple(Kind))
        check_word([*path, "symbol"], whole.get("symbol", "infantry"), SYMBOLS)
        check_word([*path, "size"], whole.get("size", ""), SIZES)
        for trait in whole.get("traits", ()):
            check_word([*path, "traits"], trait, TRAITS)
        traits = tuple(whole.get("traits", ()))
        result[name] = UnitType(name, **{**whole, "kind": Kind(whole["kind"]), "traits": traits})
    return result


def _printing(types: dict[str, UnitType], chosen: Choices) -> dict[str, UnitType]:
    """The types of one printing of the rules: in the older mortars have one FP (U9)."""
    if chosen.mortar == "1a":
        return types
    return {
        name: replace(type_, fp_normal=0) if type_.has("area") else type_
        for name, type_ in types.items()
    }


def _entries(table: str, given: Mapping[str, Any], kind: Callable[..., T]) -> dict[str, T]:
    """A table of the rulebook with a scenario's changes, each entry as a value of its kind."""
    printed = _read(table)
    return {
        name: kind(name, **_whole([table, name], entry, printed.get(name, {}), kind))
        for name, entry in {**printed, **given}.items()
    }


def _whole(
    path: list[str], entry: Mapping[str, Any], printed: Mapping[str, Any], kind: Any
) -> dict[str, Any]:
    """A type as the book prints it with what a scenario changes; InvalidRules for a wrong key."""
    fields = kind.__dataclass_fields__
    known = [key for key in fields if key != "id"]
    for key in entry:
        if key not in known:
            refuse_word([*path, key], "game.what-key", key, known)
    named = {"name": path[-1]} if "name" in known else {}
    whole = {**named, **printed, **entry}
    for key in known:
        if key not in whole and fields[key].default is MISSING:
            refuse_word([*path], "game.what-key", "", [key])
        _check_value([*path, key], whole.get(key), fields[key].default)
    return whole


def _check_value(path: list[str], value: object, usual: object) -> None:
    """InvalidRules for a value of another type than the usual one."""
    if value is None or usual is MISSING:
        return
    if isinstance(usual, bool):
        check(path, value, "boolean")
    elif isinstance(usual, int):
        check(path, value, "number", 0)


# --- terrain --------------------------------------------------------------------------------------


def _terrain(given: Mapping[str, Any]) -> dict[str, Any]:
    printed = _read("terrain")
    for key in given:
        if key not in printed:
            refuse_word(["terrain", key], "game.what-key", key, printed)
    return apply_overrides(printed, given)


def _mobility(entries: Mapping[str, Any]) -> dict[MovementClass, Mobility]:
    result = {}
    for going in MovementClass:
        entry = entries[going]
        for lies in TerrainClass:
            _check_kinds(["terrain", "mobility", going, lies], entry.get(lies, ()), lies)
        try:
            result[going] = Mobility.from_table(str(going), entry)
        except InvalidMobility as error:
            raise InvalidRules(["terrain", "mobility", going], str(error)) from error
    return result


def _ground(terrain: Mapping[str, Any]) -> Ground:
    named = [name for name in terrain if name != "mobility"]
    for name in named:
        _check_kinds(["terrain", name], terrain[name], TerrainClass.GROUND)
    plain: dict[str, Any] = {
        name: terrain[name] if isinstance(terrain[name], Mapping) else frozenset(terrain[name])
        for name in named
    }
    return Ground(**plain)


def _check_kinds(path: list[str], names: Iterable[str], lies: TerrainClass) -> None:
    """InvalidRules for ground, hexside features or links that the catalogue does not know."""
    known = [kind.id for kind in load_catalogue().of_class(lies)]
    for name in names:
        if name not in known:
            there = [*path, name] if isinstance(names, Mapping) else path
            refuse_word(there, f"game.what-{lies}", name, known)


def error_text(error: InvalidRules) -> str:
    """What is wrong, without the path, which a problem shows beside it."""
    return str(error).removeprefix(f"rules.{'.'.join(error.path)}: ")


def unknown_type(found: str, known: Iterable[str]) -> str:
    """The sentence for a type that is not in the book."""
    values = {"what": text("game.what-unit-type"), "found": found, "options": ", ".join(known)}
    return text("game.rules-unknown", None, **values)
