"""Sides of a game in the window whose players sit at pages of their own, anywhere.

What pages hand in becomes answers of the game in the window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance

from engine.problems import SandtableError
from engine.session.seats import Seat
from engine.session.session import Session
from studio.framework.player_server import LOOPBACK, PORT, PlayerServer, listening_addresses

if TYPE_CHECKING:
    from engine.umpire.orders import Order
    from engine.umpire.remote_seats import RemoteSeatsGame, SubmittedAnswers
    from studio.web.game_web_server import SeatPresence
    from studio.web.seat_access import JoinLink


class RemotePlayers(QObject):
    """Serves the pages while any side has one: they follow the game, and answer for their sides."""

    changed = Signal()  # it started or stopped, or a player came or went
    answered = Signal()  # a page may have handed in what is asked
    handed_in = Signal(object)  # SubmittedAnswers: it has, as was sought
    came, went = Signal(str), Signal(str)  # a side's page was opened, or is open no more
    failed = Signal(str)  # the pages do not show what they should, and why
    _heard = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.room: RemoteSeatsGame | None = None
        self.away: frozenset[str] = frozenset()  # the sides that have a page
        self.fault = ""  # why pages cannot be served
        self._serving: PlayerServer | None = None
        self._deafen: Callable[[], None] = lambda: None
        self._there: frozenset[str] = frozenset()
        self._links: Mapping[str, JoinLink] = {}
        self._heard.connect(self._hear)

    # --- serving ----------------------------------------------------------------------------------

    def attend(self, session: Session) -> None:
        """Serve the sides that have a page now, and no others."""
        away = frozenset(side for side, seat in session.seats.items() if seat == Seat.PAGE)
        if away and self.room is None:
            self._open(session)
        if self.room is not None and away != self.away:
            self.away = away
            self.room.allow_links_of(away)
        if not away:
            self.stop()
        elif not self.is_on and not self.fault:
            self.start(self.usual_address)

    def follow(self, session: Session) -> None:
        """Show the pages where the game stands."""
        if self.room is not None and self.away:
            self.room.follow(session)

    def _open(self, session: Session) -> None:
        from engine.umpire.remote_seats import RemoteSeatsGame

        self.room = RemoteSeatsGame(session, session.path.parent if session.path else Path.cwd())
        self._deafen = self.room.listen(lambda: self._call(self._heard))
        self.room.failed = lambda error: self._call(self.failed, str(error) or repr(error))
        self._serving = PlayerServer(self.room, self)
        self._serving.changed.connect(self._look)

    @staticmethod
    def _call(signal: SignalInstance, *values: object) -> None:
        """Called in a thread of the pages, which may outlive what is shown here."""
        with suppress(RuntimeError):  # the game has been closed meanwhile
            signal.emit(*values)

    def _hear(self) -> None:
        """Report a change in the room: perhaps a link, perhaps an answer."""
        links = self.links()
        if links != self._links:
            self._links = links
            self.changed.emit()
        self.answered.emit()

    @property
    def is_on(self) -> bool:
        """Return True if pages can connect."""
        return self._serving is not None and self._serving.is_on

    @property
    def usual_address(self) -> str:
        """Return this computer's address on the network; its local one if there is none."""
        return next((each for each in listening_addresses() if each != LOOPBACK), LOOPBACK)

    @property
    def address(self) -> str:
        """Return the address at which pages are served."""
        host = self._serving.host if self._serving is not None else None
        return host.bind if host is not None else ""

    def start(self, address: str) -> None:
        """Serve at an address of this machine, by the usual port or any that is free."""
        if self._serving is None:
            return
        self.fault = ""
        try:
            self._listen(self._serving, address)
        except SandtableError as error:
            self.fault = str(error)
        self.changed.emit()

    @staticmethod
    def _listen(serving: PlayerServer, address: str) -> None:
        from studio.web.server_addresses import PortTaken

        try:
            serving.start(address, PORT)
        except PortTaken:
            serving.start(address, 0)

    def stop(self) -> None:
        """Serve no more; links that were given open their seats again if that goes on."""
        self.fault = ""
        if self._serving is not None and self._serving.is_on:
            self._serving.leave_off()

    def end(self) -> None:
        """Serve no more at all."""
        self._deafen()
        self.stop()
        if self.room is not None:
            self.room.close()

    # --- who is there -----------------------------------------------------------------------------

    def links(self) -> Mapping[str, JoinLink]:
        """The link of each side that has a page."""
        room, serving = self.room, self._serving
        if room is None or serving is None:
            return {}
        from engine.umpire.remote_seats import seat_page_id

        found = serving.links()
        return {side: found[id_] for side in self.away if (id_ := seat_page_id(side)) in found}

    def presence(self) -> Mapping[str, SeatPresence]:
        """Return the presence of pages, by side."""
        room, serving = self.room, self._serving
        if room is None or serving is None:
            return {}
        from engine.umpire.remote_seats import seat_page_id

        found = serving.presence()
        return {side: found[id_] for side in self.away if (id_ := seat_page_id(side)) in found}

    def is_there(self, side: str) -> bool:
        """Return True if a side's page is open."""
        found = self.presence().get(side)
        return found is not None and found.pages > 0

    def renew(self, side: str) -> None:
        """Give a side another link; the old one opens nothing any more."""
        if self.room is not None:
            from engine.umpire.remote_seats import seat_page_id

            self.room.new_link(seat_page_id(side))

    def _look(self) -> None:
        """Report pages that connected or disconnected."""
        there = frozenset(side for side in self.presence() if self.is_there(side))
        before, self._there = self._there, there
        for side in there - before:
            self.came.emit(side)
        for side in before - there:
            self.went.emit(side)
        self.changed.emit()

    # --- answers ----------------------------------------------------------------------------------

    def seek(self, session: Session) -> None:
        """Look for a page's answer to the present decision; `handed_in` reports it."""
        if self.room is not None:
            self.room.seek_submitted_answers(
                session, lambda found: self._call(self.handed_in, found)
            )

    def confirm_order(self, order: Order, number: int) -> None:
        """An order has become an answer."""
        if self.room is not None:
            self.room.confirm_order(order, number)

    def reject_order(self, order: Order) -> None:
        """An order could not become one."""
        if self.room is not None:
            self.room.reject_order(order)


class RemoteAnswers:
    """Turns what is handed in at pages into answers, and reports the outcome to the pages."""

    def __init__(
        self,
        afar: RemotePlayers,
        session: Session,
        is_held_up: Callable[[], bool],
        watch: Callable[[Callable[[], object]], None],
    ) -> None:
        """`is_held_up` says that the game must not go on by itself now; `watch` lets it go on."""
        self._afar, self._session = afar, session
        self._is_held_up, self._watch = is_held_up, watch
        afar.handed_in.connect(self._take)

    def end(self) -> None:
        """Stop giving answers."""
        self._afar.handed_in.disconnect(self._take)

    def seek(self) -> None:
        """Look for an answer to the present question; if there is one, it follows in a moment."""
        if not self._is_held_up():
            self._afar.seek(self._session)

    def _take(self, found: SubmittedAnswers) -> None:
        """Give an answer, if it still answers the present question."""
        is_free = self._session.is_remote_turn and not self._is_held_up()
        if is_free and self._session.game.answers == found.answers:
            self._watch(lambda: self._answer(found.order))

    def _answer(self, order: Order) -> None:
        number = self._session.answer_count
        try:
            self._session.answer(order.option)
        except BaseException:
            self._afar.reject_order(order)
            raise
        self._afar.confirm_order(order, number)
