"""The links that seats join by, and their QR codes."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import segno

from engine.umpired.guests import Guest
from engine.umpired.seats import PlayerSeat


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


def link(seat: PlayerSeat | Guest, address: str, port: int, is_encrypted: bool = False) -> JoinLink:
    """The link of a seat, or a guest, to a host at an address."""
    scheme = "https" if is_encrypted else "http"
    host = f"[{address}]" if ":" in address else address
    side = seat.side if isinstance(seat, PlayerSeat) else ""
    return JoinLink(seat.id, side, seat.name, f"{scheme}://{host}:{port}/join#{seat.secret}")
