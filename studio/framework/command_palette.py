"""The command palette and Go to: actions, hexes, names, zones and units by a few letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QWidget

from engine.narration.goto_search import GotoTarget, GotoTargetKind
from studio.framework.document_tab import MapDocumentTab
from studio.widgets.localization import Localizer
from studio.widgets.search_list import Listed, SearchPopup


class GoToBar(SearchPopup):
    """Lists where one may go on a map, and goes there."""

    def __init__(self, window: QWidget, localize: Localizer) -> None:
        super().__init__(window)
        self._localize = localize
        self._tab: MapDocumentTab | None = None

    def seek(self, tab: MapDocumentTab) -> None:
        """Open over the window, for the map of a tab."""
        self._tab = tab
        labels, grid = tab.map.labels, tab.map.grid
        last = labels.label(grid.hex(grid.columns - 1, grid.rows - 1))
        self.open_at(self._localize("goto-hint", hex=last))

    def found(self, sought: str) -> Listed:
        """Hexes, names, zones and units that may be meant."""
        assert self._tab is not None, "no map is in front"
        return [(QIcon(), self._words(goal), goal) for goal in self._tab.goto_targets(sought)]

    def take(self, found: Any) -> None:
        """Bring it to the middle and mark it."""
        if self._tab is not None:
            self._tab.go_to(found)

    def _words(self, goal: GotoTarget) -> str:
        """Return its name, its kind and its hex."""
        assert self._tab is not None
        kind = self._localize(f"goal-{goal.kind.value}")
        if goal.kind is GotoTargetKind.HEX or goal.at is None:
            return f"{goal.name}   ·   {kind}"
        return f"{goal.name}   ·   {kind} {self._tab.map.labels.label(goal.at)}"


def matches_query(words: str, sought: str) -> bool:
    """Return whether every word of a query begins a word of an entry."""
    return all(part in words.casefold() for part in sought.casefold().split())


class CommandPalette(SearchPopup):
    """Lists the actions that match and can be done now."""

    def __init__(self, window: QWidget, localize: Localizer) -> None:
        super().__init__(window)
        self._localize = localize
        self._actions: Sequence[QAction] = ()

    def seek(self, actions: Sequence[QAction]) -> None:
        """Open over the window, for these actions."""
        self._actions = actions
        self.open_at(self._localize("finder-hint"))

    def found(self, sought: str) -> Listed:
        """The actions whose names have every word, in the window's language or the makers'."""
        for action in self._actions:
            words = action.toolTip()
            named = f"{words}\n{self._localize.action_elsewhere(action.objectName())}"
            if action.isEnabled() and matches_query(named, sought):
                yield action.icon(), words, action

    def take(self, found: Any) -> None:
        """Do it."""
        found.trigger()
