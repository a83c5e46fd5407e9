"""What a mêlée comes to: how many die and how many are taken (L12)."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """How many of the larger side die, how many of the smaller, and how many are taken of it."""

    dead_of_larger: int
    dead_of_smaller: int
    prisoners: int


def melee_outcome(larger: int, smaller: int, is_isolated: bool) -> Outcome:
    """The result for so many of either side; `is_isolated` speaks of the smaller (L12).

    Equal numbers: all die on both sides (L12.1). An isolated side loses as many prisoners as it is
    outnumbered by, and the rest die with as many of the larger (L12.2); a supported one dies to the
    last man with as many of the larger (L12.3).

    >>> melee_outcome(11, 9, True)
    Outcome(dead_of_larger=7, dead_of_smaller=7, prisoners=2)
    """
    assert larger >= smaller
    taken = min(smaller, larger - smaller) if is_isolated else 0
    return Outcome(smaller - taken, smaller - taken, taken)
