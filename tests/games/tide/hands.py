"""Cards of tide for tests: laid into hands, decks and play, beside the shipped decks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from engine.files.deck_files import load
from engine.files.source_text import SHIPPED
from engine.games.tide import card_play
from engine.games.tide.data.card_effects import ACTION
from engine.games.tide.state import Phase
from engine.scenario.scenario import Card, CardEffect, Deck
from tests.games.tide.fights import Fight

DECKS = ("orders", "nerve", "guns", "rear", "operations")


@cache
def deck(name: str) -> Deck:
    """A shipped deck."""
    return load(SHIPPED / f"samples/tide/decks/{name}.deck.yaml")


def shipped(card: str) -> Card:
    """A card of the shipped decks."""
    return next(each for name in DECKS for each in deck(name).cards if each.id == card)


def card(effect: str, *then: CardEffect, id_: str = "test", **said: Any) -> Card:
    """A card of the Action phase with an effect and its parameters; `from_` is `from`."""
    parameters = {name.rstrip("_"): value for name, value in said.items()}
    return Card(id_, effect, parameters, phase=ACTION, then=then)


def know(table: Fight, *known: Card, deck: str = "test") -> None:
    """Cards that there are, in a deck."""
    aims = table.state.aims
    more = {each.id: each for each in known}
    decks = {**aims.decks, deck: tuple(each.id for each in known for _ in range(each.copies))}
    table.state.aims = replace(aims, cards={**aims.cards, **more}, decks=decks)


def hold(table: Fight, side: str, *held: Card, command: int = 9, deck: str = "test") -> Fight:
    """A side holds cards and has so much command."""
    know(table, *held, deck=deck)
    hand = (*table.state.hq[side].hand, *(each.id for each in held))
    table.state.alter_headquarters(side, hand=hand, command=command)
    return table


def pile(table: Fight, side: str, deck: str, *left: Card) -> Fight:
    """A side has a deck with these cards left."""
    know(table, *left, deck=deck)
    decks = (*table.state.hq[side].decks, (deck, tuple(each.id for each in left)))
    table.state.alter_headquarters(side, decks=decks)
    return table


def play(table: Fight, played: Card, *answers: Any, dice: tuple[str, ...] = ()) -> Fight:
    """Red has a card and plays it."""
    if table.state.phase is Phase.SET_UP:
        table.state.phase = Phase.ACTION
    hold(table, "red", played)
    table.run(card_play.play(table.game, "red", played.id), answers, *dice)
    return table
