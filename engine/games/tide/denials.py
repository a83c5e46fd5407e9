"""What cards forbid and limit while they are in force (D7 deny, limit)."""

from __future__ import annotations

from engine.games.tide.state import State
from engine.scenario.scenario import Card

SUPPORT, OP_FIRE, CARDS, ASSAULT = "support", "op-fire", "cards", "assault"


def denies(state: State, side: str, what: str) -> bool:
    """Whether a side may not do something now: support, op-fire, cards, assault (D7 deny)."""
    return any(effect.side == side for effect in state.in_force("deny", what))


def denies_card(state: State, side: str, card: Card) -> bool:
    """Whether a side may not play a card now: none at all, or none of its deck (D7 deny)."""
    if denies(state, side, CARDS):
        return True
    denied = (effect.what for effect in state.in_force("deny") if effect.side == side)
    return any(belongs(state, card.id, what) for what in denied)


def belongs(state: State, card: str, deck: str) -> bool:
    """Whether a card is one of a deck, or of the set of that name (D1)."""
    return card in state.aims.decks.get(deck, ()) or state.aims.cards[card].set == deck


def furthest(state: State, what: str) -> int | None:
    """How far anybody sees or fires at most; None without a limit (D7 limit)."""
    return min((effect.amount for effect in state.in_force("limit", what)), default=None)
