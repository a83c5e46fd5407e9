"""Roads, tracks and rails: drawn hex to hex by hand, or along the cheapest way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.editing.edits import Edit, LayMasks, MaskGroup, combine_edits
from engine.hexes import flat_index
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, line
from engine.map.map import Map
from engine.map.terrain import TerrainClass, load_catalogue
from studio.map_tools.editing_context import MapEditingContext, Stroke
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer, ToolPreview

if TYPE_CHECKING:
    from engine.movement.path_search import PathSearch

Step = tuple[Hex, Hex]

NEAR_CENTRE = 0.42  # hex widths: a road enters a hex only when the pointer comes so near its centre


@dataclass(frozen=True)
class _LinkTool:
    """Draws from hex to hex; with Shift straight, on letting go or from the last stroke's end.

    An empty kind stands for every kind.
    """

    kind: str

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex where it would begin; with Shift, the way from the last stroke's end."""
        here = pointer.hex(context.grid)
        if pointer.shift and context.last is not None:
            return ToolPreview(steps=_on_map(context.grid, line(context.last, here)))
        return ToolPreview(context.indices([here]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """From the hex pressed through every hex whose middle the pointer comes near."""
        return self._straight(context, press) if press.shift else self._freehand(context, press)

    def _freehand(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        here, pointer = press.hex(context.grid), press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield ToolPreview(context.indices([here]))
            there = pointer.hex(context.grid)
            if there != here and _is_amid(context.grid, pointer, there):
                self._draw(context, line(here, there))
                here = there

    def _straight(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        start, pointer = press.hex(context.grid), press
        while pointer.phase is not PointerPhase.RELEASE:
            way = line(start, pointer.hex(context.grid))
            pointer = yield ToolPreview(steps=_on_map(context.grid, way))
        end = pointer.hex(context.grid)
        if start == end and pointer.shift and context.last is not None:
            start = context.last
        self._draw(context, line(start, end))

    def _draw(self, context: MapEditingContext, way: Sequence[Hex]) -> None:
        steps = _on_map(context.grid, way)
        if steps:
            context.apply_symmetric_edit(self.edit(context.map, steps))

    def edit(self, map_: Map, steps: Sequence[Step]) -> Edit | None:
        """The edit for steps between hexes of the map; None where nothing would change."""
        raise NotImplementedError


@dataclass(frozen=True)
class LinkBrush(_LinkTool):
    """Lays one kind of link."""

    def edit(self, map_: Map, steps: Sequence[Step]) -> Edit | None:
        """Steps that have it already are left alone."""
        bare = [step for step in steps if not _has(map_, self.kind, step)]
        return _change(map_, self.kind, bare, laid=1) if bare else None


@dataclass(frozen=True)
class LinkEraser(_LinkTool):
    """Takes links away that the pointer is drawn along: of one kind, or of all."""

    kind: str = ""

    def edit(self, map_: Map, steps: Sequence[Step]) -> Edit | None:
        """Remove only what is there."""
        kinds = [self.kind] if self.kind else list(map_.links)
        there = {kind: [step for step in steps if _has(map_, kind, step)] for kind in kinds}
        return combine_edits(_change(map_, kind, on, laid=0) for kind, on in there.items() if on)


@dataclass(frozen=True)
class CheapestPathTool(LinkBrush):
    """Lays links along the cheapest way from the press to where the pointer is let go.

    A road keeps to level ground, takes up roads there are, and bridges water where that is short.
    """

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """The way is shown while the button is held."""
        start, pointer, way = press.hex(context.grid), press, list[Hex]()
        paths = road_path_search(context.map)
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield ToolPreview(steps=_on_map(context.grid, way))
            way = cheapest_path(paths, context.grid, start, pointer.hex(context.grid))
        self._draw(context, way)


ACROSS, CLIMB, REUSED = 6, 30, 2  # what a hex costs, a slope of 1 : 1, and a hex along a link
WATER, FORD, HEDGE = 60, 8, 12  # a hex of water, a stream crossed, another feature crossed


def road_path_search(map_: Map) -> PathSearch:
    """Return the search for cheap roads on a map."""
    from engine.movement.mobility import Mobility
    from engine.movement.path_search import PathSearch

    kinds = load_catalogue()
    wet = [each.id for each in kinds.of_class(TerrainClass.GROUND) if kinds.is_water(each.id)]
    climb = max(1, round(CLIMB * map_.level_metres / map_.hex_metres))
    building = Mobility(
        "road building",
        ground=dict.fromkeys(wet, WATER),
        other_ground=ACROSS,
        side={kind: FORD if kinds.is_water(kind) else HEDGE for kind in map_.sides},
        link=dict.fromkeys(map_.links, REUSED),
        up=climb,
        down=climb,
    )
    return PathSearch(building, map_)


def cheapest_path(paths: PathSearch, grid: Grid, start: Hex, end: Hex) -> list[Hex]:
    """The cheapest way between two hexes; the straight one where no way leads."""
    if start not in grid or end not in grid:
        return []
    route = paths.route(start, end)
    return list(route.hexes) if route else line(start, end)


def _is_amid(grid: Grid, pointer: ToolPointer, hex_: Hex) -> bool:
    x, y = grid.centre(hex_)
    return (pointer.x - x) ** 2 + (pointer.y - y) ** 2 < NEAR_CENTRE**2


def _on_map(grid: Grid, way: Sequence[Hex]) -> tuple[Step, ...]:
    """The steps of a way between hexes of the map."""
    return tuple(step for step in pairwise(way) if step[0] in grid and step[1] in grid)


def _has(map_: Map, kind: str, step: Step) -> bool:
    return map_.has_link(kind, step[0], map_.grid.direction(*step))


def _change(map_: Map, kind: str, steps: Sequence[Step], laid: int) -> LayMasks:
    grid = map_.grid
    indices = np.array([flat_index.index(grid, here) for here, _ in steps], np.int32)
    masks = np.array([1 << grid.direction(here, there) for here, there in steps], np.uint8)
    return LayMasks(MaskGroup.LINKS, kind, indices, masks * laid, masks * (1 - laid))
