"""Guards before every page of the host: allowed host names, and security headers."""

from __future__ import annotations

import ipaddress
import re
import socket as sockets
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from studio.web.rejected_visitor_log import RejectedAttemptKind, RejectedVisitorLog
from studio.web.seat_views import NO_SEAT

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
GUARDS = {
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
# Seconds in which a browser asks for nothing here without encryption: where the certificate is one
# of our own, not for long, as the next game has another, which a browser must be able to ask about.
STRICT_GIVEN, STRICT_OWN = 90 * 24 * 3600, 24 * 3600

# Errors of a client that leaves before the answer.
GONE: Mapping[str, tuple[type[Exception], ...]] = {
    "http": (ClientDisconnect,),
    "websocket": (WebSocketDisconnect, OSError),
}


class HostGuard:
    """An application that answers only to this machine's own names, with guards on every page.

    `strict`: for so many seconds browsers are to come by encrypted connections alone; 0: they need
    not.
    """

    def __init__(
        self, app: ASGIApp, strangers: RejectedVisitorLog, name: str = "", strict: int = 0
    ) -> None:
        self.app, self.name, self._strangers = app, name, strangers
        self._guards = dict(GUARDS)
        if strict:
            self._guards["strict-transport-security"] = f"max-age={strict}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        with suppress(*GONE[scope["type"]]):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host", "")
        if not is_own_name(host, self.name):
            address = scope["client"][0] if scope.get("client") else ""
            self._strangers.record_attempt(RejectedAttemptKind.HOST, address, host)
            await self._turn_away(scope, receive, send)
            return

        if scope["type"] == "websocket":  # which sends no headers of a page
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                policy = {"content-security-policy": POLICY.format(host=host)}
                headers.update({**self._guards, **policy})
            await send(message)

        await self.app(scope, receive, guarded)

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(NO_SEAT)
        else:
            await PlainTextResponse("", 421, self._guards)(scope, receive, send)


def is_own_name(host: str, also: str = "") -> bool:
    """True if a request names this machine: by an address, a name it has itself, or `also`.

    A page from elsewhere whose name was turned to this machine's address names another.
    """
    if not re.fullmatch(r"[\w.:\[\]-]+", host, re.ASCII):
        return False
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    name = name.removeprefix("[").removesuffix("]").lower()
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return name in own_names() or (also != "" and name == also.lower())


@cache
def own_names() -> frozenset[str]:
    """Return the names of this computer."""
    name = sockets.gethostname().lower()
    bare = name.partition(".")[0]
    return frozenset({"localhost", name, bare, f"{bare}.local"}) - {""}


def is_same_site_request(headers: Headers) -> bool:
    """True if a request was made by our own page."""
    host, origin = headers.get("host", ""), headers.get("origin")
    return origin in (f"http://{host}", f"https://{host}")
