"""The bucket: fills what hangs together with the hex clicked, as far as its limits allow."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.hexes.flat import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map, Masks, Plane
from engine.paths.connected import regions, spread
from studio.tools.brush import start_paint
from studio.tools.desk import EditingContext, Stroke
from studio.tools.paints import Paint, SelectionPaint
from studio.tools.pointer import PointerPhase, ToolPointer, ToolPreview


@dataclass(frozen=True)
class BucketLimits:
    """How far a bucket fills: from the hex clicked through hexes that are like it.

    `levels` is how far from its level theirs may be, None for as far as you like. `sides` are kinds
    of hexside features that are not crossed. With `roads` a fill that begins beside roads leaves
    them out, and one that begins on a road keeps to it; with `zones` it stays in the zones it
    begins in. At most `most` hexes are filled, the nearest by the way within.
    """

    ground: bool = True
    levels: int | None = None
    sides: frozenset[str] = field(default_factory=frozenset)
    roads: bool = False
    zones: bool = False
    most: int | None = None

    def alike(self, map_: Map, start: Hex) -> Plane:
        """The hexes that are like one."""
        here = map_.grid.index(start)
        alike = np.ones(map_.grid.shape, np.bool_)
        if self.ground:
            alike &= map_.ground == map_.ground[here]
        if self.levels is not None:
            apart = np.abs(map_.level.astype(np.int32) - int(map_.level[here]))
            alike &= apart <= self.levels
        if self.roads:
            roads = _union(map_.links, map_.grid) != 0
            alike &= roads == roads[here]
        if self.zones:
            for zone in map_.zones.values():
                alike &= zone.hexes == zone.hexes[here]
        return alike

    def walls(self, map_: Map) -> Masks | None:
        """The hexsides that are not crossed; None where there are none."""
        laid = {kind: masks for kind, masks in map_.sides.items() if kind in self.sides}
        return _union(laid, map_.grid) if laid else None


NO_LIMITS = BucketLimits()


@dataclass(frozen=True)
class Bucket:
    """Lays a paint into the hexes that hang together with the one clicked, within its limits."""

    paint: Paint
    limits: BucketLimits = NO_LIMITS

    def hover(self, desk: EditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex under the pointer: the whole region may be large."""
        return ToolPreview(desk.indices([pointer.hex(desk.grid)]))

    def stroke(self, desk: EditingContext, press: ToolPointer) -> Stroke:
        """Fills when the pointer is let go; a selection that limits painting ends the region."""
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield self.hover(desk, pointer)
        here = pointer.hex(desk.grid)
        if here not in desk.grid:
            return
        within = None if isinstance(self.paint, SelectionPaint) else desk.limit
        desk.lay(start_paint(desk, self.paint, here), self.region(desk.map, here, within))

    def region(self, map_: Map, start: Hex, within: NDArray[np.bool_] | None = None) -> Indices:
        """The hexes it would fill, none outside of `within`, a flag for each hex by flat index."""
        alike = self.limits.alike(map_, start)
        if within is not None:
            alike &= within.reshape(map_.grid.shape)
        here, walls = map_.grid.index(start), self.limits.walls(map_)
        if not alike[here]:
            return np.zeros(0, np.int32)
        if walls is not None or self.limits.most is not None:
            most = len(map_.grid) if self.limits.most is None else self.limits.most
            return spread(map_.grid, alike, start, walls, most)
        numbers = regions(map_.grid, alike)
        return np.flatnonzero(numbers == numbers[here]).astype(np.int32)


def _union(planes: dict[str, Masks], grid: Grid) -> Masks:
    union = np.zeros(grid.shape, np.uint8)
    for masks in planes.values():
        union |= masks
    return union
