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
    """The entry of a unit into a hex over one of the unit's sides.

    The step costs `times` what it costs a unit without a front. On entering it may turn: `turns`
    has the MP for turning by 0, 1, 2 and 3 hexsides, either way; a turn without an entry, or with
    None, is not allowed.
    """

    times: int = 1
    turns: tuple[Points | None, ...] = (0,)


@dataclass(frozen=True)
class SteeringRules:
    """The steering rules of a class of units.

    `entries` maps the side over which a unit leaves a hex, counted from its front (0 ahead, 3
    astern), to its entry into the next; it does not move over other sides.
    """

    entries: Mapping[int, SideEntry]
