"""Scenarios made from scenarios: what an author does to forces, zones, aims and rules.

Every function gives a new scenario and leaves the old one alone. What is removed or renamed is so
wherever it is spoken of: a scenario that was sound stays so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import chain, starmap
from pathlib import Path
from typing import Any

from engine.editing.cargo_edits import with_cargo_released, with_renamed_ids, with_start
from engine.editing.victory_edits import with_conditions_changed
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.scenario.counters import LONGEST_DESIGNATION, counter_designation
from engine.scenario.scenario import (
    Arrival,
    Scenario,
    ScenarioSide,
    ScenarioUnit,
)
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import LocalText, localised, text, text_languages

Units = Collection[str]  # by their ids
BOTH = {"red": "#c8352b", "blue": "#2b62c8"}  # the sides of a new scenario
NUMBER = re.compile(r"\d+(?!.*\d)")  # the last number in a name


def make_scenario(ground: Map | TabletopMap, path: Path, game: str) -> Scenario:
    """A scenario to begin with on a map or a table: two sides without units."""
    sides = tuple(
        ScenarioSide(
            side,
            {language: text(f"document.side-{side}", language) for language in text_languages()},
            colour,
        )
        for side, colour in BOTH.items()
    )
    return Scenario(game, ground, sides, ground_path=str(path))


def free_id(stem: str, taken: Collection[str]) -> str:
    """An id that is not taken: the stem with the lowest number behind it that makes it new."""
    number = 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"


def likely_zone(scenario: Scenario, side: str) -> str:
    """Return the zone in which a side is likely to set up; empty if there are no zones.

    That is the zone of its other units, else one called after it, else one its enemies do not use.
    """
    mates = [unit.zone for unit in scenario.units if unit.side == side and unit.zone]
    enemies = {unit.zone for unit in scenario.units if unit.side != side}
    zones = list(dict.fromkeys([*scenario.zones, *scenario.map.zones]))
    called = [zone for zone in zones if side in zone.split("-")]
    free = [zone for zone in zones if zone not in enemies]
    return next(iter([*mates, *called, *free, *zones]), "")


# --- units ----------------------------------------------------------------------------------------


def with_units(
    scenario: Scenario, side: str, type_: str, count: int, formation: str = "", name: LocalText = ""
) -> tuple[Scenario, tuple[str, ...]]:
    """So many new units of a type, numbered on from those of the side; their ids.

    `name` is what each is called before its number, which one alone has not. Until they are placed
    they stand in the zone that is likeliest to be their side's, else at the first hex.
    """
    ids = {unit.id for unit in scenario.units}
    first = 1 + sum(unit.side == side for unit in scenario.units)
    added: list[ScenarioUnit] = []
    for number in range(first, first + count):
        id_ = free_id(_stem(side), ids)
        ids.add(id_)
        called = _numbered(name, number) if name and count > 1 else name
        unit = ScenarioUnit(id_, side, type_, called, formation)
        added.append(with_likely_place(scenario, unit))
    return with_units_sorted(scenario, (*scenario.units, *added)), tuple(unit.id for unit in added)


def duplicate(scenario: Scenario, units: Units) -> tuple[Scenario, tuple[str, ...]]:
    """Each of some units once more, right behind it, with the next free id and number."""
    ids = {unit.id for unit in scenario.units}
    made, found, copies = list[ScenarioUnit](), list[ScenarioUnit](), dict[str, str]()
    for unit in scenario.units:
        found.append(unit)
        if unit.id in units:
            id_ = free_id(NUMBER.sub("", unit.id) or unit.id, ids)
            ids.add(id_)
            number = 1 + sum(each.side == unit.side for each in (*scenario.units, *made))
            made.append(replace(unit, id=id_, name=_numbered(unit.name, number)))
            copies[unit.id] = id_
            found.append(made[-1])
    together = [_with_copies(unit, copies) if unit in made else unit for unit in found]
    return with_units_sorted(scenario, together), tuple(unit.id for unit in made)


def _with_copies(unit: ScenarioUnit, copies: Mapping[str, str]) -> ScenarioUnit:
    """A copy carried or borne by a copy, where the first one's carrier was copied too."""
    aboard, bearer = unit.aboard, unit.bearer
    return replace(unit, aboard=copies.get(aboard, aboard), bearer=copies.get(bearer, bearer))


def without_units(scenario: Scenario, units: Units) -> Scenario:
    """Some units are gone; what they carried and bore stays where they were."""
    left = with_cargo_released(scenario, units)
    return with_units_sorted(left, (unit for unit in left.units if unit.id not in units))


def changed_units(scenario: Scenario, units: Units, **fields: Any) -> Scenario:
    """Some units with another type, name, formation or marks."""
    return _each(scenario, units, lambda unit: replace(unit, **fields))


