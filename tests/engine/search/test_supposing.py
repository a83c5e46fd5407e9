"""A game as it may be is looked into quickly: nothing is kept, and luck is shared by purpose."""

from __future__ import annotations

from engine.games import new_game
from engine.play.asks import Roll
from engine.play.players import IdlePlayer, Question
from engine.play.pointing import ENDING
from engine.play.supposed import ByPurpose, SupposedGame
from engine.search.tempers import mind_of
from tests.conformance.cases import crossroads
from tests.engine.search.test_deliberating import moving, question_of

SHOT, INITIATIVE = Roll(2, 6, "shot"), Roll(1, 6, "initiative")


def test_the_third_shot_falls_alike_whatever_was_rolled_in_between() -> None:
    plain, mixed = ByPurpose(7), ByPurpose(7)
    shots = [plain.faces(number, SHOT) for number in range(3)]
    found = []
    for number in range(3):
        mixed.faces(10 * number, INITIATIVE)
        found.append(mixed.faces(10 * number + 1, SHOT))
    assert found == shots
    assert len({ByPurpose(seed).faces(0, SHOT) for seed in range(40)}) > 10


def test_a_supposed_game_goes_on_as_its_pattern_would() -> None:
    game = moving()
    supposed = question_of(game).suppose(mind_of("tank").thinking.imagine, 3)
    assert isinstance(supposed, SupposedGame)
    assert supposed.options == game.options
    before = len(game.answers)
    supposed.choose(supposed.options[0])
    assert (len(game.answers), len(supposed.answers) > 0) == (before, True)


def test_a_tank_habit_answers_by_the_options_and_goes_ways_to_their_end() -> None:
    mind = mind_of("tank")
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
