"""The start: what a scenario gives each side, its zones, its cities and their rings."""

from __future__ import annotations

from itertools import chain

from engine.games.primer.data.rulebook import Rulebook, check_zone_names, load_rulebook
from engine.games.primer.game_board import GameBoard
from engine.games.primer.state import Reserve, ScenarioTerms, State, Unit
from engine.games.reinforcement_calls import call_of
from engine.games.scenario_rules import InvalidRules
from engine.games.scenario_setup import side_names
from engine.games.victory_judgement import condition_zones
from engine.hexes.hex import Hex
from engine.problems import SandtableError, nearest_word
from engine.scenario.scenario import Objective, Scenario, ScenarioUnit
from engine.texts import text

BEATEN = "beaten"
MARKS = (BEATEN,)
"""Marks that a unit may have at the start (P16)."""

Places = dict[str, tuple[Hex, ...]]


class UnplayableScenario(SandtableError):
    """A scenario the primer cannot begin."""


def initial_position(scenario: Scenario) -> State:
    """The position in which a scenario begins; Unplayable or InvalidRules say what is wrong."""
    if len(scenario.sides) != 2:
        raise UnplayableScenario(text("primer-faults.two-sides", None, found=len(scenario.sides)))
    rulebook = load_rulebook(scenario.rules)
    sides = [side.id for side in scenario.sides]
    check_zone_names(rulebook, sides, [objective.id for objective in scenario.objectives])
    for entry in scenario.units:
        _check(entry, rulebook)
    zones = {side: _zone(scenario, rulebook, side) for side in sides}
    rings = {city.id: _ring(scenario, rulebook, city) for city in scenario.objectives}
    coloured = chain(*zones.values(), *rings.values())
    field = GameBoard(scenario.played_map, rulebook, coloured)
    state = State(
        rulebook,
        field,
        _aims(scenario, zones, rings),
        {u.id: _unit(u, rulebook) for u in scenario.units if _stands(u, rulebook)},
        {objective.id: objective.holder for objective in scenario.objectives},
        {side.id: side.budget for side in scenario.sides},
        {side: {} for side in sides},
        tuple(_reserve(u, scenario, rulebook) for u in scenario.units if not _stands(u, rulebook)),
    )
    _check_stacks(state)
    return state


# --- units ---------------------------------------------------------------------------------------


def _check(unit: ScenarioUnit, rulebook: Rulebook) -> None:
    """Unplayable for a type or a mark the game does not know."""
    if unit.type not in rulebook.units:
        near = nearest_word(unit.type, rulebook.units)
        known = ", ".join(sorted(rulebook.units, key=lambda kind: kind != near))
        what = text("game.what-unit-type")
        raise UnplayableScenario(
            text("game.rules-unknown", None, what=what, found=unit.type, options=known)
        )
    for mark in unit.marks:
        if mark not in MARKS:
            values = {"what": "marks", "found": mark, "options": ", ".join(MARKS)}
            raise UnplayableScenario(text("game.rules-value", None, **values))


def _stands(unit: ScenarioUnit, rulebook: Rulebook) -> bool:
    """Return True if a unit starts on the board; missiles never do."""
    return unit.at is not None and not rulebook.units[unit.type].off_board


def _unit(unit: ScenarioUnit, rulebook: Rulebook) -> Unit:
    assert unit.at is not None
    turns = rulebook.choices.beaten_turns if BEATEN in unit.marks else 0
    return Unit(unit.id, unit.side, unit.type, unit.at, unit.name, turns, turns)


def _reserve(unit: ScenarioUnit, scenario: Scenario, rulebook: Rulebook) -> Reserve:
    if rulebook.units[unit.type].off_board:
        return Reserve(unit.id, unit.side, unit.type, unit.name)
    turn, zone = (unit.arrives.turn, unit.arrives.zone) if unit.arrives else (0, unit.zone)
    hexes = scenario.zone(zone)
    return Reserve(unit.id, unit.side, unit.type, unit.name, turn, hexes, call_of(unit))


def _check_stacks(state: State) -> None:
    """Unplayable where units stand that may not stand together (P5), or not there (P4)."""
    for unit in state.units.values():
        here = state.units_at(unit.at)
        where = state.field.label(unit.at)
        if state.field.entry_cost(unit.type, unit.at) is None:
            kind = unit.type
            raise UnplayableScenario(
                text("primer-faults.no-entry", None, unit=unit.id, type=kind, hex=where)
            )
        is_mixed = any((other.side, other.type) != (unit.side, unit.type) for other in here)
        if is_mixed or len(here) > state.book.choices.stacking:
            named = ", ".join(other.id for other in here)
            most = state.book.choices.stacking
            raise UnplayableScenario(
                text("primer-faults.bad-stack", None, units=named, hex=where, most=most)
            )


# --- zones, cities and rings ---------------------------------------------------------------------


def _zone(scenario: Scenario, rulebook: Rulebook, side: str) -> tuple[Hex, ...]:
    """Return a side's deployment zone (P8): the one in the rules, else by its name.

    Raises Unplayable if a side has money and no zone to spend it in.
    """
    name = rulebook.deployment.get(side, "")
    if name:
        return _hexes(scenario, ["deployment", side], name)
    name = f"{side}-deployment"
    if _has_zone(scenario, name):
        return scenario.zone(name)
    if scenario.side(side).budget:
        raise UnplayableScenario(text("primer-faults.no-zone", None, side=side, zone=name))
    return ()


def _ring(scenario: Scenario, rulebook: Rulebook, city: Objective) -> tuple[Hex, ...]:
    """The hexes a city watches (P7): a zone of their own, else those next to it; and itself."""
    inside = _city(scenario, city)
    name = rulebook.rings.get(city.id, "")
    if name:
        ring = _hexes(scenario, ["rings", city.id], name)
    elif _has_zone(scenario, f"{city.id}-ring"):
        ring = scenario.zone(f"{city.id}-ring")
    else:
        ring = tuple(other for hex_ in inside for other in scenario.map.grid.neighbours(hex_))
    return tuple(dict.fromkeys((*inside, *ring)))


def _city(scenario: Scenario, city: Objective) -> tuple[Hex, ...]:
    return (city.at,) if city.at is not None else scenario.zone(city.zone)


def _hexes(scenario: Scenario, path: list[str], zone: str) -> tuple[Hex, ...]:
    """A zone that the rules name; InvalidRules where there is none."""
    if not _has_zone(scenario, zone):
        known = [*scenario.zones, *scenario.map.zones]
        near = nearest_word(zone, known)
        options = ", ".join(sorted(known, key=lambda name: name != near))
        what = text("primer-faults.what-zone")
        said = text("game.rules-unknown", None, what=what, found=zone, options=options)
        raise InvalidRules(path, said, near)
    return scenario.zone(zone)


def _has_zone(scenario: Scenario, name: str) -> bool:
    return name in scenario.zones or name in scenario.map.zones


def _aims(scenario: Scenario, zones: Places, rings: Places) -> ScenarioTerms:
    sides = tuple(side.id for side in scenario.sides)
    attacker = next((side.id for side in scenario.sides if side.begins), sides[-1])
    return ScenarioTerms(
        sides,
        side_names(scenario),
        attacker,
        scenario.turns,
        scenario.objectives,
        {city.id: frozenset(_city(scenario, city)) for city in scenario.objectives},
        {city.id: city.holder for city in scenario.objectives},
        {city: frozenset(ring) for city, ring in rings.items()},
        zones,
        scenario.victory,
        condition_zones(scenario),
    )
