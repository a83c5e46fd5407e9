"""Evaluate a position for a side in any game: points, units, objectives and marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.play.ai_support import Weights
from engine.play.position import Position

MIN_LEFT = 0.2  # of a unit, whatever it suffers from


def evaluate_side(position: Position, side: str, weights: Weights) -> Mapping[str, float]:
    """Return a side's lead over the others, by the weight each part is counted with.

    Points and objectives count the more the later it is, units the less.
    """
    late = min(1.0, position.turn / max(position.turns, 1))
    men = _strength(position, side, weights["marked"])
    held = _balance(position.holders.values(), side)
    return {
        "points": (0.25 + late) * _lead(position, side),
        "units": men,
        "units_late": -late * men,
        "held": held,
        "held_late": late * held,
    }


def _lead(position: Position, side: str) -> float:
    return sum(each if who == side else -each for who, each in position.points.items())


def _balance(sides: Iterable[str], side: str) -> int:
    return sum(0 if not who else 1 if who == side else -1 for who in sides)


def _strength(position: Position, side: str, marked: float) -> float:
    """The units a side has more than the others, those to come among them."""
    whole = 0.0
    for piece in position.pieces:
        if not piece.bearer:
            left = max(MIN_LEFT, 1 - marked * len(piece.marks))
            whole += left if piece.side == side else -left
    return whole + _balance((coming.side for coming in position.coming), side)
