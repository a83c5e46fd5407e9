"""What each side has in store, and which cards of its hand whoever looks may read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.games import handbook_of, limits
from engine.play.position import Position
from engine.scenario.scenario import Card, Scenario
from engine.texts import spoken


class Stock(NamedTuple):
    """So much of something, as the game calls it."""

    name: str
    amount: int


class CardHeld(NamedTuple):
    """A card in a hand: its title, and what it says."""

    title: str
    text: str


class Store(NamedTuple):
    """What a side has in store and in its hand."""

    side: str
    stocks: tuple[Stock, ...]
    cards: tuple[CardHeld, ...]


def stores(
    scenario: Scenario, position: Position, language: str | None = None
) -> tuple[Store, ...]:
    """The stores of all sides that have one, as far as a position tells of them."""
    if not (position.stocks or position.hands):
        return ()
    sides = [side.id for side in scenario.sides]
    words = {word.id: word.said for word in limits(scenario.game, scenario.rules, sides).stocks}
    cards = {card.id: card for card in _cards(scenario)}
    found = (
        Store(
            side,
            tuple(
                Stock(spoken(words.get(name, name), language), count)
                for name, count in position.stocks.get(side, {}).items()
            ),
            tuple(_held(id_, cards, language) for id_ in position.hands.get(side, ())),
        )
        for side in sides
    )
    return tuple(store for store in found if store.stocks or store.cards)


def _cards(scenario: Scenario) -> Iterator[Card]:
    """Every card that may be drawn, the scenario's own before the game's."""
    for _, deck in handbook_of(scenario).decks(scenario):
        yield from deck.cards
    for deck in scenario.decks.values():
        yield from deck.cards


def _held(id_: str, cards: Mapping[str, Card], language: str | None) -> CardHeld:
    card = cards.get(id_)
    if card is None:
        return CardHeld(id_, "")
    return CardHeld(spoken(card.title, language) or id_, spoken(card.text, language))
