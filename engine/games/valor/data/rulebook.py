"""The rulebook of valor as data: types, terrain, tables and choices of one scenario (V0.5).

The data are the YAML files beside this module; a scenario's `rules:` overrides any of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
from engine.games.valor.data.piece_types import (
    HOLDS,
    WEAPON_KINDS,
    WORK_CLASSES,
    GroundEffects,
    MovementClass,
    UnitKind,
    UnitType,
    WeaponCarry,
    WeaponType,
    WorkType,
)
from engine.games.valor.data.rule_tables import RuleTables
from engine.games.valor.data.rule_tables import check_valor_table as check_table
from engine.map.terrain import TerrainClass
from engine.movement.mobility import Mobility


@dataclass(frozen=True)
class RulebookChoices:
    """The options of rules.yaml, with the choices of a scenario."""

    wiped_out: str
    advance: str
    stacking: str
    ap_table: str
    aircraft_scatter: bool
    grenades_most: int
    opfire_cumulative: bool
    hedges_are_hedgerows: bool
    crops: bool
    orchard_cover: bool
    hidden_mines: bool
    vehicles_in_buildings: bool
    half_hexes: str
    pins: str
    pinned_carrier: str


_DATA = ("tables", "units", "weapons", "positions", "terrain")
_HERE = Path(__file__).parent
_read = partial(read_data_file, _HERE)
rule_choices = partial(_read, "rules")
"""The choices as rules.yaml lists them: value, alternatives, rule."""
_LEAST = {"modifier": -9}
TRANSPORTS, TOWS = ("", "TH", "T1", "T2"), ("", "small-gun", "gun")


@dataclass(frozen=True)
class Rulebook:
    """The rulebook one scenario is played by."""

    choices: RulebookChoices
    tables: Mapping[str, RuleTable]
    units: Mapping[str, UnitType]
    weapons: Mapping[str, WeaponType]
    works: Mapping[str, WorkType]
    mobility: Mapping[MovementClass, Mobility]
    ground: GroundEffects

    @cached_property
    def charts(self) -> RuleTables:
        """The tables as the rules look things up in them."""
        return RuleTables(self.tables)


@cache_by_rules
def load_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    data, given = split_rules(overrides, _DATA)
    choices_ = _choices(given)
    terrain = read_changed_data_file(_HERE, "terrain", data["terrain"])
    return Rulebook(
        choices_,
        tables_with_overrides(_read("tables"), data["tables"], check_table),
        _unit_types({**_read("units"), **data["units"]}),
        _weapon_types({**_read("weapons"), **data["weapons"]}),
        _work_types({**_read("positions"), **data["positions"]}),
        _mobility(terrain["mobility"], choices_),
        _ground(terrain, choices_),
    )


def _choices(given: Mapping[str, Any]) -> RulebookChoices:
    listed = rule_choices()
    words = {
        name: _as_word(value, listed[name]["alternatives"]) if name in listed else value
        for name, value in given.items()
    }
    return RulebookChoices(**fill_in_choices(listed, words, _DATA))


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
        whole = complete_entry(path, entry, _read("units").get(name, {}), UnitType, _LEAST)
        require_known_word([*path, "kind"], whole["kind"], tuple(UnitKind))
        require_known_word([*path, "symbol"], whole.get("symbol", "infantry"), SYMBOLS)
        require_known_word([*path, "transport"], whole.get("transport", ""), TRANSPORTS)
        require_known_word([*path, "tows"], whole.get("tows", ""), TOWS)
        require_known_word([*path, "half"], whole.get("half", ""), ("", *entries))
        result[name] = UnitType(name, **{**whole, "kind": UnitKind(whole["kind"])})
    return result


def _weapon_types(entries: Mapping[str, Any]) -> dict[str, WeaponType]:
    result = {}
    for name, entry in entries.items():
        path = ["weapons", name]
        printed = _rename(_read("weapons").get(name, {}))
        whole = complete_entry(path, _rename(entry), printed, WeaponType, _LEAST)
        require_known_word([*path, "class"], whole["class_"], tuple(WeaponCarry))
        require_known_word([*path, "kind"], whole["kind"], WEAPON_KINDS)
        symbol = whole.get("symbol", _WEAPON_SYMBOLS.get(whole["kind"], "machine-gun"))
        require_known_word([*path, "symbol"], symbol, SYMBOLS)
        more = {"class_": WeaponCarry(whole["class_"]), "symbol": symbol}
        result[name] = WeaponType(name, **{**whole, **more})
    return result


def _work_types(entries: Mapping[str, Any]) -> dict[str, WorkType]:
    result = {}
    for name, entry in entries.items():
        path = ["positions", name]
        printed = _rename(_read("positions").get(name, {}))
        whole = complete_entry(path, _rename(entry), printed, WorkType)
        require_known_word([*path, "class"], whole["class_"], WORK_CLASSES)
        require_known_word([*path, "holds"], whole.get("holds", "any"), HOLDS)
        result[name] = WorkType(name, **whole)
    return result


_WEAPON_SYMBOLS = {"mortar": "mortar", "at": "anti-tank", "flamethrower": "engineer"}


def _rename(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of the data with `class`, a word Python keeps for itself, under its name here."""
    return {"class_" if key == "class" else key: value for key, value in entry.items()}


# --- terrain --------------------------------------------------------------------------------------


def _mobility(
    entries: Mapping[str, Any], choices_: RulebookChoices
) -> dict[MovementClass, Mobility]:
    """Return costs of movement; vehicles enter buildings by an option only (V10.4)."""
    result = {}
    for going in MovementClass:
        entry = entries[going]
        if going is MovementClass.VEHICLE and choices_.vehicles_in_buildings:
            entry = {**entry, "ground": {**entry["ground"], "building": 2}}
        result[going] = read_mobility(["terrain", "mobility", going], str(going), entry)
    return result


def _ground(terrain: Mapping[str, Any], choices_: RulebookChoices) -> GroundEffects:
    """Return effects of ground and hexsides, with options of a scenario (V10.9, V10.11)."""
    kinds = {"cover": TerrainClass.GROUND, "blocks": TerrainClass.GROUND,
             "hinders": TerrainClass.GROUND, "doubles": TerrainClass.GROUND,
             "no_entrenchments": TerrainClass.GROUND,
             "low": TerrainClass.SIDE, "high": TerrainClass.SIDE}  # fmt: skip
    for name, lies in kinds.items():
        check_terrain_kinds(["terrain", name], terrain[name], lies)
    hinders = dict(terrain["hinders"])
    if not choices_.crops:
        hinders.pop("crops", None)
    low, high = set(terrain["low"]), set(terrain["high"])
    if choices_.hedges_are_hedgerows and "hedge" in low:
        low, high = low - {"hedge"}, high | {"hedge"}
    return GroundEffects(
        terrain["cover"],
        frozenset(terrain["blocks"]),
        hinders,
        frozenset(low),
        frozenset(high),
        frozenset(terrain["doubles"]),
        frozenset(terrain["no_entrenchments"]),
    )
