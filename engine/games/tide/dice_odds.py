"""Exact odds of the dice: successes, net hits, states, assaults (E4).

Black dice attack and red dice defend; each is a row of dice of which some faces count. The
result is one binomial less the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeVar

T = TypeVar("T")

Distribution = Mapping[int, Fraction]
"""Numbers of successes or hits with their chances, the fewest first; none has no chance."""

FACES = 6


class DiceSet(NamedTuple):
    """Dice rolled together: how many, and the least face that is a success.

    `sure` of them succeed whatever they show (U8); `again` of those that fail may be rolled once
    more (D7 reroll).
    """

    dice: int
    least: int
    sure: int = 0
    again: int = 0


class AssaultOdds(NamedTuple):
    """An assault: the chance that it succeeds, and the hits of either side (AS9-AS13)."""

    won: Fraction
    attacker: Distribution
    defender: Distribution


def face_chance(least: int) -> Fraction:
    """The chance that a die shows a face or more; 7 is never shown."""
    return Fraction(min(max(FACES + 1 - least, 0), FACES), FACES)


@lru_cache(maxsize=4096)
def success_odds(handful: DiceSet) -> Distribution:
    """Return the distribution of successes in a set of dice (RS4)."""
    sure = min(handful.sure, handful.dice)
    rolled, chance = handful.dice - sure, face_chance(handful.least)
    found = {sure + count: part for count, part in _binomial(rolled, chance).items()}
    if not handful.again:
        return found
    better: dict[int, Fraction] = {}
    for count, part in found.items():
        repeated = min(handful.again, handful.dice - count)
        for more, share in _binomial(repeated, chance).items():
            better[count + more] = better.get(count + more, Fraction(0)) + part * share
    return dict(sorted(better.items()))


@lru_cache(maxsize=4096)
def net_hit_odds(black: DiceSet, red: DiceSet) -> Distribution:
    """Black successes less red ones, never below 0 (RS5)."""
    found: dict[int, Fraction] = {}
    for struck, chance in success_odds(black).items():
        for saved, share in success_odds(red).items():
            hits = max(struck - saved, 0)
            found[hits] = found.get(hits, Fraction(0)) + chance * share
    return dict(sorted(found.items()))


@lru_cache(maxsize=1024)
def assault_odds(
    attack: DiceSet, cover: DiceSet, defence: DiceSet, lives: int | None, is_tie_won: bool = False
) -> AssaultOdds:
    """Return the odds of an assault: hits through the cover against the defender's (AS9-AS13).

    It succeeds where the attacker has more hits, or has `lives` of them, where these decide (AS16).
    """
    attacker, defender = net_hit_odds(attack, cover), success_odds(defence)
    won = sum(
        (
            chance
            if lives is not None and hits >= lives
            else chance * chance_of_at_most(defender, hits - (not is_tie_won))
            for hits, chance in attacker.items()
        ),
        Fraction(0),
    )
    return AssaultOdds(won, attacker, defender)


def expected_hits(hits: Distribution) -> Fraction:
    """The hits to expect."""
    return sum((count * chance for count, chance in hits.items()), Fraction(0))


def chance_of_at_least(hits: Distribution, number: int) -> Fraction:
    """The chance of so many hits or more."""
    return sum((chance for count, chance in hits.items() if count >= number), Fraction(0))


def chance_of_at_most(hits: Distribution, number: int) -> Fraction:
    """The chance of so many hits or fewer."""
    return sum((chance for count, chance in hits.items() if count <= number), Fraction(0))


def outcome_odds(hits: Distribution, outcome: Callable[[int], T]) -> dict[T, Fraction]:
    """Return the outcomes of hits with their chances, the fewest hits first."""
    found: dict[T, Fraction] = {}
    for count, chance in hits.items():
        result = outcome(count)
        found[result] = found.get(result, Fraction(0)) + chance
    return found


@lru_cache(maxsize=4096)
def _binomial(dice: int, chance: Fraction) -> Distribution:
    """Return the distribution of successes of dice with an equal chance."""
    found = {
        count: comb(dice, count) * chance**count * (1 - chance) ** (dice - count)
        for count in range(dice + 1)
    }
    return {count: part for count, part in found.items() if part}
