"""A game as it stood some time ago, for those who are told of it later."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.umpired.record import Line
from engine.umpired.table import UmpiredGameState


class DelayedGameState:
    """The table so many seconds behind: a second one, on which every act is done when it is due."""

    def __init__(self, begin: Callable[[], UmpiredGameState], delay: float) -> None:
        self.delay, self.table, self._done = delay, begin(), 0

    def follow(self, acts: Sequence[Line], now: float) -> UmpiredGameState:
        """The table as it was `delay` seconds before now."""
        while self.is_due(acts, now):
            self.table.apply(acts[self._done])
            self._done += 1
        return self.table

    def is_due(self, acts: Sequence[Line], now: float) -> bool:
        """Whether an act has become old enough to be told."""
        return self._done < len(acts) and acts[self._done]["time"] + self.delay <= now
