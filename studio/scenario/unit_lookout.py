"""What previews ask on a scenario's map: by its own rules, for the unit its author has chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.scenario.scenario import Scenario
from studio.lookout.lookout import Lookout
from studio.lookout.ruled_lookout import RuledLookout
from studio.scenario.forces import Forces


class UnitLookout(RuledLookout):
    """For the unit chosen among the forces."""

    def __init__(self, usual: Lookout, forces: Forces, parent: QObject) -> None:
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
    def unit_type(self) -> str:
        """The type of the first unit chosen."""
        units = self._forces.units()
        return units[0].type if units else ""
