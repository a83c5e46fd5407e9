"""Series that are played by somebody, as far as they have not been: games kept are not repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from engine.balance.series import GameRecord, Series
from engine.balance.workers import GameJob, WorkerPool


class GameStore(Protocol):
    """Where games that have ended lie: a file, or the memory of a window."""

    def records(self, series: Series) -> Iterator[GameRecord]:
        """The games of a series that lie there, each once."""

    def add(self, series: Series, record: GameRecord) -> None:
        """Lay one game more there."""


@dataclass(frozen=True)
class SeriesExecutor:
    """Who plays, how near the truth is to be known, and where games that have ended lie.

    `reach` is how far the truth may lie from what is seen, as a part; 0 where all games are wanted.
    """

    crew: WorkerPool
    reach: float = 0.0
    kept: GameStore | None = None

    @contextmanager
    def together(self) -> Iterator[SeriesExecutor]:
        """The same, by a crew that stays together from one series to the next."""
        with self.crew.gathered() as crew:
            yield replace(self, crew=crew)

    def has_kept(self, series: Series) -> int:
        """How many games of a series were kept."""
        return 0 if self.kept is None else sum(1 for _ in self.kept.records(series))

    def records(
        self, series: Series, is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[GameRecord]:
        """The games of a series: those that were kept, and the others as they end, in any order."""
        known = set()
        for record in self.kept.records(series) if self.kept else ():
            known.add(record.number)
            yield record
        left = (GameJob(0, n) for n in range(1, series.games + 1) if n not in known)
        if len(known) == series.games:
            return
        for _, record in self.crew.play([series], left, is_cancelled):
            if self.kept:
                self.kept.add(series, record)
            yield record
