"""A game as it may be is looked into quickly: nothing is kept, and luck is shared by purpose."""

from __future__ import annotations

import pytest

from engine.ai.rollouts import PolicyPlayer
from engine.ai.temperaments import AiProfile, ai_profile
from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.play.decisions import Answer, Roll
from engine.play.dice import SeededDice
from engine.play.option_targets import ENDING
from engine.play.players import IdlePlayer, Question, play_to_end
from engine.play.simulated_game import PurposeSeededDice, SimulatedGame
from tests.conformance.cases import crossroads
from tests.engine.ai.test_successive_halving import moving, question_of

SAMPLE = ROOT / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
SHOT, INITIATIVE = Roll(2, 6, "shot"), Roll(1, 6, "initiative")


def test_the_third_shot_falls_alike_whatever_was_rolled_in_between() -> None:
    plain, mixed = PurposeSeededDice(7), PurposeSeededDice(7)
    shots = [plain.faces(number, SHOT) for number in range(3)]
    found = []
    for number in range(3):
        mixed.faces(10 * number, INITIATIVE)
        found.append(mixed.faces(10 * number + 1, SHOT))
    assert found == shots
    assert len({PurposeSeededDice(seed).faces(0, SHOT) for seed in range(40)}) > 10


def test_a_supposed_game_goes_on_as_its_pattern_would() -> None:
    game = moving()
    supposed = question_of(game).suppose(ai_profile("tank").thinking.imagine, 3)
    assert isinstance(supposed, SimulatedGame)
    assert supposed.options == game.options
    before = len(game.answers)
    supposed.choose(supposed.options[0])
    assert (len(game.answers), len(supposed.answers) > 0) == (before, True)


def test_a_tank_habit_answers_by_the_options_and_goes_ways_to_their_end() -> None:
    mind = ai_profile("tank")
    assert mind.thinking.habit is not None
    habit = mind.thinking.habit(mind.weights)
    game = question_of(moving()).suppose(mind.thinking.imagine, 3)
    assert game is not None
    for number in range(40):
        assert game.decision is not None
        answer = habit.choose(game.state, game.decision, game.options, number)
        assert answer in game.options
        game.choose(answer)
    assert any(type(event).__name__ == "Stepped" for event in game.events)


class Remembering:
    """A side that is played throughout a game as others are in looking ahead."""

    def __init__(self, mind: AiProfile) -> None:
        assert mind.thinking.habit is not None
        self._habit = mind.thinking.habit(mind.weights)

    def choose(self, question: Question) -> Answer:
        view, asked = question.view, question.decision
        return self._habit.choose(view, asked, question.options, question.number)


@pytest.mark.long
def test_whoever_remembers_ways_plays_as_well_as_whoever_looks_anew() -> None:
    """It forgets them with the turn: those of former turns lead to where the enemy was."""
    mind, opening, won = ai_profile("tank"), new_game(load(SAMPLE), 0), 0
    for number in range(20):
        own, other = ("red", "blue") if number % 2 else ("blue", "red")
        game = opening.restarted(SeededDice.of(number // 2))
        play_to_end(game, {own: Remembering(mind), other: PolicyPlayer(mind, number)})
        assert game.result is not None
        won += game.result.winner == own
    assert won >= 7


def test_who_never_moves_passes_wherever_that_may_be_done() -> None:
    game = new_game(crossroads(), 5)
    passed = 0
    while game.decision is not None and len(game.answers) < 40:
        question = Question(game, game.decision)
        chosen = IdlePlayer(2).choose(question)
        deeds = {
            option: game.rules.points_at(game.state, game.decision, option).deed
            for option in question.options
        }
        if ENDING & {*deeds.values()}:
            assert deeds[chosen] in ENDING
            passed += 1
        game.choose(chosen)
    assert passed > 3
