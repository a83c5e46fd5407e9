"""What a player thinks of beside the answers that the rules list (`Thinking.offers`)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.littlewars.men import MoveMen
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.state import State
from engine.play.game import Game
from engine.play.players import Question
from engine.play.thinking import Thinking, Weights
from engine.search.orders import most_hopeful
from engine.search.playouts import HopefulPlayer, Playout
from engine.search.tempers import Mind
from tests.games.littlewars.boards import game_at, state_of

BOTH = MenOrder("go", ("r1", "r2"), "480,320 480,400")


def offers(view: Any, asked: Any, weights: Weights) -> list[Any]:
    return [BOTH] if isinstance(asked, MoveMen) else []


def weigh(view: Any, asked: Any, answer: Any, weights: Weights) -> float:
    return float(answer == BOTH)


MIND = Mind(Thinking(weigh=weigh, offers=offers), {})


def moving() -> Game[State]:
    figures = [("r1", "red", "foot", 30, 20), ("r2", "red", "foot", 32, 20),
               ("b", "blue", "foot", 30, 50)]  # fmt: skip
    return game_at(state_of(figures))


def question_of(game: Game[State]) -> Question:
    assert game.decision is not None
    return Question(game, game.decision)


def test_a_question_is_widened_by_what_is_not_listed_and_by_nothing_twice() -> None:
    question = question_of(moving())
    listed = list(question.options)
    assert BOTH not in listed
    wide = question.with_also([listed[0], BOTH, BOTH])
    assert wide.options == [*listed, BOTH]
    assert list(question.options) == listed


def test_what_is_thought_of_beside_the_list_may_be_the_answer() -> None:
    game = moving()
    assert HopefulPlayer(MIND, 1).choose(question_of(game)) == BOTH
    assert most_hopeful(question_of(game), MIND, 1) != BOTH
    Playout(MIND, 1).answer(game)
    assert game.answers[-1] == BOTH


def test_where_a_decision_takes_only_what_is_listed_nothing_more_is_thought_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = question_of(moving())
    assert MIND.widened(question).options[-1] == BOTH
    monkeypatch.setattr(MoveMen, "is_open", False)
    assert MIND.widened(question) is question
