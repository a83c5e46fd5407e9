"""How much a body needs of each ration, and from how far it is supplied (K4)."""

from __future__ import annotations

from engine.tabletop.point import FOOT, INCH

FOOD, FODDER, AMMUNITION = "food", "fodder", "ammunition"
REACH = {"foot": 6 * FOOT, "horse": 18 * FOOT}
"""Within which stores supply foot, and horse (K4.1)."""
PARTY, ALONE = 30, 12 * FOOT
"""Foot parties under 30 further than this from others need nothing (K4.3)."""
BARRING, BARRED_BY = 6 * INCH, 8
"""How near the way of supplies an enemy body bars it, and how many it has (K4.4)."""
SIEGE = 4
"""Moves after which the surrounded surrender when the last horse is eaten (K4.7)."""


def needed(men: int, each: int = 30) -> int:
    """Rations for so many men: remainders below half of one count nothing, from half as a whole.

    46 men need 2 of 30, 44 need 1 (K4.2).
    """
    whole, rest = divmod(men, each)
    return whole + (2 * rest >= each)


def needs_none(men: int, to_others: int | None) -> bool:
    """A party of foot under 30 more than 12 ft from others needs nothing (K4.3).

    `to_others` is how far the nearest of its side beside it is, in u; None if there is none.
    """
    return men < PARTY and (to_others is None or to_others > ALONE)
