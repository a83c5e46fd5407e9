"""What previews ask on a scenario's map: by its own rules, for the unit its author has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.games.handbook import SteeringHandbook
from engine.scenario.scenario import Scenario
from studio.lookout.lookout import PreviewSettings
from studio.lookout.ruled_lookout import ScenarioPreviewSettings
from studio.scenario.forces import ForcesEditor

if TYPE_CHECKING:
    from engine.paths.mobility import Points


class UnitPreviewSettings(ScenarioPreviewSettings):
    """For the unit chosen among the forces."""

    def __init__(self, usual: PreviewSettings, forces: ForcesEditor, parent: QObject) -> None:
        self._forces = forces
        super().__init__(usual, parent)
        forces.chosen_changed.connect(self.follow)
        forces.document.changed.connect(self.follow)

    def put_away(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        super().put_away()
        self._forces.chosen_changed.disconnect(self.follow)
        self._forces.document.changed.disconnect(self.follow)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is written."""
        return self._forces.scenario

    @property
    def facing(self) -> int | None:
        """As the unit faces that is chosen."""
        units = self._forces.units()
        return units[0].facing if units else None

    @property
    def points(self) -> Points:
        """What the unit may spend, moving with the others chosen and bearing what it bears."""
        units, book = self._forces.units(), self.book
        if not units or not isinstance(book, SteeringHandbook):
            return super().points
        borne = [each for each in self._forces.scenario.units if each.bearer == units[0].id]
        others = [each.type for each in (*units[1:], *borne)]
        return book.points_with(units[0].type, others)

    @property
    def unit_type(self) -> str:
        """The type of the first unit chosen."""
        units = self._forces.units()
        return units[0].type if units else ""
