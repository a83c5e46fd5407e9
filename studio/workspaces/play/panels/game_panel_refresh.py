"""Panels follow the game in front, each as far as it is seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from engine.session.session import Session
from studio.widgets.lazy_refresh import LazyRefresher
from studio.workspaces.play.game_view.game_controller import GameController


class GamePanelRefresher(LazyRefresher):
    """Lets a panel look again whenever the game it follows has settled.

    One that `reads` only a part of it looks again when that value has changed. When another person
    is to look every panel does, seen or not: what the last person was shown must not wait behind
    a tab for the next.
    """

    def __init__(
        self,
        panel: QWidget,
        refresh: Callable[[], None],
        reads: Callable[[Session], object] | None = None,
    ) -> None:
        super().__init__(panel, refresh)
        self._play: GameController | None = None
        self._reads = reads
        self._looking: object = None
        self._read: object = None

    def follow(self, play: GameController | None) -> None:
        """Follow another game, or none."""
        if self._play is not None:
            self._play.settled.disconnect(self._settle)
        self._play = play
        if play is not None:
            play.settled.connect(self._settle)
        self.wake()

    def _settle(self) -> None:
        assert self._play is not None
        session = self._play.session
        looked, was = self._looking, self._read
        self._looking = (session.viewer, session.needs_hand_over)
        self._read = object() if self._reads is None else self._reads(session)
        if self._looking != looked:
            self.wake()
        elif self._read != was:
            self.request_refresh()


def rolls_panel_reads(session: Session) -> object:
    """The part read by a panel that shows how the dice fell."""
    return session.rolls_stamp


def open_cards_panel_reads(session: Session) -> object:
    """The part read by a panel of cards and stocks: all of the game, where some lie open."""
    position = session.game.position(session.viewer)
    has_any = any(
        any(held.values()) for held in (position.hands, position.laid_out, position.stocks)
    )
    return object() if has_any else None


def nothing_panel_reads(_: Session) -> None:
    """The part read by a panel that follows the pointer, not the events."""
