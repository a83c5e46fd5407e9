"""How far an arm goes in a move: by rates, roads and contours (K1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.littlewars.kriegspiel.charts import Charts
from engine.tabletop.point import FOOT

UP, DOWN = FOOT, FOOT // 2
"""What a contour costs, one up and one of two down, in u (K1.2)."""
STEEP = 4
"""So many contours within a foot bar the way (K1.2)."""
COLUMNS = ("column", "fours")


class Contour(NamedTuple):
    """A contour a path crosses: after how many u of the path, and whether it leads up."""

    along: int
    is_up: bool


def allowance(charts: Charts, arm: str, formation: str, is_on_road: bool) -> int:
    """How far an arm goes in a move, in u: half as far again in column on a road (K1.1)."""
    way = ("column" if formation in COLUMNS else "road") if is_on_road else "off"
    return charts.rate(arm, way)


def climb(contours: Sequence[Contour]) -> int:
    """What the contours of a path cost: one up, or two down, 12 in of move (K1.2)."""
    return sum(UP if contour.is_up else DOWN for contour in contours)


def is_too_steep(contours: Sequence[Contour]) -> bool:
    """Where four contours lie within 12 in of ground it is impassable without a road (K1.2)."""
    along = sorted(contour.along for contour in contours)
    return any(last - first <= FOOT for first, last in zip(along, along[STEEP - 1 :], strict=False))
