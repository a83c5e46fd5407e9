"""Parts of a scenario that games read when they begin: names, objectives, exits, and the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.games.victory_judgement import condition_zones
from engine.hexes.hex import Hex
from engine.hexes.labels import Labels
from engine.scenario.scenario import Objective, Scenario, ScenarioSide, VictoryCondition

B = TypeVar("B")
BOARDS_KEPT = 8


class BoardCache(Generic[B]):
    """The boards of maps that were played on last: games on one map explain its ways once."""

    def __init__(self) -> None:
        self._boards: dict[tuple[str, Labels], B] = {}

    def board(self, scenario: Scenario, fits: Callable[[B], bool], make: Callable[[], B]) -> B:
        """Return the board of a scenario's map, a new one where none `fits` its rules."""
        key = scenario.ground_fingerprint(), scenario.map.labels
        found = self._boards.get(key)
        if found is None or not fits(found):
            if len(self._boards) >= BOARDS_KEPT:
                self._boards.clear()
            found = self._boards[key] = make()
        return found


def side_names(scenario: Scenario) -> dict[str, ScenarioSide]:
    """Return the sides by their ids; each says what it is called in a sentence."""
    return {side.id: side for side in scenario.sides}


def objective_hexes(scenario: Scenario) -> dict[str, tuple[Hex, ...]]:
    """Return the hexes of each objective: its own, or those of its zone."""
    return {entry.id: _hexes(scenario, entry) for entry in scenario.objectives}


def _hexes(scenario: Scenario, objective: Objective) -> tuple[Hex, ...]:
    return (objective.at,) if objective.at is not None else scenario.zone(objective.zone)


def exit_hexes(scenario: Scenario) -> dict[str, frozenset[Hex]]:
    """Return the hexes from which a side may leave the map, as conditions of victory name them."""
    exits: dict[str, frozenset[Hex]] = {}
    for entry in scenario.victory:
        if entry.kind == "exit":
            hexes = frozenset(scenario.zone(entry.zone))
            exits[entry.side] = exits.get(entry.side, frozenset()) | hexes
    return exits


@dataclass(frozen=True)
class SquadTerms:
    """The terms that a scenario fixes for a whole game of squads: sides, length, objectives.

    `first` begins. `zones` are those that conditions name.
    """

    sides: tuple[str, ...]
    first: str
    side_names: Mapping[str, ScenarioSide]
    turns: int
    objectives: tuple[Objective, ...]
    objective_hexes: Mapping[str, tuple[Hex, ...]]
    victory: tuple[VictoryCondition, ...]
    zones: Mapping[str, frozenset[Hex]]
    exit_hexes: Mapping[str, frozenset[Hex]]

    def exits(self, side: str) -> frozenset[Hex]:
        """Return the hexes from which a side may leave the map."""
        return self.exit_hexes.get(side, frozenset())


def squad_terms(scenario: Scenario, first: str) -> dict[str, Any]:
    """Return the fields of `SquadTerms` by name; `first` is the side that begins."""
    return {
        "sides": tuple(side.id for side in scenario.sides),
        "first": first,
        "side_names": side_names(scenario),
        "turns": scenario.turns,
        "objectives": scenario.objectives,
        "objective_hexes": objective_hexes(scenario),
        "victory": scenario.victory,
        "zones": condition_zones(scenario),
        "exit_hexes": exit_hexes(scenario),
    }