def renamed_unit(scenario: Scenario, unit: str, id_: str) -> Scenario:
    """A unit with another id; ValueError for one that is taken."""
    if any(each.id == id_ for each in scenario.units):
        raise ValueError(f"The id {id_!r} is taken. Choose another.")
    return with_renamed_ids(changed_units(scenario, [unit], id=id_), {unit: id_})


def renumber_units(scenario: Scenario, units: Sequence[str], first: int = 1) -> Scenario:
    """The last number in the names of some units counts on from `first`, in the order given."""
    numbers = {unit: first + place for place, unit in enumerate(units)}
    return _each(
        scenario, units, lambda unit: replace(unit, name=_numbered(unit.name, numbers[unit.id]))
    )


def with_distinct_unit_numbers(scenario: Scenario, units: Iterable[ScenarioUnit]) -> Scenario:
    """Each of some units with the next number that no counter of its side bears.

    It stands in the unit's name; in its id where it has no name.
    """
    for unit in units:
        number = _next_number(scenario, unit)
        if localised(unit.name, "en"):
            scenario = renumber_units(scenario, [unit.id], number)
        else:
            scenario = renamed_unit(scenario, unit.id, NUMBER.sub(str(number), unit.id))
    return scenario


def _next_number(scenario: Scenario, unit: ScenarioUnit) -> int:
    """The next number on no counter of the unit's side, and in no id like the unit's."""
    mates = [each for each in scenario.units if each.side == unit.side]
    borne = {counter_designation(each.id, each.name) for each in mates}
    ids = {each.id for each in scenario.units if each.id != unit.id}
    number = int(counter_designation(unit.id, unit.name)) + 1
    while str(number)[-LONGEST_DESIGNATION:] in borne or NUMBER.sub(str(number), unit.id) in ids:
        number += 1
    return number


def regroup_units(
    scenario: Scenario, units: Units, side: str, formation: str, before: str = ""
) -> Scenario:
    """Some units join a formation of a side, before another unit there; else behind its last."""
    wanted = set(units)
    joined = [
        replace(unit, side=side, formation=formation)
        for unit in scenario.units
        if unit.id in wanted
    ]
    rest = [unit for unit in scenario.units if unit.id not in wanted]
    mates = [n for n, u in enumerate(rest) if (u.side, u.formation) == (side, formation)]
    named = (n for n, unit in enumerate(rest) if unit.id == before)
    place = next(named, mates[-1] + 1 if mates else len(rest))
    return with_units_sorted(scenario, [*rest[:place], *joined, *rest[place:]])


def with_units_at(scenario: Scenario, units: Units, at: Hex) -> Scenario:
    """Some units begin at a hex."""
    return _each(scenario, units, lambda unit: with_start(unit, at=at))


def with_units_at_each(scenario: Scenario, places: Mapping[str, Hex]) -> Scenario:
    """Each of some units begins at a hex of its own."""
    return _each(scenario, places, lambda unit: with_start(unit, at=places[unit.id]))


def with_units_in_zone(scenario: Scenario, units: Units, zone: str) -> Scenario:
    """Some units are set up by their side in a zone."""
    return _each(scenario, units, lambda unit: with_start(unit, zone=zone))


def with_units_arriving(scenario: Scenario, units: Units, turn: int, zone: str) -> Scenario:
    """Some units come as reinforcements in a turn, in a zone."""

    def then(unit: ScenarioUnit) -> Arrival:
        return replace(unit.arrives or Arrival(turn, zone), turn=turn, zone=zone)

    return _each(scenario, units, lambda unit: with_start(unit, arrives=then(unit)))


def with_arrivals(scenario: Scenario, comes: Mapping[str, Arrival]) -> Scenario:
    """Each of some units arrives at this turn and place, by this chance and condition."""
    return _each(scenario, comes, lambda unit: with_start(unit, arrives=comes[unit.id]))


# --- sides ----------------------------------------------------------------------------------------


def with_side(scenario: Scenario, side: ScenarioSide, was: str = "") -> Scenario:
    """A side added, or changed; with another id than it had, all that is its follows it.

    ValueError for an id that another side has.
    """
    if side.id != was and any(each.id == side.id for each in scenario.sides):
        raise ValueError(f"The id {side.id!r} is taken. Choose another.")
    if not was:
        return replace(scenario, sides=(*scenario.sides, side))
    sides = tuple(side if each.id == was else each for each in scenario.sides)
    if side.begins:
        sides = tuple(replace(each, begins=each.id == side.id) for each in sides)
    changed = replace(scenario, sides=sides)
    return changed if side.id == was else _side_renamed(changed, was, side.id)


