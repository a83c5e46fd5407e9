"""The command palette: every action by a few letters of its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from studio.parts.seeking import Listed, SearchPopup
from studio.parts.speech import Localizer


def matches_query(words: str, sought: str) -> bool:
    """Whether every word sought begins somewhere in what is offered."""
    return all(part in words.casefold() for part in sought.casefold().split())


class CommandPalette(SearchPopup):
    """Lists the actions that match and can be done now."""

    def __init__(self, window: QWidget, say: Localizer) -> None:
        super().__init__(window)
        self._say = say
        self._actions: Sequence[QAction] = ()

    def seek(self, actions: Sequence[QAction]) -> None:
        """Open over the window, for these actions."""
        self._actions = actions
        self.open_over(self._say("finder-hint"))

    def found(self, sought: str) -> Listed:
        """The actions whose names have every word, in the window's language or the makers'."""
        for action in self._actions:
            words = action.toolTip()
            named = f"{words}\n{self._say.action_elsewhere(action.objectName())}"
            if action.isEnabled() and matches_query(named, sought):
                yield action.icon(), words, action

    def take(self, found: Any) -> None:
        """Do it."""
        found.trigger()
