"""Previews: what the hex under the pointer sees, the line to the last click, what a move costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.hexes import Hex
from engine.map import Map
from studio.drawing.overlays import Overlay, ReachOverlay, SightOverlay

if TYPE_CHECKING:
    from engine.handbook import Handbook
    from engine.paths.search import Paths
    from engine.sight.field import Sight
    from engine.sight.profile import Profile


class Preview(StrEnum):
    """What can be shown of the rules while the pointer moves."""

    SIGHT = "sight"
    LINE = "line"
    REACH = "reach"


@dataclass(frozen=True)
class Shown:
    """What a preview lays over the map; the profile is for the sighting chart."""

    overlay: Overlay | None = None
    profile: Profile | None = None


NOTHING = Shown()


class Rules:
    """A game's rules on one map that is being edited: `forget` after every change of it."""

    def __init__(self, map_: Map, game: str) -> None:
        self.map = map_
        self.game = game
        self.unit = ""  # the first of the game's unit types, if none is chosen
        self._sight: Sight | None = None
        self._paths: dict[str, Paths] = {}

    def forget(self) -> None:
        """The map has changed."""
        self._sight = None
        self._paths.clear()

    @property
    def book(self) -> Handbook:
        """The game's handbook."""
        from engine.games.handbooks import handbook

        return handbook(self.game)

    def shown(self, preview: Preview, here: Hex, last: Hex | None) -> Shown:
        """A preview for the pointer in a hex, and the last click in another."""
        if here not in self.map.grid:
            return NOTHING
        match preview:
            case Preview.SIGHT:
                return Shown(SightOverlay(here, self.sight.viewshed(here)))
            case Preview.LINE:
                return self._line(last if last is not None else here, here)
            case Preview.REACH:
                return Shown(ReachOverlay(here, self._reach(here)))

    @property
    def sight(self) -> Sight:
        """Who sees whom on the map as it is now."""
        from engine.sight.lines import Trace

        if self._sight is None:
            self._sight = self.book.sight(self.map, Trace.CROSSED)
        return self._sight

    def _line(self, start: Hex, end: Hex) -> Shown:
        if start not in self.map.grid or start == end:
            return NOTHING
        return Shown(profile=self.sight.profile(start, end))

    def _reach(self, start: Hex) -> dict[Hex, float]:
        """The unit's movement points to every hex it can come to."""
        from engine.paths.search import Paths

        unit = self.unit or next(iter(self.book.units()))
        if unit not in self._paths:
            self._paths[unit] = Paths(self.book.mobility(unit), self.map)
        reach = self._paths[unit].reach(start, self.book.movement_points(unit))
        return {hex_: float(cost) for hex_, cost in reach.items()}
