"""The games of a series in processes of their own, on all cores, and ended at once.

A worker is handed one game number at a time and gives back its record. Nothing but the numbers
decides how a game goes, so that any number of workers gives the same records. Processes are
spawned, never forked: the caller may run threads and windows.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.games import PACKAGES, register_games
from engine.problems import SandtableError
from engine.processes import PATIENCE, POLL, ChildProcess, count_cores
from engine.texts import text

if TYPE_CHECKING:  # the workers load the rules, the process that waits need not
    from multiprocessing.connection import Connection

    from engine.balance.series import GameRecord, Series
    from engine.play.game import Game


class SeriesFailedError(SandtableError):
    """A game of the series could not be played, or its worker died; names the game and its seed."""


class _Failure(NamedTuple):
    """The reason a worker failed."""

    why: str


def run(
    series: Series, workers: int | None = None, is_cancelled: Callable[[], bool] = lambda: False
) -> Iterator[GameRecord]:
    """The records of a series as its games end, in any order, from as many workers as cores.

    Once `is_cancelled` says so there are no more. Whether the records run out, an error or Ctrl-C
    goes through,
    or the caller lets go of the iterator: the workers are gone. Raises SeriesFailedError.
    """
    jobs = (GameJob(0, number) for number in range(1, series.games + 1))
    home = LocalWorkerPool(min(workers or count_cores(), series.games))
    for _, record in home.play([series], jobs, is_cancelled):
        yield record


class WorkerPool:
    """A pool that plays games: processes here, or a cluster.

    It starts its workers itself, or keeps them running between series.
    """

    def play(
        self,
        series: Sequence[Series],
        jobs: Iterable[GameJob],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[tuple[GameJob, GameRecord]]:
        """Games of several series, each with its record, as they end; in any order.

        However it ends, who was gathered for it is dismissed. Raises SeriesFailedError, and what a
        cluster says of itself; what has been handed on by then is good.
        """
        with self.keep_running() as crew:
            yield from crew.play(series, jobs, is_cancelled)

    @property
    def is_far(self) -> bool:
        """Return True if it plays elsewhere, so that nothing is left here after the series."""
        return False

    def keep_running(self) -> AbstractContextManager[WorkerPool]:
        """The same, staying together from one call of `play` to the next."""
        return nullcontext(self)


@dataclass(frozen=True)
class LocalWorkerPool(WorkerPool):
    """Processes of this machine, as many as it has cores where no number is given."""

    workers: int | None = None

    def __str__(self) -> str:
        return str(self.workers or count_cores())

    @contextmanager
    def keep_running(self) -> Iterator[RunningLocalPool]:
        """Processes that are begun once, and are gone at the end whatever happens."""
        crew = RunningLocalPool(self.workers or count_cores())
        try:
            yield crew
        finally:
            crew.shut_down()


class GameJob(NamedTuple):
    """A game to be played: which of some series, and its number there."""

    series: int
    number: int


NOTHING = GameJob(0, 0)


class RunningLocalPool(WorkerPool):
    """Processes of this machine that wait for more games when those of some series have ended."""

    def __init__(self, count: int) -> None:
        self.count, self._calls = count, 0
        self._workers: list[_Worker] = []

    def __str__(self) -> str:
        return str(self.count)

    def play(
        self,
        series: Sequence[Series],
        jobs: Iterable[GameJob],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[tuple[GameJob, GameRecord]]:
        """Games of several series, each with its record, as they end; in any order.

        A game that is no longer needed is played to its end, and its record let go.
        """
        self._begin(_SeriesCall(self._calls + 1, tuple(series)))
        waiting = iter(jobs)
        following = next(waiting, NOTHING)
        ended: list[tuple[GameJob, GameRecord]] = []
        while True:
            for worker in self._workers:
                if following.number and not worker.job.number:
                    worker.give(following)
                    following = next(waiting, NOTHING)
            for job, record in ended:
                if is_cancelled():
                    return
                yield job, record
            if is_cancelled() or not (following.number or self._is_awaited()):
                return
            ended = self._take()

    def _begin(self, call: _SeriesCall) -> None:
        self._calls = call.number
        while len(self._workers) < self.count:
            self._workers.append(_Worker())
        for worker in self._workers:
            worker.call = call

    def _is_awaited(self) -> bool:
        """Return True if games of these series are being played."""
        return any(worker.is_wanted for worker in self._workers)

    def _take(self) -> list[tuple[GameJob, GameRecord]]:
        """The games that end in a moment."""
        busy = [worker for worker in self._workers if worker.job.number]
        ready = connection.wait([worker.pipe for worker in busy], POLL)
        ended = [(worker, worker.is_wanted) for worker in busy if worker.pipe in ready]
        taken = [(worker.job, worker.take(), is_wanted) for worker, is_wanted in ended]
        return [(job, _record(told)) for job, told, is_wanted in taken if is_wanted]

    def shut_down(self) -> None:
        """End the processes, whatever they are at."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers.clear()


