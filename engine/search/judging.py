"""A side's chance of winning, from what every position tells: points, units, objectives, marks."""

from __future__ import annotations

from collections.abc import Iterable

from engine.play.chances import as_chance
from engine.play.position import Position
from engine.play.thinking import Weights

LEAST_LEFT = 0.2  # of a unit, whatever it suffers from


def judge(position: Position, side: str, weights: Weights) -> float:
    """The chance that a side wins; points count the more the later it is."""
    late = min(1.0, position.turn / max(position.turns, 1))
    lead = weights["points"] * (0.25 + late) * _lead(position, side)
    men = weights["units"] * _strength(position, side, weights["marked"])
    held = weights["held"] * _balance(position.holders.values(), side)
    return as_chance(lead + men + held)


def _lead(position: Position, side: str) -> float:
    return sum(each if who == side else -each for who, each in position.points.items())


def _balance(sides: Iterable[str], side: str) -> int:
    return sum(0 if not who else 1 if who == side else -1 for who in sides)


def _strength(position: Position, side: str, marked: float) -> float:
    """The units a side has more than the others, those to come among them."""
    whole = 0.0
    for piece in position.pieces:
        if not piece.bearer:
            left = max(LEAST_LEFT, 1 - marked * len(piece.marks))
            whole += left if piece.side == side else -left
    return whole + _balance((coming.side for coming in position.coming), side)
