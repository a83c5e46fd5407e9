"""What a player thinks of beside the answers that the rules list (`AiSupport.offers`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.ai import lookahead_player
from engine.ai.candidate_orders import best_candidate
from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.rollouts import PolicyPlayer, Rollout
from engine.ai.successive_halving import SearchBudget
from engine.ai.temperaments import AiProfile
from engine.games.littlewars.gun_phase import DONE, GunDeed
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import GunOrder, MenOrder
from engine.games.littlewars.state import Phase, State
from engine.play.ai_support import AiSupport, Weights
from engine.play.game import Game
from engine.play.players import Question
from engine.session.seats import Seat
from engine.session.session import Session
from tests.conformance.cases import CASES
from tests.games.littlewars.boards import block, game_at, state_of

BOTH = MenOrder("go", ("r1", "r2"), "480,320 480,400")


def offers(view: Any, asked: Any, weights: Weights) -> list[Any]:
    return [BOTH] if isinstance(asked, MoveMen) else []


def weigh(view: Any, asked: Any, answer: Any, weights: Weights) -> float:
    return float(answer == BOTH)


MIND = AiProfile(AiSupport(weigh=weigh, offers=offers), {})


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
    assert PolicyPlayer(MIND, 1).choose(question_of(game)) == BOTH
    assert best_candidate(question_of(game), MIND, 1) != BOTH
    Rollout(MIND, 1).answer(game)
    assert game.answers[-1] == BOTH


def test_what_is_listed_and_thought_of_is_weighed_once_in_looking_ahead() -> None:
    game, weighed = moving(), list[Any]()
    listed = list(game.options)

    def weigh_and_note(view: Any, asked: Any, answer: Any, weights: Weights) -> float:
        weighed.append(answer)
        return weigh(view, asked, answer, weights)

    thinking: AiSupport[Any] = AiSupport(weigh=weigh_and_note, offers=lambda *_: [listed[0], BOTH])
    Rollout(AiProfile(thinking, {}), 1).answer(game)
    assert weighed == [*listed, BOTH]


def test_where_one_answer_is_listed_others_are_thought_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead_player, "ai_profile", lambda game, temper: MIND)
    question = question_of(moving())
    question.options = question.options[-1:]
    assert LookaheadPlayer(1, SearchBudget(0)).choose(question) == BOTH


def test_what_is_thought_of_is_overlooked_like_what_is_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures = [*block("r", "red", 5, 28, 12), *block("b", "blue", 5, 28, 40)]
    state = state_of(figures, [("gun", "red", 30, 17, 0)], phase=Phase.GUNS)
    fire = GunOrder("fire", "gun", "", "b2")

    def weigh_fire(view: Any, asked: Any, answer: Any, weights: Weights) -> float:
        return float(answer == fire)

    weights = {"novice": 1.0, "playouts": 1.0, "trust": 1.0, "hope": 1.0}
    mind = AiProfile(AiSupport(weigh=weigh_fire, offers=lambda *_: [fire]), weights)
    monkeypatch.setattr(lookahead_player, "ai_profile", lambda game, temper: mind)
    question = question_of(game_at(state))
    assert isinstance(question.decision, GunDeed)
    assert LookaheadPlayer(1, SearchBudget(0)).choose(question) == fire
    assert LookaheadPlayer(1, SearchBudget(0, overlooks="novice")).choose(question) == DONE


def test_where_a_decision_takes_only_what_is_listed_nothing_more_is_thought_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = question_of(moving())
    assert MIND.widened(question).options[-1] == BOTH
    monkeypatch.setattr(MoveMen, "is_open", False)
    assert MIND.widened(question) is question


def test_what_is_thought_of_is_kept_taken_back_and_given_again_like_what_is_listed(
    tmp_path: Path,
) -> None:
    skirmish = next(case for case in CASES if case.id == "littlewars-skirmish").scenario
    session = Session.begin(skirmish, {"red": Seat.VETERAN, "blue": Seat.VETERAN}, seed=1)
    is_listed = True
    while is_listed:
        listed, before = list(session.game.options), session.answer_count
        assert session.play_machine_answer(), "nothing was thought of"
        answer = session.game.answers[before]
        is_listed = answer in listed
    kept, replay = tmp_path / "kept.session", tmp_path / "kept.replay"
    session.save(kept)
    session.save_replay(replay)
    for file in (kept, replay):
        assert Session.resume(file, skirmish).game.answers == session.game.answers
    session.go_to(before)
    assert session.play_machine_answer()
    assert session.game.answers[before] == answer
