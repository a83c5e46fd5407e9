"""The results of previews: their kind, and the overlay on the map."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.hexes.hex import Hex
from studio.rendering.map.preview_tints import Overlay

if TYPE_CHECKING:
    from engine.movement.path_search import Route
    from engine.sight.sight_profile import Profile


class PreviewKind(StrEnum):
    """The kinds of preview that follow the pointer."""

    SIGHT = "sight"
    LINE = "line"
    REACH = "reach"


HEAT, EXPLAIN = "heat", "explain"
LOOKED_AT = frozenset((*PreviewKind, HEAT, EXPLAIN))  # on a map, by the names of its previews


@dataclass(frozen=True)
class PreviewResult:
    """The result of a preview; the profile is for the sighting chart.

    `is_far` says that the line of sight is longer than any unit can see. `target` is the hex to
    which a path was sought; without a `route` there is none.
    """

    overlay: Overlay | None = None
    profile: Profile | None = None
    is_far: bool = False
    target: Hex | None = None
    route: Route | None = None


NOTHING = PreviewResult()
