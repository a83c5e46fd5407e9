"""Series of games played in the background, one after the other, record by record."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from engine.balance.balance_study import BalanceStudy, SeriesComparison
from engine.balance.balance_summary import BalanceSummary
from engine.balance.series import GameRecord, Series
from engine.balance.series_executor import GameStore, SeriesCache, SeriesExecutor, StoppingRule
from engine.balance.series_file import SeriesFile
from engine.balance.series_totals import SeriesTotals
from engine.balance.worker_pool import WorkerPool
from engine.problems import SandtableError
from engine.texts import text

ASK_MS = 50
MAX_GAMES = 20_000  # of all series together, since each game is listed


class TooManyGames(SandtableError):
    """More games than a window can list."""


class _Cancelled(Exception):
    """The rest is not wanted."""


class SeriesStarted(NamedTuple):
    """The next series, by its name in the plan, and how many of its games were played before."""

    name: str
    series: Series
    before: int


class SeriesEnded(NamedTuple):
    """A series has ended; whether its result is as sure as was wanted."""

    is_sure: bool


@dataclass
class SeriesResults:
    """A series of an inquiry with those of its games that have ended, in order of their numbers.

    The number of games is the most that may be played; where less is enough, `is_ended` says so.
    """

    name: str
    series: Series
    is_watched: bool
    records: list[GameRecord] = field(default_factory=list)
    sums: SeriesTotals = field(default_factory=SeriesTotals)
    is_ended: bool = False
    is_sure: bool = True

    def add(self, record: GameRecord) -> None:
        """Add one more game."""
        self.records.append(record)
        self.sums.add(record, [side.id for side in self.series.scenario.sides])

    def balance(self, is_whole: bool) -> BalanceSummary:
        """The findings so far; a finished series counts exactly the games it has."""
        series = replace(self.series, games=len(self.records)) if is_whole else self.series
        return BalanceSummary(series, tuple(self.records), self.sums, self.is_watched)


Told = GameRecord | SeriesStarted | SeriesEnded | SeriesComparison | BaseException


@dataclass
class _SharedProgress:
    """The state shared by the waiting thread and the window's thread."""

    inquiry: BalanceStudy
    crew: WorkerPool
    kept_in: Path | None
    held: SeriesCache
    told: SimpleQueue[Told] = field(default_factory=SimpleQueue)
    planned: SimpleQueue[int] = field(default_factory=SimpleQueue)  # how many games in all
    unwanted: Event = field(default_factory=Event)
    has_begun: Event = field(default_factory=Event)  # from now on there may be processes
    has_gathered: Event = field(default_factory=Event)  # the players are ready
    is_over: Event = field(default_factory=Event)

    def follow(self) -> None:
        """Hand the records on as they come, and at last what went wrong."""
        try:
            plan = self.inquiry.plan()  # what cannot be played is said at once
            games = self.inquiry.count_most_games(plan)
            if games > MAX_GAMES:
                values = {"games": games, "most": MAX_GAMES}
                raise TooManyGames(text("balance.window-too-many", None, **values))
            self.planned.put(games)
            self.has_begun.set()
            self._play(plan)
        except _Cancelled:
            return
        except BaseException as error:  # noqa: BLE001 (told in the window's thread)
            self.told.put(error)
        finally:
            self.is_over.set()

    def _play(self, plan: list[tuple[str, Series]]) -> None:
        kept = self._kept()
        with self.crew.keep_running() as crew:
            self.has_gathered.set()
            by = SeriesExecutor(crew, self.inquiry.reach, kept)
            self.told.put(self.inquiry.play(plan, lambda each, name: self._series(by, each, name)))

    def _kept(self) -> GameStore:
        """Return the store of finished games: the named file, or the window's memory."""
        if self.kept_in is None:
            return self.held
        return SeriesFile(self.kept_in, self.inquiry.series.scenario)

    def _series(self, by: SeriesExecutor, series: Series, name: str) -> BalanceSummary:
        watch = StoppingRule(series, by.reach)
        self._check_wanted()
        self.told.put(SeriesStarted(name, series, by.count_saved(series)))
        for record in self._wanted(watch.follow(by.records(series, self.unwanted.is_set))):
            self.told.put(record)
        if watch.sums.games < series.games and not watch.enough:
            raise _Cancelled
        self.told.put(SeriesEnded(not by.reach or watch.enough > 0))
        return watch.balance()

    def _wanted(self, records: Iterator[GameRecord]) -> Iterator[GameRecord]:
        for record in records:
            self._check_wanted()
            yield record

    @property
    def is_abandoned(self) -> bool:
        """Return True if it was cancelled before remote workers came: nothing is lost."""
        return self.is_calling and self.unwanted.is_set()

    @property
    def is_calling(self) -> bool:
        """Return True if remote workers have not answered yet."""
        return self.crew.is_far and not self.has_gathered.is_set()

    def _check_wanted(self) -> None:
        if self.unwanted.is_set():
            raise _Cancelled


