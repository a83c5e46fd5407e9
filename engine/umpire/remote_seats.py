"""Remote seats of a game that is played in a window, for sides whose players sit at pages.

The game is the window's: the table here is a twin that follows it, and what a page hands in is
answered there. No record is written; the game itself is saved. A page may use the room for a while,
so the window does not wait: its requests run one after the other in a thread, and listeners report.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.play.decisions import Answer
from engine.play.dice import ManualDice
from engine.session.dice_tray import SessionDice
from engine.session.history import Branch, History
from engine.session.seats import FogOfWar
from engine.session.session import Session
from engine.session.timeline import Words
from engine.umpire import due_orders
from engine.umpire.game_record import Line
from engine.umpire.mail import Message
from engine.umpire.map_sketches import MapSketch
from engine.umpire.notifications import NotificationBook
from engine.umpire.orders import Order, OrderBook, OrderState
from engine.umpire.recorded_game import notify_listeners
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import refusal_text
from engine.umpire.umpired_game import UmpiredGame
from engine.umpire.umpired_game_state import GameTerms, UmpiredGameState


class GameCourse(NamedTuple):
    """The course of a game: a snapshot of its branch."""

    branch: Branch

    @classmethod
    def of(cls, session: Session) -> GameCourse:
        """Return the course of a session at its present point."""
        history, game = session.history, session.game
        branch = history.branch.cut(session.answer_count, len(game.events))
        branch.dice, branch.line, branch.at = ManualDice(), game.timeline(), session.answer_count
        return cls(branch)

    @property
    def answers(self) -> list[Answer]:
        """All answers the game has had."""
        return self.branch.line.answers

    def common(self, other: GameCourse) -> int:
        """Return how many first answers two courses share."""
        pairs = zip(self.answers, other.answers, strict=False)
        apart = (number for number, (one, two) in enumerate(pairs) if one != two)
        return next(apart, min(len(self.answers), len(other.answers)))


@dataclass(frozen=True)
class SeatPageWritings:
    """All that was written at pages as it lay on a table, and how often its game had moved."""

    books: Mapping[str, OrderBook]
    seats: Mapping[str, PlayerSeat]
    messages: tuple[Message, ...]
    notices: NotificationBook
    sketches: tuple[MapSketch, ...]
    sketched: tuple[int, int, Mapping[str, int]]
    moves: int

    @classmethod
    def on(cls, table: UmpiredGameState) -> SeatPageWritings:
        """Return the writings of all seats in a game now."""
        books = {side: copy(book) for side, book in table.books.items()}
        drawn = table.sketches
        return cls(
            books, dict(table.seats), tuple(table.post.messages), copy(table.notices),
            drawn.all, (drawn.count, drawn.revision, drawn.counts), table.moves,
        )  # fmt: skip

    def lay_on(self, table: UmpiredGameState) -> None:
        """Lay it on another table of the same game."""
        table.books.update((side, copy(book)) for side, book in self.books.items())
        table.seats.update(self.seats)
        table.post.messages[:] = self.messages
        table.notices = copy(self.notices)
        table.sketches.all = self.sketches
        drawn = table.sketches
        drawn.count, drawn.revision, drawn.counts = self.sketched
        table.moves = self.moves


class RemoteSeatsState(UmpiredGameState):
    """A table on which nothing is done but what was done in the window."""

    def __init__(self, session: Session, seats: dict[str, PlayerSeat], terms: GameTerms) -> None:
        super().__init__(session, seats, terms)
        self.course = GameCourse.of(session)

    def _run_on(self) -> None:
        """Here nothing goes on by itself."""

    def follow(self, course: GameCourse) -> None:
        """Bring the game to where the window's stands."""
        common = self.course.common(course)
        is_back = common < len(self.course.answers)
        self.session.history.restore_branches([course.branch], 0)
        self.course = course
        if is_back:
            self._forget(common)
            self._went_back(common)
        else:
            self._moved()

    def _forget(self, number: int) -> None:
        """Orders that were carried out after so many answers are taken back in the window."""
        for book in self.books.values():
            for order in book.all:
                if order.number is not None and order.number >= number:
                    book.set_status(order.id, OrderState.REFUSED, refusal_text("taken-back"), None)
            book.withdraw_orders()

    def due(self, side: str) -> Order | None:
        """Take the order of a side for its present decision; drop those that no longer fit."""
        return due_orders.take_due(self.game, self.books[side])


log = logging.getLogger(__name__)


def seat_page_id(side: str) -> str:
    """The id of the seat that a side has at a page."""
    return f"{side}-page"


class SubmittedAnswers(NamedTuple):
    """An order handed in by a page, with the game's answers up to its decision."""

    order: Order
    answers: list[Answer]


@dataclass
class UnsavedRecord:
    """A record that is not kept; beside `path` lies what hosts keep."""

    path: Path

    def append(self, line: Line) -> None:
        """Write nothing: the window saves the game."""

    def end_loose_line(self) -> None:
        """There is none."""

    def close(self) -> None:
        """There is nothing to close."""


