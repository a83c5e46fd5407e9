"""The tank rules on any map: sight (S), moves (V1, V2), tables A–F, markers (C2, C3), cards (E)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.games.handbook import Marker, add_movement_effects
from engine.games.tank.data.rulebook import Rulebook, load_rulebook
from engine.games.tank.game_board import effective_heights
from engine.map.board import Board
from engine.map.map import Map, resolve_custom_kinds
from engine.movement.mobility import Mobility, Points
from engine.scenario.scenario import Card, Deck, Scenario

if TYPE_CHECKING:
    from engine.sight.line_trace import TraceRule
    from engine.sight.map_sight import Sight


def list_markers(scenario: Scenario, book: Rulebook) -> tuple[Marker, ...]:
    """State markers for every unit, and an impact for every gun that can fire in one turn.

    A unit may have fired and been fired upon at once, but is either gun out or immobile (F6), has
    either moved or marched, and shows on its back that it is suppressed.
    """
    units = len(scenario.units)
    shells = Counter[str]()
    for _, deck in list_decks(scenario, book):
        for battery, guns in _batteries(deck.cards).items():
            shells[battery] += guns
    return (
        Marker("fired", "fired_upon", 2 * units),
        Marker("moved", "marched", units),
        Marker("gun_out", "immobile", units),
        *(Marker("impact", "impact", count, battery) for battery, count in shells.items()),
    )


def list_decks(scenario: Scenario, book: Rulebook) -> tuple[tuple[str, Deck], ...]:
    """The deck each side draws from: the scenario's, else one of each card (E2, E4)."""
    own = Deck("", tuple(book.cards.values()))
    return tuple(
        (side.id, scenario.decks.get(side.deck, own))
        for side in scenario.sides
        if book.choices.cards_per_turn.number_for_side(side.id)
    )


def _batteries(cards: tuple[Card, ...]) -> dict[str, int]:
    """The guns of each calibre that cards bring, at most one card's at a time."""
    guns: dict[str, int] = {}
    for card in cards:
        if "battery" in card.parameters:
            battery = str(card.parameters["battery"])
            guns[battery] = max(guns.get(battery, 0), int(card.parameters.get("guns", 6)))
    return guns


class TankHandbook:
    """The tank game by its standard rulebook, or by one a scenario has changed."""

    id = "tank"

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.book = rulebook or load_rulebook()

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """Gun, MP, armour and manner of fire of each type (C1)."""
        return {name: asdict(unit) for name, unit in self.book.units.items()}

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """Sight over levels, one level more under settlement and woods (S2)."""
        from engine.sight.line_trace import GrazingRule
        from engine.sight.map_sight import Sight

        board = Board(resolve_custom_kinds(map_, "tank"))
        rule = GrazingRule(self.book.choices.on_the_line)
        return Sight(board.grid, board.level, effective_heights(board, self.book), trace, rule)

    def vision_range(self, unit: str) -> int | None:
        """Return None: only terrain limits sight (S1)."""
        return None

    def mobility(self, unit: str) -> Mobility:
        """Step costs; all tanks move alike (V1)."""
        return self.book.mobility

    def march_mobility(self, unit: str) -> Mobility | None:
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
        effects = defaultdict[str, dict[str, Any]](dict)
        add_movement_effects(effects, self.book.mobility)
        for kind, cover in self.book.cover.items():
            effects[kind] |= {"sight": cover.height, "die_faces": list(cover.faces)}
        return dict(effects)

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """Fired, moved, damaged; impacts of the batteries that cards bring (C2, C3)."""
        return list_markers(scenario, self.book)

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """Return no zones: the set-up of a side is secret."""
        return ()

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """A deck for each side (E4); none where no cards are drawn."""
        return list_decks(scenario, self.book)
