"""The rulebook of valor as data: types, terrain, tables and choices of one scenario.

The data lies in the YAML files beside this one; a scenario's `rules:` overrides any of it.

The choices a scenario makes where the rules of valor leave them open (V0.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass
from dataclasses import fields as fields_of
from functools import cached_property
from pathlib import Path
from typing import Any

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
from engine.games.valor.data.piece_types import (
    HOLDS,
    WEAPON_KINDS,
    WORK_CLASSES,
    Ground,
    Kind,
    MovementClass,
    UnitType,
    WeaponCarry,
    WeaponType,
    WorkType,
    check_word,
)
from engine.games.valor.data.rule_tables import RuleTables
from engine.games.valor.data.rule_tables import check as check_table
from engine.map.terrain import TerrainClass, load_catalogue
from engine.movement.mobility import InvalidMobility, Mobility
from engine.texts import text


@dataclass(frozen=True)
class Choices:
    """What rules.yaml lists, as a scenario has chosen."""

    advance: str
    stacking: str
    ap_table: str
    aircraft_scatter: bool
    grenades_most: int
    opfire_cumulative: bool
    hedges_are_hedgerows: bool
    crops: bool
    hidden_mines: bool
    vehicles_in_buildings: bool
    half_hexes: str
    pinned_carrier: str


_DATA = ("tables", "units", "weapons", "positions", "terrain")
_HERE = Path(__file__).parent
TRANSPORTS, TOWS = ("", "TH", "T1", "T2"), ("", "small-gun", "gun")


@dataclass(frozen=True)
class Rulebook:
    """The rulebook one scenario is played by."""

    choices: Choices
    tables: Mapping[str, RuleTable]
    units: Mapping[str, UnitType]
    weapons: Mapping[str, WeaponType]
    works: Mapping[str, WorkType]
    mobility: Mapping[MovementClass, Mobility]
    ground: Ground

    @cached_property
    def charts(self) -> RuleTables:
        """The tables as the rules look things up in them."""
        return RuleTables(self.tables)


@cache_by_rules
def load_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    given = dict(overrides)
    data = {name: given.pop(name, None) or {} for name in _DATA}
    choices_ = _choices(given)
    terrain = _terrain(data["terrain"])
    return Rulebook(
        choices_,
        tables_of(_read("tables"), data["tables"], check_table),
        _unit_types({**_read("units"), **data["units"]}),
        _weapon_types({**_read("weapons"), **data["weapons"]}),
        _work_types({**_read("positions"), **data["positions"]}),
        _mobility(terrain["mobility"], choices_),
        _ground(terrain, choices_),
    )


def rule_choices() -> Mapping[str, Mapping[str, Any]]:
    """The choices as rules.yaml lists them: value, alternatives, rule."""
    return _read("rules")


def _read(name: str) -> dict[str, Any]:
    return read(_HERE, name)


def _choices(given: Mapping[str, Any]) -> Choices:
    listed = rule_choices()
    words = {
        name: _as_word(value, listed[name]["alternatives"]) if name in listed else value
        for name, value in given.items()
    }
    return Choices(**choose(listed, words, _DATA))


def _as_word(value: Any, alternatives: Any) -> Any:
    """A choice as the word it is among others, where YAML reads a number or a truth (2021, off)."""
    if not isinstance(alternatives, list) or isinstance(value, str):
        return value
    word = "off" if value is False else str(value)
    return word if word in alternatives else value


# --- types ----------------------------------------------------------------------------------------


def _unit_types(entries: Mapping[str, Any]) -> dict[str, UnitType]:
    result = {}
    for name, entry in entries.items():
        path = ["units", name]
        whole = _whole(path, entry, _read("units"), UnitType)
        check_word([*path, "kind"], whole["kind"], tuple(Kind))
        check_word([*path, "symbol"], whole.get("symbol", "infantry"), SYMBOLS)
        check_word([*path, "transport"], whole.get("transport", ""), TRANSPORTS)
        check_word([*path, "tows"], whole.get("tows", ""), TOWS)
        check_word([*path, "half"], whole.get("half", ""), ("", *entries))
        result[name] = UnitType(name, **{**whole, "kind": Kind(whole["kind"])})
    return result


def _weapon_types(entries: Mapping[str, Any]) -> dict[str, WeaponType]:
    result = {}
    for name, entry in entries.items():
        path = ["weapons", name]
        whole = _whole(path, _rename(entry), _rename_all("weapons"), WeaponType)
        check_word([*path, "class"], whole["class_"], tuple(WeaponCarry))
        check_word([*path, "kind"], whole["kind"], WEAPON_KINDS)
        symbol = whole.get("symbol", _WEAPON_SYMBOLS.get(whole["kind"], "machine-gun"))
        check_word([*path, "symbol"], symbol, SYMBOLS)
        more = {"class_": WeaponCarry(whole["class_"]), "symbol": symbol}
        result[name] = WeaponType(name, **{**whole, **more})
    return result


def _work_types(entries: Mapping[str, Any]) -> dict[str, WorkType]:
    result = {}
    for name, entry in entries.items():
        path = ["positions", name]
        whole = _whole(path, _rename(entry), _rename_all("positions"), WorkType)
        check_word([*path, "class"], whole["class_"], WORK_CLASSES)
        check_word([*path, "holds"], whole.get("holds", "any"), HOLDS)
        result[name] = WorkType(name, **whole)
    return result


_WEAPON_SYMBOLS = {"mortar": "mortar", "at": "anti-tank", "flamethrower": "engineer"}


def _rename(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of the data with `class`, a word Python keeps for itself, under its name here."""
    return {"class_" if key == "class" else key: value for key, value in entry.items()}


