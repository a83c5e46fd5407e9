"""Hexside features painted along the edges of hexes: a drag traces one connected line.

A corner of the lattice is known by the three hexes that meet there; the side between two of them
leads to the corner where the other common neighbour of both meets them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.editing.edits import Edit, LayMasks, MaskGroup, combine_edits
from engine.hexes import flat_index
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, STEPS, Hex, HexSide
from engine.map.map import Map
from studio.map_tools.editing_context import MapEditingContext, Stroke
from studio.map_tools.tool_pointer import Point, PointerPhase, ToolPointer, ToolPreview

Corner = tuple[Hex, Hex, Hex]


@dataclass(frozen=True)
class _HexsideTool:
    """Draws along hexsides, from the one nearest to the press; with Shift, straight on letting go.

    An empty kind stands for every kind.
    """

    kind: str

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The nearest side."""
        return ToolPreview(sides=_on_map(context.grid, [nearest_side(context.grid, pointer.at)]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """The side pressed, and from there every side the pointer is led along."""
        return self._straight(context, press) if press.shift else self._freehand(context, press)

    def _freehand(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        first = nearest_side(context.grid, press.at)
        meant = self._meant(context.grid, [first])
        outer = [] if meant else [first]  # laid in the end if the drag stays at the edge
        self._draw(context, meant)
        corner, pointer = _start(context.grid, first, press.at), press
        while pointer.phase is not PointerPhase.RELEASE:
            shown = _on_map(context.grid, outer)
            pointer = yield ToolPreview(sides=shown) if shown else self.hover(context, pointer)
            corner, sides = trace(context.grid, corner, pointer.at)
            meant = self._meant(context.grid, sides)
            outer = outer + sides if outer and not meant else []
            self._draw(context, meant)
        self._draw(context, outer)

    def _straight(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        first = nearest_side(context.grid, press.at)
        corner, pointer, sides = _start(context.grid, first, press.at), press, [first]
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield ToolPreview(sides=_on_map(context.grid, sides))
            sides = trace(context.grid, corner, pointer.at)[1] or [first]
        self._draw(context, self._meant(context.grid, sides) or sides)

    def _meant(self, grid: Grid, sides: Sequence[HexSide]) -> Sequence[HexSide]:
        """Those sides that a drag which also leads elsewhere is about."""
        return sides

    def _draw(self, context: MapEditingContext, sides: Sequence[HexSide]) -> None:
        shown = _on_map(context.grid, sides)
        if shown:
            context.apply_symmetric_edit(self.edit(context.map, shown))

    def edit(self, map_: Map, sides: Sequence[HexSide]) -> Edit | None:
        """The edit for sides of the map; None where nothing would change."""
        raise NotImplementedError


@dataclass(frozen=True)
class HexsideBrush(_HexsideTool):
    """Lays one kind of hexside feature: a stream, a wall, a hedge.

    A drag lays it on the map's outer edge only where it begins and stays there.
    """

    def _meant(self, grid: Grid, sides: Sequence[HexSide]) -> Sequence[HexSide]:
        return [side for side in sides if side.first in grid and side.second in grid]

    def edit(self, map_: Map, sides: Sequence[HexSide]) -> Edit | None:
        """Sides that bear it already are left alone."""
        bare = [each for each in sides if not _has(map_, self.kind, each)]
        return _change(map_, self.kind, bare, laid=1) if bare else None


@dataclass(frozen=True)
class HexsideEraser(_HexsideTool):
    """Takes hexside features away: of one kind, or of all."""

    kind: str = ""

    def edit(self, map_: Map, sides: Sequence[HexSide]) -> Edit | None:
        """Remove only what is there."""
        kinds = [self.kind] if self.kind else list(map_.sides)
        borne = {kind: [each for each in sides if _has(map_, kind, each)] for kind in kinds}
        return combine_edits(_change(map_, kind, on, laid=0) for kind, on in borne.items() if on)


def _change(map_: Map, kind: str, sides: Sequence[HexSide], laid: int) -> LayMasks:
    places = [_place(map_.grid, side) for side in sides]
    indices = np.array([flat_index.index(map_.grid, hex_) for hex_, _ in places], np.int32)
    masks = np.array([1 << direction for _, direction in places], np.uint8)
    return LayMasks(MaskGroup.SIDES, kind, indices, masks * laid, masks * (1 - laid))


def _has(map_: Map, kind: str, side: HexSide) -> bool:
    return map_.has_side(kind, *_place(map_.grid, side))


def _place(grid: Grid, side: HexSide) -> tuple[Hex, int]:
    """A side by a hex of the map that has it, and the direction it faces there."""
    here = side.first if side.first in grid else side.second
    return here, grid.direction(here, side.opposite_hex(here))


def _on_map(grid: Grid, sides: Iterable[HexSide]) -> tuple[HexSide, ...]:
    """Those sides that a hex of the map has."""
    return tuple(side for side in sides if side.first in grid or side.second in grid)


# --- along the edges ------------------------------------------------------------------------------


def nearest_side(grid: Grid, at: Point) -> HexSide:
    """The hexside nearest to a place on the page."""
    hex_ = grid.hex_at(*at)
    sides = [grid.side(hex_, direction) for direction in range(SIDES)]
    return min(sides, key=lambda side: _distance(_middle(grid, (side.first, side.second)), at))


def trace(grid: Grid, start: Corner, at: Point) -> tuple[Corner, list[HexSide]]:
    """The sides that lead from a corner towards a place on the page, as near as they come to it.

    And the corner where they end. At every corner a hexside leads nearer to whatever lies more than
    a side's length away, so that the trace never stops short of that.
    """
    sides: list[HexSide] = []
    corner, left = start, _distance(_middle(grid, start), at)
    while True:
        ways = [(side, _beyond(side, corner)) for side in _sides_at(corner)]
        distances = [_distance(_middle(grid, there), at) for _, there in ways]
        nearest = min(distances)
        if nearest >= left:
            return corner, sides
        side, corner = ways[distances.index(nearest)]
        left = nearest
        sides.append(side)


def _start(grid: Grid, side: HexSide, at: Point) -> Corner:
    """The end of a side that is nearer to a place on the page."""
    one, other = side_corners(side)
    return min(one, other, key=lambda corner: _distance(_middle(grid, corner), at))


def side_corners(side: HexSide) -> tuple[Corner, Corner]:
    """The two ends of a side."""
    around = [side.first.moved(step) for step in STEPS]
    common = [hex_ for hex_ in around if hex_.offset_from(side.second) in STEPS]
    return _corner(side, common[0]), _corner(side, common[1])


def _corner(side: HexSide, third: Hex) -> Corner:
    first, second, third = sorted((side.first, side.second, third))
    return first, second, third


def _sides_at(corner: Corner) -> list[HexSide]:
    return [HexSide(one, other) for one, other in combinations(corner, 2)]


def _beyond(side: HexSide, corner: Corner) -> Corner:
    """The other end of a side."""
    third = next(hex_ for hex_ in corner if hex_ not in (side.first, side.second))
    return _corner(side, side.first.moved(side.second.offset_from(third)))


def _middle(grid: Grid, hexes: Sequence[Hex]) -> Point:
    """The place amid the centres of hexes: for three a corner, for two the middle of a side."""
    centres = [grid.centre(hex_) for hex_ in hexes]
    return sum(x for x, _ in centres) / len(hexes), sum(y for _, y in centres) / len(hexes)


def _distance(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
