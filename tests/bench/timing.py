"""How long work takes, of the processor: what else a machine does meanwhile is not counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from tests.bench.sizes import sized

MINIMUM = 200e-6  # seconds of one measurement; what is shorter is done many times over
LONG = 0.1  # seconds of a run beside which warming counts for little
SPAN = sized(2.0, 0.2)  # seconds of the clock after which a measurement is repeated no more
Work = Callable[[], Any]


def seconds(work: Work, times: int = 9) -> float:
    """Return the median of some runs of a piece of work, once it is warm."""
    taken = spent(work)
    if taken < LONG:  # the first run may have warmed something
        taken = spent(work)
    often = max(1, round(MINIMUM / max(taken, 1e-9)))
    return median(_batches(work, times, often))


def spans(work: Work, times: int) -> list[float]:
    """Return the seconds of each of some runs, the first of which was not counted."""
    work()
    return list(_batches(work, times, 1))


def spent(work: Work) -> float:
    """Return the seconds of the processor, of all threads, that one run takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def spent_by_children(work: Work) -> float:
    """Return the seconds of the processor that processes take which some work starts and ends."""
    began = _children()
    work()
    return _children() - began


def _batches(work: Work, times: int, often: int) -> Iterator[float]:
    end = time.monotonic() + SPAN
    for number in range(times):
        if number and time.monotonic() > end:
            return
        began = time.process_time()
        for _ in range(often):
            work()
        yield (time.process_time() - began) / often


def _children() -> float:
    import resource  # of systems that tell what processes took

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
