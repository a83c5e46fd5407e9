"""Automatic players: each sees only its side's view, and the same seed gives the same play.

A player's choice depends on its seed and on how many answers the game has had, never on choices
before, so that a game saved and taken up again goes on as it would have.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Protocol

from engine import plugins
from engine.play.ai_support import PlanningStage
from engine.play.decisions import UMPIRE, Answer, Decision, is_dice
from engine.play.dice import ManualDice
from engine.play.game import Game, InvalidAnswerError, Rules
from engine.play.option_targets import ENDING
from engine.play.simulated_game import PurposeSeededDice, SimulatedGame
from engine.plugins import PluginError, guard_plugin_call
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.texts import text

MAX_ANSWERS = 200_000


class UnknownPlayerError(SandtableError):
    """A player this program does not have."""


class InvalidPlayerNameError(Exception):
    """A plug-in's player has the name of another, or one that is not a word."""


class EndlessGameError(SandtableError):
    """A game that does not come to an end."""


class Question:
    """A decision as it is put to a player: what is asked, what may be answered, what it sees."""

    def __init__(self, game: Game[Any], decision: Decision[Any, Any]) -> None:
        self.decision, self.number = decision, len(game.answers)
        self.options: Sequence[Answer] = game.options
        self.rules: Rules[Any] = game.rules
        self._game, self._state = game, game.state

    @cached_property
    def view(self) -> Any:
        """The position as the asked side may know it."""
        return self.rules.view(self._state, self.decision.side)

    @property
    def began(self) -> int:
        """Return the number of answers before the present activity."""
        return self._game.marks[-1].answers

    @property
    def course(self) -> tuple[Scenario, Sequence[Answer]]:
        """The scenario, and what has been answered in it: with both, the same is asked anywhere."""
        return self._game.scenario, self._game.answers

    def fingerprint(self, answers: int) -> bytes:
        """Return a digest of the course of a game up to so many answers."""
        said = repr((self._game.scenario.title, self._game.answers[:answers]))
        return hashlib.blake2b(said.encode(), digest_size=16).digest()

    def stretch(self, of: Callable[[Any], PlanningStage]) -> PlanningStage:
        """The stretch of the game the activity under way belongs to."""
        return of(self._game.marks[-1].state)

    def began_stretch(self, of: Callable[[Any], PlanningStage]) -> int:
        """Return the number of answers before the present stretch."""
        now, began = self.stretch(of), self.began
        for mark in reversed(self._game.marks):
            if of(mark.state) != now:
                break
            began = mark.answers
        return began

    def asked_before(self, began: int | None = None) -> Iterator[Question]:
        """Yield the side's earlier questions in order: in the activity, or since `began`."""
        for number in range(self.began if began is None else began, self.number):
            if is_dice(self._game.answers[number]):
                continue
            earlier = self._game.fork(0)
            earlier.rewind(number)
            decision = earlier.decision
            if decision is not None and decision.side == self.decision.side:
                yield Question(earlier, decision)

    def with_also(self, answers: Iterable[Answer]) -> Question:
        """The same with more answers to choose from, which an open decision takes."""
        more = copy(self)
        more.options = list(dict.fromkeys((*self.options, *answers)))
        return more

    def without(self, is_overlooked: Callable[[int], bool]) -> Question:
        """The same with fewer options, by their places; those that end something always stay."""
        fewer = copy(self)
        fewer.options = [
            option
            for place, option in enumerate(self.options)
            if self.rules.points_at(self.view, self.decision, option).deed in ENDING
            or not is_overlooked(place)
        ] or self.options
        return fewer

    def as_accepted(self, answer: Answer) -> Answer:
        """An answer as the game takes it; InvalidAnswerError says why it may not be given."""
        return self._game.as_accepted(answer)

    def suppose(self, imagine: Callable[[Any, str, int], Any], seed: int) -> Game[Any] | None:
        """The game as it may be: what the side cannot know is imagined, and so is what comes.

        It begins with the activity under way, which is run again with the answers it has had; None
        where these do not fit what was imagined.
        """
        game, side = self._game, self.decision.side
        seen = self.rules.view(game.marks[-1].state, side)
        twin = SimulatedGame(self.rules, game.scenario, ManualDice(), imagine(seen, side, seed))
        for answer in game.answers[self.began :]:
            if not _fits(twin, answer):
                return None
        if twin.decision != self.decision:
            return None
        twin.dice = PurposeSeededDice(seed)
        return twin


def _fits(game: Game[Any], answer: Answer) -> bool:
    """Give an answer to a game that may be another; whether it could be given."""
    if is_dice(answer):
        if game.awaited is None or len(answer) != game.awaited.dice:
            return False
        game.enter(answer)
        return True
    if game.accepts(answer) is None:
        return False
    game.choose(answer)
    return True


class Player(Protocol):
    """A player, which answers decisions."""

    def choose(self, question: Question) -> Answer:
        """One of the question's options, or what an open decision takes beside them."""
        ...


@dataclass(frozen=True)
class RandomPlayer:
    """Every option is as likely as any other."""

    seed: int

    def choose(self, question: Question) -> Answer:
        """An option by the seed and the number of answers."""
        return question.options[draw_number(self.seed, question.number, len(question.options))]


