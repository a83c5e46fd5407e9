"""What a count allows to say about the chance behind it, and how numbers are spread."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, quantiles
from typing import NamedTuple

CONFIDENCE = 0.95
Z = 1.959963984540054  # the normal distribution has 95 % within so many standard deviations


def wilson(count: int, of: int, z: float = Z) -> tuple[float, float]:
    """The score interval of Wilson (1927) for the chance behind `count` successes `of` trials.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of
    the American Statistical Association 22 (1927), 209–212. Of no trials nothing is known: 0 to 1.
    """
    if of == 0:
        return 0.0, 1.0
    rate, square = count / of, z * z
    middle = (rate + square / (2 * of)) / (1 + square / of)
    reach = z / (1 + square / of) * math.sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    low = 0.0 if count == 0 else middle - reach
    return low, 1.0 if count == of else middle + reach


class Share(NamedTuple):
    """How often something came about, with the 95 % interval of its chance."""

    times: int
    of: int
    low: float
    high: float

    @classmethod
    def seen(cls, times: int, of: int) -> Share:
        """A count with its interval."""
        return cls(times, of, *wilson(times, of))

    @property
    def rate(self) -> float:
        """The part that was seen; 0 of nothing."""
        return self.times / self.of if self.of else 0.0


class Spread(NamedTuple):
    """How numbers are spread: least, lower quartile, median, upper quartile, most, and the mean."""

    least: float
    lower: float
    median: float
    upper: float
    most: float
    mean: float


def spread(numbers: Sequence[float]) -> Spread:
    """The spread of one number or more; the least and the most count as the outer quartiles."""
    if len(numbers) == 1:
        numbers = [*numbers, *numbers]
    lower, median, upper = quantiles(numbers, n=4, method="inclusive")
    return Spread(min(numbers), lower, median, upper, max(numbers), fmean(numbers))
