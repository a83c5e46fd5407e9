"""Aides: processes of this machine that try out orders beside each other, in one thought.

An aide has the game itself, made again from its scenario and its answers: these are plain data in
every game, where positions are not, and only what was answered since the last thought is run
again. What an order comes to in a deal depends on nothing else, so that any number of aides thinks
the same as none.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import takewhile
from multiprocessing import connection
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.ai.candidate_orders import CandidateOrder
from engine.ai.rollouts import RolloutEvaluator
from engine.ai.temperaments import AiProfile, ai_profile
from engine.games import PACKAGES, new_game, register_games
from engine.play.ai_support import Weights
from engine.play.decisions import Answer
from engine.play.dice import ManualDice
from engine.play.game import Game, GameTimeline
from engine.play.players import Question
from engine.processes import POLL, ChildProcess, count_cores
from engine.scenario.scenario import Scenario

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MAXIMUM = 8
"""More would have nothing to do where four deals of the last two orders are looked at."""


class RolloutTask(NamedTuple):
    """An order to be tried out, and the deal in which."""

    order: CandidateOrder
    luck: int


class RolloutContext(NamedTuple):
    """The position to evaluate: scenario, answers so far, weights, and turns to look ahead."""

    scenario: Scenario
    answers: Sequence[Answer]
    weights: Weights
    turns: int

    @classmethod
    def of(cls, question: Question, mind: AiProfile, turns: int) -> RolloutContext:
        """The topic of a question, as a mind sees it that looks so many turns ahead."""
        scenario, answers = question.course
        return cls(scenario, tuple(answers), mind.weights, turns)


class RolloutPool:
    """A pool of processes, started on first use, that serves one search at a time.

    If a process dies, its trials are done by the others or by the caller.
    """

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted if wanted > 1 else 0
        self._aides: list[_Aide] = []
        self._engaged = Lock()

    def start_missing(self) -> None:
        """Begin those that are missing; they come in their own time."""
        with suppress(OSError):  # the system has no room for more: search goes on without them
            while len(self._aides) < self._wanted:
                self._aides.append(_Aide())

    @property
    def count_idle(self) -> int:
        """Return the number of processes that are connected and idle."""
        with self._engaged:
            self._attend(_Task(None, ()))
            return sum(aide.place == IDLE for aide in self._aides)

    def chances(
        self, topic: RolloutContext, trials: Sequence[RolloutTask], is_stopped: Callable[[], bool]
    ) -> list[float | None]:
        """Return the results of trials, from the first one on.

        The list is shorter than `trials` if the search is stopped or no process can help: before
        the first has connected, after the last has died, or while the pool serves another search.
        """
        if not self._engaged.acquire(blocking=False):
            return []
        try:
            task = _Task(topic, trials)
            self._attend(task)
            while any(aide.has_waiter for aide in self._aides) and not is_stopped():
                connection.wait([aide.pipe for aide in self._aides], POLL)
                self._attend(task)
            return task.collect_results
        finally:
            for aide in self._aides:
                aide.leave()  # however this ends: what it was at belongs to no other task
            self._engaged.release()

    def shut_down(self) -> None:
        """End the processes, once the search they help has released them."""
        with self._engaged:
            for aide in self._aides:
                aide.process.terminate()
            for aide in self._aides:
                aide.end()
            self._aides.clear()

    def _attend(self, task: _Task) -> None:
        """Receive the results of processes, and give them new trials."""
        for aide in tuple(self._aides):
            try:
                if aide.pipe.poll():
                    aide.receive_result(task)
                if aide.place == IDLE and task.waiting:
                    aide.give(task)
            except (EOFError, OSError):
                self._aides.remove(aide)
                aide.end()
                if aide.has_waiter:
                    task.waiting.appendleft(aide.place)


NOBODY = RolloutPool(0)
"""The pool of searches in a single process."""


@cache
def rollout_pool() -> RolloutPool:
    """Those of this process, one for each core; none where there is but one."""
    return RolloutPool(min(MAXIMUM, count_cores()))


class _Task:
    """Some trials: which wait for an aide, by their places, and what others came to."""

    def __init__(self, topic: RolloutContext | None, trials: Sequence[RolloutTask]) -> None:
        self.topic, self.trials = topic, trials
        self.waiting = deque(range(len(trials)))
        self.chances: dict[int, float | None] = {}

    @property
    def collect_results(self) -> list[float | None]:
        """Return the results of the trials, up to the first that has none yet."""
        known = takewhile(self.chances.__contains__, range(len(self.trials)))
        return [self.chances[place] for place in known]


IDLE, ELSEWHERE = -1, -2
"""Indices of idle workers, and of workers whose result is awaited no more or not yet."""


class _Aide(ChildProcess):
    """One of the processes; `place` is that of the trial it is at."""

    def __init__(self) -> None:
        super().__init__("sandtable thought", _serve, dict(PACKAGES))
        self.place = ELSEWHERE
        self._topic: RolloutContext | None = None

    @property
    def has_waiter(self) -> bool:
        """Return True if it runs a trial that a search waits for."""
        return self.place >= 0

    def receive_result(self, task: _Task) -> None:
        """Hear what a trial came to, or that it has come."""
        told: float | None = self.pipe.recv()
        if self.has_waiter:
            task.chances[self.place] = told
        self.place = IDLE

    def give(self, task: _Task) -> None:
        """Let it make the next trial; it comes to a new game first, which takes its time."""
        assert task.topic is not None
        known, self._topic = self._topic, task.topic
        if known is None or known.scenario is not task.topic.scenario:
            self.place = ELSEWHERE
            self.pipe.send(task.topic)
            return
        self.place = task.waiting.popleft()
        if known is not task.topic:
            self.pipe.send(task.topic[1:])
        self.pipe.send(task.trials[self.place])

    def leave(self) -> None:
        """Let it leave the trial it is at, if any."""
        if self.has_waiter:
            self.place = ELSEWHERE
            with suppress(OSError):  # that it died is heard when it is needed next
                self.pipe.send(None)


# --- in the aide ----------------------------------------------------------------------------------


def _serve(packages: Mapping[str, str], pipe: Connection) -> None:
    """Try out what is asked for until the pipe is closed; any word interrupts a trial."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    register_games(packages)
    game: Game[Any] | None = None
    foresight: RolloutEvaluator | None = None
    with suppress(EOFError, OSError):  # its result is awaited no more
        pipe.send(None)
        while True:
            asked: RolloutContext | tuple[Sequence[Answer], Weights, int] | RolloutTask | None = (
                pipe.recv()
            )
            if isinstance(asked, RolloutTask):
                assert foresight is not None
                pipe.send(foresight.chance(*asked, _Word(pipe).is_there))
            elif isinstance(asked, RolloutContext):
                game = new_game(asked.scenario, ManualDice())
                foresight = _foresight(game, *asked[1:])
                pipe.send(None)
            elif asked is not None:
                assert game is not None
                foresight = _foresight(game, *asked)


class _Word:
    """A check for a message in a pipe, cached briefly because it is made at every answer."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._next = pipe, monotonic() + POLL

    def is_there(self) -> bool:
        """Return True if there is a message; the pipe itself is polled only now and then."""
        if monotonic() < self._next:
            return False
        self._next = monotonic() + POLL
        return self._pipe.poll()


def _foresight(
    game: Game[Any], answers: Sequence[Answer], weights: Weights, turns: int
) -> RolloutEvaluator:
    """Return an evaluator for a game after other answers, keeping those already played."""
    line = game.timeline()
    pairs = zip(line.answers, answers, strict=False)
    had = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    marks = [mark for mark in line.marks if mark.answers <= had]
    game.go_to_point(GameTimeline(list(answers), {}, line.events, marks), len(answers))
    assert game.decision is not None
    base = ai_profile(game.rules.id)
    mind = AiProfile(base.thinking, weights, base.is_double_blind)
    return RolloutEvaluator(Question(game, game.decision), mind, turns)
