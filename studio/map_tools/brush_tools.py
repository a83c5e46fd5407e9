"""Brush, bucket and eyedropper: the tools that lay material or pick it up."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.editing.isometries import rotation_isometry
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex, disc, line
from engine.map.map import Map, Masks, Plane
from engine.movement.connected_components import flood_region, label_regions
from studio.map_tools.editing_context import MapEditingContext, Stroke, pick_material
from studio.map_tools.paints import HexPaint, SelectionPaint
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer, ToolPreview

Shape = tuple[Hex, ...]
"""The hexes a brush covers, seen from the hex under the pointer."""

CENTRE = Hex(0, 0)
LARGEST = 15  # the size of the largest shape; of a disc, its radius


class BrushShapeKind(StrEnum):
    """The shapes of brushes, at any size."""

    DISC = "disc"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    BAR = "bar"


@lru_cache(maxsize=256)
def brush_hexes(form: BrushShapeKind, size: int, sixths: int = 0) -> Shape:
    """The hexes of a form of a size from 0 on, turned clockwise by so many times 60°."""
    turned = rotation_isometry(sixths % SIDES)
    return tuple(turned.hex(hex_) for hex_ in _upright(form, size))


def hex_count(form: BrushShapeKind, size: int) -> int:
    """The hexes of a form of a size."""
    side = size + 2
    match form:
        case BrushShapeKind.DISC:
            return 1 + 3 * size * (size + 1)
        case BrushShapeKind.BAR:
            return 2 * size + 3
        case BrushShapeKind.TRIANGLE:
            return side * (side + 1) // 2
        case BrushShapeKind.DIAMOND:
            return side * side


def _upright(form: BrushShapeKind, size: int) -> list[Hex]:
    match form:
        case BrushShapeKind.DISC:
            return disc(CENTRE, size)
        case BrushShapeKind.BAR:
            return line(Hex(-size - 1, 0), Hex(size + 1, 0))
        case BrushShapeKind.TRIANGLE:
            side, middle = size + 2, Hex((size + 1) // 3, (size + 1) // 3)
            hexes = [Hex(q, r) for r in range(side) for q in range(side - r)]
        case BrushShapeKind.DIAMOND:
            side, middle = size + 2, Hex((size + 1) // 2, (size + 1) // 2)
            hexes = [Hex(q, r) for r in range(side) for q in range(side)]
    return [hex_.offset_from(middle) for hex_ in hexes]


SHAPES: dict[str, Shape] = {
    **{
        str(3 * n * (n + 1) + 1): brush_hexes(BrushShapeKind.DISC, n) for n in range(6)
    },  # 1, 7, 19, 37, 61, 91
    "triangle": brush_hexes(BrushShapeKind.TRIANGLE, 0),
    "diamond": brush_hexes(BrushShapeKind.DIAMOND, 0),
    "bar": brush_hexes(BrushShapeKind.BAR, 1),
    "bar-60": brush_hexes(BrushShapeKind.BAR, 1, 1),
    "bar-120": brush_hexes(BrushShapeKind.BAR, 1, 2),
}
ONE = brush_hexes(BrushShapeKind.DISC, 0)


@dataclass(frozen=True)
class Brush:
    """Lays a paint into every hex under its shape, each once a stroke.

    With Shift it draws a straight line: from the press to where the pointer is let go, or, with a
    mere click, from where the last stroke ended.
    """

    paint: HexPaint
    shape: Shape = ONE

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hexes under the shape; with Shift, those from the last stroke's end to here."""
        here = pointer.hex(context.grid)
        if pointer.shift and context.last is not None:
            return ToolPreview(stroke_hexes(context.grid, self.shape, line(context.last, here)))
        return ToolPreview(stroke_hexes(context.grid, self.shape, [here]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """Paints live; with Shift, a straight line in the end."""
        if press.shift:
            return paint_straight_stroke(context, press, self.paint, self.shape)
        return self._freehand(context, press)

    def _freehand(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        grid, here = context.grid, press.hex(context.grid)
        paint = paint_for_stroke(context, self.paint, here)
        painted = np.zeros(len(grid), np.bool_)
        pointer = press
        while True:
            there = pointer.hex(grid)
            indices = stroke_hexes(grid, self.shape, line(here, there))
            indices = indices[~painted[indices]]
            painted[indices] = True
            if indices.size:
                context.lay(paint, indices, painted)
            if pointer.phase is PointerPhase.RELEASE:
                return
            here = there
            pointer = yield ToolPreview(stroke_hexes(grid, self.shape, [here]))


def paint_straight_stroke(
    context: MapEditingContext, press: ToolPointer, paint: HexPaint, shape: Shape = ONE
) -> Stroke:
    """A stroke along a straight line: shown while the button is held, painted when it is let go."""
    start = press.hex(context.grid)
    pointer = press
    while pointer.phase is not PointerPhase.RELEASE:
        pointer = yield ToolPreview(
            stroke_hexes(context.grid, shape, line(start, pointer.hex(context.grid)))
        )
    end = pointer.hex(context.grid)
    if start == end and pointer.shift and context.last is not None:
        start = context.last
    indices = stroke_hexes(context.grid, shape, line(start, end))
    context.lay(paint_for_stroke(context, paint, start), indices)


def paint_for_stroke(context: MapEditingContext, paint: HexPaint, start: Hex) -> HexPaint:
    """The paint for a stroke that begins at a hex, or off the map."""
    return (
        paint.begun(context.map, flat_index.index(context.grid, start))
        if start in context.grid
        else paint
    )


def stroke_hexes(grid: Grid, shape: Shape, along: Sequence[Hex]) -> Indices:
    """The hexes of the map under a shape that is moved along hexes, each once, in rising order."""
    hexes = np.array(along, np.int32)[:, None, :] + _axial(shape)
    indices = flat_index.axial_to_indices(grid, hexes.reshape(-1, 2))
    return np.unique(indices[indices >= 0])


@lru_cache(maxsize=64)
def _axial(shape: Shape) -> NDArray[np.int32]:
    return np.array(shape, np.int32).reshape(-1, 2)


@dataclass(frozen=True)
class BucketLimits:
    """The limits of a fill: from the hex clicked through hexes that are like it.

    `levels` is the largest difference from its level, None for any. `sides` are kinds of hexside
    features that are not crossed. With `roads` a fill that begins beside roads leaves them out, and
    one that begins on a road keeps to it; with `zones` it stays in the zones it begins in. At most
    `most` hexes are filled, the nearest by the path within.
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
    """A tool that paints the hexes connected with the one clicked, within its limits."""

    paint: HexPaint
    limits: BucketLimits = NO_LIMITS

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex under the pointer: the whole region may be large."""
        return ToolPreview(context.indices([pointer.hex(context.grid)]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """Fills when the pointer is let go; a selection that limits painting ends the region."""
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield self.hover(context, pointer)
        here = pointer.hex(context.grid)
        if here not in context.grid:
            return
        within = None if isinstance(self.paint, SelectionPaint) else context.paintable_hex_flags
        context.lay(
            paint_for_stroke(context, self.paint, here), self.region(context.map, here, within)
        )

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
            return flood_region(map_.grid, alike, start, walls, most)
        numbers = label_regions(map_.grid, alike)
        return np.flatnonzero(numbers == numbers[here]).astype(np.int32)


def _union(planes: dict[str, Masks], grid: Grid) -> Masks:
    union = np.zeros(grid.shape, np.uint8)
    for masks in planes.values():
        union |= masks
    return union


@dataclass(frozen=True)
class Eyedropper:
    """Picks what lies in the hex under the pointer, as long as the button is held."""

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex."""
        return ToolPreview(context.indices([pointer.hex(context.grid)]))

    def stroke(
        self, context: MapEditingContext, press: ToolPointer
    ) -> Generator[ToolPreview, ToolPointer, None]:
        """Leaves what it finds in `desk.picked`."""
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            here = pointer.hex(context.grid)
            if here in context.grid:
                context.picked = pick_material(context.map, here)
            pointer = yield self.hover(context, pointer)
