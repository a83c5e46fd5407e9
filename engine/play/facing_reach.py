"""The reach of a unit with a front, from a search to values for screens and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.hexes.hex import Hex
from engine.movement.facing_rules import HexFacing
from engine.movement.mobility import Points
from engine.play.move_forecast import MoveArrival, ReachableArea

if TYPE_CHECKING:
    from engine.movement.facing_search import FacingReach


def _roomy(hex_: Hex) -> bool:
    return False


def reach_by_fronts(
    unit: str,
    manner: str,
    points: Points,
    start: HexFacing,
    found: FacingReach,
    is_crowded: Callable[[Hex], bool] = _roomy,
) -> ReachableArea:
    """Return a search's result by hex and facing; `is_crowded` hexes allow no stop."""
    full = {hex_ for hex_ in found.hexes if is_crowded(hex_)}
    fronts = {front: _arrival(found, front, front.at in full) for front in found}
    arrivals = {hex_: fronts[front] for hex_, front in found.hexes.items()}
    return ReachableArea(unit, manner, points, start.at, arrivals, fronts)


def _arrival(found: FacingReach, front: HexFacing, is_crowded: bool) -> MoveArrival:
    came = found.before(front)
    by = () if came is None else (came.at,)
    hexes = found.entered(front)
    return MoveArrival(front.at, found[front], hexes, by, False, is_crowded, front.facing, came)
