"""Who plays each side, and who may see what."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum

from engine.play.players import Player
from engine.search import roster

Seats = Mapping[str, "Seat"]  # by side


class Seat(StrEnum):
    """Who answers for a side: somebody at this screen or at a page, or an automatic player."""

    PERSON = "person"
    PAGE = "page"
    IDLE = "idle"
    RANDOM = "random"
    GREEDY = "greedy"
    NOVICE = "novice"
    REGULAR = "regular"
    VETERAN = "veteran"
    ELITE = "elite"

    is_automatic: bool
    """Whether the machine answers."""
    is_here: bool
    """Whether somebody at this screen answers."""

    def __init__(self, name: str) -> None:
        self.is_here = name == "person"
        self.is_automatic = name not in ("person", "page")

    @classmethod
    def named(cls, name: str) -> Seat:
        """A seat by its name; a person for a name this program does not know."""
        return cls(name) if name in list(cls) else cls.PERSON


class Fog(StrEnum):
    """Whether everybody at the screen sees all, or each side only what it may know."""

    OPEN = "open"
    PER_SIDE = "per-side"


def player(seat: Seat, seed: int) -> Player:
    """The automatic player in a seat."""
    return roster.player(seat.value, seed)


def other_seed(seed: int, *apart: int) -> int:
    """A seed that follows from another and from numbers that tell its uses apart."""
    said = "/".join(map(str, (seed, *apart))).encode()
    return int.from_bytes(hashlib.blake2b(said, digest_size=4).digest(), "big")
