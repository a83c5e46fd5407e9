"""The luck of the dice in games that have ended, and its sums: as large after a million games.

The odds of an attack are known before its dice fall. How much oftener than was to be expected its
results came has therefore a mean of 0, whoever plays and however well.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

from engine.games import attacks
from engine.play.game import Game

WHOLE = 1000
"""Luck is counted in thousandths of a result: sums of whole numbers are the same in any order."""

MOST = 10**9  # no game has a million attacks

GameLuck = tuple[tuple[str, int], ...]
"""The words of a game's results, each with how much oftener than expected it came to the first
side's attacks, less the same of the second's, in thousandths."""


def luck_of(game: Game[Any]) -> GameLuck:
    """The luck of a game; empty where none of its attacks has odds, or it is not one of two."""
    sides = [side.id for side in game.scenario.sides]
    if len(sides) != 2:
        return ()
    found: dict[str, float] = {}
    for attack in attacks(game):
        sign = 1 if attack.side == sides[0] else -1
        for word, chance in attack.odds.items():
            came = (attack.result == word) - chance
            found[word] = found.get(word, 0.0) + sign * came
    return tuple((word, round(WHOLE * came)) for word, came in found.items())


def luck_kept(told: Any) -> GameLuck | None:
    """The luck of a game as JSON has it, none where it has none; ValueError for what is no luck."""
    if told is None:
        return None
    luck = tuple((word, came) for word, came in told)
    if not all(isinstance(word, str) and type(n) is int and abs(n) <= MOST for word, n in luck):
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
