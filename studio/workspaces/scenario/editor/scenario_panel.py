"""A panel that edits a part of the scenario in front."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from engine.problems import Problem
from engine.scenario.scenario import Scenario
from studio.widgets.lazy_refresh import LazyRefresher
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase


class ScenarioPanel(QWidget):
    """Shows a part of a scenario and puts others in its place, each change a step with a name.

    A hidden panel looks again only when it is seen.
    """

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self.localize = localize
        self.tab: ScenarioTabBase | None = None
        self.seen = LazyRefresher(self, self._show)
        self.setEnabled(False)
        localize.changed.connect(self.retranslate)

    # --- what each panel says for itself ----------------------------------------------------------

    def refresh(self, scenario: Scenario) -> None:
        """Show the scenario as it is now."""
        raise NotImplementedError

    def show_problems(self, problems: list[Problem]) -> None:
        """Show at their places what is doubtful about the scenario."""

    def go_to_part(self, place: ProblemPlace) -> None:
        """Show a part of the scenario, and let the keys go there."""

    def set_texts(self) -> None:
        """Say everything that stays the same in the window's language."""

    # --- the same for all -------------------------------------------------------------------------

    def show_scenario(self, tab: Any) -> None:
        """Show another scenario, or none."""
        if tab is self.tab:
            return
        if self.tab is not None:
            self.tab.document.changed.disconnect(self.seen.request_refresh)
            self.tab.checked.disconnect(self._check)
        self.tab = tab
        self.setEnabled(tab is not None)
        if tab is not None:
            tab.document.changed.connect(self.seen.request_refresh)
            tab.checked.connect(self._check)
            self.seen.request_refresh()

    @property
    def scenario(self) -> Scenario:
        """The scenario that is edited, where there is one."""
        assert self.tab is not None, "no scenario is open"
        return self.tab.document.scenario

    def replace_scenario(self, scenario: Scenario, name: str, typed: str = "") -> None:
        """Put another scenario in the place of this one, if it differs."""
        was = self.scenario if self.tab is not None else scenario
        if self.tab is not None and (scenario.ground is not was.ground or scenario != was):
            self.tab.document.apply(scenario, name, typed)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.set_texts()
        self.seen.request_refresh()

    def _show(self) -> None:
        if self.tab is not None:
            self.refresh(self.scenario)

    def _check(self) -> None:
        if self.tab is not None and self.seen.is_seen:
            self.show_problems(self.tab.problems)


class MapScenarioPanel(ScenarioPanel):
    """A panel that edits what only a scenario on a map has."""

    tab: ScenarioTab | None
