"""What a scenario is fought for: its objectives, and what its sides win by."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from engine.problems import Problem
from engine.scenario.scenario import Scenario
from studio.parts.asking import Asking
from studio.parts.front_page import FrontPage
from studio.parts.speech import Speech
from studio.scenario.conditions import Conditions
from studio.scenario.objectives import Objectives
from studio.scenario.panel import MapAuthorPanel
from studio.scenario.problem_places import ProblemPlace

PAGES = ("objectives", "victory")


class AimsPanel(MapAuthorPanel):
    """Two pages: the objectives, and the conditions of victory."""

    def __init__(self, say: Speech, asking: Asking) -> None:
        super().__init__(say)
        self.objectives, self.conditions = Objectives(self), Conditions(self)
        self.pages = FrontPage()
        self.pages.addTab(self.objectives, "")
        self.pages.addTab(self.conditions, "")
        self.pages.currentChanged.connect(self.seen.look)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.pages)
        self.setFocusProxy(self.objectives.listing)
        self.name()

    def refresh(self, scenario: Scenario) -> None:
        """Show the objectives, or the conditions: the page in front."""
        if self.pages.currentWidget() is self.objectives:
            self.objectives.refresh(scenario)
        else:
            self.conditions.refresh(scenario)

    def show_problems(self, problems: list[Problem]) -> None:
        """Show contradictions at their row."""
        self.refresh(self.scenario)

    def seek(self, place: ProblemPlace) -> None:
        """Show an objective or a condition."""
        page = self.objectives if place.part == "objectives" else self.conditions
        self.pages.setCurrentWidget(page)
        page.listing.choose(max(place.number, 0))
        page.listing.setFocus()

    def name(self) -> None:
        """Say in the window's language what the pages and fields are."""
        for place, page in enumerate(PAGES):
            self.pages.setTabText(place, self.say(f"aims-page-{page}"))
        self.objectives.name()
        self.conditions.name()
