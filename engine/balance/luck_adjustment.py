"""The luck of the dice in games that have ended, and win rates adjusted for it.

The odds of an attack are known before its dice fall. How much more often than expected its results
came has therefore a mean of 0, whatever the players and their skill; the sums stay small however
many games are added. Luck is a control variate: its mean is known, and it is correlated with the
winner. Least squares find how many wins it brought, and the rest has a narrower interval (S. S.
Lavenberg and P. D. Welch, A perspective on the use of control variables to increase the efficiency
of Monte Carlo simulations, Management Science 27, 1981). N. Burch, M. Schmid, M. Moravčík, D.
Morrill and M. Bowling do the like with the cards of poker (AIVAT, AAAI 2018).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.balance.confidence_intervals import student_t, wilson_interval
from engine.games import list_attacks
from engine.play.game import Game

WHOLE = 1000
"""Luck is counted in thousandths of a result: sums of whole numbers are the same in any order."""

MAXIMUM = 10**9  # no game has a million attacks

GameLuck = tuple[tuple[str, int], ...]
"""The words of a game's results, each with how much oftener than expected it came to the first
side's attacks, less the same of the second's, in thousandths."""


def luck_of(game: Game[Any]) -> GameLuck:
    """The luck of a game; empty where none of its attacks has odds, or it is not one of two."""
    sides = [side.id for side in game.scenario.sides]
    if len(sides) != 2:
        return ()
    found: dict[str, float] = {}
    for attack in list_attacks(game):
        sign = 1 if attack.side == sides[0] else -1
        for word, chance in attack.odds.items():
            came = (attack.result == word) - chance
            found[word] = found.get(word, 0.0) + sign * came
    return tuple((word, round(WHOLE * came)) for word, came in found.items())


def parse_luck(told: Any) -> GameLuck | None:
    """The luck of a game as JSON has it, none where it has none; ValueError for invalid values."""
    if told is None:
        return None
    luck = tuple((word, came) for word, came in told)
    if not all(isinstance(word, str) and type(n) is int and abs(n) <= MAXIMUM for word, n in luck):
        raise ValueError(told)
    return luck


@dataclass
class LuckTotals:
    """The luck of some games: how many, by word the sum of it, by two words that of products."""

    games: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    products: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By two words in the order of the alphabet."""

    def add(self, luck: GameLuck) -> None:
        """Count one game more."""
        self.games += 1
        for word, came in luck:
            self.sums[word] += came
        for (one, came), (other, also) in combinations_with_replacement(sorted(luck), 2):
            self.products[one, other] += came * also

    def __add__(self, other: LuckTotals) -> LuckTotals:
        """The sums of these games and of others."""
        found = LuckTotals(self.games + other.games, self.sums.copy(), self.products.copy())
        found.sums.update(other.sums)
        found.products.update(other.products)
        return found

    @property
    def turned(self) -> LuckTotals:
        """The same games, as the other side sees them."""
        sums = Counter({word: -came for word, came in self.sums.items()})
        return LuckTotals(self.games, sums, self.products)

    def product(self, one: str, other: str) -> int:
        """The sum of the products of two words' luck."""
        return self.products[min(one, other), max(one, other)]


MIN_GAMES, GAMES_PER_WORD = 30, 10
RAREST = 10 * WHOLE**2
"""A word whose luck spreads no more than this in all games came some ten times; it is left out."""
TOLD_BY_OTHERS = 0.05
"""A word of which no more is left by the others says nothing new: an attack's add up to 0."""

Spread = NDArray[np.float64]


class LuckAdjustedWinRate(NamedTuple):
    """A win rate without luck, with its 95 % interval.

    `luck` is the share of the outcome's variance that luck explains.
    """

    rate: float
    low: float
    high: float
    luck: float


def as_values(found: LuckAdjustedWinRate | None) -> dict[str, float] | None:
    """Return a luck-free win rate as JSON values; None if it is unknown."""
    return found and {name: round(part, 6) for name, part in found._asdict().items()}


def luck_adjusted_win_rate(won: LuckTotals, others: LuckTotals) -> LuckAdjustedWinRate | None:
    """Return the win rate expected at luck 0; None if there are too few games.

    The interval is Wilson's of as many games as these are worth, by Student's t: the residual
    variance, with a degree of freedom less for each word, and the leverage of luck 0.
    """
    every = won + others
    games, words = every.games, _words(every)
    left = games - len(words) - 1
    both_ways = won.games * others.games
    if games < MIN_GAMES or not words or not both_ways:
        return None
    spread = _spread(every, words)
    with_wins = np.array([games * won.sums[w] - every.sums[w] * won.games for w in words], float)
    mean = np.array([every.sums[word] for word in words]) / games
    slopes, per_luck = np.linalg.solve(spread, np.array([with_wins, mean]).T).T
    unexplained = max(float(1 - slopes @ with_wins / both_ways), 1 / games)
    rate = min(max(float(won.games / games - slopes @ mean), 0.0), 1.0)
    leverage = 1 + games**2 * float(per_luck @ mean)
    worth = left / (unexplained * leverage)
    low, high = wilson_interval(rate * worth, worth, student_t(left))
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
    """Return True if a word's luck adds to that of the words kept so far."""
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
