"""What pages hand in becomes answers of the game in the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.session.session import Session
from studio.playtest.board.afar import RemotePlayers

if TYPE_CHECKING:  # only games with a page need the room
    from engine.umpired.away import SubmittedAnswers
    from engine.umpired.orders import Order


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
        is_free = self._session.is_asked_afar and not self._is_held_up()
        if is_free and self._session.game.answers == found.answers:
            self._watch(lambda: self._answer(found.order))

    def _answer(self, order: Order) -> None:
        number = self._session.at
        try:
            self._session.answer(order.option)
        except BaseException:
            self._afar.turned_down(order)
            raise
        self._afar.carried_out(order, number)
