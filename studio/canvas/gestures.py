"""Mouse, trackpad and keys on the canvas of a map: pointer events that know hexes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from studio.canvas.pointer import PointerEvent
from studio.canvas.surface_gestures import PanZoomGestures
from studio.canvas.viewport import MapViewport


class MapGestures(PanZoomGestures):
    """Watches the canvas of a map: the keyboard points at a hex."""

    canvas: MapViewport

    def __init__(self, canvas: MapViewport) -> None:
        super().__init__(canvas)

    def _pointer(self, at: QPointF, keys: Qt.KeyboardModifier, clicks: int = 1) -> PointerEvent:
        camera = self.canvas.camera
        hex_ = camera.hex_at(at.x(), at.y())
        x, y = camera.lattice(at.x(), at.y())
        return PointerEvent(
            hex_, camera.nearest_side(hex_, at.x(), at.y()), x, y, self._held,
            bool(keys & Qt.KeyboardModifier.ShiftModifier),
            bool(keys & Qt.KeyboardModifier.ControlModifier),
            bool(keys & Qt.KeyboardModifier.AltModifier),
            clicks,
        )  # fmt: skip

    def _key_place(self) -> QPointF | None:
        hex_ = self.canvas.keyboard_hex
        return None if hex_ is None else QPointF(*self.canvas.camera.centre(hex_))

    def _step_key(self, right: int, down: int) -> None:
        grid, at = self.canvas.camera.grid, self.canvas.keyboard_hex
        if at is None:
            middle = self.canvas.rect().center()
            column, row = grid.column_row(self.canvas.hex_at(QPointF(middle)))
        else:
            column, row = grid.column_row(at)
            column, row = column + right, row + down
        column, row = (
            min(max(column, 0), grid.columns - 1),
            min(max(row, 0), grid.rows - 1),
        )
        self.canvas.set_keyboard_hex(grid.hex(column, row))

    def bar(self, is_barred: bool) -> None:
        """A click would be refused now, or no more."""
        self.wear(Qt.CursorShape.ForbiddenCursor if is_barred else None)