class SeriesRunner(QObject):
    """Plays the series of an inquiry in processes of its own; `chapters` grow as games end.

    Games that are held from before are not played again.

    `advanced` says that there is more, `ended` that nothing more will come; `failure` is then what
    went wrong, if anything did. If it is still running, call `stop` before letting go of it.
    """

    advanced = Signal()
    ended = Signal()

    def __init__(
        self, inquiry: BalanceStudy, crew: WorkerPool, kept_in: Path | None, held: SeriesCache,
        parent: QObject,
    ) -> None:  # fmt: skip
        """`kept_in` is the file in which games are kept; without one they are held for a while."""
        super().__init__(parent)
        self.inquiry = inquiry
        self.chapters: list[SeriesResults] = []
        self.games = inquiry.series.games
        """Largest number of games; new ones come on top."""
        self.failure: BaseException | None = None
        self.is_running = True
        self._whole: SeriesComparison | None = None
        self._course = _SharedProgress(inquiry, crew, kept_in, held)
        self._first, self._taken, self._before = 0.0, 0, 0
        self._thread = Thread(target=self._course.follow, name="series", daemon=True)
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._take)
        self._thread.start()
        self._ask.start()

    @property
    def is_cancelled(self) -> bool:
        """Return True if the rest is no longer wanted."""
        return self._course.unwanted.is_set()

    def cancel(self) -> None:
        """Ask for no more games; `ended` follows in a moment."""
        self._course.unwanted.set()

    def stop(self) -> None:
        """Stop without another signal; its processes here are gone when this returns."""
        self.cancel()
        self._ask.stop()
        self.is_running = False
        if self._course.has_begun.is_set() and not self._course.crew.is_far:
            self._thread.join()

    # --- what has come of it ----------------------------------------------------------------------

    @property
    def is_whole(self) -> bool:
        """Return True if everything requested has been played."""
        return self._whole is not None

    @property
    def comparison(self) -> SeriesComparison | None:
        """The series compared, as far as they have been played; None if there is only one."""
        if not self.inquiry.compares or not self.series_with_games:
            return None
        if self._whole is not None:
            return self._whole
        found = [each.balance(is_whole=True) for each in self.series_with_games]
        return SeriesComparison(self.inquiry, [each.name for each in self.series_with_games], found)

    @property
    def series_with_games(self) -> list[SeriesResults]:
        """The series with at least one finished game."""
        return [each for each in self.chapters if each.records]

    def is_fresh(self, chapter: SeriesResults) -> bool:
        """Return True if its games are the fresh ones that confirm a proposal."""
        return chapter.series.seed != self.inquiry.series.seed

    @property
    def done(self) -> int:
        """Return the number of finished games."""
        return sum(len(each.records) for each in self.chapters)

    # --- how far it is ----------------------------------------------------------------------------

    @property
    def awaited_roll(self) -> str:
        """The address that has not answered yet; empty if none is awaited."""
        return str(self._course.crew) if self._course.is_calling else ""

    @property
    def pace(self) -> float:
        """Games per second since the first one ended; 0 while it is unknown."""
        elapsed, played = time.monotonic() - self._first, self.done - self._before
        return (played - 1) / elapsed if played > 1 and elapsed else 0.0

    @property
    def estimate_seconds_left(self) -> float | None:
        """The time left at this pace; None while it is unknown."""
        return max(0, self.games - self.done) / self.pace if self.pace else None

    def _take(self) -> None:
        is_over, found = self._course.is_over.is_set() or self._course.is_abandoned, self._taken
        self._drain()
        if self._taken > found:
            if self.done > self._before:
                self._first = self._first or time.monotonic()
            self.advanced.emit()
        if is_over:
            self._ask.stop()
            self.is_running = False
            self.ended.emit()

    def _drain(self) -> None:
        try:
            while True:
                self._hear(self._course.told.get_nowait())
        except Empty:
            return

    def _hear(self, told: Told) -> None:
        if not self._course.planned.empty():
            self.games = self._course.planned.get_nowait()
        if isinstance(told, GameRecord):
            self._taken += 1
            self.chapters[-1].add(told)
        elif isinstance(told, SeriesStarted):
            chapter = SeriesResults(told.name, told.series, self.inquiry.reach > 0)
            self.chapters.append(chapter)
            self._before += told.before
            self.games += told.series.games * self.is_fresh(chapter)
        elif isinstance(told, SeriesEnded):
            last = self.chapters[-1]
            last.is_ended, last.is_sure = True, told.is_sure
            self._count_again()
        elif isinstance(told, SeriesComparison):
            self._whole = told
        else:
            self.failure = told

    def _count_again(self) -> None:
        """Take games that turned out not to be needed off the count still to come."""
        last = self.chapters[-1]
        self.games -= last.series.games - len(last.records)
        self.games = max(self.games, self.done)