def without_side(scenario: Scenario, side: str) -> Scenario:
    """A side is gone, with its units, its briefing and what it could win by."""
    gone = with_conditions_changed(scenario, lambda each: None if each.side == side else each)
    return replace(
        gone,
        sides=tuple(each for each in scenario.sides if each.id != side),
        units=tuple(unit for unit in gone.units if unit.side != side),
        features=tuple(each for each in scenario.features if each.side != side),
        formations=tuple(each for each in scenario.formations if each.side != side),
        objectives=tuple(
            replace(each, holder="") if each.holder == side else each
            for each in scenario.objectives
        ),
        briefings={name: words for name, words in scenario.briefings.items() if name != side},
        rules=_without_keys(scenario.rules, side),
    )


def _side_renamed(scenario: Scenario, was: str, side: str) -> Scenario:
    def named(found: str) -> str:
        return side if found == was else found

    aimed = with_conditions_changed(scenario, lambda each: replace(each, side=named(each.side)))
    return replace(
        aimed,
        units=tuple(replace(unit, side=named(unit.side)) for unit in aimed.units),
        features=tuple(replace(each, side=named(each.side)) for each in scenario.features),
        formations=tuple(replace(each, side=named(each.side)) for each in scenario.formations),
        objectives=tuple(replace(o, holder=named(o.holder)) for o in scenario.objectives),
        briefings={named(name): words for name, words in scenario.briefings.items()},
        rules=_keys_renamed(scenario.rules, was, side),
    )


def _without_keys(rules: Mapping[str, Any], side: str) -> dict[str, Any]:
    """Choices made for each side apart, without those of one that is gone."""
    kept = {
        key: {name: number for name, number in value.items() if name != side}
        if key.startswith("cards_") and isinstance(value, dict)
        else value
        for key, value in rules.items()
    }
    return {key: value for key, value in kept.items() if value != {}}


def _keys_renamed(rules: Mapping[str, Any], was: str, side: str) -> dict[str, Any]:
    """Choices made for each side apart, under the side's other name."""
    return {
        key: {side if name == was else name: number for name, number in value.items()}
        if key.startswith("cards_") and isinstance(value, dict)
        else value
        for key, value in rules.items()
    }


# --- rules ----------------------------------------------------------------------------------------


def with_rule(scenario: Scenario, path: Sequence[str], value: Any) -> Scenario:
    """An override of the game's choices or data, at a path below `rules`."""
    rules = deepcopy(scenario.rules)
    inner = rules
    for key in path[:-1]:
        inner = inner.setdefault(key, {})
    inner[path[-1]] = value
    return replace(scenario, rules=rules)


def without_rule(scenario: Scenario, path: Sequence[str]) -> Scenario:
    """Back to the rulebook at a path below `rules`; what is empty then goes too."""
    return replace(scenario, rules=_pruned(deepcopy(scenario.rules), path))


def _pruned(rules: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    key, *rest = path
    inner = rules.get(key)
    if rest and isinstance(inner, dict):
        _pruned(inner, rest)
    if not rest or inner == {}:
        rules.pop(key, None)
    return rules


# --- inner parts ----------------------------------------------------------------------------------


def with_units_sorted(scenario: Scenario, units: Iterable[ScenarioUnit]) -> Scenario:
    """With these units, side by side in the order of the sides, as files have them."""
    order = [side.id for side in scenario.sides]
    return replace(scenario, units=tuple(sorted(units, key=lambda unit: order.index(unit.side))))


def _each(
    scenario: Scenario, units: Units, changed: Callable[[ScenarioUnit], ScenarioUnit]
) -> Scenario:
    wanted = set(units)
    return with_units_sorted(
        scenario, (changed(unit) if unit.id in wanted else unit for unit in scenario.units)
    )


def _stem(side: str) -> str:
    """Return the prefix of the ids of a side's units."""
    return side[:1].lower()


def with_likely_place(scenario: Scenario, unit: ScenarioUnit) -> ScenarioUnit:
    """The unit with a place, for every unit has one: its side's likeliest zone, else a corner."""
    zone = likely_zone(scenario, unit.side)
    if zone:
        return replace(unit, zone=zone)
    return replace(unit, at=_corner_without_enemies(scenario, unit.side))


def _corner_without_enemies(scenario: Scenario, side: str) -> Hex:
    """The first corner, else the first hex, in which no other side begins."""
    grid = scenario.map.grid
    right, bottom = grid.columns - 1, grid.rows - 1
    corners = starmap(grid.hex, ((0, 0), (right, bottom), (right, 0), (0, bottom)))
    held = {unit.at for unit in scenario.units if unit.side != side}
    return next((hex_ for hex_ in chain(corners, grid) if hex_ not in held), grid.hex(0, 0))


def _numbered(name: LocalText, number: int) -> LocalText:
    """A name with another number, where it has one; else with the number behind it."""
    if isinstance(name, str):
        if not name:
            return ""
        return NUMBER.sub(str(number), name) if NUMBER.search(name) else f"{name} {number}"
    return {language: str(_numbered(words, number)) for language, words in name.items()}
