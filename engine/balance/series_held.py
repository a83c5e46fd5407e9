"""Games that were played and are still at hand, so that what is asked again goes on from them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.balance.series import GameRecord, Series
from engine.balance.series_kept import key

MOST_HELD = 40_000  # games of all series together, the one that is being played among them


class SeriesCache:
    """The games of several series, as long as the program runs; the oldest series go first."""

    def __init__(self) -> None:
        self._games: dict[str, dict[int, GameRecord]] = {}

    def records(self, series: Series) -> Iterator[GameRecord]:
        """The games of a series that are at hand, as far as the series goes, in their order."""
        held = self._games.get(key(series), {})
        for number in sorted(held):
            if number <= series.games:
                yield held[number]

    def add(self, series: Series, record: GameRecord) -> None:
        """Hold one game more."""
        whose = key(series)
        self._games.setdefault(whose, {})[record.number] = record
        while sum(map(len, self._games.values())) > MOST_HELD and len(self._games) > 1:
            del self._games[next(each for each in self._games if each != whose)]
