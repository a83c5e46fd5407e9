"""The tank rules on any map: sight S1–S9, moves V1–V2, tables A–F."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.games.handbook import Marker
from engine.games.tank import pieces
from engine.games.tank.data.book import Rulebook, book
from engine.games.tank.sight import heights
from engine.map.board import Board
from engine.map.map import Map
from engine.map.own_kinds import resolve_custom_kinds
from engine.paths.mobility import Mobility, Points

if TYPE_CHECKING:
    from engine.scenario.scenario import Deck, Scenario
    from engine.sight.field import Sight
    from engine.sight.lines import TraceRule


class TankHandbook:
    """The tank game by its standard rulebook, or by one a scenario has changed."""

    id = "tank"

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.book = rulebook or book()

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """Gun, MP, armour and manner of fire of each type (C1)."""
        return {name: asdict(unit) for name, unit in self.book.units.items()}

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """Sight over levels, one level more under settlement and woods (S2)."""
        from engine.sight.field import Sight
        from engine.sight.lines import GrazingRule

        board = Board(resolve_custom_kinds(map_, "tank"))
        rule = GrazingRule(self.book.choices.on_the_line)
        return Sight(board.grid, board.level, heights(board, self.book), trace, rule)

    def vision(self, unit: str) -> int | None:
        """As far as the ground lets it (S1)."""
        return None

    def mobility(self, unit: str) -> Mobility:
        """Step costs; all tanks move alike (V1)."""
        return self.book.mobility

    def march(self, unit: str) -> Mobility | None:
        """Road links only, two hexes to the point (V2)."""
        hexes = self.book.choices.march_hexes_per_mp
        return self.book.mobility.marching(self.book.march_links, hexes)

    def movement_points(self, unit: str) -> Points:
        """The type's MP (C1)."""
        return self.book.units[unit].mp

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """Tables A to F."""
        return {
            name: {"title": table.title, "corner": table.corner, **table.as_json()}
            for name, table in self.book.tables.items()
        }

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """MP to enter or cross (null: no entry), levels for sight, die faces of cover (V1, S2)."""
        moves, effects = self.book.mobility, defaultdict[str, dict[str, Any]](dict)
        for kind, entry in moves.ground.items():
            effects[kind]["entry"] = entry
        for kind, crossing in moves.side.items():
            effects[kind]["crossing"] = crossing
        for kind, step in moves.link.items():
            effects[kind]["along"] = step
        for kind, cover in self.book.cover.items():
            effects[kind] |= {"sight": cover.height, "die_faces": list(cover.faces)}
        return dict(effects)

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """Fired, moved, damaged; impacts of the batteries that cards bring (C2, C3)."""
        return pieces.markers(scenario, self.book)

    def open_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """Where a side sets up is its own business."""
        return ()

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """A deck for each side (E4); none where no cards are drawn."""
        return pieces.decks(scenario, self.book)
