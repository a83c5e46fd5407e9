"""Players that look ahead, in every game: by the rules, the seed, and what their side may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.successive_halving import SearchBudget
from engine.ai.temperaments import ai_profile
from engine.games import PACKAGES
from engine.games.littlewars.orders import AimAt, GunOrder, MenOrder
from engine.play.decisions import UMPIRE, Answer
from engine.play.game import Game
from engine.play.players import Question, find_player
from tests.conformance.cases import CASES, Case

SEED, THOUGHTS = 3, 3
LITTLE = SearchBudget(2, 2)
PLAYED = [next(case for case in CASES if case.rules.id == game) for game in PACKAGES]
OFFERED = [case for case in CASES if ai_profile(case.rules.id).thinking.offers is not None]
"""Those in which players think of answers that are not listed."""
every_game = pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.id)


def thoughtful(game: Game[Any], most: int = THOUGHTS) -> Iterator[Question]:
    """Questions worth a thought, spread over a game between greedy players."""
    asked = 0
    while game.decision is not None and asked < most:
        side = game.decision.side
        if side == UMPIRE:
            game.choose(game.options[0])
            continue
        if len(game.options) > 1 and game.rules.turn(game.state) > 0:
            asked += 1
            yield Question(game, game.decision)
        for _ in range(5):
            if game.decision is None or game.decision.side == UMPIRE:
                break
            who = find_player("greedy", SEED)
            game.choose(who.choose(Question(game, game.decision)))


@every_game
def test_what_it_answers_may_be_answered_and_is_the_same_whoever_is_asked_again(case: Case) -> None:
    for question in thoughtful(case.game(SEED)):
        told = [LookaheadPlayer(SEED, LITTLE).choose(question) for _ in range(2)]
        assert question.as_accepted(told[0]) == told[0]
        assert told[0] == told[1], f"seed {SEED}, answer {question.number}"


def test_all_that_a_player_thinks_of_may_be_answered() -> None:
    thought = list[Answer]()
    for case in OFFERED:
        mind = ai_profile(case.rules.id)
        for question in thoughtful(case.game(SEED), 24):
            offers = mind.extra_answers(question.view, question.decision)
            assert [question.as_accepted(answer) for answer in offers] == [*offers], case.id
            thought += offers
    assert any(isinstance(answer, MenOrder) for answer in thought)
    assert any(isinstance(answer, GunOrder | AimAt) for answer in thought)


@every_game
def test_one_that_forgets_its_plans_plays_as_one_that_remembers(case: Case) -> None:
    game, mindful = case.game(SEED), LookaheadPlayer(SEED, LITTLE)
    while game.decision is not None and game.rules.turn(game.state) == 0:
        question = Question(game, game.decision)
        game.choose(find_player("greedy", SEED).choose(question))
    for _ in range(5):
        if game.decision is None or game.decision.side == UMPIRE:
            return
        question = Question(game, game.decision)
        answer = mindful.choose(question)
        assert LookaheadPlayer(SEED, LITTLE).choose(question) == answer, f"answer {question.number}"
        game.choose(answer)


@every_game
def test_a_position_as_it_may_be_says_of_what_a_side_knows_what_is_true(case: Case) -> None:
    imagine = ai_profile(case.rules.id).thinking.imagine
    for question in thoughtful(case.game(SEED)):
        side, rules = question.decision.side, question.rules
        known, told = (
            rules.position(question.view),
            rules.position(imagine(question.view, side, SEED)),
        )
        assert {piece.id for piece in known.pieces} <= {piece.id for piece in told.pieces}
        own = [piece for piece in told.pieces if piece.side == side]
        assert own == [piece for piece in known.pieces if piece.side == side]
        assert told.holders == known.holders


@every_game
def test_what_is_imagined_follows_from_the_view_and_the_seed_alone(case: Case) -> None:
    imagine = ai_profile(case.rules.id).thinking.imagine
    for question in thoughtful(case.game(SEED), 3):
        side, rules = question.decision.side, question.rules
        twice = [rules.position(imagine(question.view, side, SEED)) for _ in range(2)]
        assert twice[0] == twice[1]


@every_game
def test_a_game_as_it_may_be_asks_the_same_and_can_be_played_on(case: Case) -> None:
    imagine = ai_profile(case.rules.id).thinking.imagine
    for question in thoughtful(case.game(SEED)):
        supposed = question.suppose(imagine, SEED)
        assert supposed is not None, f"seed {SEED}, answer {question.number}"
        assert supposed.decision == question.decision
        for option in question.options[:3]:
            assert supposed.accepts(option) is not None
        supposed.choose(supposed.options[-1])
