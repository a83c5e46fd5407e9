"""Regions: hexes along a line, in a rectangle, in a polygon or lasso, or of one kind together.

Each tool lays a paint into its region; `SelectionPaint` is the paint that selects it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from studio.map_tools.brush_tools import ONE, Shape, paint_for_stroke, paint_straight_stroke
from studio.map_tools.editing_context import MapEditingContext, Stroke
from studio.map_tools.paints import HexPaint, SelectionPaint
from studio.map_tools.tool_pointer import Point, PointerPhase, ToolPointer, ToolPreview

CLOSE = 0.5  # hex widths: a click so near to a polygon's first corner closes it
MAX_ROWS_SHOWN = 300


@dataclass(frozen=True)
class StraightLine:
    """A straight line of hexes, as wide as a shape."""

    paint: HexPaint
    shape: Shape = ONE

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex where it would begin."""
        return ToolPreview(context.indices([pointer.hex(context.grid)]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """From the press to where the pointer is let go."""
        return paint_straight_stroke(context, press, self.paint, self.shape)


@dataclass(frozen=True)
class HexRectangle:
    """The hexes of the columns and rows between two corners; with Shift, as many of each."""

    paint: HexPaint

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex at its first corner."""
        return ToolPreview(context.indices([pointer.hex(context.grid)]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """From the press to where the pointer is let go."""
        start, pointer = press.hex(context.grid), press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield ToolPreview(_rectangle(context.grid, start, pointer))
        _lay(context, self.paint, start, _rectangle(context.grid, start, pointer))


def _rectangle(grid: Grid, start: Hex, pointer: ToolPointer) -> Indices:
    column, row = grid.column_row(start)
    right, down = grid.column_row(pointer.hex(grid))
    if pointer.shift:
        reach = max(abs(right - column), abs(down - row))
        right = column + reach * (1 if right >= column else -1)
        down = row + reach * (1 if down >= row else -1)
    rows = np.arange(max(min(row, down), 0), min(max(row, down) + 1, grid.rows))
    columns = np.arange(max(min(column, right), 0), min(max(column, right) + 1, grid.columns))
    indices: Indices = (rows[:, None] * grid.columns + columns).reshape(-1).astype(np.int32)
    return indices


@dataclass(frozen=True)
class Lasso:
    """The hexes whose centres lie within a line drawn by hand."""

    paint: HexPaint

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex under the pointer."""
        return ToolPreview(context.indices([pointer.hex(context.grid)]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """The line follows the pointer; letting go closes it."""
        trail, pointer = [press.at], press
        while pointer.phase is not PointerPhase.RELEASE:
            pointer = yield _show(context.grid, trail)
            if pointer.at != trail[-1]:
                trail.append(pointer.at)
        hexes = hexes_within(context.grid, trail)
        _lay(context, self.paint, press.hex(context.grid), hexes)


@dataclass(frozen=True)
class HexPolygon:
    """The hexes whose centres lie within a polygon.

    Each press sets a corner; a double click, a click at the first corner, or Enter closes it.
    """

    paint: HexPaint

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        """The hex under the pointer."""
        return ToolPreview(context.indices([pointer.hex(context.grid)]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        """From the first corner to the last, over several clicks."""
        corners = [press.at]
        pointer = press
        while True:
            pointer = yield _show(context.grid, [*corners, pointer.at])
            if pointer.phase is PointerPhase.ENTER:
                break
            if pointer.phase is not PointerPhase.PRESS:
                continue
            if pointer.clicks > 1 or (len(corners) > 2 and _is_near(pointer.at, corners[0])):
                break
            corners.append(pointer.at)
        _lay(context, self.paint, press.hex(context.grid), hexes_within(context.grid, corners))


def _is_near(one: Point, other: Point) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 < CLOSE**2


def hexes_within(grid: Grid, outline: Sequence[Point]) -> Indices:
    """The hexes whose centres lie within an outline on the page.

    Of one so small that it holds none, the hex where it begins. Even-odd: what a line that crosses
    itself goes round twice is outside.
    """
    corners, found = np.array(outline), list[Indices]()
    for row in _rows(grid, outline):
        found += _within_row(grid, corners, row)
    inside = np.concatenate(found) if found else np.zeros(0, np.int32)
    return (
        np.sort(inside) if inside.size else flat_index.to_indices(grid, [grid.hex_at(*outline[0])])
    )


def _rows(grid: Grid, outline: Sequence[Point]) -> range:
    """The rows an outline may reach."""
    height = grid.scale(1.0)[1] * (3 if grid.pointy else 2)
    heights = [y / height for _, y in outline]
    return range(max(int(min(heights)) - 2, 0), min(int(max(heights)) + 2, grid.rows))


def _show(grid: Grid, outline: Sequence[Point]) -> ToolPreview:
    """An outline under way, with the hexes in it as long as they are quickly found."""
    few = len(_rows(grid, outline)) <= MAX_ROWS_SHOWN
    hexes = hexes_within(grid, outline) if few else np.zeros(0, np.int32)
    return ToolPreview(hexes, trail=tuple(outline))


def _within_row(grid: Grid, corners: NDArray[np.float64], row: int) -> list[Indices]:
    """The hexes of a row within an outline. On flat-top grids every other column lies lower."""
    found = []
    for first in (0,) if grid.pointy else (0, 1):
        columns = np.arange(first, grid.columns, 1 if grid.pointy else 2)
        if columns.size:
            x, y = grid.centre(grid.hex(first, row))
            crossed = _crossings(corners, y)
            step = grid.scale(1.0)[0] * (2 if grid.pointy else 6)
            inside = np.searchsorted(crossed, x + step * np.arange(columns.size)) % 2 == 1
            found.append((row * grid.columns + columns[inside]).astype(np.int32))
    return found


def _crossings(corners: NDArray[np.float64], y: float) -> NDArray[np.float64]:
    """Return where a closed outline crosses a horizontal line, from left to right."""
    ends = np.roll(corners, -1, axis=0)
    above = corners[:, 1] <= y
    crosses = above != (ends[:, 1] <= y)
    one, other = corners[crosses], ends[crosses]
    share = (y - one[:, 1]) / (other[:, 1] - one[:, 1])
    return np.sort(one[:, 0] + share * (other[:, 0] - one[:, 0]))


def _lay(context: MapEditingContext, paint: HexPaint, start: Hex, indices: Indices) -> None:
    if indices.size or isinstance(paint, SelectionPaint):
        context.lay(paint_for_stroke(context, paint, start), indices)