class RemoteSeatsGame(UmpiredGame):
    """Sides of a window's game at pages of their own, as long as they are `away`."""

    _table: RemoteSeatsState

    def __init__(self, session: Session, folder: Path) -> None:
        made = (PlayerSeat(seat_page_id(side), side, "") for side in session.seats)
        seats = {seat.id: seat for seat in made}
        self.away: frozenset[str] = frozenset()
        self.failed: Callable[[BaseException], None] = lambda _: None  # told in the room's thread
        path = session.path or folder / "game"
        self._seed = session.seed
        self._worker = ThreadPoolExecutor(1, "sandtable-away")
        twin = self._twin(session, seats, GameCourse.of(session))
        self._written = SeatPageWritings.on(twin)  # before what is being done
        super().__init__(twin, path, {}, UnsavedRecord(folder / "away.room"))

    def _twin(
        self, session: Session, seats: Mapping[str, PlayerSeat], course: GameCourse
    ) -> RemoteSeatsState:
        """A table with the same game on it, of which no dice are rolled."""
        tray = SessionDice(ManualDice())
        history = History(session.game.restarted(tray), tray)
        history.restore_branches([course.branch], 0)
        twin = Session(history, {}, FogOfWar.OPEN, self._seed)
        twin.path = session.path
        return RemoteSeatsState(
            twin, dict(seats), GameTerms(self._seed, is_attended=False, may_talk=False)
        )

    def _apply(self, act: Line) -> None:
        self._written = SeatPageWritings.on(self._table)
        super()._apply(act)

    def _again(self) -> RemoteSeatsState:
        """The table as it was before something that has failed, with all that was written."""
        table = self._twin(self.session, self._written.seats, self._table.course)
        self._written.lay_on(table)
        return table

    # --- who sits here ----------------------------------------------------------------------------

    @property
    def seats(self) -> Mapping[str, PlayerSeat]:
        """The seats whose links open something now."""
        return {id_: seat for id_, seat in self._table.seats.items() if seat.side in self.away}

    def allow_links_of(self, sides: Iterable[str]) -> None:
        """Let the links of some sides open their seats, and no others."""
        self._behind(self._let, frozenset(sides))

    def _let(self, wanted: frozenset[str]) -> None:
        if wanted != self.away:
            with self._changing():
                self.away = wanted
                self._number += 1

    def new_link(self, seat: str) -> None:
        """Revoke a seat's link; the new one is valid at once."""
        self._behind(super().new_link, seat)

    # --- the window's game ------------------------------------------------------------------------

    def follow(self, session: Session) -> None:
        """Show the pages the game as it stands now."""
        self._behind(self._bring, GameCourse.of(session))

    def _bring(self, course: GameCourse) -> None:
        with self._changing():
            self._written, stood = SeatPageWritings.on(self._table), self._table.course
            try:
                self._table.follow(course)
            except BaseException:  # half on the way it would stand elsewhere than it says
                self._table.course = stood
                self._table = self._again()
                raise
            self._number += 1

    def seek_submitted_answers(
        self, session: Session, found: Callable[[SubmittedAnswers], None]
    ) -> None:
        """Look for what a page has handed in that answers what the window's game asks now.

        `found` is called in the room's thread, where there is something.
        """
        self._behind(self._seek, session.asked, list(session.game.answers), found)

    def _seek(
        self, side: str, answers: list[Answer], found: Callable[[SubmittedAnswers], None]
    ) -> None:
        with self._lock:
            table = self._table
            if side not in self.away or table.course.answers != answers:
                return
            before = table.books[side].revision
            order = table.due(side)
            listeners = list(self._listeners) if table.books[side].revision != before else []
        notify_listeners(listeners)
        if order is not None:
            found(SubmittedAnswers(order, answers))

    def confirm_order(self, order: Order, number: int) -> None:
        """Note that an order has become an answer of the window's game."""
        self._behind(self._mark, order, OrderState.EXECUTED, None, number)

    def reject_order(self, order: Order) -> None:
        """Note that an order could not become one after all."""
        self._behind(self._mark, order, OrderState.REFUSED, refusal_text("not-possible"), None)

    def _mark(
        self, order: Order, state: OrderState, reason: Words | None, number: int | None
    ) -> None:
        with self._changing():
            self._table.books[order.side].set_status(order.id, state, reason, number)
            self._number += 1

    def close(self) -> None:
        """Follow no more; the present step ends by itself."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    # --- behind the window ------------------------------------------------------------------------

    def _behind(self, do: Callable[..., None], *values: object) -> None:
        """Do something in the room's thread, after all that was to be done before."""
        self._worker.submit(do, *values).add_done_callback(self._tell_failure)

    def _tell_failure(self, done: Future[None]) -> None:
        """Report the failure of a task behind the window, which nothing waits for."""
        if not done.cancelled() and (error := done.exception()) is not None:
            log.error("the pages could not follow the game", exc_info=error)
            self.failed(error)
