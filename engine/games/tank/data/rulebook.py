"""The rulebook of the tank game as data: tables, unit types, terrain, cards and choices.

The data are the YAML files beside this module; a scenario's `rules:` overrides any of it. The
choices are those that the rules leave to the umpire.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property, partial
from itertools import chain, product
from pathlib import Path
from typing import Any

from engine.games.card_effects import CardEffectType, read_card_effects
from engine.games.game_appearance import SYMBOLS
from engine.games.rule_tables import InvalidTable, RuleTable
from engine.games.scenario_rules import (
    InvalidRules,
    cache_by_rules,
    check_choice_value,
    check_keys,
    check_terrain_kinds,
    name_in_languages,
    read_changed_data_file,
    read_data_file,
    read_mobility,
    refuse_unknown_keys,
    refuse_word,
    split_rules,
    tables_with_overrides,
)
from engine.map.terrain import TerrainClass
from engine.movement.mobility import Mobility
from engine.scenario.scenario import Card
from engine.texts import LocalText, text


@dataclass(frozen=True)
class PerSideNumber:
    """A number the umpire fixes for both sides together or for each apart (E2)."""

    common: int
    apart: Mapping[str, int] = field(default_factory=dict)

    def number_for_side(self, side: str) -> int:
        """The number that is good for a side."""
        return self.apart.get(side, self.common)


@dataclass(frozen=True)
class RulebookChoices:
    """The choices the rules leave to the umpire; rules.yaml lists the alternatives."""

    close_combat: str
    strict: bool
    results: str
    trace: str
    on_the_line: str
    declare: str
    passing: str
    stacking: int
    march_hexes_per_mp: int
    suppressed_levels: int
    on_the_move_levels: int
    short_halt_levels: int
    short_halt_mp: int
    immobile_mover_fires: bool
    ford_cost: str
    close_combat_rounds: int
    full_combat: str
    deal: str
    cards_per_turn: PerSideNumber
    cards_in_all: PerSideNumber
    card_pool: str
    deck_used_up: str


class FireOutcome(StrEnum):
    """The result of a shot or shell, as the tables print it, from none to worst (F4)."""

    NONE = "·"
    SUPPRESSED = "S"
    GUN_OUT = "F"
    IMMOBILE = "M"
    ANNIHILATED = "K"

    @property
    def is_damage(self) -> bool:
        """Return True for gun out, immobile and annihilated, which cover softens (F5)."""
        return self in DAMAGE

    def lowered(self, grades: int) -> FireOutcome:
        """The result so many grades lower (card 4)."""
        return _GRADES[max(0, _GRADES.index(self) - grades)]


_GRADES = tuple(FireOutcome)
DAMAGE = frozenset(_GRADES[2:])


class FireManner(StrEnum):
    """On what occasion a shot is fired."""

    DIRECT = "direct"
    OPPORTUNITY = "opportunity"
    COVER = "cover"
    ON_THE_MOVE = "on-the-move"
    SHORT_HALT = "short-halt"
    CLOSE = "close"


@dataclass(frozen=True)
class UnitType:
    """A type of combat unit (C1); `fires` is on-the-move, short-halt or halted.

    `symbol` is what its counters show, one of engine.games.game_appearance.
    """

    id: str
    name: Mapping[str, str]
    gun: str
    mp: int
    armour: str
    fires: str
    points: int = 1
    symbol: str = "tank"


@dataclass(frozen=True)
class Cover:
    """The effect of settlement and woods on units in them (S2, F5, A5)."""

    height: int
    faces: tuple[int, ...]
    shields: bool


OPEN_GROUND = Cover(0, (), False)


@dataclass(frozen=True)
class Rulebook:
    """The rulebook one scenario is played by."""

    choices: RulebookChoices
    tables: Mapping[str, RuleTable]
    units: Mapping[str, UnitType]
    mobility: Mobility
    march_links: tuple[str, ...]
    cover: Mapping[str, Cover]
    cards: Mapping[str, Card]

    @cached_property
    def direct_results(self) -> tuple[tuple[FireOutcome, ...], ...]:
        """Table C as Outcome[level][sum of two dice] (F4); level 0 has no effect."""
        table = self.tables["C" if self.choices.results == "standard" else "C-firefight"]
        nothing = (FireOutcome.NONE,) * 13
        return (nothing, *(self._by_sum(table, level) for level in range(1, 11)))

    def shell_result(self, level: int, sum_: int) -> FireOutcome:
        """Table E (A6); nothing for a level below the table."""
        return FireOutcome(self.tables["E"].cell(sum_, level) or FireOutcome.NONE)

    def armour_die(self, armour: str) -> int:
        """Direct fire is only suppressing where the armour die shows this or less (F5)."""
        return self.tables["armour"].number_at("direct", armour) or 0

    def shell_armour_die(self, battery: str, armour: str) -> int:
        """The same for shells, from Table F (A6)."""
        return self.tables["F"].number_at(battery, armour) or 0

    def cover_of(self, ground: str) -> Cover:
        """The cover a kind of ground gives."""
        return self.cover.get(ground, OPEN_GROUND)

    def _by_sum(self, table: RuleTable, level: int) -> tuple[FireOutcome, ...]:
        off = (FireOutcome.NONE, FireOutcome.NONE)
        return (*off, *(FireOutcome(table.cell(sum_, level) or "·") for sum_ in range(2, 13)))


EFFECTS: Mapping[str, frozenset[str]] = {
    "extra-mp": frozenset({"movers", "mp"}),
    "fire-boost": frozenset({"shots", "levels"}),
    "repair": frozenset({"units"}),
    "reactive-armour": frozenset({"results", "grades"}),
    "second-shot": frozenset({"units"}),
    "support": frozenset({"battery", "guns", "delay", "rocket", "suppressed"}),
}
FIRES = ("on-the-move", "short-halt", "halted")
_DATA = ("tables", "units", "terrain", "cards")
_HERE = Path(__file__).parent
_read = partial(read_data_file, _HERE)
rule_choices = partial(_read, "rules")
"""The choices as rules.yaml lists them: value, alternatives, rule."""
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}", re.ASCII)


@cache_by_rules
def load_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    data, given = split_rules(overrides, _DATA)
    tables_ = tables_with_overrides(_read("tables"), data["tables"], _check)
    terrain = read_changed_data_file(_HERE, "terrain", data["terrain"])
    choices_ = _choices(given)
    return Rulebook(
        choices_,
        tables_,
        _unit_types({**_read("units"), **data["units"]}, tables_),
        _mobility(terrain["mobility"], choices_.ford_cost),
        _march_links(terrain["march_links"]),
        _covers(terrain["cover"]),
        _cards({**_read("cards"), **data["cards"]}, tables_),
    )


def check_side_numbers(rulebook: Rulebook, sides: Iterable[str]) -> None:
    """InvalidRules where a number is fixed for a side that does not take part (E2)."""
    known = list(sides)
    for name in ("cards_per_turn", "cards_in_all"):
        for side in getattr(rulebook.choices, name).apart:
            if side not in known:
                refuse_word([name, side], "game.what-taking-part", side, known)


def _choices(given: Mapping[str, Any]) -> RulebookChoices:
    chosen: dict[str, Any] = {}
    for name, entry in rule_choices().items():
        value = given.get(name, entry["value"])
        is_by_side = entry["alternatives"] == "number-by-side"
        if is_by_side and isinstance(value, Mapping):
            for side, number in value.items():
                check_choice_value([name, side], number, "number")
        else:
            check_choice_value([name], value, entry["alternatives"], entry.get("least", 0))
        chosen[name] = _by_side(value, entry["value"]) if is_by_side else value
    refuse_unknown_keys(given, (*chosen, *_DATA))
    return RulebookChoices(**chosen)


def _by_side(value: int | Mapping[str, int], common: int) -> PerSideNumber:
    return PerSideNumber(common, value) if isinstance(value, Mapping) else PerSideNumber(value)


def _check(name: str, table: RuleTable) -> None:
    """InvalidTable unless a table can be looked up in all the rules look up."""
    if name in ("C", "C-firefight", "E"):
        _check_results(table, range(1, 11) if name != "E" else range(2, 17))
        return
    for word in chain.from_iterable(table.cells):
        if not _NUMBER.fullmatch(word):
            raise InvalidTable(text("game.table-number", None, found=word))


def _check_results(table: RuleTable, levels: range) -> None:
    for sum_, level in product(range(2, 13), levels):
        found, place = table.cell(sum_, level), {"row": sum_, "column": level}
        if found is None:
            raise InvalidTable(text("game.table-gap", None, **place))
        if found not in _GRADES:
            options = " ".join(_GRADES)
            raise InvalidTable(
                text("game.table-result", None, found=found, options=options, **place)
            )


def _unit_types(
    entries: Mapping[str, Any], tables_: Mapping[str, RuleTable]
) -> dict[str, UnitType]:
    result = {}
    for name, entry in entries.items():
        merged = {**_read("units")["tank"], "name": name, **entry}
        check_keys(["units", name], entry, [each.name for each in fields(UnitType)[1:]])
        if merged["gun"] not in tables_["A"].rows:
            refuse_word(["units", name, "gun"], "game.what-gun", merged["gun"], tables_["A"].rows)
        if merged["armour"] not in tables_["armour"].columns:
            columns = tables_["armour"].columns
            refuse_word(["units", name, "armour"], "game.what-armour", merged["armour"], columns)
        if merged["symbol"] not in SYMBOLS:
            refuse_word(["units", name, "symbol"], "game.what-symbol", merged["symbol"], SYMBOLS)
        if merged["fires"] not in FIRES:
            options = ", ".join(FIRES)
            raise InvalidRules(
                ["units", name, "fires"],
                text(
                    "game.rules-value", None, what="fires", found=merged["fires"], options=options
                ),
            )
        result[name] = UnitType(name, **{**merged, "name": name_in_languages(merged["name"])})
    return result


def _mobility(entry: Mapping[str, Any], ford_cost: str) -> Mobility:
    """Build the movement costs; a water line costs a total, or more than its ground (V1)."""
    path = ["terrain", "mobility"]
    check_terrain_kinds([*path, "fords"], entry.get("fords", ()), TerrainClass.SIDE)
    fords = entry.get("fords", []) if ford_cost == "total" else []
    return read_mobility(path, "tank", {**entry, "fords": fords})


def _march_links(names: list[str]) -> tuple[str, ...]:
    check_terrain_kinds(["terrain", "march_links"], names, TerrainClass.LINK)
    return tuple(names)


def _covers(entries: Mapping[str, Any]) -> dict[str, Cover]:
    check_terrain_kinds(["terrain", "cover"], entries, TerrainClass.GROUND)
    return {ground: _cover(ground, entry) for ground, entry in entries.items()}


def _cover(ground: str, entry: Mapping[str, Any]) -> Cover:
    check_keys(["terrain", "cover", ground], entry, Cover.__dataclass_fields__)
    faces = tuple(entry.get("faces", ()))
    return replace(OPEN_GROUND, **{**entry, "faces": faces})


def _cards(entries: Mapping[str, Any], tables_: Mapping[str, RuleTable]) -> dict[str, Card]:
    cards = {name: Card(id=name, **entry) for name, entry in entries.items()}
    for name, card in cards.items():
        check_card(card, ["cards", name], tables_)
    return cards


def check_card(card: Card, path: list[str], tables_: Mapping[str, RuleTable]) -> None:
    """InvalidRules for an effect, a parameter or a battery the game does not know."""
    if card.effect not in EFFECTS:
        refuse_word([*path, "effect"], "game.what-effect", card.effect, EFFECTS)
    for key in card.parameters:
        if key not in EFFECTS[card.effect]:
            refuse_word(
                [*path, "parameters", key], "game.what-key", key, sorted(EFFECTS[card.effect])
            )
    battery = card.parameters.get("battery")
    if card.effect == "support" and battery not in tables_["D"].rows:
        refuse_word(
            [*path, "parameters", "battery"], "game.what-battery", battery, tables_["D"].rows
        )


def card_effects(rulebook: Rulebook) -> dict[str, CardEffectType]:
    """The effects of event cards by their words, with the batteries a scenario's rules know."""

    def batteries(entry: Mapping[str, Any]) -> dict[str, LocalText]:
        heads = rulebook.tables[entry["table"]].rows
        return {head: entry["words"].get(head, head) for head in heads}

    return read_card_effects(_read("effects"), batteries)
