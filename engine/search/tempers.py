"""How a player of a game sees things: the game's part in thinking, with the weights of a temper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.games import PACKAGES, system_of
from engine.play.asks import Answer, Decision
from engine.play.players import Question, UnknownPlayer
from engine.play.thinking import PLAIN, USUAL, Hopeful, Thinking, Weights
from engine.search.judging import judge
from engine.texts import text

GENERAL = Path(__file__).with_name("tempers.yaml")
"""The weights of games that have none of their own."""


@dataclass(frozen=True)
class Mind:
    """A game as a player of some temper sees it."""

    thinking: Thinking[Any]
    weights: Weights
    is_double_blind: bool = True

    def hope(self, question: Question, option: Answer) -> float:
        """What an answer promises, before any thought."""
        return self.weigh(question.rules, question.view, question.decision, option)

    def weigh(self, rules: Any, view: Any, asked: Decision[Any, Any], option: Answer) -> float:
        """The same of a decision in a side's view."""
        if self.thinking.weigh is None:
            return float(rules.weigh(view, asked, option))
        return self.thinking.weigh(view, asked, option, self.weights)

    def ways(self, view: Any, asked: Decision[Any, Any], option: Answer) -> Sequence[Hopeful]:
        """The ways an order or a step opens, the most hopeful first; none where nobody knows."""
        if self.thinking.ways is None:
            return ()
        return self.thinking.ways(view, asked, option, self.weights)

    def chance(self, rules: Any, state: Any, side: str) -> float:
        """A side's chance of winning in a position as it may be."""
        result = rules.result(state)
        if result is not None:
            return 0.5 if result.winner is None else float(result.winner == side)
        if self.thinking.chance is not None:
            return self.thinking.chance(state, side, self.weights)
        return judge(rules.position(state), side, self.weights)


@cache
def mind_of(game: str, temper: str = USUAL) -> Mind:
    """How a player of some temper sees a game; UnknownPlayer names the tempers there are."""
    system = system_of(game) if game in PACKAGES else None
    thinking = system.thinking() if system else PLAIN
    known = read_tempers(thinking.tempers or GENERAL)
    if temper not in known:
        raise UnknownPlayer(
            text("game.unknown-temper", None, temper=temper, tempers=", ".join(known))
        )
    return Mind(thinking, known[temper], system is None or system.is_double_blind)


@cache
def read_tempers(file: Path) -> Mapping[str, Weights]:
    """The weights of each temper in a file; what one does not say is as in the usual one."""
    told = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return {temper: {**told[USUAL], **weights} for temper, weights in told.items()}
