"""Confidence intervals of rates, and summaries of distributions."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from statistics import fmean, quantiles
from typing import NamedTuple

CONFIDENCE = 0.95
Z = 1.959963984540054  # the normal distribution has 95 % within so many standard deviations


def student_t(freedom: int) -> float:
    """Student's t has 95 % within so many standard deviations: of 20 degrees of freedom or more.

    Fisher's expansion, as M. Abramowitz and I. A. Stegun have it (Handbook of Mathematical
    Functions, 1964, 26.7.5).

    >>> [f"{student(freedom):.4f}" for freedom in (20, 30, 60, 120)]
    ['2.0860', '2.0423', '2.0003', '1.9799']
    """
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + (first + (second + third / freedom) / freedom) / freedom


def wilson_interval(count: float, of: float, z: float = Z) -> tuple[float, float]:
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


EVEN_ODDS = 10.0  # of how many even games the mixture is as sure beforehand, half won, half lost
HALVINGS = 50


def anytime_valid_interval(count: int, of: int) -> tuple[float, float]:
    """An interval that may be looked at after every trial, and be acted upon.

    With a chance of 95 % it holds the truth after each trial, however many there are and whenever
    one stops for what one saw. H. Robbins, Statistical methods related to the law of the iterated
    logarithm, Annals of Mathematical Statistics 41 (1970): what the counts are worth under a
    mixture of all chances (here Beta(10, 10)), over what they are worth under the true chance, is
    a martingale that reaches 20 once in twenty series at most (Ville).

    >>> low, high = always(100, 200)
    >>> f"{low:.3f} to {high:.3f}; looked at once: {wilson_interval(100, 200)[0]:.3f}"
    '0.399 to 0.601; looked at once: 0.431'
    """
    if of == 0:
        return 0.0, 1.0
    won, lost = count + EVEN_ODDS, of - count + EVEN_ODDS
    mixed = _log_beta(won, lost) - _log_beta(EVEN_ODDS, EVEN_ODDS)
    limit, seen = math.log(1 / (1 - CONFIDENCE)), count / of

    def is_ruled_out(chance: float) -> bool:
        if chance in (0.0, 1.0):
            return count != chance * of
        return mixed - count * math.log(chance) - (of - count) * math.log1p(-chance) > limit

    return _boundary(is_ruled_out, 0.0, seen), _boundary(is_ruled_out, 1.0, seen)


def _boundary(is_ruled_out: Callable[[float], bool], end: float, seen: float) -> float:
    """Return the bound between the observed rate and `end` beyond which rates are ruled out."""
    if not is_ruled_out(end):
        return end
    inside, outside = seen, end
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if is_ruled_out(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _log_beta(one: float, other: float) -> float:
    return math.lgamma(one) + math.lgamma(other) - math.lgamma(one + other)


class RateWithInterval(NamedTuple):
    """The rate of an outcome, with the 95 % confidence interval of its chance."""

    times: int
    of: int
    low: float
    high: float

    @classmethod
    def wilson_interval(cls, times: int, of: int) -> RateWithInterval:
        """A count with its interval."""
        return cls(times, of, *wilson_interval(times, of))

    @classmethod
    def sequential_interval(cls, times: int, of: int) -> RateWithInterval:
        """A count that was looked at again and again, with an interval that allows for it."""
        return cls(times, of, *anytime_valid_interval(times, of))

    @property
    def rate(self) -> float:
        """The part that was seen; 0 of nothing."""
        return self.times / self.of if self.of else 0.0


class DistributionSummary(NamedTuple):
    """The spread of numbers: minimum, quartiles, median, maximum and mean."""

    least: float
    lower: float
    median: float
    upper: float
    most: float
    mean: float


def summarise_distribution(numbers: Sequence[float]) -> DistributionSummary:
    """The spread of one number or more; the least and the most count as the outer quartiles."""
    if len(numbers) == 1:
        numbers = [*numbers, *numbers]
    lower, median, upper = quantiles(numbers, n=4, method="inclusive")
    return DistributionSummary(min(numbers), lower, median, upper, max(numbers), fmean(numbers))


def summarise_counts(counts: Mapping[int, int]) -> DistributionSummary:
    """The spread of numbers of which it is known how often each came about; at least one did.

    >>> spread_of_counts({3: 2, 5: 1, 9: 1}) == spread([5, 3, 9, 3])
    True
    """
    ordered = sorted((value, count) for value, count in counts.items() if count)
    values, ends = [value for value, _ in ordered], [*accumulate(count for _, count in ordered)]
    games = ends[-1]

    def nth(place: int) -> int:
        return values[bisect_right(ends, place)]

    def quantile(part: int) -> float:
        whole, rest = divmod((games - 1) * part, 4)
        after = nth(min(whole + 1, games - 1))
        return (nth(whole) * (4 - rest) + after * rest) / 4

    mean = sum(value * count for value, count in ordered) / games
    return DistributionSummary(values[0], quantile(1), quantile(2), quantile(3), values[-1], mean)