class _SeriesCall(NamedTuple):
    """Series of which games are wanted, until there are others."""

    number: int
    every: tuple[Series, ...]


class _Worker(ChildProcess):
    """A process that plays games; `job` is the game it is at, number 0 for none."""

    def __init__(self) -> None:
        super().__init__("sandtable balance", _serve, dict(PACKAGES))
        self.job, self.call, self._heard = NOTHING, _SeriesCall(0, ()), _SeriesCall(0, ())

    @property
    def is_wanted(self) -> bool:
        """Return True if it plays a game of the series that are wanted now."""
        return bool(self.job.number) and self._heard.number == self.call.number

    def give(self, job: GameJob) -> None:
        """Let it play a game; it must be at none."""
        self.job, is_new = job, self._heard.number != self.call.number
        self._heard = self.call
        try:
            if is_new:
                self.pipe.send(self.call)
            self.pipe.send(job)
        except OSError:
            raise SeriesFailedError(self._death()) from None

    def take(self) -> GameRecord | SeriesFailedError:
        """The record of the game it was given, or what went wrong.

        SeriesFailedError where it died.
        """
        try:
            told: GameRecord | _Failure = self.pipe.recv()
        except (EOFError, OSError):
            raise SeriesFailedError(self._death()) from None
        found = self._failure(told.why) if isinstance(told, _Failure) else told
        self.job = NOTHING
        return found

    def _failure(self, why: str) -> SeriesFailedError:
        return SeriesFailedError(self._said("balance.game-failed", why=why))

    def _death(self) -> str:
        self.process.join(PATIENCE)
        return self._said("balance.worker-died", code=self.process.exitcode)

    def _said(self, key: str, **values: object) -> str:
        number = self.job.number
        seed = self._heard.every[self.job.series].seed_of(number)
        return text(key, None, number=number, seed=seed, **values)


def _record(told: GameRecord | SeriesFailedError) -> GameRecord:
    if isinstance(told, SeriesFailedError):
        raise told
    return told


# --- in the worker -------------------------------------------------------------------------------


def _serve(packages: Mapping[str, str], pipe: Connection) -> None:
    """Play what is asked for, from the caller's games, until the pipe is closed."""
    register_games(packages)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from engine.balance.series import open_game, play_series_game

    call = _SeriesCall(0, ())
    first: dict[int, Game[Any]] = {}
    with suppress(EOFError, OSError):  # records are awaited no more
        while True:
            asked: _SeriesCall | GameJob = pipe.recv()
            if isinstance(asked, _SeriesCall):
                call, first = asked, {}
                continue
            try:
                series = call.every[asked.series]
                if asked.series not in first:
                    first[asked.series] = open_game(series)
                told: GameRecord | _Failure = play_series_game(
                    series, asked.number, first[asked.series]
                )
            except Exception as error:  # noqa: BLE001 (whatever it is, the caller is to hear of it)
                told = _Failure(game_failure_text(error))
            pipe.send(told)


def game_failure_text(error: Exception) -> str:
    """Return the reason a game could not be played, as text."""
    if isinstance(error, SandtableError):
        return str(error)
    return f"{type(error).__name__}: {error}"