def _rename_all(name: str) -> dict[str, Any]:
    return {each: _rename(entry) for each, entry in _read(name).items()}


def _whole(
    path: list[str], entry: Mapping[str, Any], printed: Mapping[str, Any], kind: type[Any]
) -> dict[str, Any]:
    """A type as the book prints it with what a scenario changes; InvalidRules for a wrong key."""
    fields = {each.name: each for each in fields_of(kind)}
    known = [key for key in fields if key != "id"]
    for key in entry:
        if key not in known:
            refuse_word([*path, key.rstrip("_")], "game.what-key", key, known)
    whole = {"name": path[-1], **printed.get(path[-1], {}), **entry}
    for key in known:
        if key not in whole and fields[key].default is MISSING:
            refuse_word([*path], "game.what-key", "", [key.rstrip("_")])
        _check_value([*path, key], whole.get(key), fields[key].default)
    return whole


def _check_value(path: list[str], value: object, usual: object) -> None:
    """InvalidRules for a value of another type than the usual one."""
    if value is None or usual is MISSING:
        return
    if isinstance(usual, bool):
        check(path, value, "boolean")
    elif isinstance(usual, int):
        least = -9 if path[-1] == "modifier" else 0
        check(path, value, "number", least)


# --- terrain --------------------------------------------------------------------------------------


def _terrain(given: Mapping[str, Any]) -> dict[str, Any]:
    printed = _read("terrain")
    for key in given:
        if key not in printed:
            refuse_word(["terrain", key], "game.what-key", key, printed)
    return apply_overrides(printed, given)


def _mobility(entries: Mapping[str, Any], choices_: Choices) -> dict[MovementClass, Mobility]:
    """What moves cost; vehicles pass buildings only where the scenario says so (V10.4)."""
    result = {}
    for going in MovementClass:
        entry = entries[going]
        for lies in TerrainClass:
            _check_kinds(["terrain", "mobility", going, lies], entry.get(lies, ()), lies)
        if going is MovementClass.VEHICLE and choices_.vehicles_in_buildings:
            entry = {**entry, "ground": {**entry["ground"], "building": 2}}
        try:
            result[going] = Mobility.from_table(str(going), entry)
        except InvalidMobility as error:
            raise InvalidRules(["terrain", "mobility", going], str(error)) from error
    return result


def _ground(terrain: Mapping[str, Any], choices_: Choices) -> Ground:
    """What ground and hexsides do; crops and hedges as the scenario says (V10.9, V10.11)."""
    kinds = {"cover": TerrainClass.GROUND, "blocks": TerrainClass.GROUND,
             "hinders": TerrainClass.GROUND, "doubles": TerrainClass.GROUND,
             "no_entrenchments": TerrainClass.GROUND,
             "low": TerrainClass.SIDE, "high": TerrainClass.SIDE}  # fmt: skip
    for name, lies in kinds.items():
        _check_kinds(["terrain", name], terrain[name], lies)
    hinders = dict(terrain["hinders"])
    if not choices_.crops:
        hinders.pop("crops", None)
    low, high = set(terrain["low"]), set(terrain["high"])
    if choices_.hedges_are_hedgerows and "hedge" in low:
        low, high = low - {"hedge"}, high | {"hedge"}
    return Ground(
        terrain["cover"],
        frozenset(terrain["blocks"]),
        hinders,
        frozenset(low),
        frozenset(high),
        frozenset(terrain["doubles"]),
        frozenset(terrain["no_entrenchments"]),
    )


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
