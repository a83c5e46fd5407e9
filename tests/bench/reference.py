"""A loop that resembles the program: how long it takes tells how fast this machine is just now.

Limits are times of the reference machine. What takes longer here by as much as this loop does is
within them.
"""

from __future__ import annotations

import time
from statistics import median
from typing import NamedTuple

import numpy as np

SECONDS = 0.013
"""Processor time of one loop on the reference machine, where its factor is 1.0.

Two cores of an AMD EPYC (Zen 5) with 1 MB of cache each, shared with others, Python 3.11.
"""
TIMES = 5
AGAIN = 0.5  # seconds after which the machine may be another


class MachineFactor(NamedTuple):
    """How many times as long as on the reference machine things take here, now."""

    work: float  # of the processor
    clock: float  # by the clock: also what else the machine does is waited for

    def middle(self, other: MachineFactor) -> MachineFactor:
        """Return the factor of the time between two measurements."""
        return MachineFactor((self.work + other.work) / 2, (self.clock + other.clock) / 2)


def machine_factor() -> MachineFactor:
    """Return the factor of this moment."""
    loops = [_loop() for _ in range(TIMES)]
    work, clock = (median(times) / SECONDS for times in zip(*loops, strict=True))
    return MachineFactor(work, clock)


class Pacer:
    """The machine's factor as it was during some work: before it, and after it."""

    def __init__(self) -> None:
        _loop()  # the first is another: memory is asked for
        self._factor = self._last = machine_factor()
        self._at = time.monotonic()

    def measure(self) -> MachineFactor:
        """Return the factor of what was done since the last time this was asked.

        What is asked for at once after another was measured with it.
        """
        if time.monotonic() - self._at >= AGAIN:
            now = machine_factor()
            self._factor, self._last = self._last.middle(now), now
            self._at = time.monotonic()
        return self._factor


def _loop() -> tuple[float, float]:
    """Run plain Python, numpy, and more memory than the caches hold.

    Return the seconds of this thread, and those of the clock.
    """
    began, worked = time.perf_counter(), time.thread_time()
    _plain()
    _arrays()
    _memory()
    return time.thread_time() - worked, time.perf_counter() - began


def _plain() -> None:
    """Hexes in a dictionary, calls, tuples, sorting, words: what rules are made of."""
    places = {(q, r): q * r % 7 for q in range(150) for r in range(150)}
    reached = [(cost, at) for at, cost in places.items() if places.get(_next(at), 9) < cost]
    reached.sort()
    assert len(" ".join(f"{cost}:{q}.{r}" for cost, (q, r) in reached)) > len(reached)


def _next(at: tuple[int, int]) -> tuple[int, int]:
    q, r = at
    return (q + 1, r) if (q + r) % 2 else (q, r + 1)


_VALUES = np.arange(300_000, dtype=np.int64) * 7919 % 300_007
_ORDER = np.argsort(_VALUES)


def _arrays() -> None:
    """What is painted and searched over whole maps."""
    found = _VALUES[_ORDER]
    assert np.where(found > 500, found, -found).cumsum()[-1] > 0


_WIDE = np.zeros(16_000_000, np.uint8)


def _memory() -> None:
    """Every 64th byte, and a copy of it all: lines of the cache come and go."""
    for _ in range(3):
        _WIDE[::64] += 1
        assert _WIDE.copy()[0] == _WIDE[0]
