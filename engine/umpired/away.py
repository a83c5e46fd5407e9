"""The room of a game that is played in a window, for the sides whose players sit at pages.

The game is the window's: its table here is a twin that is brought to where the window's stands, and
what a page hands in is answered there, not here. No record is written; the game itself is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.play.asks import Answer
from engine.play.dice import ByHand
from engine.session.history import Branch, History
from engine.session.seats import Fog
from engine.session.session import Session
from engine.session.tray import Tray
from engine.umpired import due
from engine.umpired.kept import tell
from engine.umpired.orders import Order, OrderState
from engine.umpired.record import Line
from engine.umpired.refusing import say
from engine.umpired.room import Room
from engine.umpired.seats import PlayerSeat
from engine.umpired.table import Terms, UmpiredTable

log = logging.getLogger(__name__)


def page_of(side: str) -> str:
    """The id of the seat that a side has at a page."""
    return f"{side}-page"


class GameCourse(NamedTuple):
    """How far a game has come: its branch as it is now, which does not change any more."""

    branch: Branch

    @classmethod
    def of(cls, session: Session) -> GameCourse:
        """That of a session where it stands."""
        history, game = session.history, session.game
        branch = history.branch.cut(session.at, len(game.events))
        branch.dice, branch.line, branch.at = ByHand(), game.line(), session.at
        return cls(branch)

    @property
    def answers(self) -> list[Answer]:
        """All answers the game has had."""
        return self.branch.line.answers

    def common(self, other: GameCourse) -> int:
        """How many first answers two courses share."""
        pairs = zip(self.answers, other.answers, strict=False)
        apart = (number for number, (one, two) in enumerate(pairs) if one != two)
        return next(apart, min(len(self.answers), len(other.answers)))


class AwayTable(UmpiredTable):
    """A table on which nothing is done but what was done in the window."""

    def __init__(self, session: Session, seats: dict[str, PlayerSeat], terms: Terms) -> None:
        super().__init__(session, seats, terms)
        self.course = GameCourse.of(session)

    def _run_on(self) -> None:
        """Here nothing goes on by itself."""

    def follow(self, course: GameCourse) -> None:
        """Bring the game to where the window's stands."""
        common = self.course.common(course)
        is_back = common < len(self.course.answers)
        self.session.history.taken_up([course.branch], 0)
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
                    book.mark(order.id, OrderState.REFUSED, say("taken-back"), None)
            book.recall()

    def due(self, side: str) -> Order | None:
        """What a side has handed in that answers what it is asked now; what no longer can goes."""
        book = self.books[side]
        for order in book.waiting:
            if not due.is_in_time(self.game, book, order):
                reason = say("too-late")
            elif not due.is_for_now(self.game, order):
                return None
            elif self.game.accepts(order.option) is not None:
                return order
            else:
                reason = say("not-possible")
            book.mark(order.id, OrderState.REFUSED, reason, None)
        return None


@dataclass
class Unwritten:
    """A record that is not kept; beside `path` lies what hosts keep."""

    path: Path

    def append(self, line: Line) -> None:
        """Nothing is written: the window keeps the game."""

    def end_loose_line(self) -> None:
        """There is none."""

    def close(self) -> None:
        """There is nothing to close."""


class AwayRoom(Room):
    """Sides of a window's game at pages of their own, as long as they are `away`."""

    _table: AwayTable

    def __init__(self, session: Session, folder: Path) -> None:
        made = (PlayerSeat(page_of(side), side, "") for side in session.seats)
        seats = {seat.id: seat for seat in made}
        self.away: frozenset[str] = frozenset()
        path = session.path or folder / "game"
        self._seed, self._followed = session.seed, GameCourse.of(session)
        self._worker = ThreadPoolExecutor(1, "sandtable-away")
        super().__init__(self._twin(session, seats), path, {}, Unwritten(folder / "away.room"))

    def _twin(self, session: Session, seats: Mapping[str, PlayerSeat]) -> AwayTable:
        """A table with the same game on it, of which no dice are rolled."""
        tray = Tray(ByHand())
        history = History(session.game.again(tray), tray)
        history.taken_up([self._followed.branch], 0)
        twin = Session(history, {}, Fog.OPEN, self._seed)
        twin.path = session.path
        return AwayTable(twin, dict(seats), Terms(self._seed, is_attended=False, may_talk=False))

    def _again(self) -> UmpiredTable:
        return self._twin(self.session, self._table.seats)

    # --- who sits here ----------------------------------------------------------------------------

    @property
    def seats(self) -> Mapping[str, PlayerSeat]:
        """The seats whose links open something now."""
        return {id_: seat for id_, seat in self._table.seats.items() if seat.side in self.away}

    def let(self, sides: Iterable[str]) -> None:
        """Let the links of some sides open their seats, and no others."""
        wanted = frozenset(sides)
        if wanted != self.away:
            with self._changing():
                self.away = wanted
                self._number += 1

    # --- the window's game ------------------------------------------------------------------------

    def follow(self, session: Session) -> None:
        """Show the pages the game as it stands now; in a thread of its own, one after the other."""
        bringing = self._worker.submit(self._bring, GameCourse.of(session))
        bringing.add_done_callback(_tell_failure)

    def _bring(self, course: GameCourse) -> None:
        with self._changing():
            self._followed = course
            self._table.follow(course)
            self._number += 1

    def order_for(self, session: Session) -> Order | None:
        """What a page has handed in that answers what the window's game asks now."""
        side = session.asked
        with self._lock:
            table = self._table
            if side not in self.away or table.course.answers != session.game.answers:
                return None
            before = table.books[side].revision
            found = table.due(side)
            listeners = list(self._listeners) if table.books[side].revision != before else []
        tell(listeners)
        return found

    def carried_out(self, order: Order, number: int) -> None:
        """Note that an order has become an answer of the window's game."""
        with self._changing():
            self._table.books[order.side].mark(order.id, OrderState.EXECUTED, None, number)
            self._number += 1

    def close(self) -> None:
        """Follow no more."""
        self._worker.shutdown(wait=True, cancel_futures=True)
        super().close()


def _tell_failure(bringing: Future[None]) -> None:
    """Nobody waits for what is done behind the window: what goes wrong there is logged."""
    if not bringing.cancelled() and (error := bringing.exception()) is not None:
        log.error("the pages could not follow the game", exc_info=error)
