"""Previews: what the hex under the pointer sees, the line to the last click, what a move costs."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from engine.editing.edit_extent import EditExtent, MapPart
from engine.hexes.hex import SIDES, Hex, distance
from engine.map.map import Map
from studio.previews.preview_result import NOTHING, PreviewKind, PreviewResult
from studio.rendering.map.preview_tints import ReachOverlay, ViewshedOverlay

if TYPE_CHECKING:
    from engine.movement.facing_search import FacingReach
    from engine.movement.mobility import Points
    from engine.movement.path_search import PathSearch, Route
    from engine.sight.incremental_sight import IncrementalSight
    from engine.sight.map_sight import Sight
    from studio.previews.preview_settings import PreviewSettings

TERRAIN = frozenset({MapPart.LEVEL, MapPart.GROUND, MapPart.SIDES, MapPart.LINKS})
FURTHER = 4  # moves: no way is looked for beyond
UNTOUCHED = EditExtent(frozenset())


class PreviewCalculator:
    """A game's rules on one map that is being edited: `changed` must hear of every edit."""

    def __init__(self, map_: Map, lookout: PreviewSettings) -> None:
        self.map = map_
        self.lookout = lookout
        self._asked = lookout.outlook
        self._stale = UNTOUCHED
        self._sight: IncrementalSight | None = None
        self._paths: PathSearch | None = None
        self._reached: ReachOverlay | None = None
        self._asked_reach: tuple[object, ...] = ()

    def changed(self, touched: EditExtent) -> None:
        """The map has changed."""
        if MapPart.GRID in touched.parts:
            self.forget()
        elif touched.parts & TERRAIN:
            self._stale |= touched
            self._reached = None

    def calculate_preview(
        self, preview: PreviewKind, here: Hex, last: Hex | None, pin: Hex | None
    ) -> PreviewResult:
        """A preview for the pointer in a hex, the last click in one, moves from a pinned one."""
        if here not in self.map.grid:
            return NOTHING
        match preview:
            case PreviewKind.SIGHT:
                seen = self.sight.viewshed(here, self._radius)
                return PreviewResult(ViewshedOverlay(here, seen))
            case PreviewKind.LINE:
                return self._line(last if last is not None else here, here)
            case PreviewKind.REACH if pin is None or pin not in self.map.grid:
                return PreviewResult(self._reach(here))
            case PreviewKind.REACH:
                return PreviewResult(self._reach(pin), target=here, route=self._route(pin, here))

    @property
    def sight(self) -> Sight:
        """Return the sight on the map as it is now."""
        self._catch_up()
        if self._sight is None:
            from engine.sight.incremental_sight import IncrementalSight

            self._sight = IncrementalSight(self.lookout.sight, self.map)
        return self._sight.sight

    @property
    def paths(self) -> PathSearch:
        """Return the path search on the map as it is now."""
        self._catch_up()
        if self._paths is None:
            from engine.movement.path_search import PathSearch

            self._paths = PathSearch(self.lookout.mobility, self.map)
        return self._paths

    def forget(self) -> None:
        """Judge everything anew: the map's size or the rules have changed."""
        self._stale = UNTOUCHED
        self._sight = self._paths = self._reached = None

    def _catch_up(self) -> None:
        """Judge again only what has changed since the last question."""
        if self._asked != self.lookout.outlook:
            was, self._asked = self._asked, self.lookout.outlook
            self._paths = self._reached = None
            if was.game != self._asked.game:
                self._sight = None
        stale, self._stale = self._stale, UNTOUCHED
        if not stale.is_anywhere:
            return
        if self._sight is not None:
            self._sight.update_window(self.map, stale.rows, stale.columns)
        if self._paths is not None:
            self._paths.updated_within(self.map, stale.rows, stale.columns)

    @property
    def _radius(self) -> int | None:
        return self.lookout.radius(self.map.hex_metres)

    def _line(self, start: Hex, end: Hex) -> PreviewResult:
        if start not in self.map.grid or start == end:
            return NOTHING
        radius, profile = self._radius, self.sight.profile(start, end)
        return PreviewResult(
            profile=profile, is_far=radius is not None and distance(start, end) > radius
        )

    def _reach(self, start: Hex) -> ReachOverlay:
        """The unit's movement points to every hex it can come to."""
        asked = start, self.lookout.points, self.lookout.facing
        if self._reached is None or self._asked_reach != asked:
            self._asked_reach = asked
            found: dict[Hex, float] = {}
            for reach in self._driven(start, self.lookout.points):
                for hex_, front in reach.hexes.items():
                    found[hex_] = min(float(reach[front]), found.get(hex_, inf))
            if self.lookout.handling is None:
                walked = self.paths.reach(start, self.lookout.points)
                found = {hex_: float(cost) for hex_, cost in walked.items()}
            self._reached = ReachOverlay(start, found)
        return self._reached

    def _driven(self, start: Hex, points: Points) -> Iterator[FacingReach]:
        """The reach of a unit with a front: for its own front, or for each it might have."""
        from engine.movement.facing_rules import HexFacing
        from engine.movement.facing_search import FacingSearch

        handling, facing = self.lookout.handling, self.lookout.facing
        if handling is None:
            return
        driving = FacingSearch(self.paths, handling)
        for front in range(SIDES) if facing is None else (facing,):
            yield driving.reach(HexFacing(start, front), points)

    def _route(self, start: Hex, end: Hex) -> Route | None:
        """The cheapest way, for a unit with a front with all its turns."""
        from engine.movement.path_search import Route

        if self.lookout.handling is None:
            return self.paths.route(start, end)
        far = FURTHER * self.lookout.points
        ways = [r.way(r.hexes[end]) for r in self._driven(start, far) if end in r.hexes]
        if not ways:
            return None
        best = min(ways, key=lambda way: way.spent[-1])
        return Route(tuple(front.at for front in best.fronts), best.spent)
