"""A position as it may be: cards a side has not seen are dealt out among those it may still meet.

Enemies yet to come are not imagined: they are unknown, and they come late.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.games.tank.state import HIDDEN, ActiveCard, CardHand, Phase, State


def determinise(view: State, side: str, seed: int) -> State:
    """A view with a card in the place of each that lies face down (E2)."""
    luck, dealt = Random(seed), view.copy()
    for each in dealt.sides:
        dealt.hands[each] = _hand(view, view.hands[each], luck)
    if dealt.aims.shares_deck:
        pool = dealt.hands[side].pool
        for each in dealt.sides:
            dealt.hands[each] = dealt.hands[each]._replace(pool=pool)
    return dealt


def _hand(view: State, hand: CardHand, luck: Random) -> CardHand:
    unseen = _unseen(view, hand, luck)
    turn = view.turn + (view.phase is Phase.EVENTS)  # a card is good in the turn after its draw
    return hand._replace(
        pool=tuple(sorted(_dealt(hand.pool, unseen))),
        picked=tuple(_dealt(hand.picked, unseen)),
        held=tuple(e if e.card != HIDDEN else ActiveCard(next(unseen), turn, 1) for e in hand.held),
        lapsed=tuple(_dealt(hand.lapsed, unseen)),
    )


def _dealt(cards: tuple[str, ...], unseen: Iterator[str]) -> Iterator[str]:
    return (next(unseen) if card == HIDDEN else card for card in cards)


def _unseen(view: State, hand: CardHand, luck: Random) -> Iterator[str]:
    """Cards that may lie face down for a side, unseen ones first."""
    seen = {*hand.spent, *hand.lapsed, *(entry.card for entry in hand.held)}
    cards = [card for card in view.cards if card not in seen] or list(view.cards)
    while True:
        luck.shuffle(cards)
        yield from cards
