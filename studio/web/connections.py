"""Connections with the host: how long a stranger may take to ask, and how many may be open.

A page that talks (`talk`) is counted until it has shown its ticket and the talk is accepted.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from engine.texts import text
from studio.web.rate_limits import RepeatedEventThrottle, network_of

if TYPE_CHECKING:
    from asyncio.transports import BaseTransport

    from uvicorn._types import ASGISendEvent

TO_SHAKE = 10.0  # seconds in which an encrypted connection must be agreed on
TO_ASK = 10.0  # seconds in which a request must be said to its end
TO_TAKE = 60.0  # seconds in which its answer must have been taken
MAX_OF_ONE, MAXIMUM = 96, 384  # connections open with one network, and with all
# What accepting fails with when the system gives no more descriptors, buffers or memory.
NONE_LEFT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

log = logging.getLogger(__name__)


class LimitedHttpConnection(H11Protocol):
    """A connection that is closed when it takes too long, or when too many others come."""

    crowd: ConnectionLimiter

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._end: asyncio.TimerHandle | None = None
        self._is_asking = False
        self._wait(is_asking=True)
        self.crowd.let_in(self.client or ("", 0))
        self.crowd.add_connection(self, self.client[0] if self.client else "")

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it wants to become a talk
            return
        asks = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not (asks and self._is_asking):  # the rest of a request has no more time than its head
            self._wait(is_asking=asks)
        if not asks:
            self.crowd.note_activity(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def drop(self) -> None:
        """Close it, even in the middle of a message."""
        self._leave()
        self.transport.abort()

    def _wait(self, *, is_asking: bool) -> None:
        self._stop_waiting()
        self._is_asking = is_asking
        self._end = self.loop.call_later(TO_ASK if is_asking else TO_TAKE, self.drop)

    def _stop_waiting(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _leave(self) -> None:
        self._stop_waiting()
        self.crowd.let_go(self)


class LimitedWebSocketUpgrade(WebSocketsSansIOProtocol):
    """A connection that wants to become a talk: counted, and not waited for long, until it has."""

    crowd: ConnectionLimiter

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._end = self.loop.call_later(TO_ASK, self.drop)
        self.crowd.add_connection(self, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    async def send(self, message: ASGISendEvent) -> None:
        if message["type"] == "websocket.accept":
            self._leave()
        await super().send(message)

    def drop(self) -> None:
        """Close it without an answer."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._end.cancel()
        self.crowd.let_go(self)


class ClosableConnection(Protocol):
    """A connection that may be closed in favour of others."""

    def drop(self) -> None:
        """Close it, even in the middle of a message."""
        ...


Place = tuple[str, int]
"""The address and port of a remote process."""


class ResilientListeningSocket(socket.socket):
    """A listening socket that serves on when the system has no descriptor left.

    `is_encrypted`: connections are counted from that moment, before any keys are agreed on.
    """

    def __init__(
        self, listening: socket.socket, crowd: ConnectionLimiter, is_encrypted: bool
    ) -> None:
        super().__init__(fileno=listening.detach())
        self._crowd, self._is_encrypted = crowd, is_encrypted
        self._full = RepeatedEventThrottle()
        self._spare = _nothing()

    def accept(self) -> tuple[socket.socket, Any]:
        try:
            found, place = super().accept()
        except OSError as error:
            if error.errno not in NONE_LEFT:
                raise
            self._turn_one_away(error)
            raise BlockingIOError from error  # asyncio would log it for all that may wait here
        if self._is_encrypted:
            self._crowd.add_handshake(found, place[:2])
        return found, place

    def close(self) -> None:
        super().close()
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None

    def _turn_one_away(self, error: OSError) -> None:
        """Accept a waiting connection by a reserved descriptor, and close it."""
        self._crowd.close_oldest()
        if count := self._full.count_if_due():
            reason = error.strerror or str(error)
            log.error(text("hosting.no-descriptors", None, reason=reason, count=count))
        if self._spare is not None:
            os.close(self._spare)
        with suppress(OSError):  # another thread was quicker, or the client has gone
            super().accept()[0].close()
        self._spare = _nothing()


def _nothing() -> int | None:
    """A descriptor of nothing; None where there is none left."""
    try:
        return os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return None


class ConnectionLimiter:
    """The connections there are: of too many the one goes that was heard longest ago."""

    def __init__(self) -> None:
        self._there: OrderedDict[ClosableConnection, str] = OrderedDict()
        self._knocking: OrderedDict[Place, socket.socket] = OrderedDict()

    # An encrypted connection has no protocol until its keys are agreed on.

    def add_handshake(self, socket_: socket.socket, place: Place) -> None:
        """Admit a connection for its TLS handshake: not for long, and not too many.

        Handshakes are counted apart, so that they never displace an open connection.
        """
        self._knocking = OrderedDict(
            (known, each) for known, each in self._knocking.items() if each.fileno() >= 0
        )
        self._knocking[place] = socket_
        network = network_of(place[0])
        same = [known for known in self._knocking if network_of(known[0]) == network]
        if len(same) > MAX_OF_ONE:
            self.reject_unauthenticated(same[0])
        elif len(self._knocking) > MAXIMUM:
            self.reject_unauthenticated(next(iter(self._knocking)))
        asyncio.get_running_loop().call_later(TO_SHAKE, self.reject_unauthenticated, place, socket_)

    def let_in(self, place: Place) -> None:
        """The keys are agreed on."""
        self._knocking.pop(place[:2], None)

    def reject_unauthenticated(self, place: Place, socket_: socket.socket | None = None) -> None:
        """End what was never agreed on; of a place that came again meanwhile only what is meant."""
        if socket_ is None or self._knocking.get(place) is socket_:
            found = self._knocking.pop(place, None)
            if found is not None:
                with suppress(OSError):  # it has gone by itself
                    found.shutdown(socket.SHUT_RDWR)

    def add_connection(self, new: ClosableConnection, address: str) -> None:
        """Another connection."""
        network = network_of(address)
        self._there[new] = network
        same = [each for each, known in self._there.items() if known == network]
        if len(same) > MAX_OF_ONE:
            same[0].drop()
        elif len(self._there) > MAXIMUM:
            next(iter(self._there)).drop()

    def close_oldest(self) -> None:
        """Close the connection that was heard longest ago."""
        if self._there:
            next(iter(self._there)).drop()
        elif self._knocking:
            self.reject_unauthenticated(next(iter(self._knocking)))

    def note_activity(self, one: ClosableConnection) -> None:
        """A connection has said all it wants to ask."""
        if one in self._there:
            self._there.move_to_end(one)

    def let_go(self, one: ClosableConnection) -> None:
        """A connection has ended, or has become a talk."""
        self._there.pop(one, None)


class ConnectionKinds(NamedTuple):
    """The connections of one server: its crowd, and what counts there."""

    crowd: ConnectionLimiter
    connection: type[LimitedHttpConnection]
    upgrade: type[LimitedWebSocketUpgrade]


def make_connection_class() -> ConnectionKinds:
    """Kinds of connections with a crowd of their own, for one server."""
    own = ConnectionLimiter()

    class OwnConnection(LimitedHttpConnection):
        crowd = own

    class OwnUpgrade(LimitedWebSocketUpgrade):
        crowd = own

    return ConnectionKinds(own, OwnConnection, OwnUpgrade)
