"""Looking ahead: an order is carried out in a game as it may be, and that played on a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.play.asks import UMPIRE, Answer
from engine.play.game import Game
from engine.play.players import GreedyPlayer, Question, draw_number
from engine.search.orders import HopedOrder, carry_out
from engine.search.tempers import Mind

MOST_ANSWERS = 80  # of what follows an order


@dataclass(frozen=True)
class HopefulPlayer:
    """Takes the answer it hopes most of, as its mind has it; ties go by the seed."""

    mind: Mind
    seed: int

    def choose(self, question: Question) -> Answer:
        """The most hopeful of the options, without looking ahead."""
        options = question.options
        if len(options) == 1:
            return options[0]
        hopes = [self.mind.hope(question, option) for option in options]
        best = max(hopes)
        equal = [option for option, hope in zip(options, hopes, strict=True) if hope == best]
        return equal[draw_number(self.seed, question.number, len(equal))]


class Playout:
    """Greedy players, who are quick, go on with a game as it may be until the end of a turn."""

    def __init__(self, mind: Mind, seed: int) -> None:
        self._mind, self._player = mind, GreedyPlayer(seed)

    def chance(self, game: Game[Any], order: HopedOrder, turns: int) -> float:
        """The chance of winning of the side that is asked, when so many more turns are over."""
        assert game.decision is not None
        side, last = game.decision.side, game.rules.turn(game.state) + turns
        most = len(game.answers) + MOST_ANSWERS
        carry_out(game, order, self.answer)
        while game.decision is not None and len(game.answers) < most:
            if game.rules.turn(game.state) > last:
                break
            self.answer(game)
        return self._mind.chance(game.rules, game.state, side)

    def answer(self, game: Game[Any]) -> None:
        """Let whoever is asked answer."""
        decision = game.decision
        assert decision is not None
        if decision.side == UMPIRE:
            game.choose(game.options[0])
        else:
            game.choose(self._player.choose(Question(game, decision)))
