"""What a tank scenario needs on the table beside its units: markers (C2, C3) and cards (E)."""

from __future__ import annotations

from collections import Counter

from engine.games.handbook import Marker
from engine.games.tank.data.book import Rulebook
from engine.scenario.scenario import Card, Deck, Scenario


def markers(scenario: Scenario, book: Rulebook) -> tuple[Marker, ...]:
    """State markers for every unit, and an impact for every gun that can fire in one turn.

    A unit may have fired and been fired upon at once, but is either gun out or immobile (F6), has
    either moved or marched, and shows on its back that it is suppressed.
    """
    units = len(scenario.units)
    shells = Counter[str]()
    for _, deck in decks(scenario, book):
        for battery, guns in _batteries(deck.cards).items():
            shells[battery] += guns
    return (
        Marker("fired", "fired_upon", 2 * units),
        Marker("moved", "marched", units),
        Marker("gun_out", "immobile", units),
        *(Marker("impact", "impact", count, battery) for battery, count in shells.items()),
    )


def decks(scenario: Scenario, book: Rulebook) -> tuple[tuple[str, Deck], ...]:
    """The deck each side draws from: the scenario's, else one of each card (E2, E4)."""
    own = Deck("", tuple(book.cards.values()))
    return tuple(
        (side.id, scenario.decks.get(side.deck, own))
        for side in scenario.sides
        if book.choices.cards_per_turn.of(side.id)
    )


def _batteries(cards: tuple[Card, ...]) -> dict[str, int]:
    """The guns of each calibre that cards bring, at most one card's at a time."""
    guns: dict[str, int] = {}
    for card in cards:
        if "battery" in card.parameters:
            battery = str(card.parameters["battery"])
            guns[battery] = max(guns.get(battery, 0), int(card.parameters.get("guns", 6)))
    return guns
