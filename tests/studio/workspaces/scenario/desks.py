"""Panels of a scenario that nobody sees, with answers given instead of dialogs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from engine.scenario.scenario import Scenario
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.background_jobs import BackgroundJobs
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.panels.title_and_briefing_panel import TitleAndBriefingPanel
from tests.studio.main_window.conftest import Scripted


class Desk:
    """A scenario in a tab, and a panel beside it."""

    def __init__(self, qtbot: QtBot, file: Path) -> None:
        self._qtbot = qtbot
        self.localize, self.prompts = Localizer("en"), Scripted()
        self.document = ScenarioDocument.open(file)
        self.tab = ScenarioTab(self.document, self.localize)
        self.jobs = BackgroundJobs(self.tab, self.localize)
        self.made: list[Any] = [self.tab]
        self.tab.resize(300, 200)
        self.tab.show()

    def panel(self, made: type[ScenarioPanel]) -> Any:
        """A panel that shows the scenario."""
        with_jobs = (self.jobs,) if made is TitleAndBriefingPanel else ()
        panel = made(self.localize, self.prompts, *with_jobs)  # type: ignore[call-arg]  # as docks make them
        self.made.append(panel)
        panel.resize(400, 600)
        panel.show_scenario(self.tab)
        panel.show()
        panel.activateWindow()
        self._qtbot.waitUntil(panel.isActiveWindow)
        panel.seen.refresh_if_visible()  # which its first picture would bring about
        return panel

    @property
    def scenario(self) -> Scenario:
        return self.document.scenario

    @property
    def steps(self) -> list[str]:
        """The names of the steps that can be undone."""
        return [self.document.history.text(place) for place in range(self.document.history.index())]

    def undo(self) -> None:
        self.document.history.undo()

    def look(self) -> None:
        """Wait until the problems are those of the scenario as it is."""
        self._qtbot.waitUntil(lambda: not self.tab.checking.is_waiting, timeout=20_000)

    def close(self) -> None:
        self.tab.dispose()
        for widget in reversed(self.made):
            if isinstance(widget, ScenarioPanel):
                widget.show_scenario(None)
            widget.close()
            widget.deleteLater()
        self.document.close()
        self.document.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
