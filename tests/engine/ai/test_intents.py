"""What a side sets out to do in a stretch of the game: tried out as a whole, and abided by."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.successive_halving import SearchBudget, rank_orders
from engine.ai.temperaments import ai_profile, read_intents
from engine.games import PACKAGES
from engine.games.littlewars.ai.option_value import DEFAULT_SIGHT as LITTLEWARS
from engine.games.primer.ai.written_order_advice import DEFAULT_ADVICE
from engine.games.tide.ai.place_value import DEFAULT_SIGHT as TIDE
from engine.games.valor.ai.place_value import DEFAULT_SIGHT as VALOR
from engine.play.ai_support import PlanningStage, Weights
from engine.play.game import Game
from engine.play.option_targets import ENDING
from engine.play.players import GreedyPlayer, Question
from tests.assertions import require
from tests.conformance.cases import CASES

SEED = 5
DEFAULT = {"primer": DEFAULT_ADVICE, "valor": VALOR, "tide": TIDE, "littlewars": LITTLEWARS}


def writing() -> Game[Any]:
    """A game of the primer where the first memo is begun."""
    game = next(case for case in CASES if case.rules.id == "primer").game(SEED)
    while game.decision is not None and game.rules.turn(game.state) == 0:
        game.choose(GreedyPlayer(SEED).choose(question_of(game)))
    return game


def question_of(game: Game[Any]) -> Question:
    assert game.decision is not None
    return Question(game, game.decision)


@pytest.mark.parametrize("game", PACKAGES)
def test_an_intent_changes_weights_that_the_game_has_and_the_usual_none(game: str) -> None:
    mind = ai_profile(game)
    if mind.thinking.intents is None:
        assert mind.intents == ()
        return
    intents = read_intents(mind.thinking.intents)
    assert intents[mind.intents[0]] == {}
    for intent, weights in intents.items():
        assert set(weights) <= set(mind.weights), intent
        assert mind.intending(intent).weights == {**mind.weights, **weights}


@pytest.mark.parametrize(("game", "usual"), DEFAULT.items(), ids=DEFAULT)
def test_what_a_greedy_player_goes_by_a_temper_can_change(game: str, usual: Weights) -> None:
    assert set(usual) <= set(ai_profile(game).weights)


def test_a_stretch_of_all_is_every_sides() -> None:
    assert PlanningStage(3).involves_side("red")
    assert PlanningStage(3, "red").involves_side("red")
    assert not PlanningStage(3, "red").involves_side("blue")


def test_whole_intents_are_looked_at_the_better_half_longer() -> None:
    mind = ai_profile("primer")
    found = rank_orders(question_of(writing()), mind, SearchBudget(8, 3), SEED)
    assert {each.order.intent for each in found} == set(mind.intents[:3])
    looks = [each.playouts for each in found]
    assert looks == sorted(looks, reverse=True)
    assert looks[-1] > 0


def test_a_side_thinks_once_a_stretch_and_abides_by_what_it_set_out_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, player, thoughts = writing(), LookaheadPlayer(SEED, SearchBudget(4, 2)), list[int]()
    think = LookaheadPlayer.consider

    def noted(who: LookaheadPlayer, question: Question) -> Any:
        thoughts.append(question.number)
        return think(who, question)

    monkeypatch.setattr(LookaheadPlayer, "consider", noted)
    side, began = require(game.decision).side, len(game.answers)
    while require(game.decision).side == side and game.rules.turn(game.state) == 1:
        game.choose(player.choose(question_of(game)))
    assert len(game.answers) > began + 2
    assert thoughts == [began]


def test_a_novice_overlooks_some_of_its_answers_but_never_the_end() -> None:
    question = question_of(writing())
    fewer = question.without(lambda place: place % 2 == 1)
    assert 0 < len(fewer.options) < len(question.options)
    told = question.rules.points_at
    ends = [
        option
        for option in question.options
        if told(question.view, question.decision, option).deed in ENDING
    ]
    assert ends
    assert set(ends) <= set(fewer.options)
    assert [*question.without(lambda _: True).options] == ends
