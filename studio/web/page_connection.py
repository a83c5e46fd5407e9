"""The talk with one open page of a seat, over its WebSocket."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.umpire.observers import Observer
from engine.umpire.seats import PlayerSeat
from studio.web.page_messages import (
    VERSION,
    Hello,
    InvalidMessage,
    Ping,
    encode_message,
    encode_refusal,
    parse_message,
)
from studio.web.rate_limits import MAX_BYTES, MESSAGES, RateLimit
from studio.web.seat_views import NO_SEAT, SeatViewBroadcaster, SeatViewParts

SILENCE = 180.0  # seconds after which a page that says nothing has gone; hidden ones speak rarely
TO_SAY_HELLO = 10.0  # seconds a page has for its first word
MAX_WAITING = 64  # messages a page has not taken
# Codes with which a page is closed.
POLICY, TOO_LARGE, GONE, FAILED = 1008, 1009, 1001, 1011
GONE_ERRORS = (RuntimeError, OSError, WebSocketDisconnect)  # of sending to who is not there

log = logging.getLogger(__name__)


class PageConnection:
    """A page of a seat: what it says is done, and its desk kept as it should be."""

    def __init__(
        self,
        socket: WebSocket,
        place: PlayerSeat | Observer,
        desks: SeatViewBroadcaster,
        welcome: Callable[[], str],
    ) -> None:
        self.place = place
        self.address = socket.client.host if socket.client else ""
        self._socket, self._desks, self._welcome = socket, desks, welcome
        self._pace = RateLimit(*MESSAGES)
        self._waiting: deque[str] = deque()
        self._offered: SeatViewParts | None = None
        self._sent: SeatViewParts | None = None
        self._closing = 0
        self._something = asyncio.Event()

    @property
    def seat(self) -> str:
        return self.place.id

    # --- what others give it ----------------------------------------------------------------------

    def try_to_queue(self, desk: SeatViewParts) -> None:
        self._offered = desk
        self._something.set()

    def tell(self, message: str) -> None:
        self._waiting.append(message)
        if len(self._waiting) > MAX_WAITING:
            self._closing = POLICY
        self._something.set()

    def leave(self, code: int) -> None:
        self._closing = code
        self._something.set()

    # --- the talk ---------------------------------------------------------------------------------

    async def run(self) -> None:
        """Talk until either goes."""
        await self._socket.accept()
        self._desks.add_unidentified_page(self)
        listening = asyncio.create_task(self._listen())
        telling = asyncio.create_task(self._tell())
        try:
            await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (listening, telling):
                task.cancel()
            await asyncio.wait({listening, telling})
            await self._desks.leave(self)
        await self._close(_end_of(listening) or _end_of(telling))

    async def _listen(self) -> int:
        """Hear the page out; the code to close it with, 0 when it has gone itself."""
        is_known, end = False, time.monotonic() + TO_SAY_HELLO
        while True:
            patience = SILENCE if is_known else end - time.monotonic()
            try:
                heard = await asyncio.wait_for(self._socket.receive(), patience)
            except TimeoutError:
                return GONE
            if heard["type"] == "websocket.disconnect":
                return 0
            if len((heard.get("text") or "").encode("utf-8", "replace")) > MAX_BYTES:
                return TOO_LARGE
            if not self._pace.take():
                return POLICY
            if not self._desks.knows(self):
                return NO_SEAT
            is_known = await self._hear(heard, is_known)

    async def _hear(self, heard: Any, is_known: bool) -> bool:
        """One message; whether the page has said hello by now."""
        try:
            message = parse_message(heard.get("text"))
        except InvalidMessage as error:
            self.tell(encode_refusal(error.code, error.act))
            return is_known
        if isinstance(message, Hello):
            if not is_known:
                self.tell(self._welcome())
                await self._desks.enter(self)
            return True
        if not is_known:
            self.tell(encode_refusal("hello-first", message.id))
        elif isinstance(message, Ping):
            self.tell(encode_message("pong", id=message.id, now=self._desks.room.time))
        else:
            self.tell(await self._desks.act(self.seat, message))
        return is_known

    async def _tell(self) -> int:
        """Send what waits, and the newest desk; the code to close the page with."""
        while True:
            await self._something.wait()
            self._something.clear()
            if self._closing:
                return self._closing
            while self._waiting:
                await self._socket.send_text(self._waiting.popleft())
            desk = self._offered
            if desk is not None and desk is not self._sent:
                if message := state_patch(self._sent, desk, self._desks.room.time):
                    await self._socket.send_text(message)
                self._sent = desk

    async def _close(self, code: int) -> None:
        if not code:
            return
        try:
            await self._socket.close(code)
        except GONE_ERRORS:  # it has gone meanwhile
            return


def _end_of(task: asyncio.Task[int]) -> int:
    """The code to close a page with; 0 where it has gone itself, or the other half knows."""
    if task.cancelled():
        return 0
    error = task.exception()
    if error is None:
        return task.result()
    if isinstance(error, GONE_ERRORS):
        return 0
    log.error("the talk with a page failed", exc_info=error)
    return FAILED


def state_patch(before: SeatViewParts | None, desk: SeatViewParts, now: float) -> str:
    """The message that brings a page from one desk to the next; empty if it has all of it.

    `now`: seconds since 1970 as the game keeps time, for the page's clock.
    """
    head = f'{{"v":{VERSION},"kind":"%s","number":{desk.number},"now":{now:.3f},"desk":'
    if before is None:
        whole = {key: f"[{','.join(rows)}]" for key, rows in desk.rows.items()}
        return head % "desk" + _join({**desk.parts, **whole}) + "}"
    changed = {key: part for key, part in desk.parts.items() if before.parts.get(key) != part}
    known = {**desk.parts, **desk.rows}
    gone = {key: "null" for key in (*before.parts, *before.rows) if key not in known}
    grown = {
        key: more
        for key, rows in desk.rows.items()
        if (more := _more(before.rows.get(key, ()), rows))
    }
    if not (changed or gone or grown):
        return ""
    return head % "change" + _join({**changed, **gone}) + f',"more":{_join(grown)}}}'


def _more(before: Sequence[str], now: Sequence[str]) -> str:
    """Return the number of rows that stay and the new rows after them; empty if equal."""
    pairs = enumerate(zip(before, now, strict=False))
    stay = next((at for at, (was, row) in pairs if was != row), min(len(before), len(now)))
    if stay == len(before) == len(now):
        return ""
    return f'{{"stay":{stay},"rows":[{",".join(now[stay:])}]}}'


def _join(parts: Mapping[str, str]) -> str:
    return "{" + ",".join(f'"{key}":{part}' for key, part in parts.items()) + "}"
