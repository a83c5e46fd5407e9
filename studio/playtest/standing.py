"""A position as a viewer may know it: plain values that a canvas can draw without knowing the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.hexes import Hex


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map. `marks` are words of the game; `words.mark` says them."""

    id: str
    side: str
    type: str
    name: str
    at: Hex
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Away:
    """A unit off the map: lost, or yet to come in `turn` (0: when the game is set up)."""

    id: str
    side: str
    type: str
    name: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Burst:
    """A shell impact, with the battery or ammunition that made it."""

    at: Hex
    side: str
    battery: str


@dataclass(frozen=True, slots=True)
class Held:
    """An objective: where it is, and the side that holds it; empty for nobody."""

    id: str
    name: str
    hexes: tuple[Hex, ...]
    points: int
    holder: str


@dataclass(frozen=True)
class Standing:
    """Everything a viewer may see of a position; `viewer` None is the umpire.

    `rest` holds what only some games have (cards, fire plans), as the rules' plain JSON values.
    """

    viewer: str | None
    turn: int
    turns: int
    phase: str
    active: str
    pieces: tuple[Piece, ...]
    lost: tuple[Away, ...]
    reserves: tuple[Away, ...]
    impacts: tuple[Burst, ...]
    objectives: tuple[Held, ...]
    points: Mapping[str, int]
    rest: Mapping[str, Any]
