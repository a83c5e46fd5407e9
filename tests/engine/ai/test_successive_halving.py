"""Thought is spent on the better half; it can be stopped; what follows is what was planned."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ai import lookahead_player
from engine.ai.candidate_orders import CandidateOrder, candidate_orders
from engine.ai.lookahead_player import LookaheadPlayer, SearchCancelledError
from engine.ai.player_registry import LEVELS
from engine.ai.rollouts import Rollout
from engine.ai.successive_halving import (
    MAX_SURE,
    RankedOrder,
    SearchBudget,
    is_never_stopped,
    rank_orders,
)
from engine.ai.temperaments import AiProfile, ai_profile
from engine.games import new_game
from engine.play.ai_support import AiSupport
from engine.play.game import Game
from engine.play.players import GreedyPlayer, Question
from tests.assertions import require
from tests.conformance.cases import crossroads
from tests.games.boards import battle

MIND = ai_profile("tank")


def moving() -> Game[Any]:
    """Crossroads when a unit is to move for the first time."""
    game = new_game(crossroads(), 5)
    while type(game.decision).__name__ != "ChooseMove":
        assert game.decision is not None
        game.choose(GreedyPlayer(1).choose(Question(game, game.decision)))
    return game


def question_of(game: Game[Any]) -> Question:
    assert game.decision is not None
    return Question(game, game.decision)


def test_orders_are_whole_ways_the_most_hopeful_first() -> None:
    orders = candidate_orders(question_of(moving()), MIND, 10)
    assert [order.hope for order in orders] == sorted((o.hope for o in orders), reverse=True)
    assert any(len(order.path) > 1 for order in orders)


def test_the_better_half_is_looked_at_longer() -> None:
    found = rank_orders(question_of(moving()), MIND, SearchBudget(24, 4), 1)
    looks = [each.playouts for each in found]
    assert looks == sorted(looks, reverse=True)
    assert looks[0] > looks[-1] > 0
    assert all(0 < each.worth < 1 for each in found)


def test_the_same_seed_thinks_the_same() -> None:
    question = question_of(moving())
    told = [
        [(e.order, e.worth) for e in rank_orders(question, MIND, SearchBudget(8, 4), 3)]
        for _ in "12"
    ]
    assert told[0] == told[1]


def test_a_deal_that_does_not_fit_is_left_out() -> None:
    class HalfFitting(Question):
        def suppose(self, imagine: Any, seed: int) -> Game[Any] | None:
            return super().suppose(imagine, seed) if seed % 2 else None

    game = moving()
    assert game.decision is not None
    found = rank_orders(HalfFitting(game, game.decision), MIND, SearchBudget(48, 4), 1)
    whole = rank_orders(question_of(game), MIND, SearchBudget(48, 4), 1)
    assert 0 < sum(each.playouts for each in found) < sum(each.playouts for each in whole)
    assert all(each.playouts > 1 for each in found)


def test_without_thought_the_most_hopeful_comes_first() -> None:
    found = rank_orders(question_of(moving()), MIND, SearchBudget(0, 6), 1)
    assert found[0].order.hope == max(each.order.hope for each in found)


def test_a_player_that_is_stopped_gives_no_answer() -> None:
    stopping = iter([False, False, *[True] * 1000])
    player = LookaheadPlayer(1, SearchBudget(200, 4), is_stopped=lambda: next(stopping))
    with pytest.raises(SearchCancelledError):
        player.choose(question_of(moving()))


def test_a_way_that_was_begun_is_gone_to_its_end() -> None:
    game, player = moving(), LookaheadPlayer(5, SearchBudget(0))
    chosen = player.consider(question_of(game))[0].order
    if not chosen.path:
        pytest.fail("the first order of this game is a way")
    side, began = require(game.decision).side, len(game.answers)
    while game.marks[-1].answers == began and game.decision is not None:
        who = player if game.decision.side == side else GreedyPlayer(1)
        game.choose(who.choose(question_of(game)))
        if game.is_between_activities:
            break
    steps = [event for event in game.events if type(event).__name__ == "Stepped"]
    mine = [event for event in steps if getattr(event, "unit", "") == chosen.unit]
    entered = [getattr(event, "to", None) for event in mine]
    assert entered == list(chosen.path)[: len(entered)]
    assert entered


def test_thinking_leaves_the_game_as_it_was() -> None:
    game = moving()
    answers, state = list(game.answers), game.rules.position(game.state)
    LookaheadPlayer(1, SearchBudget(8, 4)).choose(question_of(game))
    assert (game.answers, game.rules.position(game.state)) == (answers, state)


def test_a_shot_that_surely_pays_is_taken() -> None:
    game = battle("r1 r2 . b1\n. . . .\n. . . .", [1])
    assert LookaheadPlayer(1, SearchBudget(12, 3)).choose(question_of(game)) is not None


def test_advice_is_what_it_has_come_to_when_somebody_has_had_enough() -> None:
    enough = iter([False] * 400 + [True] * 1000)
    found = LookaheadPlayer(1, SearchBudget(20_000, 4)).advise(
        question_of(moving()), lambda: next(enough)
    )
    assert 0 < sum(each.playouts for each in found) < 200
    assert all(0 < each.chance < 1 for each in found)


def test_no_chance_is_told_as_certain() -> None:
    order = CandidateOrder(None)
    assert [RankedOrder(order, worth=worth).chance for worth in (1.2, 0.5, -0.1)] == [
        MAX_SURE, 0.5, 1 - MAX_SURE,
    ]  # fmt: skip


@pytest.mark.parametrize("turns", [0, 1])
def test_what_was_hoped_of_an_order_counts_as_some_playouts(turns: int) -> None:
    found, trust = rank_orders(question_of(moving()), MIND, SearchBudget(8, 2, turns), 1), 30
    assert MIND.weights["trust"] == trust
    middle = sum(sum(each.chances) / each.playouts for each in found) / len(found)
    hoped = sum(each.order.hope for each in found) / len(found)
    for each in found:
        before = middle + MIND.weights["hope"] * (each.order.hope - hoped)
        worth = (sum(each.chances) + trust * before) / (each.playouts + trust)
        assert each.worth == pytest.approx(worth)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_playout_goes_as_far_as_it_is_to_however_many_answers_that_takes(turns: int) -> None:
    game = question_of(moving()).suppose(MIND.thinking.imagine, 1)
    assert game is not None
    assert game.decision is not None
    order = candidate_orders(question_of(game), MIND, 1)[0]
    now = game.rules.turn(game.state)
    habit = MIND.thinking.habit
    assert habit is not None
    Rollout(MIND, 1, habit(MIND.weights)).chance(game, order, turns, is_never_stopped)
    assert game.rules.turn(game.state) == now + turns + 1


def test_each_level_overlooks_as_much_of_its_answers_as_its_temper_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed = 0

    def weigh(view: Any, asked: Any, answer: Any, weights: Any) -> float:
        nonlocal weighed
        weighed += 1
        return 0.0

    mind = AiProfile(
        AiSupport(weigh=weigh), {**MIND.weights, "novice": 0.8, "regular": 0.4, "veteran": 0.1}
    )
    monkeypatch.setattr(lookahead_player, "ai_profile", lambda game, temper: mind)
    question, noticed = question_of(moving()), {}
    listed = len(question.options) - 1  # but for that which ends the turn, and is never overlooked
    for level in ("novice", "regular", "veteran", "none"):
        weighed = 0
        for seed in range(200):
            LookaheadPlayer(seed, LEVELS.get(level, SearchBudget(0))).choose(question)
        noticed[level] = (weighed / 200 - 1) / listed
    assert noticed["none"] == 1
    assert noticed["veteran"] == pytest.approx(0.9, abs=0.05)
    assert noticed["regular"] == pytest.approx(0.6, abs=0.05)
    assert noticed["novice"] == pytest.approx(0.2, abs=0.05)


def test_where_playouts_are_dear_a_part_of_them_is_made() -> None:
    assert SearchBudget(96, 8).shared(0.08) == SearchBudget(8, 8)
    assert SearchBudget(96, 8).shared(-1) == SearchBudget(0, 8)