@dataclass(frozen=True)
class IdlePlayer:
    """A player that passes whenever it may, a baseline for others; else by the seed."""

    seed: int

    def choose(self, question: Question) -> Answer:
        """The option that does nothing more, if there is one."""
        rules, view, decision = question.rules, question.view, question.decision
        for option in question.options:
            if rules.points_at(view, decision, option).deed in ENDING:
                return option
        return RandomPlayer(self.seed).choose(question)


@dataclass(frozen=True)
class GreedyPlayer:
    """Takes the option of the highest immediate value by the tables; ties go by the seed."""

    seed: int

    def choose(self, question: Question) -> Answer:
        """The option that the game's rules rate highest in the side's view."""
        options = question.options
        if len(options) == 1:
            return options[0]
        view, rules, decision = question.view, question.rules, question.decision
        worths = [rules.weigh(view, decision, option) for option in options]
        best = max(worths)
        equal = [option for option, worth in zip(options, worths, strict=True) if worth == best]
        return equal[draw_number(self.seed, question.number, len(equal))]


class PluginPlayer:
    """A player of a plug-in: where it fails, the plug-in is named."""

    def __init__(self, plugin: str, make: Callable[[int], Player], seed: int) -> None:
        self.plugin = plugin
        self.player = guard_plugin_call(plugin, make)(seed)

    def choose(self, question: Question) -> Answer:
        """Return the answer of the plug-in's player; PluginError if it is not accepted."""
        answer = guard_plugin_call(self.plugin, self.player.choose)(question)
        try:
            return question.as_accepted(answer)
        except InvalidAnswerError as error:
            values = {"plugin": self.plugin, "reason": error}
            raise PluginError(text("interchange.plugin-failed", None, **values)) from None


PLAYERS: Mapping[str, Callable[[int], Player]] = {
    "idle": IdlePlayer,
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


LEVEL_NAMES = ("novice", "regular", "veteran", "elite")
"""The players that judge whole orders: `engine.ai.player_registry` has them."""
NOT_PLAYERS = ("person", "page")
"""Kinds of seats that are not computer players."""


def player_makers() -> Mapping[str, Callable[[int], Player]]:
    """Return the factories of players that do not look ahead, plug-ins' last."""
    plugged: dict[str, Callable[[int], Player]] = {}
    for plugin, offered in plugins.plugins_offering("PLAYERS"):
        with plugins.isolate_failures(plugin.name, plugin.place):
            _check_names(offered, {*PLAYERS, *LEVEL_NAMES, *NOT_PLAYERS, *plugged})
            made = {
                name: partial(PluginPlayer, plugin.name, make) for name, make in offered.items()
            }
            plugged |= made
    return {**PLAYERS, **plugged}


def _check_names(offered: Iterable[str], taken: Collection[str]) -> None:
    """See that each can be named in lists, files and `NAME:temper`, and is unique."""
    if twins := sorted({*taken} & {*offered}):
        raise InvalidPlayerNameError(text("game.taken-name", None, names=", ".join(twins)))
    if wrong := [name for name in offered if not re.fullmatch(r"\w[\w-]*", str(name))]:
        raise InvalidPlayerNameError(text("game.no-word", None, names=", ".join(map(str, wrong))))


def left_out_players_text(language: str | None = None) -> list[str]:
    """A sentence for each plug-in that is left out for the names of its players."""
    player_makers()
    unfit = [
        one for one in plugins.failed_plugins() if isinstance(one.error, InvalidPlayerNameError)
    ]
    return [
        text("game.players-left-out", language, plugin=one.name, reason=one.error) for one in unfit
    ]


def find_player(name: str, seed: int) -> Player:
    """An automatic player by name."""
    if name in PLAYERS:
        return PLAYERS[name](seed)
    known = player_makers()
    if name not in known:
        told = ", ".join(known)
        raise UnknownPlayerError(text("game.unknown-player", None, player=name, players=told))
    return known[name](seed)


def draw_number(seed: int, number: int, count: int) -> int:
    """A number from 0 below `count`, each as likely, by a seed and a count of answers."""
    if count == 1:
        return 0
    digest = hashlib.blake2b(b"%d/%d" % (seed, number), digest_size=8).digest()
    return int.from_bytes(digest, "big") * count >> 64


def let_player_answer(game: Game[Any], players: Mapping[str, Player]) -> None:
    """Let the side that is asked answer; for an umpire who is not there, what the rules propose."""
    decision = game.decision
    assert decision is not None
    if decision.side == UMPIRE and UMPIRE not in players:
        game.choose(game.options[0])
    else:
        game.choose(players[decision.side].choose(Question(game, decision)))


def play_to_end(
    game: Game[Any], players: Mapping[str, Player], most_answers: int = MAX_ANSWERS
) -> None:
    """Let automatic players finish a game; Endless when it has had too many answers."""
    while game.decision is not None:
        let_player_answer(game, players)
        if len(game.answers) > most_answers:
            raise EndlessGameError(text("game.too-long", None, answers=len(game.answers)))
