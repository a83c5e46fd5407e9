"""The navigation from problems of the active scenario: to a panel, or a waiver."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QWidget

from engine.problems import Problem
from studio.framework.prompts import Prompts
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import ProblemPlace

TABLES = ("units", "tables", "terrain")
PANELS = {
    "sides": "story", "title": "story", "turns": "story", "map": "story", "map_hash": "story",
    "briefings": "story", "notes": "story", "credits": "story", "objectives": "aims",
    "victory": "aims", "zones": "own-zones", "decks": "decks", "features": "features",
    "bodies": "bodies", "table": "story",
}  # fmt: skip


def panel_of(place: ProblemPlace) -> str:
    """The panel of a part of a scenario; empty where none does."""
    if place.part == "rules":
        return "data" if place.key in TABLES else "rules"
    if place.part == "forces":
        return "unit" if place.unit else "forces"
    return PANELS.get(place.part, "")


class ProblemNavigator:
    """Listens to the tab in front; `show_panel` opens a panel by its name."""

    def __init__(
        self, show_panel: Callable[[str], QWidget], localize: Localizer, prompts: Prompts
    ) -> None:
        self._show_panel, self._localize, self._prompts = show_panel, localize, prompts
        self._tab: Any = None

    def follow(self, tab: Any) -> None:
        """Another tab is in front."""
        if tab is self._tab:
            return
        if self._tab is not None:
            self._tab.sought.disconnect(self._seek)
            self._tab.waiving.disconnect(self._waive)
        self._tab = tab
        if tab is not None:
            tab.sought.connect(self._seek)
            tab.waiving.connect(self._waive)

    def _seek(self, place: ProblemPlace) -> None:
        """Open the panel of a place, and show it there."""
        from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel

        name = panel_of(place)
        if name:
            panel = self._show_panel(name)
            if isinstance(panel, ScenarioPanel):
                panel.seen.wake()
                panel.go_to_part(place)

    def _waive(self, problem: Problem) -> None:
        """Keep a warning, with a reason, as the scenario's file says it."""
        from engine.quick_fixes.scenario_fixes import waive_warning

        tab, localize = self._tab, self._localize
        if tab is None:
            return
        question = localize("waive-question", problem=problem.message(localize.language))
        reason = (self._prompts.line(localize("waive"), question) or "").strip()
        if reason:
            changed = waive_warning(tab.document.scenario, problem, reason)
            tab.document.apply(changed, localize("step-waived"))
