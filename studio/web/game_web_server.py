"""The web server of one game, in a thread of its own, so that a window or a command can go on."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress

import uvicorn

from engine.languages import LANGUAGES
from engine.session.replay_restore import make_events_translatable
from engine.texts import text
from engine.umpire.umpired_game import UmpiredGame
from studio.web import seat_access
from studio.web.absent_player_notifier import Notifier
from studio.web.certificates import Certificate
from studio.web.connections import ConnectionKinds, ResilientListeningSocket, make_connection_class
from studio.web.game_facts import figure_types
from studio.web.page_map_tiles import MapPictures
from studio.web.player_email import MailSettings
from studio.web.rate_limits import MAX_BYTES
from studio.web.request_guards import STRICT_GIVEN, STRICT_OWN, RejectedVisitor
from studio.web.seat_access import JoinLink, seat_link
from studio.web.seat_views import SeatPresence
from studio.web.server_addresses import (
    LOOPBACK,
    PORT,
    ListenError,
    NoSuchAddress,
    PortTaken,
    address_for_links,
    open_listening_socket,
)
from studio.web.web_app import WebApp
from studio.web.web_push import Pusher, can_push

__all__ = ["GameWebServer", "ListenError", "NoSuchAddress", "PortTaken", "SeatPresence"]

LONGEST_START, LONGEST_STOP = 20.0, 8.0  # seconds


class GameWebServer:
    """Serves a room to its players. `start` and `stop` are called one after the other."""

    def __init__(
        self,
        room: UmpiredGame,
        bind: str = LOOPBACK,
        port: int = PORT,
        certificate: Certificate | None = None,
        name: str = "",
        mail: MailSettings | None = None,
    ) -> None:
        """`name`: one by which players reach this machine, where it is not its own.

        `mail`: the mail to players whose pages are closed.
        """
        make_events_translatable(
            room.session.history, *LANGUAGES
        )  # who opens a page may read any of them
        self.mail = mail
        self._notifier: Notifier | None = None
        self.name = name
        self.room, self.bind, self.port, self.certificate = room, bind, port, certificate
        self.ground = MapPictures(
            room.session.scenario.ground,
            figure_types(room.session.scenario),
            room.session.scenario.game,
        )
        self._listeners: list[Callable[[], None]] = []
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._site: WebApp | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    # --- on and off -------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Return True if pages are served."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Listen, and serve from now on. ListenError says why that is not possible."""
        if self.is_running:
            return
        is_encrypted = self.certificate is not None
        # Push services require an encrypted page, ours or that of a proxy.
        pusher = (
            Pusher(self.room.record_path) if can_push() and (is_encrypted or self.name) else None
        )
        if self.mail or pusher:  # else no notification could be sent
            self._notifier = Notifier(self.room, self.presence, self._pages, self.mail, pusher)
        beat = self._notifier.send_due_notices if self._notifier else None
        self._site = WebApp(
            self.room, self.ground, self._tell_listeners, is_encrypted, self.name,
            beat, pusher.key if pusher else "", self._strict,
        )  # fmt: skip
        kinds = make_connection_class()
        socket = ResilientListeningSocket(
            open_listening_socket(self.bind, self.port), kinds.crowd, is_encrypted
        )
        self.port = socket.getsockname()[1]
        self._server = server = uvicorn.Server(_config(self._site, self.certificate, kinds))
        ready = threading.Event()

        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            watching = asyncio.create_task(_wait_until_started(server, ready))
            await server.serve(sockets=[socket])
            watching.cancel()

        self._thread = threading.Thread(
            target=lambda: asyncio.run(serve()), name="sandtable-host", daemon=True
        )
        self._thread.start()
        if not ready.wait(LONGEST_START):
            self.stop()
            raise ListenError(text("hosting.not-started"))
        self.ground.draw(self._ground_is_drawn)

    def stop(self) -> None:
        """Close every page's connection and serve no more."""
        loop, site = self._loop, self._site
        if loop is not None and site is not None:
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(site.hurry)
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(LONGEST_STOP)
        self.ground.end()
        if self._notifier is not None:
            self._notifier.end()
            self._notifier = None
        self._server = self._thread = self._site = self._loop = None

    # --- who comes --------------------------------------------------------------------------------

    def links(self, address: str = "") -> tuple[JoinLink, ...]:
        """Every seat's link, by the address the host listens at or another of this machine's."""
        by = address or self.name or address_for_links(self.bind)
        is_encrypted = self.certificate is not None
        seats = self.room.places.values()
        return tuple(seat_link(seat, by, self.port, is_encrypted) for seat in seats)

    def _pages(self) -> Mapping[str, str]:
        """The page that each seat comes back to, without its secret."""
        doors = {
            seat.id: seat_access.seat_path_name(seat.secret) for seat in self.room.seats.values()
        }
        found = self.links()
        base = found[0].url.partition("/join")[0] if found else ""
        return {seat: f"{base}/s/{door}/" for seat, door in doors.items()}

    def presence(self) -> Mapping[str, SeatPresence]:
        """Return the presence of every seat."""
        if self._site is None:
            return {seat: SeatPresence() for seat in self.room.places}
        return self._site.presence()

    @property
    def rejected_visitors(self) -> tuple[RejectedVisitor, ...]:
        """Return the attempts of visitors without a link."""
        return self._site.strangers.known if self._site is not None else ()

    @property
    def _strict(self) -> int:
        """The seconds in which browsers are to come by encrypted connections alone."""
        if self.certificate is None:
            return 0
        return STRICT_OWN if self.certificate.is_own else STRICT_GIVEN

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call back, in the host's thread, on connections; return the function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell_listeners(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _ground_is_drawn(self) -> None:
        """The map's pictures are there; called by the thread that watched them drawn."""
        loop, site = self._loop, self._site
        if loop is not None and site is not None:
            with suppress(RuntimeError):  # the host has ended meanwhile
                loop.call_soon_threadsafe(site.announce_pictures)
        self._tell_listeners()


def _config(
    site: WebApp, certificate: Certificate | None, kinds: ConnectionKinds
) -> uvicorn.Config:
    """Return the server's settings: no log of requests, no trust in headers."""
    # It would write down cookies at its lowest level, and a line for whatever a stranger says.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    return uvicorn.Config(
        site.app,
        ssl_certfile=certificate.chain if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
        http=kinds.connection,
        ws=kinds.upgrade,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=MAX_BYTES,
        ws_max_queue=16,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )


async def _wait_until_started(server: uvicorn.Server, ready: threading.Event) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    ready.set()
