"""How often a side would win, had the dice fallen as they were to be expected.

Luck is a control variate: its mean is known to be 0, and it goes with who wins. By least squares it
is found how many wins it brought, and what is left has a narrower interval (S. S. Lavenberg and
P. D. Welch, A perspective on the use of control variables to increase the efficiency of Monte Carlo
simulations, Management Science 27, 1981). N. Burch, M. Schmid, M. Moravčík, D. Morrill and
M. Bowling do the like with the cards of poker (AIVAT, AAAI 2018).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.balance.estimates import student_t, wilson
from engine.balance.luck_sums import WHOLE, LuckTotals

FEWEST_GAMES, GAMES_PER_WORD = 30, 10
RAREST = 10 * WHOLE**2
"""A word whose luck spreads no more than this in all games came some ten times; it is left out."""
TOLD_BY_OTHERS = 0.05
"""A word of which no more is left by the others says nothing new: an attack's add up to 0."""

Spread = NDArray[np.float64]


class LuckAdjustedWinRate(NamedTuple):
    """How often a side would win without luck, with the 95 % interval of that.

    `luck` is the part of who wins that luck explains.
    """

    rate: float
    low: float
    high: float
    luck: float


def as_values(found: LuckAdjustedWinRate | None) -> dict[str, float] | None:
    """What is known of games without luck in values of JSON; none where nothing is."""
    return found and {name: round(part, 6) for name, part in found._asdict().items()}


def luck_adjusted_win_rate(won: LuckTotals, others: LuckTotals) -> LuckAdjustedWinRate | None:
    """What is to be expected where luck is 0, of games won and of others; None of too few games.

    The interval is Wilson's of as many games as these are worth, by Student's t: the residual
    variance, with a degree of freedom less for each word, and the leverage of luck 0.
    """
    every = won + others
    games, words = every.games, _words(every)
    left = games - len(words) - 1
    both_ways = won.games * others.games
    if games < FEWEST_GAMES or not words or not both_ways:
        return None
    spread = _spread(every, words)
    with_wins = np.array([games * won.sums[w] - every.sums[w] * won.games for w in words], float)
    mean = np.array([every.sums[word] for word in words]) / games
    slopes, per_luck = np.linalg.solve(spread, np.array([with_wins, mean]).T).T
    unexplained = max(float(1 - slopes @ with_wins / both_ways), 1 / games)
    rate = min(max(float(won.games / games - slopes @ mean), 0.0), 1.0)
    leverage = 1 + games**2 * float(per_luck @ mean)
    worth = left / (unexplained * leverage)
    low, high = wilson(rate * worth, worth, student_t(left))
    luck = max(1 - unexplained * (games - 1) / left, 0.0)
    return LuckAdjustedWinRate(rate, low, high, luck)


def _words(every: LuckTotals) -> list[str]:
    """The words whose luck can be told apart, the commonest first."""
    spreads = {word: _together(every, word, word) for word in every.sums}
    common = [word for word, found in spreads.items() if found >= RAREST * every.games]
    kept: list[str] = []
    for word in sorted(common, key=lambda word: (-spreads[word], word)):
        if len(kept) < every.games // GAMES_PER_WORD and _says_more(every, word, kept):
            kept.append(word)
    return kept


def _says_more(every: LuckTotals, word: str, kept: list[str]) -> bool:
    """Whether a word's luck is more than what follows from that of others."""
    own = _together(every, word, word)
    with_kept = np.array([_together(every, word, each) for each in kept], float)
    follows = with_kept @ np.linalg.solve(_spread(every, kept), with_kept) if kept else 0.0
    return bool(own - follows > TOLD_BY_OTHERS * own)


def _spread(every: LuckTotals, words: list[str]) -> Spread:
    """[word, word]: how the luck of two words varies together."""
    return np.array([[_together(every, one, other) for other in words] for one in words], float)


def _together(every: LuckTotals, one: str, other: str) -> int:
    """The covariance of two words' luck, times the square of the number of games."""
    return every.games * every.product(one, other) - every.sums[one] * every.sums[other]
