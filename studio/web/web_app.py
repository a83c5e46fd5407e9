"""The web site of a game: the page, its files, the way in, and the talk with each page.

Everything but the page's own files is given only to who holds a seat's ticket.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from engine.languages import LANGUAGES
from engine.narration.scenario_names import seat_name
from engine.texts import texts_with_prefix
from engine.umpire.observers import Observer
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.web import seat_access
from studio.web.game_facts import game_facts, known_objectives, known_zones, map_facts
from studio.web.page_connection import PageConnection
from studio.web.page_map_tiles import MapPictures
from studio.web.page_messages import compact_json, encode_message
from studio.web.rate_limits import (
    MAX_ENTRY_BYTES,
    MAX_LEAVING_BYTES,
    DelayedAnswerQueue,
    FailedLogins,
)
from studio.web.request_guards import (
    HostGuard,
    RejectedAttemptKind,
    RejectedVisitor,
    RejectedVisitorLog,
    is_same_site_request,
)
from studio.web.rules_page import rules_page
from studio.web.seat_views import NO_SEAT, SeatPresence, SeatViewBroadcaster

PAGE = Path(__file__).parent / "page"
MAX_REPLAYS = 8  # kept as they are sent
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class WebApp:
    """The web application of one game."""

    def __init__(
        self,
        room: UmpiredGame,
        ground: MapPictures,
        seen: Callable[[], None] = lambda: None,
        is_encrypted: bool = False,
        name: str = "",
        beat: Callable[[], None] | None = None,
        push_key: str = "",
        strict: int = 0,
    ) -> None:
        """`name`: one by which others reach this machine, beside those it has itself.

        `beat` is called every second, `push_key` what browsers need for Web Push; `strict`: the
        seconds in which browsers must use encryption.
        """
        self._beat, self._push_key = beat, push_key
        self.room, self.ground, self._seen = room, ground, seen
        self.is_encrypted = is_encrypted
        self._cookie = seat_access.cookie_name(is_encrypted=is_encrypted)
        self.desks: SeatViewBroadcaster | None = None
        self._replays: deque[tuple[list[dict[str, Any]], str]] = deque(maxlen=MAX_REPLAYS)
        self.strangers = RejectedVisitorLog(self._tell_of)
        self._failures, self._late = FailedLogins(), DelayedAnswerQueue()
        self._map, self._game = map_facts(room.session.scenario), game_facts(room.session.scenario)
        routes = [
            Route("/", self._page),
            Route("/join", self._page),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/sw.js", self._worker),
            Route("/page/words.json", self._words),
            Route("/page/{name}", self._file),
            Route("/s/{door}/", self._page),
            Route("/s/{door}/seat", self._asked_in),
            Route("/s/{door}/leave", self._leave, methods=["POST"]),
            Route("/s/{door}/replay", self._replay),
            Route("/s/{door}/picture/{name}", self._picture),
            Route("/s/{door}/rules", self._rules),
            WebSocketRoute("/s/{door}/talk", self._talk),
        ]
        self.app: ASGIApp = HostGuard(
            Starlette(routes=routes, lifespan=self._lifespan), self.strangers, name, strict
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.desks = SeatViewBroadcaster(self.room, self._seen, self._beat)
        works = (self.desks.push(), self.desks.tick())
        tasks = [asyncio.create_task(work) for work in works]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def presence(self) -> Mapping[str, SeatPresence]:
        """Return the presence of every seat."""
        return self.desks.presence() if self.desks else {}

    def _tell_of(self, stranger: RejectedVisitor) -> None:
        """Report a stranger to the umpires, in the window and at pages."""
        self._seen()
        if self.desks:
            self.desks.send_to_umpires(encode_message("stranger", words=stranger.all_languages))

    def hurry(self) -> None:
        """Answer delayed requests with wrong secrets at once: the host is about to end."""
        self._late.end()

    def announce_pictures(self) -> None:
        """Announce the pictures of the map to every page."""
        if self.desks:
            self.desks.tell(encode_message("ground", **self.ground.facts()))

    # --- coming in --------------------------------------------------------------------------------

    async def _enter(self, request: Request) -> Response:
        """A page brings a secret and gets the ticket of its seat."""
        if not self._is_from_here(request):
            return _refusal(403, "elsewhere")
        secret = _word(await _body(request, MAX_ENTRY_BYTES), "secret")
        seat = self.room.join(secret) or self.room.observer_with(secret)
        if seat is None:
            return await self._wrong(request)
        answer = JSONResponse({"door": seat_access.seat_path_name(seat.secret)})
        self._give_ticket(answer, seat)
        return answer

    def _give_ticket(self, answer: Response, seat: PlayerSeat | Observer) -> None:
        """Let a browser come back: for long, or for a day where the game is over."""
        is_over = self.room.desk(seat.id).get("result") is not None
        lasts = seat_access.COOKIE_OUTLASTS if is_over else seat_access.COOKIE_LASTS
        self._set_cookie(answer, seat, seat_access.make_ticket(seat.secret), lasts)

    def _set_cookie(
        self, answer: Response, seat: PlayerSeat | Observer, ticket: str, lasts: int
    ) -> None:
        answer.set_cookie(
            self._cookie,
            ticket,
            max_age=lasts,
            path=f"/s/{seat_access.seat_path_name(seat.secret)}/",
            secure=self.is_encrypted,
            httponly=True,
            samesite="strict",
        )

    async def _leave(self, request: Request) -> Response:
        """A browser gives its seat up: it has no ticket any more, and no notifications."""
        if not self._is_from_here(request):
            return _refusal(403, "elsewhere")
        seat = self._seat(request)
        if seat is None:
            return await self._wrong(request)
        endpoint = _word(await _body(request, MAX_LEAVING_BYTES), "endpoint")
        if endpoint and isinstance(seat, PlayerSeat):
            await asyncio.to_thread(self.room.unsubscribe, seat.id, endpoint)
        answer = JSONResponse({})
        self._set_cookie(answer, seat, "", 0)
        return answer

    def _seat(self, connection: HTTPConnection) -> PlayerSeat | Observer | None:
        """The seat whose ticket a request carries."""
        ticket = connection.cookies.get(self._cookie, "")
        return seat_access.seat_for_ticket(self.room.places, connection.path_params["door"], ticket)

    async def _wrong(self, request: Request) -> Response:
        """The answer to a wrong secret or ticket: of many, a late one."""
        await self._hold_up(request)
        return _refusal(403, "no-seat")

    async def _hold_up(self, connection: HTTPConnection) -> None:
        doors = {seat_access.seat_path_name(seat.secret) for seat in self.room.places.values()}
        door = connection.path_params.get("door", "")
        known = door if door in doors else ""
        address = _address(connection)
        self.strangers.record_attempt(RejectedAttemptKind.SECRET, address)
        if seconds := self._failures.delay(address, known):
            await self._late.wait(address, seconds)

    def _is_from_here(self, connection: HTTPConnection) -> bool:
        """True if a request was made by our own page; others are noted."""
        if is_same_site_request(connection.headers):
            return True
        origin = connection.headers.get("origin", "")
        self.strangers.record_attempt(RejectedAttemptKind.ORIGIN, _address(connection), origin)
        return False

    async def _asked_in(self, request: Request) -> Response:
        """True if the ticket is good; pages ask after they came in, and when the game is over."""
        seat = self._seat(request)
        if seat is None:
            return await self._wrong(request)
        answer = JSONResponse({"seat": seat.name})
        self._give_ticket(answer, seat)
        return answer

    # --- files ------------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        return _send_file("index.html")

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        return _send_file(name) if name in page_files() else PlainTextResponse("", 404)

    async def _worker(self, request: Request) -> Response:
        """Serve the service worker: its path must be above all pages."""
        return _send_file("sw.js")

    async def _words(self, request: Request) -> Response:
        return Response(page_texts(), media_type="application/json")

    async def _picture(self, request: Request) -> Response:
        """A part of the printed map, or a unit's symbol."""
        if self._seat(request) is None:
            return await self._wrong(request)
        picture = self.ground.picture(request.path_params["name"])
        if picture is None:
            return PlainTextResponse("", 404)
        return Response(picture, media_type="image/png")

    async def _rules(self, request: Request) -> Response:
        """The rules of the game, in the language that is asked for."""
        if self._seat(request) is None:
            return await self._wrong(request)
        language = request.query_params.get("language", "")
        page = await asyncio.to_thread(rules_page, self.room.session.scenario, language)
        return Response(page, media_type=KINDS[".html"])

    async def _replay(self, request: Request) -> Response:
        """A game that is over, as the seat's side saw it."""
        seat = self._seat(request)
        if seat is None:
            return await self._wrong(request)
        try:
            spelled = await asyncio.to_thread(self._spelled_replay, seat.id)
        except RefusedError:
            return _refusal(409, "not-over")
        return Response(spelled, media_type="application/json")

    def _spelled_replay(self, place: str) -> str:
        """A replay as it is sent, kept for all seats of a side: they are sent the same."""
        frames = self.room.replay(place)
        for known, spelled in tuple(self._replays):
            if known is frames:
                return spelled
        spelled = compact_json(frames)
        self._replays.append((frames, spelled))
        return spelled

    # --- the talk ---------------------------------------------------------------------------------

    async def _talk(self, socket: WebSocket) -> None:
        seat = None
        if self._is_from_here(socket):
            seat = self._seat(socket)
            if seat is None:
                await self._hold_up(socket)
        if seat is None or self.desks is None:
            await socket.close(NO_SEAT)
            return
        await PageConnection(socket, seat, self.desks, lambda: self._welcome(seat)).run()

    def _mine(self, seat: PlayerSeat | Observer) -> dict[str, Any]:
        """Return the facts of a page's own seat."""
        if isinstance(seat, Observer):
            side = seat.sees if seat.sees in self.room.sides else ""
            return {"id": seat.id, "side": side, "name": seat.name}
        name = seat_name(self.room.session.scenario, seat.side, seat.name)
        return {"id": seat.id, "side": seat.side, "name": name}

    def _welcome(self, seat: PlayerSeat | Observer) -> str:
        scenario, mine = self.room.session.scenario, self._mine(seat)
        known = self.room.desk(seat.id).get("position", {}).get("objectives", {})
        drawn = known_zones(scenario, seat.side if isinstance(seat, PlayerSeat) else seat.sees)
        game = {**self._game, "objectives": known_objectives(scenario, known), "zones": drawn}
        ground = self.ground.facts()
        push = self._push_key if isinstance(seat, PlayerSeat) else ""
        return encode_message(
            "welcome", push=push, seat=mine, ground=ground, map=self._map, game=game
        )


