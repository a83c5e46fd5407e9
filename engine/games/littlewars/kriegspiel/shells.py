"""What a shell does where it bursts, and who fires a volley of rifles (K3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.tabletop.point import INCH

BURST = 3 * INCH
"""How far from its point a shell kills (K3.1)."""
VOLLEY = 5
"""Foot that fire one shot (K3.4)."""
RANK, GAP = 6 * INCH, 2 * INCH
"""Within how much they stand, and how far each may be from the next (K3.4)."""
OUT_FOR = 2
"""Moves a gun is out that was partly within a burst (K3.2)."""


class NearBurst(NamedTuple):
    """Somebody by a burst: how far edge to edge, in u rounded up, and whether he is sheltered."""

    id: str
    away: int
    is_sheltered: bool = False


def dead(men: Iterable[NearBurst]) -> tuple[str, ...]:
    """Half, rounded up, of the men within 3 in die, nearest first; the sheltered are not counted.

    Of men equally near those named first (K3.1).
    """
    within = [man for man in men if man.away <= BURST and not man.is_sheltered]
    within.sort(key=lambda man: man.away)
    return tuple(man.id for man in within[: -(-len(within) // 2)])


def harm_to_gun(nearest: int, furthest: int) -> str:
    """Wholly within the 3 in `destroyed`, partly `out` for two moves, else nothing (K3.2).

    `nearest` and `furthest` are the distances of its nearest and furthest points, in u.
    """
    if furthest <= BURST:
        return "destroyed"
    return "out" if nearest <= BURST else ""


def is_rank(gaps: Sequence[int], across: int) -> bool:
    """Whether five men stand roughly in line (K3.4).

    `gaps` are the four distances from each to the next, `across` the greatest between any two.
    """
    return len(gaps) == VOLLEY - 1 and across <= RANK and all(gap <= GAP for gap in gaps)
