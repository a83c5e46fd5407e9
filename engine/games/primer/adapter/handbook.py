"""The primer on any map: vision (P7), moves (P4), results (P15), units, and markers (P16)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.games.handbook import Marker
from engine.games.primer.data.rulebook import Rulebook, load_rulebook
from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.map.map import Map, resolve_custom_kinds
from engine.map.terrain import TerrainClass, load_catalogue
from engine.movement.mobility import Mobility, Points
from engine.scenario.scenario import Objective, Scenario
from engine.texts import LocalText, text, text_languages

if TYPE_CHECKING:
    from engine.scenario.scenario import Deck
    from engine.sight.line_trace import TraceRule
    from engine.sight.map_sight import Sight


def list_markers(scenario: Scenario, book: Rulebook) -> tuple[Marker, ...]:
    """One marker for every unit that can be beaten, exposed on its front and halved on its back.

    A side that buys its army has as many units as its budget pays for at most; more than two
    dozen markers are never on the board at once.
    """
    cheapest = min(unit.cost for unit in book.units.values() if not unit.off_board)
    bought = sum(side.budget // max(cheapest, 1) for side in scenario.sides)
    count = min(max(len(scenario.units), bought), MAXIMUM)
    return (Marker("exposed", "weakened", count),) if count else ()


def zones_coloured(scenario: Scenario, book: Rulebook) -> tuple[str, ...]:
    """The zones whose hexes are coloured on the board: deployment zones, rings round cities.

    A ring that the rules do not name is known by its hexes.
    """
    named = {book.deployment.get(side.id, f"{side.id}-deployment") for side in scenario.sides}
    named |= {book.rings.get(city.id, f"{city.id}-ring") for city in scenario.objectives}
    rings = [_around(scenario, city) for city in scenario.objectives]
    shown = [name for name in (*scenario.zones, *scenario.map.zones) if name in named]
    shown += [
        name
        for name in scenario.map.zones
        if any(set(scenario.zone(name)) <= ring for ring in rings)
    ]
    return tuple(dict.fromkeys(shown))


def _around(scenario: Scenario, city: Objective) -> set[Hex]:
    inside = [city.at] if city.at is not None else list(scenario.zone(city.zone))
    grid = scenario.map.grid
    return {*inside, *(other for hex_ in inside for other in grid.neighbours(hex_))}


MAXIMUM = 24


class PrimerHandbook:
    """The primer by its standard rulebook, or by one a scenario has changed."""

    id = "primer"

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.book = rulebook or load_rulebook()

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """Vision, strength, move and cost of each type (P3, P4)."""
        return {name: asdict(unit) for name, unit in self.book.units.items()}

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """Sight as far as the best unit sees, never into woods and mountains (P7)."""
        from engine.sight.short_range_sight import ShortRangeSight

        board, kinds = (
            Board(resolve_custom_kinds(map_, "primer")),
            load_catalogue().of_class(TerrainClass.GROUND),
        )
        concealing = [kind.id for kind in kinds if self.book.terrain.is_concealing(kind.id)]
        furthest = max(unit.vision for unit in self.book.units.values())
        return ShortRangeSight(board.grid, board.plane_of(concealing), furthest, trace)

    def vision_range(self, unit: str) -> int | None:
        """The type's vision, which is its range too (P7)."""
        return self.book.units[unit].vision

    def mobility(self, unit: str) -> Mobility:
        """Return the cost for the type of entering a hex (P4).

        The coloured hexes are road hexes in a game; a map alone does not say which they are.
        """
        return self.book.mobilities[unit]

    def march_mobility(self, unit: str) -> Mobility | None:
        """The primer knows no march."""
        return None

    def movement_points(self, unit: str) -> Points:
        """The type's move."""
        return self.book.units[unit].mp

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """The result table (P15), what entering a hex costs (P4), the chart of unit types."""
        found = {
            name: {"title": table.title, "corner": table.corner, **table.as_json()}
            for name, table in self.book.tables.items()
        }
        entry = self.book.terrain.entry
        costs = {"title": _say("primer.title-entry"), "corner": entry.corner, **entry.as_json()}
        return {**found, "entry": costs, "units": self._chart()}

    def _chart(self) -> dict[str, Any]:
        """The unit types as the handbook lists them; – where the umpire judges."""
        columns = ("vision", "strength", "mp", "cost")
        cells = [
            ["–"] * 3 + [str(unit.cost)]
            if unit.off_board
            else [str(getattr(unit, column)) for column in columns]
            for unit in self.book.units.values()
        ]
        heads = {"corner": "unit", "rows": list(self.book.units), "columns": list(columns)}
        return {"title": _say("primer.title-units"), **heads, "cells": cells}

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the entry cost of each kind of hex (null: no entry), and if it conceals."""
        effects: dict[str, dict[str, Any]] = defaultdict(dict)
        entry = self.book.terrain.entry
        for row in entry.rows:
            for column in entry.columns:
                word = entry.cell(row, column) or ""
                effects[row][column] = int(word) if word.isdigit() else None
            effects[row]["conceals"] = row in self.book.terrain.concealing
        return dict(effects)

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """Exposed and halved, for the units that are beaten (P16)."""
        return list_markers(scenario, self.book)

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """The coloured hexes: deployment zones (P8) and what cities watch (P7)."""
        return zones_coloured(scenario, self.book)

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """The primer has no cards."""
        return ()


def _say(key: str) -> LocalText:
    return {language: text(key, language) for language in text_languages()}
