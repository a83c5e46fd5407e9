"""The course of one game as it is played: who was given orders, and the answer that turned it.

The answers after which the chance of winning, as players judge positions, is most different are
tried: from before and from after each the game is played on, again and again with other dice. The
one that moved it most is then judged by other games than those it was found by, which flatter it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from engine.ai import player_registry
from engine.ai.temperaments import ai_profile
from engine.play import players
from engine.play.decisions import Answer, Decision
from engine.play.game import Game
from engine.texts import text, text_languages

TRIED = 2  # answers of a game that are tried
TRIALS = 8  # games from before each of them, and as many from after it
PLAYOUTS = 40  # as many more for the one that moved most in these
QUICK = "greedy"


class TurningPoint(NamedTuple):
    """The answer that seems to have moved the chance of winning most: whose, when, what it was.

    `before` and `after` count the games its side won of so many that were played on from there.
    """

    answer: int
    turn: int
    side: str
    words: Mapping[str, str]
    before: int
    after: int
    of: int

    @property
    def gain(self) -> float:
        """By how much the side's chance was moved."""
        return (self.after - self.before) / self.of


class _Passed(NamedTuple):
    """An answer, with the dice it called for: how much it moved its side's chance, as judged."""

    first: int
    next: int
    turn: int
    side: str
    moved: float
    words: Mapping[str, str]


@dataclass
class TrackedGame:
    """Follows a game; `is_looked_into` where its turning point is wanted."""

    game: Game[Any]
    is_looked_into: bool = False

    def __post_init__(self) -> None:
        self._given: dict[str, set[Answer]] = {}
        self._passed: list[_Passed] = []
        self._mind = ai_profile(self.game.rules.id) if self.is_looked_into else None

    def step(self, by: Mapping[str, players.Player]) -> None:
        """Let the side that is asked answer."""
        game, decision, first = self.game, self.game.decision, len(self.game.answers)
        assert decision is not None
        turn = game.rules.turn(game.state)
        state = game.state.copy() if self._mind and turn else None
        players.let_player_answer(game, by)
        if not turn:
            return
        self._given.setdefault(decision.side, set()).add(game.answers[first])
        if state is not None and decision.side in by:
            self._weigh(state, decision, turn, first)

    def _weigh(self, before: Any, asked: Decision[Any, Any], turn: int, first: int) -> None:
        """Note by how much an answer, with the dice it called for, moved its side's chance."""
        assert self._mind is not None
        game, side = self.game, asked.side
        was, is_ = (self._mind.chance(game.rules, each, side) for each in (before, game.state))
        if was != is_:
            words = {each: self._words(before, asked, first, each) for each in text_languages()}
            passed = _Passed(first, len(game.answers), turn, side, is_ - was, words)
            self._passed.append(passed)

    def _words(self, state: Any, asked: Decision[Any, Any], first: int, language: str) -> str:
        rules, answer = self.game.rules, self.game.answers[first]
        question = rules.describe_decision(state, asked, language)
        option = rules.describe_option(state, asked, answer, language)
        return text("balance.answered", language, question=question, answer=option)

    def idle_units(self, moved: set[str]) -> tuple[str, ...]:
        """The units and bodies that neither moved nor were named in an answer of their side."""
        scenario = self.game.scenario
        known = [(unit.id, unit.side) for unit in scenario.units]
        known += [(body.id, body.side) for body in scenario.bodies]
        used = {figure_group_id_of(each) for each in moved}
        for side, answers in self._given.items():
            named = {
                figure_group_id_of(word) for answer in answers for word in words_of_answer(answer)
            }
            used |= {name for name in named if (name, side) in known}
        return tuple(name for name, _ in known if name not in used)

    def find_turning_point(self, seats: Mapping[str, str], seed: int) -> TurningPoint | None:
        """The answer that may have turned it; None where none that was tried moved its chance."""
        likely = sorted(self._passed, key=lambda each: (-abs(each.moved), each.first))[:TRIED]
        tried = [(self._tried(each, seats, seed, range(TRIALS)), each) for each in likely]
        moved = [(found, each) for found, each in tried if found.gain]
        if not moved:
            return None
        _, most = max(moved, key=lambda each: (abs(each[0].gain), -each[0].answer))
        return self._tried(most, seats, seed, range(TRIALS, TRIALS + PLAYOUTS))

    def _tried(
        self, passed: _Passed, seats: Mapping[str, str], seed: int, games: range
    ) -> TurningPoint:
        before, after = (
            self._won(answers, passed.side, seats, seed, games)
            for answers in (passed.first, passed.next)
        )
        return TurningPoint(
            passed.first, passed.turn, passed.side, passed.words, before, after, len(games)
        )

    def _won(
        self, answers: int, side: str, seats: Mapping[str, str], seed: int, games: range
    ) -> int:
        """Return how many of some games a side wins that continue after `answers` answers."""
        there = self.game.fork(0)
        there.rewind(answers)
        won, quick = 0, {each: _quick(who) for each, who in seats.items()}
        for number in games:
            luck = players.draw_number(seed, number, 2**32)
            twin = there.fork(luck)
            players.play_to_end(
                twin, {each: player_registry.make_player(who, luck) for each, who in quick.items()}
            )
            result = twin.result
            won += result is not None and result.winner == side
        return won


def _quick(player: str) -> str:
    """A player, or a quick one in the place of one who looks ahead."""
    level = player_registry.LEVELS.get(player.partition(":")[0])
    return QUICK if level is not None and level.playouts else player


def figure_group_id_of(name: str) -> str:
    """The body a figure belongs to; a unit is its own.

    >>> body_of("west-horse.3"), body_of("b4")
    ('west-horse', 'b4')
    """
    return name.partition(".")[0]


def words_of_answer(answer: Any) -> Iterator[str]:
    """Every word an answer consists of.

    >>> sorted(words_in((("r1", "r2"), 3, "fire")))
    ['fire', 'r1', 'r2']
    """
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, tuple | list):
        for part in answer:
            yield from words_of_answer(part)
    elif is_dataclass(answer):
        for each in fields(answer):
            yield from words_of_answer(getattr(answer, each.name))
