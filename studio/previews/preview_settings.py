"""Settings of previews: the game, unit and range, on every map or by a scenario's rules."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.files import strict_json
from engine.games import default_game, handbook_of, is_on_maps
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.problems import SandtableError
from studio.previews.background_loading import PreviewLoadingStatus

if TYPE_CHECKING:
    from engine.games.handbook import Handbook
    from engine.movement.facing_rules import SteeringRules
    from engine.movement.mobility import Mobility, Points
    from engine.scenario.scenario import Scenario
    from engine.sight.map_sight import Sight


MAX_POINTS, MAX_HEXES, MAX_METRES = 99, 500, 50_000
MAX_HEATED = 40  # hexes; further only the whole of a small map is counted


class RangeUnit(StrEnum):
    """The units of a limit to sight."""

    NONE = "none"
    HEXES = "hexes"
    METRES = "metres"


@dataclass(frozen=True)
class PreviewOptions:
    """The options of previews. No unit means the game's first; no points, the unit's own.

    `heat` is the range at which a hex counts as seen, 0 for from anywhere on the map.
    """

    game: str = default_game()
    unit: str = ""
    points: int = 0
    on_march: bool = False
    bound: RangeUnit = RangeUnit.NONE
    range: int = 20
    heat: int = 20
    explains: bool = True

    def radius(self, hex_metres: float) -> int | None:
        """Return the range of sight in hexes; None without a limit."""
        if self.bound is RangeUnit.METRES:
            return int(self.range // hex_metres)
        return self.range if self.bound is RangeUnit.HEXES else None

    def heat_radius(self, hex_metres: float) -> int | None:
        """From how many hexes off a hex counts as seen; None for from anywhere."""
        limits = [self.radius(hex_metres), self.heat or None]
        return min((limit for limit in limits if limit is not None), default=None)

    def as_text(self) -> str:
        """For the settings."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, words: str) -> PreviewOptions:
        """From the settings; what cannot be understood keeps its default."""
        try:
            kept = strict_json.loads(words or "{}")
        except ValueError:
            return cls()
        return cls(**_valid_entries(kept)) if isinstance(kept, dict) else cls()


def _valid_entries(kept: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that make sense; settings from another version may hold others."""
    usual = asdict(PreviewOptions())
    found: dict[str, Any] = {
        key: each for key, each in kept.items() if key in usual and type(each) is type(usual[key])
    }
    if kept.get("bound") in list(RangeUnit):
        found["bound"] = RangeUnit(kept["bound"])
    if "game" in found and not is_on_maps(found["game"]):  # others are not loaded for it
        del found["game"]
    limits = {"points": (0, MAX_POINTS), "range": (0, MAX_METRES), "heat": (0, MAX_HEATED)}
    for key, (least, most) in limits.items():
        if key in found and not least <= int(found[key]) <= most:
            del found[key]
    return found


class PreviewSettings(QObject):
    """The settings of all previews, and their handbook."""

    changed = Signal()

    def __init__(
        self, outlook: PreviewOptions | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.outlook = outlook or PreviewOptions()
        self.preparing = PreviewLoadingStatus(self)
        self._books: dict[str, Handbook] = {}

    def update(self, **changes: Any) -> None:
        """Change what is asked from now on."""
        outlook = replace(self.outlook, **changes)
        if outlook != self.outlook:
            self.outlook = outlook
            self.changed.emit()

    @property
    def handbook(self) -> Handbook:
        """The handbook of the game."""
        from engine.games import rule_system_of

        game = self.outlook.game
        if game not in self._books:
            self._books[game] = rule_system_of(game).handbook({})
        return self._books[game]

    def sight(self, map_: Map) -> Sight:
        """Return the sight on a map."""
        from engine.sight.line_trace import TraceRule

        return self.handbook.sight(map_, TraceRule.CROSSED)

    @property
    def unit(self) -> str:
        """The unit type whose moves are shown."""
        units = self.handbook.units()
        return self.outlook.unit if self.outlook.unit in units else next(iter(units))

    @property
    def points(self) -> Points:
        """Return the points for a move."""
        return self.outlook.points or self.handbook.movement_points(self.unit)

    @property
    def handling(self) -> SteeringRules | None:
        """The way it steers; None where it has no front to steer by."""
        from engine.games.handbook import SteeringHandbook

        return (
            self.handbook.steering_rules(self.unit)
            if isinstance(self.handbook, SteeringHandbook)
            else None
        )

    @property
    def facing(self) -> int | None:
        """The front its moves begin with; None for whichever is best."""
        return None

    def radius(self, hex_metres: float) -> int | None:
        """Return the range for sight in hexes: the smaller of the option and the rule."""
        limits = [self.outlook.radius(hex_metres), self.handbook.vision_range(self.unit)]
        return min((limit for limit in limits if limit is not None), default=None)

    @property
    def is_marching(self) -> bool:
        """Return True if the march is shown: chosen, and known to the game."""
        return self.outlook.on_march and self.handbook.march_mobility(self.unit) is not None

    @property
    def mobility(self) -> Mobility:
        """Return the movement costs."""
        march = self.handbook.march_mobility(self.unit) if self.outlook.on_march else None
        return march or self.handbook.mobility(self.unit)


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

    def dispose(self) -> None:
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
    def handbook(self) -> Handbook:
        """The game's handbook as the scenario changes it; the rulebook's if that is invalid."""
        if self._book is None:
            try:
                self._book = handbook_of(self.scenario)
            except SandtableError:  # faults of the rules are reported by the checks
                return super().handbook
        return self._book

    def sight(self, map_: Map) -> Sight:
        """Lines of sight as the scenario has them traced (tank S8)."""
        from engine.sight.line_trace import TraceRule

        named = str(self.scenario.rules.get("trace", ""))
        is_known = named in [each.value for each in TraceRule]
        return self.handbook.sight(map_, TraceRule(named) if is_known else TraceRule.CROSSED)

    def point(self, at: Hex | None) -> None:
        """The pointer is in another hex: for listeners that show its contents."""

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
        """Return the values on which judgement depends: if they differ, all is renewed."""
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
