"""Trains and boats as numbers: who finds room, how fast they go, how long loading takes.

For the railways of Little Wars (L21.5) and those and the boats of the Kriegspiel (K2.4, K8.3).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.littlewars.data.kinds import UnitType
from engine.tabletop.point import INCH

BOAT, TRUCK, ENGINE, BOX, WAGON = "boat", "truck", "engine", "box", "wagon"
LOADED, LOAD_MOVES = 20, 2
"""So many men embark or entrain in so many moves, and land in one (K2.4, L21.5)."""
AT_HAND = 6 * INCH
"""How near who boards stands to the carrier, and how near to it one lands."""
ROOMS = {TRUCK: 60, BOAT: 100}
"""The room of a truck and of a boat, in shares; a boat holds what embarks at once (K2.4)."""
MAN, RIDER, WHOLE_GUN = 5, 12, 120
"""The shares of one: twelve foot, five horse or half a gun fill a truck (L21.5)."""
PULLED, EACH_FURTHER = 8, 10
"""Trucks an engine pulls; each further one takes so many per cent of its speed (L21.5)."""


def share(kind: UnitType) -> int:
    """The room that one of a kind takes (L21.5)."""
    if kind.is_gun:
        return WHOLE_GUN
    return RIDER if kind.mounted else MAN


def is_at_once(kinds: Iterable[UnitType]) -> bool:
    """Whether some are loaded in one go: twenty men at most, or one gun (K2.4, L21.5)."""
    listed = list(kinds)
    if any(kind.is_gun for kind in listed):
        return len(listed) == 1
    return 0 < len(listed) <= LOADED


def train_move(rate: int, trucks: int) -> int:
    """How far an engine goes with its trucks: 8 at full speed, each further 10 % less (L21.5)."""
    slower = EACH_FURTHER * max(trucks - PULLED, 0)
    return rate * max(100 - slower, 0) // 100
