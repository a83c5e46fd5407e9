"""When a series has been long enough: its intervals are as narrow as was wanted.

It is looked at after every twenty games, in their order: how many are played does not depend on
which end first, so that any number of workers stops at the same game. Whoever looks so often and
stops when he likes what he sees would be wrong more often than one time in twenty with intervals
that are made for one look; those of `estimates.always` hold at every look.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.balance.estimates import Share
from engine.balance.folding import RecordSequencer, SeriesTotals
from engine.balance.series import GameRecord, Series
from engine.balance.summary import Balance

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
        """How many games are enough; 0 as long as nobody can tell."""

    def follow(self, records: Iterator[GameRecord]) -> Iterator[GameRecord]:
        """Hand records on until they are enough, in the order of their numbers."""
        for record in records:
            for following in self._order.take(record):
                self.sums.add(following, self._sides)
                yield following
                if self.sums.games % EVERY == 0 and self._is_sure():
                    self.enough = self.sums.games
                    return

    def balance(self) -> Balance:
        """The games that were enough; all of them where none were."""
        return Balance.folded_of(self.series, self.sums, is_watched=self.reach > 0)

    def _is_sure(self) -> bool:
        if not self.reach:
            return False
        games, winners = self.sums.games, self.sums.winners
        shares = [Share.watched(winners[side], games) for side in self._sides]
        return all(share.high - share.low <= 2 * self.reach for share in shares)
