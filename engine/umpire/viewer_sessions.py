"""The game of a room as its umpire looks at it: as all, as a side, or as a seat that writes.

The panels and the map know sessions. These look at the game that lies in the room, and whatever is
answered goes through the room, which writes it down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.play.decisions import Answer, Roll
from engine.play.game import Intervention
from engine.session.seats import FogOfWar
from engine.session.session import AskedQuestion, Session
from engine.umpire.seat_view import option_id
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame


class ViewerSession(Session):
    """The game as one viewer may see it; None is the umpire, who sees all."""

    keeps_branches = False
    takes_proposals = False

    def __init__(self, room: UmpiredGame, viewer: str | None = None) -> None:
        self.room, self.eyes = room, viewer
        was = room.session
        super().__init__(was.history, was.seats, FogOfWar.OPEN, was.seed)
        self.path = room.path

    def refresh_view(self) -> None:
        """Look again: another game may lie in the room by now."""
        was = self.room.session
        self.history, self.game = was.history, was.game

    @property
    def viewer(self) -> str | None:
        """Return the side whose view this is."""
        return self.eyes

    def answer(self, option: Answer) -> None:
        """Decide for who is asked."""
        self.room.choose(option)
        self.refresh_view()

    def answer_on(self, option: Answer) -> None:
        """The same: a room knows no answers that belong together."""
        self.answer(option)

    def enter_dice(self, faces: Iterable[int]) -> None:
        """Lay the dice that are awaited."""
        self.room.lay_dice(faces, "")
        self.refresh_view()

    def intervene(self, order: Intervention) -> None:
        """Act as the umpire."""
        self.room.intervene(order)
        self.refresh_view()

    def override_dice(self, number: int, faces: Iterable[int], who: str, why: str) -> None:
        """Other faces for a roll that was made; what came after it is taken back."""
        self.room.override(number, faces, why)
        self.refresh_view()


class OrderWritingSession(ViewerSession):
    """A seat as its orders are written: the game as it would stand after those written so far."""

    def __init__(self, room: UmpiredGame, seat: PlayerSeat, act: str = "") -> None:
        """`act`: the id by which a screen wants the next order written."""
        self.writer, self._act = seat, act
        self._trial = room.game_after_orders(seat.command)
        super().__init__(room, seat.side)
        self.refresh_view()

    def refresh_view(self) -> None:
        """Look again at what the side has written."""
        super().refresh_view()
        self._trial = self.room.game_after_orders(self.writer.command)
        if self.is_asked:
            self.game = self._trial.game

    @property
    def is_asked(self) -> bool:
        """Return True if the seat may write another order now."""
        return bool(self.offered) or self.closes

    @property
    def closes(self) -> bool:
        """Return True if handing in is an answer: the game takes the orders as complete."""
        return bool(self._trial.closing)

    @property
    def offered(self) -> Sequence[Answer]:
        """Return the options the seat may write next."""
        return self._trial.options_for(self.writer.command)

    @property
    def answer_count(self) -> int:
        """Return the number of answers, the orders included."""
        return len(self.game.answers)

    @property
    def asked(self) -> str:
        """The side, where it may write on."""
        return self.writer.side if self.is_asked else ""

    @property
    def awaited_roll(self) -> Roll | None:
        """Return None: a writer of orders never rolls."""
        return None

    def question(self, language: str | None = None) -> AskedQuestion | None:
        """Return the next question to be written."""
        return super().question(language) if self.is_asked else None

    def was_decided_since(self, number: int) -> bool:
        """Return True if something was written."""
        return self.answer_count > number

    @property
    def can_redo(self) -> bool:
        """Return False: orders are taken back one by one, in the message box."""
        return False

    def answer(self, option: Answer) -> None:
        """Write an order down: one that is offered, or what an open decision takes besides.

        The answer that ends the writing hands everything in.
        """
        room, seat = self.room, self.writer.id
        if option in self._trial.closing:
            room.deliver(seat)
            self.refresh_view()
            return
        is_offered = option in self._trial.options
        name = option_id(option) if is_offered else ""
        act, self._act = self._act, ""
        room.draft(seat, name, room.desk_number(seat), act, answer=None if is_offered else option)
        self.refresh_view()
