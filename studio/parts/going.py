"""Go to: a hex, a name, a zone or a unit of the work in front, by a few letters."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from engine.telling.goals import GotoTarget, GotoTargetKind
from studio.parts.seeking import Listed, SearchPopup
from studio.parts.speech import Localizer
from studio.parts.tab import MapDocumentTab


class GoToBar(SearchPopup):
    """Lists where one may go on a map, and goes there."""

    def __init__(self, window: QWidget, say: Localizer) -> None:
        super().__init__(window)
        self._say = say
        self._tab: MapDocumentTab | None = None

    def seek(self, tab: MapDocumentTab) -> None:
        """Open over the window, for the map of a tab."""
        self._tab = tab
        labels, grid = tab.map.labels, tab.map.grid
        last = labels.label(grid.hex(grid.columns - 1, grid.rows - 1))
        self.open_over(self._say("goto-hint", hex=last))

    def found(self, sought: str) -> Listed:
        """Hexes, names, zones and units that may be meant."""
        assert self._tab is not None, "no map is in front"
        return [(QIcon(), self._words(goal), goal) for goal in self._tab.goals(sought)]

    def take(self, found: Any) -> None:
        """Bring it to the middle and mark it."""
        if self._tab is not None:
            self._tab.go_to(found)

    def _words(self, goal: GotoTarget) -> str:
        """What it is called, what it is, and its hex."""
        assert self._tab is not None
        kind = self._say(f"goal-{goal.kind.value}")
        if goal.kind is GotoTargetKind.HEX or goal.at is None:
            return f"{goal.name}   ·   {kind}"
        return f"{goal.name}   ·   {kind} {self._tab.map.labels.label(goal.at)}"
