"""Access to seats: links, QR codes, secrets, and the tickets that pages hold instead of them.

A link brings a seat's secret once. The page then holds a ticket made from it in a cookie that
scripts cannot read; it stays good when the host is started again. A `door` names a seat in
addresses and says nothing about its secret.
"""

from __future__ import annotations

import hashlib
import hmac
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import segno

from engine.umpire.observers import Observer
from engine.umpire.seats import PlayerSeat

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
    """Return the ticket that a page shows instead of the secret from then on."""
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


@dataclass(frozen=True)
class JoinLink:
    """A seat's way in. The secret stands behind `#`, which browsers never send to a server."""

    seat: str
    side: str
    name: str
    url: str = field(repr=False)

    def terminal(self) -> str:
        """The QR code in signs of a terminal, two modules a sign."""
        out = io.StringIO()
        self._code().terminal(out, compact=True, border=2)
        return out.getvalue()

    def svg(self, *, dark: str = "#000000", light: str = "#ffffff") -> str:
        """The QR code as an SVG picture."""
        out = io.BytesIO()
        self._code().save(out, kind="svg", scale=8, border=4, dark=dark, light=light)
        return out.getvalue().decode()

    def png(self, scale: int = 8) -> bytes:
        """The QR code as a PNG picture, `scale` pixels a module."""
        out = io.BytesIO()
        self._code().save(out, kind="png", scale=scale, border=4)
        return out.getvalue()

    def _code(self) -> segno.QRCode:
        return segno.make_qr(self.url, error="m")


def seat_link(
    seat: PlayerSeat | Observer, address: str, port: int, is_encrypted: bool = False
) -> JoinLink:
    """The link of a seat, or a guest, to a host at an address."""
    scheme = "https" if is_encrypted else "http"
    host = f"[{address}]" if ":" in address else address
    side = seat.side if isinstance(seat, PlayerSeat) else ""
    return JoinLink(seat.id, side, seat.name, f"{scheme}://{host}:{port}/join#{seat.secret}")
