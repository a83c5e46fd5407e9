"""Guards before every page of the host: allowed host names, and security headers."""

from __future__ import annotations

import ipaddress
import logging
import re
import socket as sockets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.session.timeline import Words
from engine.texts import text, text_languages
from engine.umpire.safe_text import plain_line
from studio.web.rate_limits import RepeatedEventThrottle
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


LONGEST = 80  # letters of what a stranger says of himself

log = logging.getLogger(__name__)


class RejectedAttemptKind(StrEnum):
    """The kinds of rejected attempts."""

    SECRET = "secret"
    ORIGIN = "origin"
    HOST = "host"


@dataclass(frozen=True)
class RejectedVisitor:
    """The number of attempts of a kind, and the last: its address and the name given."""

    attempt: RejectedAttemptKind
    address: str
    named: str
    count: int

    def words(self, language: str | None = None) -> str:
        """Describe the attempts for the umpire."""
        values = {"address": self.address, "named": self.named or "–", "count": self.count}
        return text(f"hosting.stranger-{self.attempt.value}", language, **values)

    @property
    def all_languages(self) -> Words:
        """The same in every language."""
        return {each: self.words(each) for each in text_languages()}


class RejectedVisitorLog:
    """The strangers of one host."""

    def __init__(self, tell: Callable[[RejectedVisitor], None]) -> None:
        """`tell` is called in the host's thread, for each kind of attempt once in a while."""
        self._tell = tell
        self._known: dict[RejectedAttemptKind, RejectedVisitor] = {}
        self._seldom = {attempt: RepeatedEventThrottle() for attempt in RejectedAttemptKind}

    @property
    def known(self) -> tuple[RejectedVisitor, ...]:
        """Return the attempts so far."""
        return tuple(self._known.values())

    def record_attempt(self, attempt: RejectedAttemptKind, address: str, named: str = "") -> None:
        """Record an attempt from an address; `named` is any text of the stranger's."""
        before = self._known.get(attempt)
        count = before.count + 1 if before else 1
        named = plain_line(named)[:LONGEST]
        found = self._known[attempt] = RejectedVisitor(attempt, address, named, count)
        if self._seldom[attempt].count_if_due():
            log.warning("%s", found.words())
            self._tell(found)
