"""Panels follow the game in front, each as far as it is seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from studio.parts.seen import Seen
from studio.playtest.board.play import Play


class PlayFollower(Seen):
    """Lets a panel look again whenever the game it follows has settled.

    Where another person is to look every panel does, seen or not: what the one before was shown
    does not wait behind a tab for the next.
    """

    def __init__(self, panel: QWidget, refresh: Callable[[], None]) -> None:
        super().__init__(panel, refresh)
        self._play: Play | None = None
        self._looking: object = None

    def follow(self, play: Play | None) -> None:
        """Follow another game, or none."""
        if self._play is not None:
            self._play.settled.disconnect(self._settle)
        self._play = play
        if play is not None:
            play.settled.connect(self._settle)
        self.wake()

    def _settle(self) -> None:
        assert self._play is not None
        session, before = self._play.session, self._looking
        self._looking = (session.viewer, session.needs_hand_over)
        if self._looking == before:
            self.look()
        else:
            self.wake()
