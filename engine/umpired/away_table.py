"""A table that only follows a game played elsewhere, and what is written there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from engine.play.asks import Answer
from engine.play.dice import ManualDice
from engine.session.history import Branch
from engine.session.session import Session
from engine.umpired import due
from engine.umpired.notices import NotificationBook
from engine.umpired.orders import Order, OrderBook, OrderState
from engine.umpired.post import Message
from engine.umpired.refusing import say
from engine.umpired.seats import PlayerSeat
from engine.umpired.sketches import MapSketch
from engine.umpired.table import GameTerms, UmpiredGameState


class GameCourse(NamedTuple):
    """How far a game has come: its branch as it is now, which does not change any more."""

    branch: Branch

    @classmethod
    def of(cls, session: Session) -> GameCourse:
        """That of a session where it stands."""
        history, game = session.history, session.game
        branch = history.branch.cut(session.at, len(game.events))
        branch.dice, branch.line, branch.at = ManualDice(), game.line(), session.at
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


@dataclass(frozen=True)
class RemoteWritings:
    """All that was written at pages as it lay on a table, and how often its game had moved."""

    books: Mapping[str, OrderBook]
    seats: Mapping[str, PlayerSeat]
    messages: tuple[Message, ...]
    notices: NotificationBook
    sketches: tuple[MapSketch, ...]
    sketched: tuple[int, int, Mapping[str, int]]
    moves: int

    @classmethod
    def on(cls, table: UmpiredGameState) -> RemoteWritings:
        """What lies on a table now."""
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
        return due.take_due(self.game, self.books[side])
