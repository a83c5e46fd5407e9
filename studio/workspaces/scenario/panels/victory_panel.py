"""The panel of a scenario's objectives and victory conditions."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from engine.problems import Problem
from engine.scenario.scenario import Scenario
from studio.framework.prompts import Prompts
from studio.widgets.containers import CompactPages
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_panel import MapScenarioPanel
from studio.workspaces.scenario.panels.objectives_page import ObjectivesPage
from studio.workspaces.scenario.panels.victory_conditions_page import VictoryConditionsPage

PAGES = ("objectives", "victory")


class VictoryPanel(MapScenarioPanel):
    """Two pages: the objectives, and the conditions of victory."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self.objectives, self.conditions = ObjectivesPage(self), VictoryConditionsPage(self)
        self.pages = CompactPages()
        self.pages.addTab(self.objectives, "")
        self.pages.addTab(self.conditions, "")
        self.pages.currentChanged.connect(self.seen.request_refresh)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.pages)
        self.setFocusProxy(self.objectives.listing)
        self.set_texts()

    def refresh(self, scenario: Scenario) -> None:
        """Show the objectives, or the conditions: the page in front."""
        if self.pages.currentWidget() is self.objectives:
            self.objectives.refresh(scenario)
        else:
            self.conditions.refresh(scenario)

    def show_problems(self, problems: list[Problem]) -> None:
        """Show contradictions at their row."""
        self.refresh(self.scenario)

    def go_to_part(self, place: ProblemPlace) -> None:
        """Show an objective or a condition."""
        page = self.objectives if place.part == "objectives" else self.conditions
        self.pages.setCurrentWidget(page)
        page.listing.choose(max(place.number, 0))
        page.listing.setFocus()

    def set_texts(self) -> None:
        """Say in the window's language what the pages and fields are."""
        for place, page in enumerate(PAGES):
            self.pages.setTabText(place, self.localize(f"aims-page-{page}"))
        self.objectives.set_texts()
        self.conditions.set_texts()
