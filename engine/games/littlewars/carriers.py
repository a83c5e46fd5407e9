"""Trains and boats as numbers: who finds room, how fast they go, how long boarding takes.

For the railways of Little Wars (L21.5) and those and the boats of the Kriegspiel (K2.4, K8.3).
"""

from __future__ import annotations

from collections.abc import Iterable

BOARDING, BOARD_MOVES, LAND_MOVES = 20, 2, 1
"""So many men embark or entrain in two moves, and land in one (K2.4, L21.5)."""
ROOM = 60
"""The room of a truck or a boat, in shares: twelve foot, five horse or half a gun fill it."""
SHARES = {"foot": 5, "horse": 12, "gun": 120}
PULLED, EACH_FURTHER = 8, 10
"""Trucks an engine pulls; each further one takes so many per cent of its speed (L21.5)."""
BREAKERS, BREAK_MOVES = 4, 2
MENDERS, MEND_MOVES = 8, 3
"""Four men break rails in two moves, eight mend them in three (L21.5)."""


def trucks_for(loads: Iterable[str]) -> int:
    """How many trucks take these arms: 12 foot, 5 horse or half a gun in each (L21.5)."""
    shares = sum(SHARES[arm] for arm in loads)
    return -(-shares // ROOM)


def has_room(trucks: int, loads: Iterable[str]) -> bool:
    """Whether so many trucks take these arms (L21.5)."""
    return trucks_for(loads) <= trucks


def train_move(rate: int, trucks: int) -> int:
    """How far an engine goes with its trucks: 8 at full speed, each further 10 % less (L21.5)."""
    slower = EACH_FURTHER * max(trucks - PULLED, 0)
    return rate * max(100 - slower, 0) // 100


def boarded(men: int, moves: int, per: int = BOARD_MOVES) -> int:
    """How many of some men are aboard, or ashore, after so many moves (K2.4)."""
    return min(men, BOARDING * (moves // per))
