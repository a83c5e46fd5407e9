"""The settings of the tools: what the hand needs to know beside what it holds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.editing.edit_extent import MapPart
from engine.editing.map_clips import CARRIED, Clip
from engine.hexes.grid import Orientation
from engine.hexes.hex import SIDES
from studio.map_tools.brush_tools import NO_LIMITS, BrushShapeKind, BucketLimits, Shape, brush_hexes
from studio.map_tools.paints import SelectionMode
from studio.map_tools.symmetry import PaintSymmetry

ERASABLE = (
    MapPart.SIDES,
    MapPart.LINKS,
    MapPart.GROUND,
    MapPart.LEVEL,
    MapPart.ZONES,
    MapPart.PLACES,
)
MAX_STEPS = 50  # levels a stroke raises or lowers
MAX_STRENGTH = 9


class ToolSetting(StrEnum):
    """The settings of tools, as the palette groups them; a tool uses some of them."""

    SHAPE = "shape"
    LEVEL = "level"
    STEP = "step"
    STRENGTH = "strength"
    LIMITS = "limits"
    CHOICE = "choice"
    WAY = "way"
    TURNING = "turning"
    PARTS = "parts"
    ERASED = "erased"
    SYMMETRY = "symmetry"


@dataclass(frozen=True)
class ToolSettings:
    """All settings at once; another setting is another value.

    `size` is the brush's from 0 on and `turned` its turn in sixths. `level` is the one that `set`
    sets, `step` by how many levels `raise` and `lower` change, `strength` how often `smooth`
    smooths. `stamp_turned` and `is_mirrored` are of the current stamp; `parts` is what stamps and
    pasting lay, `erased` what the eraser takes away.
    """

    form: BrushShapeKind = BrushShapeKind.DISC
    size: int = 0
    turned: int = 0
    level: int = 1
    step: int = 1
    strength: int = 1
    limits: BucketLimits = NO_LIMITS
    choice: SelectionMode = SelectionMode.REPLACE
    stamp_turned: int = 0
    is_mirrored: bool = False
    parts: frozenset[MapPart] = CARRIED
    erased: frozenset[MapPart] = field(
        default_factory=lambda: frozenset({MapPart.SIDES, MapPart.LINKS})
    )
    symmetry: PaintSymmetry = PaintSymmetry.NONE
    is_limited: bool = True

    @property
    def shape(self) -> Shape:
        """The hexes under the brush."""
        return brush_hexes(self.form, self.size, self.turned)

    def laid(self, stamp: Clip, orientation: Orientation) -> Clip:
        """A stamp as it is held: turned and mirrored, with the parts that are wanted."""
        held = replace(stamp, parts=stamp.parts & self.parts)
        if self.is_mirrored:
            held = held.mirrored(orientation)
        return held.turned(self.stamp_turned)

    def with_stamp_rotated(self) -> ToolSettings:
        """With the stamp turned clockwise by 60° more."""
        return replace(self, stamp_turned=(self.stamp_turned + 1) % SIDES)

    def stamp_mirrored(self) -> ToolSettings:
        """With left and right of the stamp, as it is held, exchanged."""
        return replace(
            self, stamp_turned=-self.stamp_turned % SIDES, is_mirrored=not self.is_mirrored
        )
