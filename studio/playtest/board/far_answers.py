"""What pages hand in becomes answers of the game in the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.session.session import Session
from studio.playtest.board.afar import Afar

if TYPE_CHECKING:  # the room is needed by games with a page alone
    from engine.umpired.away import HandedIn
    from engine.umpired.orders import Order


class FarAnswers:
    """Gives what was handed in at pages as answers, and lets the pages know what became of it."""

    def __init__(
        self,
        afar: Afar,
        session: Session,
        is_held_up: Callable[[], bool],
        watch: Callable[[Callable[[], object]], None],
    ) -> None:
        """`is_held_up`: the game goes on by itself just now for nobody; `watch` lets it go on."""
        self._afar, self._session = afar, session
        self._is_held_up, self._watch = is_held_up, watch
        afar.handed_in.connect(self._take)

    def end(self) -> None:
        """Give no more."""
        self._afar.handed_in.disconnect(self._take)

    def seek(self) -> None:
        """Look for what answers what is asked now; it comes a moment later, if there is any."""
        if not self._is_held_up():
            self._afar.seek(self._session)

    def _take(self, found: HandedIn) -> None:
        """Give an answer, if it still is one to what is asked."""
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