# --- the page's own files -------------------------------------------------------------------------


@cache
def page_files() -> dict[str, Path]:
    """The files of the page by name."""
    return {file.name: file for file in sorted(PAGE.iterdir()) if file.suffix in KINDS}


def _send_file(name: str) -> Response:
    return Response(page_content(name), media_type=KINDS[page_files()[name].suffix])


@cache
def page_content(name: str) -> bytes:
    """A file of the page, read once: where no file can be opened any more it is sent all the same.

    KeyError for any other name.
    """
    return page_files()[name].read_bytes()


@cache
def page_texts() -> str:
    """Return the texts of the page itself, in all languages."""
    said = texts_with_prefix("hosting", "page-")
    words = {code: {key: each[code] for key, each in said.items()} for code in LANGUAGES}
    known = {
        each.code: {"name": each.name, "tag": each.tag, "instead": each.fall_back}
        for each in LANGUAGES.values()
    }
    return compact_json({"languages": known, "words": words})


# --- requests -------------------------------------------------------------------------------------


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def _refusal(status: int, code: str) -> Response:
    return JSONResponse({"code": code}, status)


async def _body(request: Request, most: int) -> bytes:
    """A short body; one that is too long is as good as none."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return b""
    return body


def _word(body: bytes, key: str) -> str:
    """A word in the body of a request, as a secret; empty where there is none."""
    try:
        plain: Any = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    found = plain.get(key) if isinstance(plain, dict) else None
    return found if isinstance(found, str) else ""
