"""Exact odds of drawing a card by a turn, and sample draws of a deck (tank E2).

A side is dealt so many cards a turn, each as likely as any other left in its deck. Where an
exhausted deck is shuffled again, the cards its side still holds stay out: those of this turn, and
those of the turn before that were kept to its end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from engine.scenario.scenario import Deck


@dataclass(frozen=True)
class DeckDeal:
    """The dealing of a deck: cards a turn and in all (0: no limit), and reshuffling.

    If `kept`, cards that act in the turn after their draw are still held at its draw, as unused
    ones are; else they count as used by then.
    """

    per_turn: int = 1
    in_all: int = 0
    reshuffled: bool = False
    kept: bool = False

    def cards_due_by(self, turn: int) -> int:
        """Return the number of cards a side is due by the end of a turn."""
        due = self.per_turn * max(turn, 0)
        return min(due, self.in_all) if self.in_all else due

    def cards_due_in(self, turn: int) -> int:
        """Return the number of cards a side is due in a turn."""
        return self.cards_due_by(turn) - self.cards_due_by(turn - 1)


class CardOdds(NamedTuple):
    """The chances of one card, turn by turn from the first on."""

    drawn_by: tuple[Fraction, ...]
    """At least one copy up to and with a turn."""
    drawn_in: tuple[Fraction, ...]
    """At least one copy in just that turn."""


def deck_size(deck: Deck) -> int:
    """Return the number of cards in a deck, copies included."""
    return sum(card.copies for card in deck.cards)


def draw_odds(deck: Deck, dealing: DeckDeal, turns: int) -> dict[str, CardOdds]:
    """The chances of every card of a deck in so many turns; cards of as many copies share them."""
    whole = deck_size(deck)
    by_copies = {
        copies: single_card_odds(copies, whole, dealing, turns)
        for copies in {card.copies for card in deck.cards}
    }
    return {card.id: by_copies[card.copies] for card in deck.cards}


def single_card_odds(copies: int, whole: int, dealing: DeckDeal, turns: int) -> CardOdds:
    """The chances of a card with so many copies in a deck of so many cards."""
    drawn_by = tuple(
        chance_of_drawing_one(copies, whole, dealing.cards_due_by(turn))
        for turn in range(1, turns + 1)
    )
    return CardOdds(drawn_by, tuple(_turns(copies, whole, dealing, turns)))


def chance_of_drawing_one(copies: int, whole: int, draws: int) -> Fraction:
    """The chance of at least one of some copies among so many cards drawn from a deck.

    Shuffling again comes when all have been drawn, and so changes nothing here.
    """
    drawn = min(draws, whole)
    if drawn == 0:
        return Fraction(0)
    return 1 - Fraction(comb(whole - copies, drawn), comb(whole, drawn))


# --- turn by turn ---------------------------------------------------------------------------------


class _Table(NamedTuple):
    """The places of one card's copies, and the numbers of cards in each place."""

    pool: int  # copies among the cards left
    fresh: int  # copies among those drawn this turn
    kept: int  # copies among those held since the turn before
    drawn: bool  # whether one came this turn


Ways = dict[_Table, Fraction]


def _turns(copies: int, whole: int, dealing: DeckDeal, turns: int) -> Iterator[Fraction]:
    """For every turn the chance that a copy comes in it."""
    ways: Ways = {_Table(copies, 0, 0, False): Fraction(1)}
    left, kept = whole, 0  # cards in the pool, and held since the turn before
    for turn in range(1, turns + 1):
        fresh = 0
        for _ in range(dealing.cards_due_in(turn)):
            if left == 0 and dealing.reshuffled:
                left = whole - fresh - kept
                ways = _sum((_reshuffled(table, copies), p) for table, p in ways.items())
            if left == 0:
                break
            ways = _sum(_draw(ways, left))
            left, fresh = left - 1, fresh + 1
        yield sum((p for table, p in ways.items() if table.drawn), Fraction(0))
        kept = fresh if dealing.kept else 0
        ways = _sum((_next_turn(table, dealing.kept), p) for table, p in ways.items())


def _reshuffled(table: _Table, copies: int) -> _Table:
    return table._replace(pool=copies - table.fresh - table.kept)


def _next_turn(table: _Table, is_kept: bool) -> _Table:
    return _Table(table.pool, 0, table.fresh if is_kept else 0, False)


def _draw(ways: Ways, left: int) -> Iterator[tuple[_Table, Fraction]]:
    """One card drawn from a pool of so many: one of the copies, or another."""
    for table, p in ways.items():
        chance = Fraction(table.pool, left)
        if chance:
            came = _Table(table.pool - 1, table.fresh + 1, table.kept, True)
            yield came, p * chance
        if chance != 1:
            yield table, p * (1 - chance)


def _sum(ways: Iterator[tuple[_Table, Fraction]]) -> Ways:
    total: Ways = {}
    for table, p in ways:
        total[table] = total.get(table, Fraction(0)) + p
    return total


# --- trying it out --------------------------------------------------------------------------------


def deal_sample_draws(
    deck: Deck, dealing: DeckDeal, turns: int, seed: int
) -> tuple[tuple[str, ...], ...]:
    """The ids of the cards dealt turn by turn; the same for the same seed."""
    chance = random.Random(seed)
    return tuple(_deal(Counter({card.id: card.copies for card in deck.cards}), dealing, turns,
                       chance))  # fmt: skip


def _deal(
    deck: Mapping[str, int], dealing: DeckDeal, turns: int, chance: random.Random
) -> Iterator[tuple[str, ...]]:
    pool, kept = _cards(deck), list[str]()
    for turn in range(1, turns + 1):
        fresh: list[str] = []
        for _ in range(dealing.cards_due_in(turn)):
            if not pool and dealing.reshuffled:
                pool = _cards(Counter(deck) - Counter(fresh) - Counter(kept))
            if pool:
                fresh.append(pool.pop(chance.randrange(len(pool))))
        yield tuple(fresh)
        kept = fresh if dealing.kept else []


def _cards(counted: Mapping[str, int]) -> list[str]:
    return [card for card, copies in counted.items() for _ in range(copies)]


def effect_shares(deck: Deck) -> Sequence[tuple[str, Fraction]]:
    """The part of a deck that has each effect, the largest first."""
    counted = Counter[str]()
    for card in deck.cards:
        for effect in dict.fromkeys(each.effect for each in card.all_effects):
            counted[effect] += card.copies
    whole = max(deck_size(deck), 1)
    return [(effect, Fraction(copies, whole)) for effect, copies in counted.most_common()]
