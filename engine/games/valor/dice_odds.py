"""Exact odds of the dice (V24.5): attacks, hits, assaults.

All are counted from the thirty-six throws of two dice and the six of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engine.games.valor.data.rule_tables import (
    PenetrationResult,
    RuleTables,
    is_elimination_rolled,
    penetration_result,
)

T = TypeVar("T")

Distribution = Mapping[int, Fraction]
"""Numbers of casualty points with their chances."""

THROWS = {sum_: Fraction(6 - abs(sum_ - 7), 36) for sum_ in range(2, 13)}
ABANDONED = Fraction(2, 6)  # an immobile AFV's crew leaves it on 1 and 2 (V16.5)
SEAM_FRONT = Fraction(1, 2)  # on the seam of front and rear, 1 to 3 hit the front (V7.6)


class PenetrationOdds(NamedTuple):
    """The chances of what becomes of an AFV that is hit; abandoned ones count as eliminated."""

    eliminated: Fraction
    immobilised: Fraction


class AntiTankOdds(NamedTuple):
    """The chances of an AT attack: a hit, and what becomes of the target (V16)."""

    hit: Fraction
    eliminated: Fraction
    immobilised: Fraction


class AssaultOdds(NamedTuple):
    """The chance that a close assault succeeds and what either side takes, in CP (V15.6, V15.7).

    `defender` counts the casualty points of a failed assault; where it succeeds all are lost.
    """

    won: Fraction
    attacker: Distribution
    defender: Distribution


@lru_cache(maxsize=64)
def chance_of_at_most(number: int) -> Fraction:
    """The chance that two dice show a number or less."""
    return sum((chance for sum_, chance in THROWS.items() if sum_ <= number), Fraction(0))


def die_chance_at_most(number: int) -> Fraction:
    """The chance that one die shows a number or less."""
    return Fraction(min(max(number, 0), 6), 6)


@lru_cache(maxsize=4096)
def casualty_point_odds(
    charts: RuleTables, apfp: int, modifier: int, times: int = 1
) -> Distribution:
    """The CP of an AP attack with a modifier, `times` where they are doubled (V14.4)."""
    return throw_outcome_odds(lambda sum_: times * charts.casualty_points(apfp, sum_ + modifier))


@lru_cache(maxsize=4096)
def expected_attack_points(charts: RuleTables, apfp: int, modifier: int) -> float:
    """The CP to expect of an AP attack, as players reckon."""
    return float(expected_casualty_points(casualty_point_odds(charts, apfp, modifier)))


@lru_cache(maxsize=1024)
def penetration_odds(
    charts: RuleTables, atfp: str, armour: str, modifier: int = 0
) -> PenetrationOdds:
    """Return the odds of a hit on an AFV that is not immobile yet (V16.3, V16.5)."""
    number = charts.elimination_number(atfp, armour)
    if not is_elimination_rolled(number):
        return PenetrationOdds(
            Fraction(int(penetration_result(number, 0) is PenetrationResult.ELIMINATED)),
            Fraction(0),
        )
    chances = {kill: Fraction(0) for kill in PenetrationResult}
    for sum_, chance in THROWS.items():
        chances[penetration_result(number, sum_ + modifier)] += chance
    immobile = chances[PenetrationResult.IMMOBILISED]
    return PenetrationOdds(
        chances[PenetrationResult.ELIMINATED] + immobile * ABANDONED, immobile * (1 - ABANDONED)
    )


def either_face_odds(front: PenetrationOdds, rear: PenetrationOdds) -> PenetrationOdds:
    """A shot on the seam: a die says which armour is hit (V7.6)."""
    return PenetrationOdds(
        *(
            SEAM_FRONT * one + (1 - SEAM_FRONT) * other
            for one, other in zip(front, rear, strict=True)
        )
    )


def elimination_odds(kill: PenetrationOdds) -> PenetrationOdds:
    """Return the odds of the elimination roll alone, with the crew aboard (V16.3, V16.5)."""
    immobile = kill.immobilised / (1 - ABANDONED)
    return PenetrationOdds(kill.eliminated - immobile * ABANDONED, immobile)


def anti_tank_odds(hit: Fraction, kill: PenetrationOdds, was_immobile: bool) -> AntiTankOdds:
    """An AT attack on an AFV; one already immobile may be abandoned though it lives (V16.5)."""
    if not was_immobile:
        return AntiTankOdds(hit, hit * kill.eliminated, hit * kill.immobilised)
    lost = hit * elimination_odds(kill).eliminated
    eliminated = lost + (1 - lost) * ABANDONED
    return AntiTankOdds(hit, eliminated, 1 - eliminated)


def mission_elimination_chance(
    charts: RuleTables, hits_on: int, modifier: int, atfp: str, rear: str
) -> Fraction:
    """The chance that a mission or mortar eliminates an AFV: no immobilising (V12.15, V18.7)."""
    return chance_of_at_most(hits_on - modifier) * shell_elimination_chance(charts, atfp, rear)


def shell_elimination_chance(charts: RuleTables, atfp: str, rear: str) -> Fraction:
    """The chance that a shell that hits eliminates an AFV (V12.15, V18.7)."""
    number = charts.elimination_number(atfp, rear)
    if not is_elimination_rolled(number):
        return Fraction(int(penetration_result(number, 0) is PenetrationResult.ELIMINATED))
    return chance_of_at_most(int(number))


@lru_cache(maxsize=1024)
def assault_odds(kill: int, modifier: int, own: int, enemy: int) -> AssaultOdds:
    """A close assault: Kill number, modifier of the roll, and the CP that do not depend on it.

    `own` are the assaulters' CP from cover, hexside, height and defenders; `enemy` the defenders'
    when it fails (V15.7).
    """
    won = chance_of_at_most(kill - modifier)
    attacker = throw_outcome_odds(lambda sum_: own + max(0, sum_ + modifier - kill))
    return AssaultOdds(won, attacker, {0: won, enemy: 1 - won} if enemy else {0: Fraction(1)})


def rally(number: int, modifier: int) -> Fraction:
    """The chance that a pinned unit rallies (V21.2, V21.3)."""
    return chance_of_at_most(number - modifier)


def expected_casualty_points(points: Distribution) -> Fraction:
    """The casualty points to expect."""
    return sum((point * chance for point, chance in points.items()), Fraction(0))


def chance_of_at_least(points: Distribution, number: int) -> Fraction:
    """The chance of so many casualty points or more."""
    return sum((chance for point, chance in points.items() if point >= number), Fraction(0))


def throw_outcome_odds(outcome: Callable[[int], T]) -> dict[T, Fraction]:
    """Return the outcomes of a throw of two dice, with their chances."""
    found: dict[T, Fraction] = {}
    for sum_, chance in THROWS.items():
        result = outcome(sum_)
        found[result] = found.get(result, Fraction(0)) + chance
    return found
