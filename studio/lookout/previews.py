"""Previews: what the hex under the pointer sees, the line to the last click, what a move costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.editing.touched import Part, Touched
from engine.hexes.hex import Hex, distance
from engine.map.map import Map
from studio.drawing.overlays import ReachOverlay, SightOverlay
from studio.lookout.shown import NOTHING, Preview, Shown

if TYPE_CHECKING:
    from engine.paths.search import Paths
    from engine.sight.field import Sight
    from engine.sight.live import LiveSight
    from studio.lookout.lookout import Lookout

TERRAIN = frozenset({Part.LEVEL, Part.GROUND, Part.SIDES, Part.LINKS})
UNTOUCHED = Touched(frozenset())


class Rules:
    """A game's rules on one map that is being edited: `changed` must hear of every edit."""

    def __init__(self, map_: Map, lookout: Lookout) -> None:
        self.map = map_
        self.lookout = lookout
        self._asked = lookout.outlook
        self._stale = UNTOUCHED
        self._sight: LiveSight | None = None
        self._paths: Paths | None = None
        self._reached: ReachOverlay | None = None

    def changed(self, touched: Touched) -> None:
        """The map has changed."""
        if Part.GRID in touched.parts:
            self.forget()
        elif touched.parts & TERRAIN:
            self._stale |= touched
            self._reached = None

    def shown(self, preview: Preview, here: Hex, last: Hex | None, pin: Hex | None) -> Shown:
        """A preview for the pointer in a hex, the last click in one, moves from a pinned one."""
        if here not in self.map.grid:
            return NOTHING
        match preview:
            case Preview.SIGHT:
                seen = self.sight.viewshed(here, self._radius)
                return Shown(SightOverlay(here, seen))
            case Preview.LINE:
                return self._line(last if last is not None else here, here)
            case Preview.REACH if pin is None or pin not in self.map.grid:
                return Shown(self._reach(here))
            case Preview.REACH:
                return Shown(self._reach(pin), target=here, route=self.paths.route(pin, here))

    @property
    def sight(self) -> Sight:
        """Who sees whom on the map as it is now."""
        self._catch_up()
        if self._sight is None:
            from engine.sight.live import LiveSight

            self._sight = LiveSight(self.lookout.sight, self.map)
        return self._sight.sight

    @property
    def paths(self) -> Paths:
        """What moves cost on the map as it is now."""
        self._catch_up()
        if self._paths is None:
            from engine.paths.search import Paths

            self._paths = Paths(self.lookout.mobility, self.map)
        return self._paths

    def forget(self) -> None:
        """All is judged anew: the map is of another size, or the rules are others."""
        self._stale = UNTOUCHED
        self._sight = self._paths = self._reached = None

    def _catch_up(self) -> None:
        """Judge anew only what has changed since the last question."""
        if self._asked != self.lookout.outlook:
            was, self._asked = self._asked, self.lookout.outlook
            self._paths = self._reached = None
            if was.game != self._asked.game:
                self._sight = None
        stale, self._stale = self._stale, UNTOUCHED
        if not stale.is_anywhere:
            return
        if self._sight is not None:
            self._sight.changed(self.map, stale.rows, stale.columns)
        if self._paths is not None:
            self._paths.changed_within(self.map, stale.rows, stale.columns)

    @property
    def _radius(self) -> int | None:
        return self.lookout.radius(self.map.hex_metres)

    def _line(self, start: Hex, end: Hex) -> Shown:
        if start not in self.map.grid or start == end:
            return NOTHING
        radius, profile = self._radius, self.sight.profile(start, end)
        return Shown(profile=profile, is_far=radius is not None and distance(start, end) > radius)

    def _reach(self, start: Hex) -> ReachOverlay:
        """The unit's movement points to every hex it can come to."""
        paths = self.paths
        if self._reached is None or self._reached.origin != start:
            reach = paths.reach(start, self.lookout.points)
            self._reached = ReachOverlay(start, {hex_: float(cost) for hex_, cost in reach.items()})
        return self._reached
