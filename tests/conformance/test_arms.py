"""Arms of sides: without them everybody answers for the side, with them somebody always can."""

from __future__ import annotations

import pytest

from engine.play.arm_commands import CommandScope, may_answer, may_talk
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import find_player, let_player_answer
from tests.conformance.armed_toy import ARMED_TOY, ARMS
from tests.conformance.cases import CASES, Case, toy

few = pytest.mark.parametrize("case", CASES[:6], ids=lambda case: case.id)


@few
def test_without_arms_everybody_of_a_side_answers_for_it_and_talks_to_it(case: Case) -> None:
    game = case.game(3)
    sides = game.rules.sides(game.state)
    players = {side: find_player("random", 3) for side in sides}
    for _ in range(12):
        if game.decision is None or game.decision.side not in sides:
            break
        for side in sides:
            asked = side == game.decision.side
            for command in (CommandScope(side), CommandScope(side, "anything")):
                assert may_answer(game, command, game.options[0]) == asked
                assert may_talk(game, command, CommandScope(side, "another"))
                assert not may_talk(game, command, CommandScope("nobody's"))
        let_player_answer(game, players)


def test_every_answer_is_some_arm_s_to_give_and_all_are_the_side_s() -> None:
    game = Game(ARMED_TOY, toy(), SeededDice.of(5))
    players = {side: find_player("random", 5) for side in game.rules.sides(game.state)}
    while game.decision is not None:
        side = game.decision.side
        for option in game.options if side in players else ():
            givers = [arm for arm in ARMS if may_answer(game, CommandScope(side, arm), option)]
            assert givers, (game.decision, option)
            assert may_answer(game, CommandScope(side), option)
        let_player_answer(game, players)
