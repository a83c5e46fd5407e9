"""The brush: lays a paint into the hexes it is drawn over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.hexes import flat
from engine.hexes.flat import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, line
from studio.tools.desk import EditingContext, Stroke
from studio.tools.paints import Paint
from studio.tools.pointer import PointerPhase, ToolPointer, ToolPreview
from studio.tools.shapes import BrushForm, Shape, shape

SHAPES: dict[str, Shape] = {
    **{
        str(3 * n * (n + 1) + 1): shape(BrushForm.DISC, n) for n in range(6)
    },  # 1, 7, 19, 37, 61, 91
    "triangle": shape(BrushForm.TRIANGLE, 0),
    "diamond": shape(BrushForm.DIAMOND, 0),
    "bar": shape(BrushForm.BAR, 1),
    "bar-60": shape(BrushForm.BAR, 1, 1),
    "bar-120": shape(BrushForm.BAR, 1, 2),
}
ONE = shape(BrushForm.DISC, 0)


@dataclass(frozen=True)
class Brush:
    """Lays a paint into every hex under its shape, each once a stroke.

    With Shift it draws a straight line: from the press to where the pointer is let go, or, with a
    mere click, from where the last stroke ended.
    """

    paint: Paint
    shape: Shape = ONE

    def hover(self, desk: EditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hexes under the shape; with Shift, those from the last stroke's end to here."""
        here = pointer.hex(desk.grid)
        if pointer.shift and desk.last is not None:
            return ToolPreview(stroke_hexes(desk.grid, self.shape, line(desk.last, here)))
        return ToolPreview(stroke_hexes(desk.grid, self.shape, [here]))

    def stroke(self, desk: EditingContext, press: ToolPointer) -> Stroke:
        """Paints live; with Shift, a straight line in the end."""
        if press.shift:
            return straight_stroke(desk, press, self.paint, self.shape)
        return self._freehand(desk, press)

    def _freehand(self, desk: EditingContext, press: ToolPointer) -> Stroke:
        grid, here = desk.grid, press.hex(desk.grid)
        paint = start_paint(desk, self.paint, here)
        painted = np.zeros(len(grid), np.bool_)
        pointer = press
        while True:
            there = pointer.hex(grid)
            indices = stroke_hexes(grid, self.shape, line(here, there))
            indices = indices[~painted[indices]]
            painted[indices] = True
            if indices.size:
                desk.lay(paint, indices, painted)
            if pointer.phase is PointerPhase.RELEASE:
                return
            here = there
            pointer = yield ToolPreview(stroke_hexes(grid, self.shape, [here]))


def straight_stroke(
    desk: EditingContext, press: ToolPointer, paint: Paint, shape: Shape = ONE
) -> Stroke:
    """A stroke along a straight line: shown while the button is held, painted when it is let go."""
    start = press.hex(desk.grid)
    pointer = press
    while pointer.phase is not PointerPhase.RELEASE:
        pointer = yield ToolPreview(
            stroke_hexes(desk.grid, shape, line(start, pointer.hex(desk.grid)))
        )
    end = pointer.hex(desk.grid)
    if start == end and pointer.shift and desk.last is not None:
        start = desk.last
    indices = stroke_hexes(desk.grid, shape, line(start, end))
    desk.lay(start_paint(desk, paint, start), indices)


def start_paint(desk: EditingContext, paint: Paint, start: Hex) -> Paint:
    """The paint for a stroke that begins at a hex, or off the map."""
    return paint.begun(desk.map, flat.index(desk.grid, start)) if start in desk.grid else paint


def stroke_hexes(grid: Grid, shape: Shape, along: Sequence[Hex]) -> Indices:
    """The hexes of the map under a shape that is moved along hexes, each once, in rising order."""
    hexes = np.array(along, np.int32)[:, None, :] + _axial(shape)
    indices = flat.on_map(grid, hexes.reshape(-1, 2))
    return np.unique(indices[indices >= 0])


@lru_cache(maxsize=64)
def _axial(shape: Shape) -> NDArray[np.int32]:
    return np.array(shape, np.int32).reshape(-1, 2)
