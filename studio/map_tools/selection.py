"""Selections: inverted, grown, all of a kind; and copied, cut, pasted, moved, turned, mirrored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from engine.editing.edits import Edit
from engine.editing.map_clips import Clip, clear_hexes, clip, middle_hex, paste
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map, Masks, Plane
from engine.problems import SandtableError
from studio.map_tools.editing_context import MapEditingContext, Stroke
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer, ToolPreview


def invert_selection(grid: Grid, selection: Indices) -> Indices:
    """Every other hex of the map."""
    return _choose(~_flags(grid, selection))


def grow_selection(grid: Grid, selection: Indices) -> Indices:
    """The selection and every hex that touches it."""
    around = flat_index.neighbour_indices(grid, selection).reshape(-1)
    return np.union1d(selection, around[around >= 0]).astype(np.int32)


def shrink_selection(grid: Grid, selection: Indices) -> Indices:
    """The selection without its hexes that touch one outside; the map's edge is not outside."""
    around = flat_index.neighbour_indices(grid, selection)
    inside = np.append(_flags(grid, selection), True)  # the last entry is for what lies off the map
    return selection[inside[around].all(axis=1)]


def hexes_of_ground(map_: Map, kind: str) -> Indices:
    """Every hex of a kind of ground."""
    if kind not in map_.grounds:
        return np.zeros(0, np.int32)
    return _choose(map_.ground == map_.grounds.index(kind))


def hexes_of_level(map_: Map, level: int) -> Indices:
    """Every hex of a level."""
    return _choose(map_.level == level)


def hexes_with_hexside_feature(map_: Map, kind: str) -> Indices:
    """Every hex with a kind of hexside feature; of no kind, every hex that has any."""
    return _with_masks(map_.sides, kind, map_.grid)


def hexes_with_link(map_: Map, kind: str) -> Indices:
    """Every hex with a kind of link, likewise."""
    return _with_masks(map_.links, kind, map_.grid)


def hexes_of_zone(map_: Map, zone: str) -> Indices:
    """Every hex of a zone; of none, every hex that lies in any."""
    planes = [each.hexes for name, each in map_.zones.items() if zone in ("", name)]
    return _any(planes, map_.grid)


def _with_masks(planes: dict[str, Masks], kind: str, grid: Grid) -> Indices:
    return _any([masks != 0 for name, masks in planes.items() if kind in ("", name)], grid)


def _any(planes: list[Plane], grid: Grid) -> Indices:
    together = np.zeros(grid.shape, np.bool_)
    for plane in planes:
        together |= plane
    return _choose(together)


def _flags(grid: Grid, selection: Indices) -> Plane:
    flags = np.zeros(len(grid), np.bool_)
    flags[selection] = True
    return flags


def _choose(flags: Plane) -> Indices:
    return np.flatnonzero(flags).astype(np.int32)


# --- at once, each one step of the history --------------------------------------------------------


def copy(context: MapEditingContext) -> None:
    """Keep the selection as the clipboard."""
    if context.selection.size:
        context.clipboard = clip(context.map, context.selection)


def cut(context: MapEditingContext, name: str) -> None:
    """Keep the selection as the clipboard, and clear it."""
    copy(context)
    clear(context, name)


def clear(context: MapEditingContext, name: str) -> None:
    """Leave the legend's first ground in the selection, at its level, and nothing else."""
    with _step(context, name):
        _make(context, clear_hexes(context.map, context.selection))


def turn(context: MapEditingContext, sixths: int, name: str) -> None:
    """Turn the selection where it lies, clockwise by so many times 60°."""
    if context.selection.size:
        _put_down(
            context,
            clip(context.map, context.selection).turned(sixths),
            middle_hex(context.grid, context.selection),
            name,
        )


def mirror(context: MapEditingContext, name: str) -> None:
    """Exchange left and right of the selection where it lies."""
    if context.selection.size:
        turned = clip(context.map, context.selection).mirrored(context.grid.orientation)
        _put_down(context, turned, middle_hex(context.grid, context.selection), name)


def _put_down(context: MapEditingContext, taken: Clip, at: Hex, name: str) -> None:
    """Clear the selection and lay what was taken from it somewhere."""
    with _step(context, name):
        _make(context, clear_hexes(context.map, context.selection))
        _lay(context, taken, at)


@contextmanager
def _step(context: MapEditingContext, name: str) -> Iterator[None]:
    """One step of the history, or none where something cannot be done."""
    context.begin(name)
    try:
        yield
    except SandtableError:
        context.abandon()
        raise
    context.sheet.end_stroke()


def _lay(context: MapEditingContext, laid: Clip, at: Hex) -> None:
    _make(context, paste(context.map, laid, at))
    context.selection = _inside(laid.indices(context.grid, at))


def _make(context: MapEditingContext, edit: Edit | None) -> None:
    """Make an edit without images: what is moved is moved once."""
    if edit is not None:
        context.sheet.stroke(edit)


def _inside(indices: Indices) -> Indices:
    return np.unique(indices[indices >= 0])


# --- tools ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MoveSelectionTool:
    """Drags what is selected elsewhere, under symmetry its images too; with Control, a copy."""

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The selection."""
        return ToolPreview(context.selection)

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """The outline follows the pointer; letting go puts it down."""
        start, pointer = press.hex(context.grid), press
        taken, home = (
            clip(context.map, context.selection),
            middle_hex(context.grid, context.selection),
        )
        at = home
        while pointer.phase is not PointerPhase.RELEASE:
            there = _inside(taken.indices(context.grid, at))
            pointer = yield ToolPreview(there, held=(taken, at))
            at = home.moved(pointer.hex(context.grid).offset_from(start))
        if at == home or not context.selection.size:
            return
        if not pointer.control:
            context.apply_selection_move(clear_hexes(context.map, context.selection))
        context.apply_selection_move(paste(context.map, taken, at))
        context.selection = _inside(taken.indices(context.grid, at))


@dataclass(frozen=True, eq=False)
class StampTool:
    """Lays a clip where the pointer is let go; turned or mirrored, it is another stamp."""

    clip: Clip

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hexes the clip would cover."""
        here = pointer.hex(context.grid)
        return ToolPreview(_inside(self.clip.indices(context.grid, here)), held=(self.clip, here))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """The outline follows the pointer."""
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield self.hover(context, pointer)
        context.apply_symmetric_edit(paste(context.map, self.clip, pointer.hex(context.grid)))


@dataclass(frozen=True, eq=False)
class FloatingPasteTool:
    """A clip that hangs at the pointer until it is laid, wherever that is; it is selected there.

    Where none of it is on the map it stays hanging. SandtableError says what the map cannot hold.
    """

    clip: Clip

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hexes it would cover."""
        here = pointer.hex(context.grid)
        return ToolPreview(_inside(self.clip.indices(context.grid, here)), held=(self.clip, here))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """It follows the pointer."""
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield self.hover(context, pointer)
        at = pointer.hex(context.grid)
        if (self.clip.indices(context.grid, at) >= 0).any():
            _lay(context, self.clip, at)
