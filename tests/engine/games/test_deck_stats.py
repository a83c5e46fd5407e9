"""Chances of cards against every order there is, against closed formulas, and against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import factorial
from types import MethodType, SimpleNamespace
from typing import cast

import pytest

from engine.games.card_odds import (
    DeckDeal,
    chance_of_drawing_one,
    deal_sample_draws,
    deck_size,
    draw_odds,
    effect_shares,
    single_card_odds,
)
from engine.scenario.scenario import Card, Deck

DECK = Deck("d", (Card("a", "x", copies=2), Card("b", "y"), Card("c", "x", copies=2)))


def orders(deck: tuple[str, ...], dealing: DeckDeal, turns: int) -> Iterator[
    tuple[Fraction, tuple[tuple[str, ...], ...]]
]:  # fmt: skip
    """Every way a game's cards can come, card by card, with its chance: nothing is counted."""

    def deal(
        turn: int, due: int, pool: tuple[int, ...], fresh: tuple[int, ...], kept: tuple[int, ...],
        chance: Fraction, told: tuple[tuple[str, ...], ...],
    ) -> Iterator[tuple[Fraction, tuple[tuple[str, ...], ...]]]:  # fmt: skip
        if not pool and dealing.reshuffled:
            pool = tuple(n for n in range(len(deck)) if n not in fresh and n not in kept)
        if due == 0 or not pool:
            said = (*told, tuple(deck[n] for n in fresh))
            if turn == turns:
                yield chance, said
                return
            held = fresh if dealing.kept else ()
            yield from deal(turn + 1, dealing.cards_due_in(turn + 1), pool, (), held, chance, said)
            return
        for card in pool:
            left = tuple(n for n in pool if n != card)
            part = chance / len(pool)
            yield from deal(turn, due - 1, left, (*fresh, card), kept, part, told)

    yield from deal(1, dealing.cards_due_in(1), tuple(range(len(deck))), (), (), Fraction(1), ())


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("reshuffled", [False, True])
@pytest.mark.parametrize(("per_turn", "in_all"), [(1, 0), (2, 0), (2, 3), (3, 0)])
@pytest.mark.parametrize("cards", ["aab", "aabc", "abc"])
def test_chances_are_those_of_every_order_there_is(
    cards: str, per_turn: int, in_all: int, reshuffled: bool, kept: bool
) -> None:
    dealing = DeckDeal(per_turn, in_all, reshuffled, kept)
    turns = 3 if per_turn > 1 else 5
    found = single_card_odds(cards.count("a"), len(cards), dealing, turns)
    every = list(orders(tuple(cards), dealing, turns))
    assert sum(chance for chance, _ in every) == 1
    for turn in range(turns):
        came = sum((p for p, told in every if any("a" in each for each in told[: turn + 1])), 0)
        here = sum((p for p, told in every if "a" in told[turn]), 0)
        assert (found.drawn_by[turn], found.drawn_in[turn]) == (came, here)


def test_the_chance_of_a_card_is_that_of_every_permutation() -> None:
    cards = "aabccd"
    for draws in range(7):
        hits = sum("a" in order[:draws] for order in permutations(cards))
        assert chance_of_drawing_one(2, 6, draws) == Fraction(hits, factorial(6))


def test_one_of_seven_comes_by_turn_n_with_n_sevenths() -> None:
    found = single_card_odds(1, 7, DeckDeal(), 9)
    assert found.drawn_by == tuple(Fraction(min(turn, 7), 7) for turn in range(1, 10))
    assert found.drawn_in == (Fraction(1, 7),) * 7 + (Fraction(0),) * 2


def test_a_deck_shuffled_again_goes_on_with_the_cards_nobody_holds() -> None:
    used = single_card_odds(1, 3, DeckDeal(reshuffled=True), 5).drawn_in
    held = single_card_odds(1, 3, DeckDeal(reshuffled=True, kept=True), 5).drawn_in
    assert used[3:] == (Fraction(1, 3), Fraction(1, 3))
    assert held[3] == Fraction(2, 3) * Fraction(1, 2)


def test_a_limit_in_all_ends_the_dealing() -> None:
    found = single_card_odds(1, 10, DeckDeal(per_turn=2, in_all=3), 4)
    assert found.drawn_by == (Fraction(1, 5), *[Fraction(3, 10)] * 3)


def test_a_deck_of_a_hundred_is_summed_exactly() -> None:
    found = single_card_odds(7, 100, DeckDeal(per_turn=3, reshuffled=True, kept=True), 40)
    assert found.drawn_by[-1] == 1


def test_cards_are_named_with_their_chances() -> None:
    found = draw_odds(DECK, DeckDeal(), 2)
    assert found["b"].drawn_by == (Fraction(1, 5), Fraction(2, 5))
    assert found["a"] == found["c"]
    assert deck_size(DECK) == 5
    assert effect_shares(DECK) == [("x", Fraction(4, 5)), ("y", Fraction(1, 5))]


def test_a_draw_is_the_same_for_the_same_seed_and_takes_no_card_too_often() -> None:
    dealing = DeckDeal(per_turn=2)
    hands = deal_sample_draws(DECK, dealing, 4, seed=11)
    assert hands == deal_sample_draws(DECK, dealing, 4, seed=11)
    assert Counter(card for hand in hands for card in hand) == {"a": 2, "b": 1, "c": 2}
    assert len({deal_sample_draws(DECK, dealing, 4, seed) for seed in range(20)}) > 5


def test_draws_come_as_often_as_their_chances_say() -> None:
    dealing = DeckDeal(per_turn=2, reshuffled=True, kept=True)
    hands = [deal_sample_draws(DECK, dealing, 4, seed) for seed in range(2000)]
    for turn, chance in enumerate(draw_odds(DECK, dealing, 4)["b"].drawn_in):
        assert abs(sum("b" in hand[turn] for hand in hands) / 2000 - float(chance)) < 0.05


def test_the_rules_shuffle_again_just_what_no_side_holds() -> None:
    from engine.games.tank.card_events import DeckShuffled
    from engine.games.tank.state import ActiveCard, CardHand, State

    hands = {"red": CardHand((), (ActiveCard("b", 3, 1),), ("a",), ("a", "c"))}
    table = SimpleNamespace(
        hands=hands, sides=("red", "blue"), aims=SimpleNamespace(shares_deck=False)
    )
    for method in (State.sides_that_draw_with, State.put_pool):
        setattr(table, method.__name__, MethodType(method, table))
    DeckShuffled("red").apply(cast("State", table))
    assert hands["red"].pool == ("a", "a", "c")
