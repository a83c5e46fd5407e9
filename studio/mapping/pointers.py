"""Where the pointer is, as tools want it."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from studio.canvas.canvas import MapCanvas
from studio.canvas.pointer import MouseButton, PointerEvent
from studio.tools.pointer import HeldButton, PointerPhase, ToolPointer


def to_tool_pointer(grid: Grid, event: PointerEvent, phase: PointerPhase) -> ToolPointer:
    """The canvas's event as tools want it: a place on the page in hex widths."""
    button = HeldButton.RIGHT if event.button is MouseButton.RIGHT else HeldButton.LEFT
    return ToolPointer(
        phase, *grid.page(event.x, event.y), event.shift, event.alt, event.control, button,
        event.clicks,
    )  # fmt: skip


def pointer_in_hex(canvas: MapCanvas, hex_: Hex | None) -> ToolPointer:
    """A pointer in the middle of a hex, else in the middle of the visible part of the map."""
    grid = canvas.camera.grid
    if hex_ is None:
        column, row = grid.column_row(canvas.hex_at(QPointF(canvas.rect().center())))
        hex_ = grid.hex(min(max(column, 0), grid.columns - 1), min(max(row, 0), grid.rows - 1))
    return ToolPointer(PointerPhase.MOVE, *grid.centre(hex_))
