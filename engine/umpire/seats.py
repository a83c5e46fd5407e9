"""The seats of an umpired game: a place of one side, and the secret that opens it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.play.arm_commands import CommandScope
from engine.play.decisions import UMPIRE
from engine.umpire.safe_text import plain_line
from engine.umpire.umpire_refusals import refuse

OWN_SIDE = "side"
MIN_SECRET = 16  # letters
MAX_SEATS = 40
MAX_NAME = 80  # letters


def new_secret() -> str:
    """An unguessable secret: 128 bits, as letters that may stand in a link."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A player's place. Several may be of one side; who `may_deliver` hands its orders in.

    With an `arm` it commands that part of its side alone, a word of the game.

    The secret is part of no repr, so that no log shows it by accident.
    """

    id: str
    side: str
    name: str
    may_deliver: bool = True
    secret: str = field(default_factory=new_secret, repr=False)
    arm: str = ""

    @property
    def command(self) -> CommandScope:
        """Return its command."""
        return CommandScope(self.side, self.arm)


def check_seats(
    seats: Sequence[PlayerSeat], sides: Sequence[str], arms: Iterable[str] = ()
) -> dict[str, PlayerSeat]:
    """The seats by their ids; Refused if two are alike or one belongs to no side, or to no arm."""
    if len(seats) > MAX_SEATS:
        refuse("too-many-seats", most=MAX_SEATS)
    found: dict[str, PlayerSeat] = {}
    for seat in seats:
        if not seat.id or seat.id in found or seat.id in (UMPIRE, OWN_SIDE, *sides):
            refuse("seat-id", seat=seat.id)
        if seat.side not in sides:
            refuse("seat-side", seat=seat.id, side=seat.side, sides=", ".join(sides))
        if seat.arm and seat.arm not in arms:
            refuse("seat-arm", seat=seat.id, arm=seat.arm, arms=", ".join(arms) or "–")
        if len(seat.secret) < MIN_SECRET or seat.secret in {one.secret for one in found.values()}:
            refuse("seat-secret", seat=seat.id, least=MIN_SECRET)
        if len(seat.name) > MAX_NAME:
            refuse("too-long", most=MAX_NAME)
        found[seat.id] = replace(seat, name=plain_line(seat.name))
    _check_deliverers(found.values())
    return found


def relink(seat: PlayerSeat, secret: str) -> PlayerSeat:
    """The seat with another secret; Refused for one that could be guessed."""
    if len(secret) < MIN_SECRET:
        refuse("seat-secret", seat=seat.id, least=MIN_SECRET)
    return replace(seat, secret=secret)


def _check_deliverers(seats: Iterable[PlayerSeat]) -> None:
    """Raise Refused if a side has seats but none may hand in its orders."""
    listed = list(seats)
    for seat in listed:
        if not any(one.may_deliver for one in listed if one.side == seat.side):
            refuse("nobody-delivers", side=seat.side)


def with_secret(seats: Iterable[PlayerSeat], secret: str) -> PlayerSeat | None:
    """The seat a secret opens. Every seat is compared, each in constant time."""
    given, found = secret.encode("utf-8", "replace"), None
    for seat in seats:
        if secrets.compare_digest(seat.secret.encode(), given):
            found = seat
    return found
