"""The execution of series: games not saved yet are played until intervals are narrow.

The intervals are looked at after every twenty games, in the order of the games: how many are played
does not depend on which end first, so that any number of workers stops at the same game. Stopping
at the first good look would be wrong more than one time in twenty with intervals made for one look;
those of `estimates.always` hold at every look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from engine.balance.balance_summary import BalanceSummary
from engine.balance.confidence_intervals import RateWithInterval
from engine.balance.series import GameRecord, Series
from engine.balance.series_file import series_key
from engine.balance.series_totals import RecordSequencer, SeriesTotals
from engine.balance.worker_pool import GameJob, WorkerPool

MAX_HELD = 40_000  # games of all series together, the one that is being played among them


class SeriesCache:
    """The games of several series, as long as the program runs; the oldest series go first."""

    def __init__(self) -> None:
        self._games: dict[str, dict[int, GameRecord]] = {}

    def records(self, series: Series) -> Iterator[GameRecord]:
        """The games of a series that are at hand, as far as the series goes, in their order."""
        held = self._games.get(series_key(series), {})
        for number in sorted(held):
            if number <= series.games:
                yield held[number]

    def add(self, series: Series, record: GameRecord) -> None:
        """Hold one game more."""
        whose = series_key(series)
        self._games.setdefault(whose, {})[record.number] = record
        while sum(map(len, self._games.values())) > MAX_HELD and len(self._games) > 1:
            del self._games[next(each for each in self._games if each != whose)]


EVERY = 20


class StoppingRule:
    """The games of a series as they come in, until the wins of all sides are known well enough.

    `reach` is how far the truth may lie from what was seen, 0.03 for three points either way; 0
    where all games are wanted. The games are counted and let go.
    """

    def __init__(self, series: Series, reach: float) -> None:
        self.series, self.reach = series, reach
        self.sums, self._order = SeriesTotals(), RecordSequencer()
        self._sides = [side.id for side in series.scenario.sides]
        self.enough = 0
        """Number of games that suffice; 0 while that is unknown."""

    def follow(self, records: Iterator[GameRecord]) -> Iterator[GameRecord]:
        """Hand records on until they are enough, in the order of their numbers."""
        for record in records:
            for following in self._order.take(record):
                self.sums.add(following, self._sides)
                yield following
                if self.sums.games % EVERY == 0 and self._is_sure():
                    self.enough = self.sums.games
                    return

    def balance(self) -> BalanceSummary:
        """The games that were enough; all of them where none were."""
        return BalanceSummary.folded_of(self.series, self.sums, is_watched=self.reach > 0)

    def _is_sure(self) -> bool:
        if not self.reach:
            return False
        games, winners = self.sums.games, self.sums.winners
        shares = [
            RateWithInterval.sequential_interval(winners[side], games) for side in self._sides
        ]
        return all(share.high - share.low <= 2 * self.reach for share in shares)


class GameStore(Protocol):
    """A store of finished games: a file, or the memory of a window."""

    def records(self, series: Series) -> Iterator[GameRecord]:
        """The games of a series that lie there, each once."""

    def add(self, series: Series, record: GameRecord) -> None:
        """Lay one game more there."""


@dataclass(frozen=True)
class SeriesExecutor:
    """The executor of series: its workers, wanted precision, and store of finished games.

    `reach` is the wanted half-width of the interval, as a fraction; 0 plays all games.
    """

    crew: WorkerPool
    reach: float = 0.0
    kept: GameStore | None = None

    @contextmanager
    def together(self) -> Iterator[SeriesExecutor]:
        """The same, by a crew that stays together from one series to the next."""
        with self.crew.keep_running() as crew:
            yield replace(self, crew=crew)

    def count_saved(self, series: Series) -> int:
        """Return the number of games of a series in the store."""
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
