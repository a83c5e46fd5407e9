"""The numbers of L3, L10–L20 and K1–K8 by a second reading: the referee's, and nobody else's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

INCH = 16
FOOT_MOVE, HORSE_MOVE = 12 * INCH, 24 * INCH
CREW, NEAR = 4, 6 * INCH
CONTACT = 2
SHOTS = 4
ESCORTED = 7
WORTH = {"foot": Fraction(1), "horse": Fraction(3, 2), "gun": Fraction(10)}
PRISONER = Fraction(1, 2)
WIN = 100


def minutes(men: int, guns: int) -> int:
    """One minute a gun, one for each 30 men, to the nearest, half up (L3.1)."""
    return guns + math.floor(men / 30 + 0.5)


class Outcome(NamedTuple):
    """Dead of the larger, dead of the smaller, prisoners of the smaller."""

    larger: int
    smaller: int
    taken: int


def melee(n: int, m: int, is_isolated: bool) -> Outcome:
    """Kill one of each until the larger is twice the smaller, and take the rest (L12)."""
    larger, smaller = max(n, m), min(n, m)
    dead = 0
    while smaller and not (is_isolated and larger >= 2 * smaller):
        larger, smaller, dead = larger - 1, smaller - 1, dead + 1
    return Outcome(dead, dead, smaller)


def is_isolated(group: int, friends: int) -> bool:
    """Fewer than half its number of friends (L10.1)."""
    return friends < group / 2


def guards(prisoners: int) -> int:
    """One for every seven, rounded up (L13.1, L14.1)."""
    return math.ceil(prisoners / ESCORTED)


def is_draw(first: int, second: int, began_first: int, began_second: int) -> bool:
    """Both below 15 men, 10 if both began with 50 or fewer (L17.3)."""
    least = 10 if began_first <= 50 and began_second <= 50 else 15
    return first < least and second < least


def points(foot: int, horse: int, guns: int, prisoners: int, bonus: int = 0) -> Fraction:
    """What a side counts (L17.2)."""
    own = foot * WORTH["foot"] + horse * WORTH["horse"] + guns * WORTH["gun"]
    return own + prisoners * PRISONER + bonus


def is_kept(from_line: float, is_horse: bool) -> bool:
    """Not further than six of its own moves from its line (L18.2)."""
    return from_line <= 6 * (HORSE_MOVE if is_horse else FOOT_MOVE)


# --- the Kriegspiel -------------------------------------------------------------------------------

RATES = {  # inches off the road, on the road, in column on the road (K1.1)
    "foot": (12, 12, 18), "horse": (36, 36, 54), "engineer": (24, 24, 24), "gun": (24, 24, 24),
    "wagon": (6, 12, 12), "general": (36, 72, 72), "boat": (12, 12, 12),
}  # fmt: skip
Losses = Mapping[int, tuple[Fraction | int, Fraction | int]]
EXTENDED: Losses = {30: (Fraction(1, 5), 1), 18: (Fraction(1, 10), 2), 6: (Fraction(1, 15), 3)}
CLOSE: Losses = {30: (3, Fraction(1, 15)), 18: (2, Fraction(1, 10)), 6: (1, Fraction(1, 5))}
CAUGHT: Losses = {30: (0, 2), 18: (0, 3), 6: (0, 3)}
FOR_A_GUN = {30: 4, 18: 3, 6: 1}


def farness(units: float) -> int:
    """30, 18 or 6: in which of the three bands a charge came (K6.2)."""
    inches = units / INCH
    return 30 if inches > 24 else 18 if inches >= 12 else 6


def charge(order: str, riders: int, foot: int, units: float) -> tuple[int, int]:
    """What horse and foot lose (K6.2, K6.3, K6.5)."""
    tables: dict[str, Losses] = {"extended": EXTENDED, "close": CLOSE, "column": CAUGHT}
    table = tables[order]
    of_horse, of_foot = table[farness(units)]
    return min(riders, int(foot * of_horse)), min(foot, int(riders * of_foot))


def climbed(crossings: list[tuple[float, bool]]) -> float:
    """What contours cost: 12 in up, 6 in down (K1.2)."""
    return sum(12 * INCH if up else 6 * INCH for _, up in crossings)


def is_steep(crossings: list[tuple[float, bool]], spare: float = 4) -> bool:
    """Four contours within 12 in of ground, by more than rounding (K1.2)."""
    along = [each for each, _ in crossings]
    return any(b - a < 12 * INCH - spare for a, b in zip(along, along[3:], strict=False))


def rations(men: int, each: int = 30) -> int:
    """Remainders below half of one count nothing (K4.2)."""
    return math.floor(men / each + 0.5)
