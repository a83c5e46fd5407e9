"""The editing context that all map tools share, and what can be picked up from a hex."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.editing.edits import Edit
from engine.editing.map_clips import Clip
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map, Masks
from studio.map_tools.edit_limits import Locked, limit_to_selection, limit_to_unlocked
from studio.map_tools.paints import HexPaint, SelectionPaint
from studio.map_tools.symmetry import PaintSymmetry, mirror_edit, mirrored_preview
from studio.map_tools.tool_pointer import ToolPointer, ToolPreview


@dataclass(frozen=True)
class PickedMaterial:
    """The contents of a hex and its edges; sides and links as (kind, direction)."""

    at: Hex
    level: int
    ground: str
    sides: tuple[tuple[str, int], ...]
    links: tuple[tuple[str, int], ...]
    zones: tuple[str, ...]


def pick_material(map_: Map, hex_: Hex) -> PickedMaterial:
    """Return the contents of a hex of the map."""
    index = map_.grid.index(hex_)
    return PickedMaterial(
        hex_,
        int(map_.level[index]),
        map_.ground_at(hex_),
        _lay(map_.sides, index),
        _lay(map_.links, index),
        tuple(name for name, zone in map_.zones.items() if zone.hexes[index]),
    )


def _lay(planes: dict[str, Masks], index: tuple[int, int]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (kind, direction)
        for kind, plane in planes.items()
        for direction in range(SIDES)
        if int(plane[index]) >> direction & 1
    )


Stroke = Generator[ToolPreview, ToolPointer, None]
"""A stroke under way: sent every pointer event after the press, it says what it will touch."""


class EditableMap(Protocol):
    """The parts of a document that editing needs."""

    @property
    def map(self) -> Map:
        """The map as it is now."""
        ...

    @property
    def is_stroking(self) -> bool:
        """Return True if a stroke is under way."""
        ...

    def begin_stroke(self, name: str) -> None:
        """Begin a stroke."""
        ...

    def stroke(self, edit: Edit) -> None:
        """Make a piece of it."""
        ...

    def end_stroke(self) -> None:
        """Make it a step of the history."""
        ...

    def abandon_stroke(self) -> None:
        """Take it back."""
        ...


class MapTool(Protocol):
    """A tool with its settings, a frozen value: another setting is another tool."""

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """Return the preview of a click here."""
        ...

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """The stroke that begins with a press; it is over when the generator returns."""
        ...


FEWEST_LIMITING = 2  # hexes of a selection that painting keeps to


class MapEditingContext:
    """The sheet under the hand and what tools share: selection, clipboard, symmetry, the pick.

    `selection` are flat indices in rising order; while several hexes are selected, painting changes
    nothing outside of them unless `is_limited` is off. `last` is the hex where the last stroke
    ended, from which a click with Shift draws a straight line.
    """

    def __init__(self, sheet: EditableMap, symmetry: PaintSymmetry = PaintSymmetry.NONE) -> None:
        self.sheet = sheet
        self.symmetry = symmetry
        self._selection: Indices = np.zeros(0, np.int32)
        self._selected_on = sheet.map.grid
        self._selected_before = self._selection
        self._limit: NDArray[np.bool_] | None = None
        self.is_limited = True
        self.locked: Locked = frozenset()  # parts of the map that nothing changes
        self._has_met_lock = False
        self._has_made = self._has_left_out = False  # by the latest stroke
        self.clipboard: Clip | None = None
        self.picked: PickedMaterial | None = None
        self.to_name: Hex | None = None  # where the user wants to write or change a name
        self.last: Hex | None = None

    @property
    def map(self) -> Map:
        """The map as it is now, strokes under way included."""
        return self.sheet.map

    @property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.sheet.map.grid

    @property
    def selection(self) -> Indices:
        """The selected hexes; none any more once the sheet has another shape."""
        return self._selection if self._selected_on == self.grid else self._selection[:0]

    @selection.setter
    def selection(self, indices: Indices) -> None:
        self._selection, self._selected_on = indices, self.grid
        self._limit = None

    @property
    def paintable_hex_flags(self) -> NDArray[np.bool_] | None:
        """Return flags of the hexes that may be painted, by flat index; None for all.

        A single hex that is selected was pointed at, not fenced in: it limits nothing.
        """
        if not self.is_limited or self.selection.size < FEWEST_LIMITING:
            return None
        if self._limit is None:
            self._limit = np.zeros(len(self.grid), np.bool_)
            self._limit[self.selection] = True
        return self._limit

    def may_paint(self, hex_: Hex) -> bool:
        """Return True if painting may change a hex: on the map, and in any selection."""
        limit = self.paintable_hex_flags
        return hex_ in self.grid and (
            limit is None or bool(limit[flat_index.index(self.grid, hex_)])
        )

    def begin(self, name: str) -> None:
        """Begin a stroke."""
        self._selected_before = self.selection
        self._has_made = self._has_left_out = self._has_met_lock = False
        self.sheet.begin_stroke(name)

    def abandon(self) -> None:
        """Give the stroke under way up: map and selection are as before it."""
        self.sheet.abandon_stroke()
        if self.selection is not self._selected_before:
            self.selection = self._selected_before

    def apply_symmetric_edit(self, edit: Edit | None) -> None:
        """Make a piece of the stroke under way, and its images under the desk's symmetry.

        What would change anything outside of the selection is left out.
        """
        edit = self._unlocked(edit)
        if edit is None:
            return
        whole: Edit | None = self._with_images(edit)
        if whole is not None and self.paintable_hex_flags is not None:
            whole = limit_to_selection(self.map, whole, self.paintable_hex_flags)
            if whole is None:
                self.note_left_out()
        if whole is not None:
            self._has_made = True
            self.sheet.stroke(whole)

    def _unlocked(self, edit: Edit | None) -> Edit | None:
        if edit is None or not self.locked:
            return edit
        kept = limit_to_unlocked(self.map, edit, self.locked)
        self._has_met_lock |= kept is None
        return kept

    @property
    def hit_locked_layer(self) -> bool:
        """Return True if the last stroke changed nothing because of locked layers."""
        return self._has_met_lock and not self._has_made

    def note_left_out(self) -> None:
        """Note that a part of the stroke is outside of the selection that limits it."""
        self._has_left_out = True

    @property
    def is_blocked(self) -> bool:
        """Return True if the last stroke changed nothing because of the selection."""
        return self._has_left_out and not self._has_made

    def apply_selection_move(self, edit: Edit | None) -> None:
        """Make a piece that moves the selection: with its images, and wherever it leads."""
        edit = self._unlocked(edit)
        if edit is not None:
            self.sheet.stroke(self._with_images(edit))

    def _with_images(self, edit: Edit) -> Edit:
        return (
            edit
            if self.symmetry is PaintSymmetry.NONE
            else mirror_edit(self.map, edit, self.symmetry)
        )

    def lay(
        self, paint: HexPaint, indices: Indices, every: NDArray[np.bool_] | None = None
    ) -> None:
        """Lay a paint into hexes, as a piece of the stroke under way; or select them.

        `every` flags all hexes of the stroke so far, by flat index, where these are not all.
        """
        if isinstance(paint, SelectionPaint):
            chosen = indices if every is None else np.flatnonzero(every).astype(np.int32)
            self.selection = paint.selected(self._selected_before, chosen)
        else:
            inside = self.paintable(indices)
            if indices.size and not inside.size:
                self.note_left_out()
            self.apply_symmetric_edit(paint.edit(self.map, inside))

    def paintable(self, indices: Indices) -> Indices:
        """Those hexes that may be painted."""
        return (
            indices
            if self.paintable_hex_flags is None
            else indices[self.paintable_hex_flags[indices]]
        )

    def limit_preview(self, preview: ToolPreview) -> ToolPreview:
        """Return the part of a preview that the selection allows."""
        if self.paintable_hex_flags is None:
            return preview
        kept = replace(
            preview,
            hexes=self.paintable(preview.hexes),
            sides=tuple(s for s in preview.sides if any(map(self.may_paint, (s.first, s.second)))),
            steps=tuple(step for step in preview.steps if all(map(self.may_paint, step))),
        )
        return replace(kept, is_barred=_is_any(preview) and not _is_any(kept))

    def mirror_preview(self, preview: ToolPreview) -> ToolPreview:
        """A preview with its images under the desk's symmetry."""
        if self.symmetry is PaintSymmetry.NONE:
            return preview
        return mirrored_preview(self.grid, preview, self.symmetry)

    def indices(self, hexes: Iterable[Hex]) -> Indices:
        """The flat indices of those hexes that lie on the map."""
        return flat_index.to_indices(self.grid, hexes)


def _is_any(preview: ToolPreview) -> bool:
    return bool(preview.hexes.size or preview.sides or preview.steps)
