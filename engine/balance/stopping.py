"""When a series has been long enough: its intervals are as narrow as was wanted.

It is looked at after every twenty games, in their order: how many are played does not depend on
which end first, so that any number of workers stops at the same game. What stops it is how wide the
intervals are and not what they say, so that they keep their confidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.balance.series import Record, Series
from engine.balance.summary import Balance

EVERY = 20


class Watch:
    """The games of a series as they come in, until the wins of all sides are known well enough.

    `reach` is how far the truth may lie from what was seen, 0.03 for three points either way.
    """

    def __init__(self, series: Series, reach: float) -> None:
        self.series, self.reach = series, reach
        self._records: dict[int, Record] = {}
        self._whole = 0  # games from the first on that have all ended
        self.enough = 0
        """How many games are enough; 0 as long as nobody can tell."""

    def follow(self, records: Iterator[Record]) -> Iterator[Record]:
        """Hand records on until they are enough."""
        for record in records:
            yield record
            self._records[record.number] = record
            while self._whole + 1 in self._records:
                self._whole += 1
                if self._whole % EVERY == 0 and self._is_sure(self._whole):
                    self.enough = self._whole
                    return

    def balance(self) -> Balance:
        """The games that were enough; all of them where none were."""
        games = self.enough or len(self._records)
        kept = [record for number, record in self._records.items() if number <= games]
        return Balance.of(replace(self.series, games=games), kept)

    def _is_sure(self, games: int) -> bool:
        kept = [self._records[number] for number in range(1, games + 1)]
        found = Balance.of(replace(self.series, games=games), kept)
        shares = [found.wins(side) for side in found.sides]
        return all(share.high - share.low <= 2 * self.reach for share in shares)
