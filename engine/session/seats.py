"""The seats of the sides, and what each may see."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from engine.ai import player_registry
from engine.play.ai_support import DEFAULT
from engine.play.players import LEVEL_NAMES, NOT_PLAYERS, PLAYERS, Player

Seats = Mapping[str, "Seat"]  # by side


class Seat(str):
    """The seat of a side: a person at this screen or a page, or a computer player by name.

    The seat of a missing plug-in's player is kept; the person at the screen stands in.
    """

    __slots__ = ()
    PERSON: ClassVar[Seat]
    PAGE: ClassVar[Seat]
    IDLE: ClassVar[Seat]
    RANDOM: ClassVar[Seat]
    GREEDY: ClassVar[Seat]
    NOVICE: ClassVar[Seat]
    REGULAR: ClassVar[Seat]
    VETERAN: ClassVar[Seat]
    ELITE: ClassVar[Seat]

    @classmethod
    def named(cls, name: str) -> Seat:
        """A seat by the name of a player, which may have a temper; a person for an empty name."""
        level = name.partition(":")[0]
        return cls((level if level in player_registry.LEVELS else name) or cls.PERSON)

    @property
    def is_missing(self) -> bool:
        """Return True if it is the seat of a computer player that is not installed."""
        return self not in OWN_SEATS and self not in player_registry.player_names()

    @property
    def is_here(self) -> bool:
        """Return True if a person at this screen answers."""
        return self == Seat.PERSON or self.is_missing

    @property
    def is_automatic(self) -> bool:
        """Return True if a computer player answers."""
        return not is_person(self) and not self.is_missing

    @property
    def has_temperament(self) -> bool:
        """Return True if its computer player looks ahead, and so may have a temperament."""
        return self in player_registry.LEVELS


Seat.PERSON, Seat.PAGE = map(Seat, NOT_PLAYERS)
Seat.IDLE, Seat.RANDOM, Seat.GREEDY = map(Seat, PLAYERS)
Seat.NOVICE, Seat.REGULAR, Seat.VETERAN, Seat.ELITE = map(Seat, LEVEL_NAMES)
OWN_SEATS = (Seat.PERSON, Seat.PAGE, *map(Seat, (*PLAYERS, *LEVEL_NAMES)))
"""The seats that there are without any plug-in."""


def is_person(name: str) -> bool:
    """Return True if a name is a person's or empty, not a computer player's."""
    return Seat.named(name) in (Seat.PERSON, Seat.PAGE)


def known_seats() -> tuple[Seat, ...]:
    """All that can be chosen for a side: persons, the program's machines, those of plug-ins."""
    return (Seat.PERSON, Seat.PAGE, *map(Seat, player_registry.player_names()))


class FogOfWar(StrEnum):
    """The fog of war: everything is shown, or to each side only what it may know."""

    OPEN = "open"
    PER_SIDE = "per-side"


def seat_player(seat: Seat, seed: int, temper: str = DEFAULT) -> Player:
    """The automatic player in a seat."""
    return player_registry.make_player(player_name_with_temperament(seat, temper), seed)


def player_name_with_temperament(seat: Seat, temper: str) -> str:
    """The name of the player in a seat, with its temper if that is not the usual one."""
    return f"{seat}:{temper}" if seat.has_temperament and temper != DEFAULT else str(seat)


def temperament_in_name(name: str) -> str:
    """The temper that the name of a player has; the usual one where it has none."""
    level, _, temper = name.partition(":")
    return temper if level in player_registry.LEVELS and temper else DEFAULT


def derived_seed(seed: int, *apart: int) -> int:
    """A seed that follows from another and from numbers that tell its uses apart."""
    said = "/".join(map(str, (seed, *apart))).encode()
    return int.from_bytes(hashlib.blake2b(said, digest_size=4).digest(), "big")
