"""What previews ask on a scenario's map: by its own rules, for the unit its author has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.games import handbook_of
from engine.map.map import Map
from engine.problems import SandtableError
from studio.lookout.lookout import Lookout, Outlook
from studio.scenario.forces import Forces

if TYPE_CHECKING:
    from engine.games.handbook import Handbook
    from engine.sight.field import Sight


class UnitLookout(Lookout):
    """As the window's lookout says, but for the scenario's game and the type of the unit chosen."""

    judged_anew = Signal()  # the rules are others: what was judged by them is void

    def __init__(self, usual: Lookout, forces: Forces, parent: QObject) -> None:
        self._usual, self._forces = usual, forces
        self._ruled_by: tuple[Any, ...] = ()
        self._book: Handbook | None = None
        super().__init__(self._wanted(), parent)
        usual.changed.connect(self._follow)
        forces.chosen_changed.connect(self._follow)
        forces.document.changed.connect(self._follow)

    def put_away(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self._usual.changed.disconnect(self._follow)
        self._forces.chosen_changed.disconnect(self._follow)
        self._forces.document.changed.disconnect(self._follow)

    @property
    def book(self) -> Handbook:
        """The handbook of the game as the scenario changes it; the rulebook's where it cannot."""
        if self._book is None:
            try:
                self._book = handbook_of(self._forces.scenario)
            except SandtableError:  # what is wrong with the rules is told by the checks
                return super().book
        return self._book

    def sight(self, map_: Map) -> Sight:
        """Lines of sight as the scenario has them traced (tank S8)."""
        from engine.sight.lines import Trace

        named = str(self._forces.scenario.rules.get("trace", ""))
        is_known = named in [each.value for each in Trace]
        return self.book.sight(map_, Trace(named) if is_known else Trace.CROSSED)

    def _wanted(self) -> Outlook:
        """The window's outlook, for the unit chosen: its type, with its own points."""
        was, scenario = self._usual.outlook, self._forces.scenario
        units = self._forces.units()
        is_other = was.game != scenario.game
        unit, points = ("", 0) if is_other else (was.unit, was.points)
        if units:
            unit, points = units[0].type, 0
        return Outlook(
            scenario.game, unit, points, was.on_march, was.bound, was.range, was.heat, was.explains
        )

    def _follow(self) -> None:
        scenario = self._forces.scenario
        ruled = (scenario.game, scenario.rules)
        if ruled != self._ruled_by:
            self._ruled_by, self._book = ruled, None
            self.judged_anew.emit()
        wanted = self._wanted()
        if wanted != self.outlook:
            self.outlook = wanted
            self.changed.emit()
