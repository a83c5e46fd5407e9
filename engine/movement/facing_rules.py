"""Units with a front: where one stands and which way it faces, and how it is steered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.movement.mobility import Points

AHEAD, ASTERN = 0, 3


class HexFacing(NamedTuple):
    """A hex and the direction 0…5 that a unit faces in it."""

    at: Hex
    facing: int


@dataclass(frozen=True)
class SideEntry:
    """How a unit enters a hex over one of its sides.

    The step costs `times` what it costs a unit without a front. On entering it may turn: `turns`
    has the MP for turning by 0, 1, 2 and 3 hexsides, either way; by more than it has an entry for
    it may not turn, nor where that is None.
    """

    times: int = 1
    turns: tuple[Points | None, ...] = (0,)


@dataclass(frozen=True)
class SteeringRules:
    """How the units of a class are steered.

    `entries` has, by the side of the unit over which it leaves a hex, counted from its front
    (0 ahead, 3 astern), how it enters the next; over other sides it does not move.
    """

    entries: Mapping[int, SideEntry]
