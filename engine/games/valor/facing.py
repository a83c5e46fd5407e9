"""Facing (V7): the forward arc, the armour side towards a firer, how far a turn goes."""

from __future__ import annotations

from enum import StrEnum

from engine.games.valor.state import State, Unit
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex

HALF_TURN = 3  # hexsides; as far as a vehicle turns on entering a hex (V6.8)


class ArmourFace(StrEnum):
    """The side of an AFV towards a firer (V7.6)."""

    FRONT = "front"
    REAR = "rear"
    SEAM = "seam"  # a die decides


def facing_product(grid: Grid, at: Hex, facing: int, target: Hex) -> int:
    """Twice the product of the facing's step and the way to a target: above 0 before it (V7.5)."""
    step, there = grid.orientation.steps[facing], target.offset_from(at)
    return 2 * (step.q * there.q + step.r * there.r) + step.q * there.r + step.r * there.q


def is_in_arc(grid: Grid, at: Hex, facing: int, target: Hex) -> bool:
    """Return whether a target lies in the forward arc: ±60°, ends included (V7.5).

    It is measured from centre to centre. `facing_product` is twice the cosine times the length, so
    half of it squared is a quarter of the length's square at 60°.
    """
    there = target.offset_from(at)
    before = facing_product(grid, at, facing, target)
    return before >= 0 and before * before >= there.q**2 + there.q * there.r + there.r**2


def is_in_unit_arc(state: State, unit: Unit, target: Hex) -> bool:
    """Return whether a hex is in the forward arc of a vehicle unit (V7.5)."""
    assert unit.facing is not None
    return is_in_arc(state.field.board.grid, unit.at, unit.facing, target)


def armour_face_towards(state: State, unit: Unit, firer: Hex) -> ArmourFace:
    """Return the armour that faces a hex (V7.6); the front if both are equal."""
    type_ = state.type_of(unit)
    if type_.front == type_.rear:
        return ArmourFace.FRONT
    assert unit.facing is not None
    before = facing_product(state.field.board.grid, unit.at, unit.facing, firer)
    if before == 0:
        return ArmourFace.SEAM
    return ArmourFace.FRONT if before > 0 else ArmourFace.REAR


def hexsides_turned(facing: int, to: int) -> int:
    """Return the number of hexsides in a turn, the shorter way round."""
    apart = (to - facing) % SIDES
    return min(apart, SIDES - apart)


def turning_cost(facing: int, to: int) -> int:
    """MP of a turn on entering a hex: the first hexside free, each further 1 (V6.8)."""
    return max(hexsides_turned(facing, to) - 1, 0)
