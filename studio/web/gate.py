"""Who may come in: secrets, and the tickets pages keep instead of them.

A link brings a seat's secret once. The page then holds a ticket made from it in a cookie that
scripts cannot read; it stays good when the host is started again. A `door` names a seat in
addresses and says nothing about its secret.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Protocol, TypeVar

COOKIE = "sandtable-seat"
SECURE = "__Secure-"  # browsers take such a cookie from encrypted pages alone
COOKIE_LASTS = 90 * 24 * 3600  # seconds
COOKIE_OUTLASTS = 24 * 3600  # seconds after a game is over, to look at it once more


class SeatCredentials(Protocol):
    """A place in the game, as far as the gate asks."""

    @property
    def id(self) -> str: ...
    @property
    def secret(self) -> str: ...


AnySeat = TypeVar("AnySeat", bound=SeatCredentials)


def cookie_name(*, is_encrypted: bool) -> str:
    """The name of the cookie that holds a ticket."""
    return SECURE + COOKIE if is_encrypted else COOKIE


def seat_path_name(secret: str) -> str:
    """The part of a seat's address that names it."""
    return _seal(secret, "door")[:16]


def make_ticket(secret: str) -> str:
    """What a page shows instead of the secret from then on."""
    return _seal(secret, "ticket")


def seat_for_ticket(seats: Mapping[str, AnySeat], door: str, ticket: str) -> AnySeat | None:
    """The seat behind a door, if the ticket is its own."""
    shown, found = f"{door}/{ticket}".encode("utf-8", "replace"), None
    for seat in seats.values():
        right = f"{seat_path_name(seat.secret)}/{make_ticket(seat.secret)}".encode()
        if hmac.compare_digest(right, shown):
            found = seat
    return found


def _seal(secret: str, purpose: str) -> str:
    return hmac.new(secret.encode(), f"sandtable {purpose}".encode(), hashlib.sha256).hexdigest()
