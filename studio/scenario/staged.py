"""The tab of a scenario as a stage: a game may be played on what it shows, whatever that is."""

from __future__ import annotations

from typing import Any

from studio.document.scenario_document import ScenarioDocument
from studio.parts.tab import WorkTab


class StagedTab(WorkTab):
    """A tab whose canvas a guest may have for a while, as a game that is played on it has."""

    document: ScenarioDocument
    canvas: Any  # of a map of hexes or of a table

    def receive(self, guest: Any) -> None:
        """Give the canvas to a guest; another that was there has to go."""
        raise NotImplementedError

    def read_again(self) -> None:
        """What is shown is another: say again what is under the pointer."""
        self.pointed.emit()

    def lay_heat(self, heat: Any, key: Any = None) -> None:
        """Lay a heat map with its legend over what is shown; None removes it."""

    def dismiss(self) -> None:
        """Show the scenario exactly as it was before a guest came."""
        raise NotImplementedError
