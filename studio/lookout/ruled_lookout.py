"""What previews ask where a scenario sets the rules: its game, and the type of one of its units."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.games import handbook_of
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from studio.lookout.lookout import PreviewOptions, PreviewSettings

if TYPE_CHECKING:
    from engine.games.handbook import Handbook
    from engine.sight.field import Sight


class ScenarioPreviewSettings(PreviewSettings):
    """The window's lookout, but for the scenario's game and the previewed unit.

    Its owner calls `follow` as soon as anything it depends on has changed.
    """

    judged_anew = Signal()  # the rules have changed: what was judged by them is void

    def __init__(self, usual: PreviewSettings, parent: QObject) -> None:
        self._usual = usual
        self._ruled_by: tuple[Any, ...] = ()
        self._book: Handbook | None = None
        super().__init__(self._wanted(), parent)
        usual.changed.connect(self.follow)

    def put_away(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self._usual.changed.disconnect(self.follow)

    @property
    @abstractmethod
    def scenario(self) -> Scenario:
        """The scenario whose rules these are."""

    @property
    @abstractmethod
    def unit_type(self) -> str:
        """The type of the previewed unit; empty if there is none."""

    @property
    def book(self) -> Handbook:
        """The game's handbook as the scenario changes it; the rulebook's if that is invalid."""
        if self._book is None:
            try:
                self._book = handbook_of(self.scenario)
            except SandtableError:  # faults of the rules are reported by the checks
                return super().book
        return self._book

    def sight(self, map_: Map) -> Sight:
        """Lines of sight as the scenario has them traced (tank S8)."""
        from engine.sight.lines import TraceRule

        named = str(self.scenario.rules.get("trace", ""))
        is_known = named in [each.value for each in TraceRule]
        return self.book.sight(map_, TraceRule(named) if is_known else TraceRule.CROSSED)

    def point(self, at: Hex | None) -> None:
        """The pointer is in another hex: for those who look at whoever is there."""

    def follow(self) -> None:
        """Ask by the present choice and rules."""
        ruled = self._rules_now()
        if ruled != self._ruled_by:
            self._ruled_by, self._book = ruled, None
            self.judged_anew.emit()
        wanted = self._wanted()
        if wanted != self.outlook:
            self.outlook = wanted
            self.changed.emit()

    def _rules_now(self) -> tuple[Any, ...]:
        """Everything judgement depends on: when it differs, all is judged anew."""
        return self.scenario.game, self.scenario.rules

    def _wanted(self) -> PreviewOptions:
        """The window's outlook, for the unit looked at: its type, with its own points."""
        was, game, unit = self._usual.outlook, self.scenario.game, self.unit_type
        points = 0
        if not unit and was.game == game:
            unit, points = was.unit, was.points
        return PreviewOptions(
            game, unit, points, was.on_march, was.bound, was.range, was.heat, was.explains
        )
