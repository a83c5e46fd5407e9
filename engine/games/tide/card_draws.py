"""Drawing strategy cards from a side's decks (D1, D4, ST1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide.card_events import CardDrawn
from engine.games.tide.data.card_effects import PLUS
from engine.games.tide.state import State, TideGame
from engine.play.decisions import Decision, Procedure, ask, roll_one


@dataclass(frozen=True, slots=True)
class Draw(Decision[State, str]):
    """From which of its decks a side draws a card (ST1, D7 draw)."""

    def options(self, state: State) -> list[str]:
        return decks_left(state, self.side)


def decks_left(state: State, side: str) -> list[str]:
    """The decks of a side that have cards; an empty one is not shuffled again (D4)."""
    return [deck for deck, cards in state.hq[side].decks if cards]


def draw(game: TideGame, side: str) -> Procedure[str | None]:
    """A side draws a card of one of its decks, face up; None where all are empty (D1)."""
    decks = decks_left(game.state, side)
    if not decks:
        return None
    deck = decks[0] if len(decks) == 1 else (yield from ask(Draw(side)))
    return (yield from draw_from(game, side, deck))


def draw_from(game: TideGame, side: str, deck: str) -> Procedure[str]:
    """A side draws from a shuffled deck: each card left is as likely as any other (D1)."""
    pile = dict(game.state.hq[side].decks)[deck]
    die = yield from roll_one("draw", sides=len(pile))
    card = pile[die - 1]
    game.emit(CardDrawn(side, deck, card))
    return card


def is_another_drawn(state: State, card: str) -> bool:
    """Return whether a card marked + lets its side draw another (ST1)."""
    return any(doing.effect == PLUS for doing in state.aims.cards[card].all_effects)
