"""The box of a scenario's counter layout: one of the program, or a file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QComboBox

from engine.files.counter_layout_files import ENDING, find, shipped_layouts
from engine.problems import InvalidFileError
from engine.scenario.scenario import Scenario
from studio.framework.prompts import Prompts
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel

DEFAULT, OTHER = "", "…"


class CounterLayoutBox(QComboBox):
    """The layouts there are; the last entry asks for a file."""

    def __init__(self, panel: ScenarioPanel, prompts: Prompts) -> None:
        super().__init__()
        self._panel, self._prompts = panel, prompts
        self.activated.connect(self._take)

    def set_texts(self) -> None:
        """Say in the window's language what it is for."""
        self.setAccessibleName(self._panel.localize("story-counters").replace("&", ""))

    def refresh(self, scenario: Scenario) -> None:
        """Show which layout the scenario has."""
        localize, named = self._panel.localize, scenario.counters
        self.blockSignals(True)
        self.clear()
        self.addItem(localize("story-counters-usual"), DEFAULT)
        for layout in shipped_layouts():
            self.addItem(localize.localize_text(find(layout).title), layout)
        if named not in (DEFAULT, *shipped_layouts()):
            self.addItem(named, named)
        self.addItem(localize("story-counters-other"), OTHER)
        self.setCurrentIndex(self.findData(named))
        self.blockSignals(False)

    def _take(self) -> None:
        panel, named = self._panel, self.currentData()
        if named == OTHER:
            named = self._asked()
        try:
            layout = find(named, self._folder) if named else None
        except InvalidFileError as error:
            self._prompts.show_message(str(error))
            named, layout = panel.scenario.counters, panel.scenario.layout
        panel.replace_scenario(
            replace(panel.scenario, counters=named, layout=layout), panel.localize("step-counters")
        )
        self.refresh(panel.scenario)

    @property
    def _folder(self) -> Path:
        """Return the folder to which the scenario's paths are relative."""
        path = self._panel.tab.document.path if self._panel.tab else None
        return path.parent if path else Path()

    def _asked(self) -> str:
        """Ask for the path of a layout file; the present layout if none is chosen."""
        file = self._prompts.file_to_read(
            self._panel.localize("story-counters-other"), [ENDING], self._folder
        )
        if file is None:
            return self._panel.scenario.counters
        try:
            return Path(os.path.relpath(file, self._folder.absolute())).as_posix()
        except ValueError:  # on another drive
            return str(file)
