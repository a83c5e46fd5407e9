"""The games of a series in processes of their own: all the machine's cores, and out at once.

A worker is handed one game number at a time and gives back its record. Nothing but the numbers
decides how a game goes, so that any number of workers gives the same records. Processes are
spawned, never forked: the caller may run threads and windows.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.games import PACKAGES, installed
from engine.problems import SandtableError
from engine.texts import text

if TYPE_CHECKING:  # the workers load the rules, whoever waits for them need not
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from engine.balance.series import Record, Series
    from engine.play.game import Game

POLL = 0.05  # seconds until a wish to stop is heard
PATIENCE = 2.0  # seconds a worker is given to end


class SeriesFailed(SandtableError):
    """A game of the series could not be played, or its worker died; names the game and its seed."""


class _Failure(NamedTuple):
    """What went wrong in a worker."""

    why: str


def cores() -> int:
    """How many processes this machine runs at a time."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def run(
    series: Series, workers: int | None = None, is_cancelled: Callable[[], bool] = lambda: False
) -> Iterator[Record]:
    """The records of a series as its games end, in any order, from as many workers as cores.

    Once `is_cancelled` says so there are no more. Whether the records run out, an error or Ctrl-C
    goes through, or the caller lets go of the iterator: the workers are gone. Raises SeriesFailed.
    """
    jobs = (GameJob(0, number) for number in range(1, series.games + 1))
    for _, record in run_all([series], jobs, min(workers or cores(), series.games), is_cancelled):
        yield record


class Crew(Protocol):
    """Whoever plays games: processes here, or a cluster."""

    def play(
        self,
        series: Sequence[Series],
        jobs: Iterable[GameJob],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[tuple[GameJob, Record]]:
        """Games of several series, each with its record, as they end; in any order."""
        ...


@dataclass(frozen=True)
class Home:
    """Processes of this machine, as many as it has cores where no number is given."""

    workers: int | None = None

    def __str__(self) -> str:
        return str(self.workers or cores())

    def play(
        self,
        series: Sequence[Series],
        jobs: Iterable[GameJob],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[tuple[GameJob, Record]]:
        """Games of several series, each with its record, as they end; in any order."""
        return run_all(series, jobs, self.workers, is_cancelled)


class GameJob(NamedTuple):
    """A game to be played: which of some series, and its number there."""

    series: int
    number: int


NOTHING = GameJob(0, 0)


def run_all(
    series: Sequence[Series],
    jobs: Iterable[GameJob],
    workers: int | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[GameJob, Record]]:
    """Games of several series, each with its record; otherwise as `run`."""
    waiting = iter(jobs)
    with _crew(series, workers or cores()) as crew:
        for worker in crew:
            worker.give(next(waiting, NOTHING))
        while busy := [worker for worker in crew if worker.job.number]:
            ready = connection.wait([worker.pipe for worker in busy], POLL)
            for worker in busy:
                if is_cancelled():
                    return
                if worker.pipe in ready:
                    job, record = worker.job, worker.take()
                    worker.give(next(waiting, NOTHING))
                    yield job, record


@contextmanager
def _crew(series: Sequence[Series], count: int) -> Iterator[list[_Worker]]:
    """Workers that are gone again whatever happens."""
    crew: list[_Worker] = []
    try:
        for _ in range(count):
            crew.append(_Worker(series))
        yield crew
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.end()


class _Worker:
    """A process that plays games; `job` is the game it is at, number 0 for none."""

    def __init__(self, series: Sequence[Series]) -> None:
        context = multiprocessing.get_context("spawn")
        self.series, self.job = series, NOTHING
        self.pipe, there = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_serve,
            args=(dict(PACKAGES), tuple(series), there),
            name="sandtable balance",
            daemon=True,
        )
        with deaf_to_interrupts():
            self.process.start()
        there.close()  # a worker that dies closes the pipe

    def give(self, job: GameJob) -> None:
        """Let it play a game; number 0: nothing more."""
        self.job = job
        if job.number:
            try:
                self.pipe.send(job)
            except OSError:
                raise SeriesFailed(self._death()) from None

    def take(self) -> Record:
        """The record of the game it was given. Raises SeriesFailed."""
        try:
            told: Record | _Failure = self.pipe.recv()
        except (EOFError, OSError):
            raise SeriesFailed(self._death()) from None
        if isinstance(told, _Failure):
            raise SeriesFailed(self._said("balance.game-failed", why=told.why))
        return told

    def end(self) -> None:
        """Wait until the process is gone; one that does not go is killed."""
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()
        self.pipe.close()

    def _death(self) -> str:
        self.process.join(PATIENCE)
        return self._said("balance.worker-died", code=self.process.exitcode)

    def _said(self, key: str, **values: object) -> str:
        number = self.job.number
        seed = self.series[self.job.series].seed_of(number)
        return text(key, None, number=number, seed=seed, **values)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes begun here never hear Ctrl-C: who began them ends them, without a complaint."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # at its start it would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- in the worker -------------------------------------------------------------------------------


def _serve(packages: Mapping[str, str], series: Sequence[Series], pipe: Connection) -> None:
    """Play what is asked for, by the games of whoever asks, until the pipe is closed."""
    if not packages.keys() <= PACKAGES.keys():
        installed()  # plug-ins that are files are known by name when they have been looked for
    PACKAGES.update(packages)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from engine.balance.series import open_game, play

    first: dict[int, Game[Any]] = {}
    try:
        while True:
            job: GameJob = pipe.recv()
            try:
                if job.series not in first:
                    first[job.series] = open_game(series[job.series])
                told: Record | _Failure = play(series[job.series], job.number, first[job.series])
            except Exception as error:  # noqa: BLE001 (whatever it is, the caller is to hear of it)
                told = _Failure(explain(error))
            pipe.send(told)
    except (EOFError, OSError):
        return  # nobody waits for records any more


def explain(error: Exception) -> str:
    """Why a game could not be played."""
    if isinstance(error, SandtableError):
        return str(error)
    return f"{type(error).__name__}: {error}"
