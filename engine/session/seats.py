"""Who plays each side, and who may see what."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum

from engine.play.players import Player
from engine.play.thinking import USUAL
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
        """A seat by the name of a player, which may have a temper; a person for unknown ones."""
        seat = name.partition(":")[0]
        return cls(seat) if seat in list(cls) else cls.PERSON

    @property
    def has_temper(self) -> bool:
        """Whether the machine in it looks ahead, and so may have a temper."""
        return self.value in roster.LEVELS


class Fog(StrEnum):
    """Whether everybody at the screen sees all, or each side only what it may know."""

    OPEN = "open"
    PER_SIDE = "per-side"


def player(seat: Seat, seed: int, temper: str = USUAL) -> Player:
    """The automatic player in a seat."""
    return roster.player(named_with(seat, temper), seed)


def named_with(seat: Seat, temper: str) -> str:
    """The name of the player in a seat, with its temper if that is not the usual one."""
    return f"{seat}:{temper}" if seat.has_temper and temper != USUAL else seat.value


def temper_in(name: str) -> str:
    """The temper that the name of a player has; the usual one where it has none."""
    return name.partition(":")[2] or USUAL


def other_seed(seed: int, *apart: int) -> int:
    """A seed that follows from another and from numbers that tell its uses apart."""
    said = "/".join(map(str, (seed, *apart))).encode()
    return int.from_bytes(hashlib.blake2b(said, digest_size=4).digest(), "big")
