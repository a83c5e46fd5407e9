"""The stocks of each side, and the cards of its hand that the viewer may read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.games import handbook_of, scenario_limits_of
from engine.games.scenario_limits import AllowedCardTerms, card_terms_text
from engine.narration.scenario_names import game_word
from engine.play.position import Position
from engine.scenario.scenario import Card, Deck, Scenario
from engine.texts import localised


class StockAmount(NamedTuple):
    """So much of something, as the game calls it."""

    name: str
    amount: int


class CardHeld(NamedTuple):
    """A card in a hand, or one that lies out and works: its title, what it says, its terms.

    The terms are what it costs and when it is played, as far as the game's cards have such.
    """

    title: str
    text: str
    id: str = ""
    terms: str = ""
    is_laid_out: bool = False


class SideInventory(NamedTuple):
    """The stocks of a side, and its hand."""

    side: str
    stocks: tuple[StockAmount, ...]
    cards: tuple[CardHeld, ...]


@dataclass(frozen=True)
class _Words:
    """The names of stocks and cards of a game, in one language."""

    game: str
    stocks: Mapping[str, str]
    cards: Mapping[str, Card]
    terms: AllowedCardTerms
    language: str | None

    def stock(self, name: str) -> str:
        """Return the name of a stock."""
        return self.stocks.get(name) or game_word(self.game, "stock", name, self.language)

    def card(self, id_: str, is_laid_out: bool = False) -> CardHeld:
        """A card as it is read; one that is in no deck by its id."""
        card = self.cards.get(id_)
        if card is None:
            return CardHeld(id_, "", id_, "", is_laid_out)
        title, said = localised(card.title, self.language), localised(card.text, self.language)
        terms = card_terms_text(card, self.terms, self.language)
        return CardHeld(title or id_, said, id_, terms, is_laid_out)


def side_stores(
    scenario: Scenario, position: Position, language: str | None = None
) -> tuple[SideInventory, ...]:
    """The stores of all sides that have one, as far as a position shows them."""
    if not (position.stocks or position.hands or position.laid_out):
        return ()
    words = _words(scenario, language)
    found = (_store(words, position, side.id) for side in scenario.sides)
    return tuple(store for store in found if store.stocks or store.cards)


def _store(words: _Words, position: Position, side: str) -> SideInventory:
    stocks = position.stocks.get(side, {}).items()
    held = [words.card(id_) for id_ in position.hands.get(side, ())]
    laid = [words.card(id_, True) for id_ in position.laid_out.get(side, ())]
    return SideInventory(
        side,
        tuple(StockAmount(words.stock(name), count) for name, count in stocks),
        (*held, *laid),
    )


def _words(scenario: Scenario, language: str | None) -> _Words:
    known = scenario_limits_of(scenario.game, scenario.rules, [side.id for side in scenario.sides])
    stocks = {word.id: localised(word.said, language) for word in known.stocks}
    cards = {card.id: card for card in _cards(scenario)}
    return _Words(scenario.game, stocks, cards, known.card_terms, language)


def card_in(scenario: Scenario, id_: str) -> tuple[Card, Deck] | None:
    """A card that may be drawn, with the deck it lies in; None for one that is in no deck."""
    found = ((card, deck) for deck in _decks(scenario) for card in deck.cards if card.id == id_)
    return next(found, None)


def has_cards(scenario: Scenario) -> bool:
    """Return True if any card may be drawn in a scenario."""
    return any(deck.cards for deck in _decks(scenario))


def _cards(scenario: Scenario) -> Iterator[Card]:
    """Every card that may be drawn, the scenario's own before the game's."""
    for deck in _decks(scenario):
        yield from deck.cards


def _decks(scenario: Scenario) -> Iterator[Deck]:
    for _, deck in handbook_of(scenario).decks(scenario):
        yield deck
    yield from scenario.decks.values()
