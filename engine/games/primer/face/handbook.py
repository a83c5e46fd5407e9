"""The primer on any map: vision (P7), moves (P4), the result table (P15), the chart of units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.games.handbook import Marker
from engine.games.primer import pieces
from engine.games.primer.data.book import Rulebook, book
from engine.map.board import Board
from engine.map.map import Map
from engine.map.own_kinds import resolve_custom_kinds
from engine.map.terrain import TerrainClass, catalogue
from engine.paths.mobility import Mobility, Points
from engine.texts import LocalText, text, text_languages

if TYPE_CHECKING:
    from engine.scenario.scenario import Deck, Scenario
    from engine.sight.field import Sight
    from engine.sight.lines import TraceRule


class PrimerHandbook:
    """The primer by its standard rulebook, or by one a scenario has changed."""

    id = "primer"

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.book = rulebook or book()

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """Vision, strength, move and cost of each type (P3, P4)."""
        return {name: asdict(unit) for name, unit in self.book.units.items()}

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """Sight as far as the best unit sees, never into woods and mountains (P7)."""
        from engine.sight.near import ShortRangeSight

        board, kinds = (
            Board(resolve_custom_kinds(map_, "primer")),
            catalogue().of_class(TerrainClass.GROUND),
        )
        concealing = [kind.id for kind in kinds if self.book.terrain.is_concealing(kind.id)]
        furthest = max(unit.vision for unit in self.book.units.values())
        return ShortRangeSight(board.grid, board.plane_of(concealing), furthest, trace)

    def vision(self, unit: str) -> int | None:
        """The type's vision, which is its range too (P7)."""
        return self.book.units[unit].vision

    def mobility(self, unit: str) -> Mobility:
        """What entering a hex costs the type (P4).

        The coloured hexes are road hexes in a game; a map alone does not say which they are.
        """
        return self.book.mobilities[unit]

    def march(self, unit: str) -> Mobility | None:
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
        """What a hex of each kind costs to enter (null: no entry), and whether it conceals."""
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
        return pieces.markers(scenario, self.book)

    def open_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """The coloured hexes: deployment zones (P8) and what cities watch (P7)."""
        return pieces.zones_coloured(scenario, self.book)

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """The primer has no cards."""
        return ()


def _say(key: str) -> LocalText:
    return {language: text(key, language) for language in text_languages()}
