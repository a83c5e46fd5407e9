"""Mouse, trackpad and keys on the canvas of a table."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from engine.tabletop.point import Point
from studio.canvas.surface_gestures import PanZoomGestures
from studio.canvas.table_pointer import TabletopPointerEvent
from studio.canvas.table_viewport import TabletopViewport


class TabletopGestures(PanZoomGestures):
    """Watches the canvas of a table: the keyboard points at a point of it."""

    canvas: TabletopViewport

    def __init__(self, canvas: TabletopViewport) -> None:
        super().__init__(canvas)

    def _pointer(
        self, at: QPointF, keys: Qt.KeyboardModifier, clicks: int = 1
    ) -> TabletopPointerEvent:
        camera = self.canvas.camera
        x, y = camera.table(at.x(), at.y())
        return TabletopPointerEvent(
            x, y, camera.pixel, self._held,
            bool(keys & Qt.KeyboardModifier.ShiftModifier),
            bool(keys & Qt.KeyboardModifier.ControlModifier),
            bool(keys & Qt.KeyboardModifier.AltModifier),
            clicks,
        )  # fmt: skip

    def _key_place(self) -> QPointF | None:
        at = self.canvas.keyboard_point
        return None if at is None else QPointF(*self.canvas.camera.screen(*at))

    def _step_key(self, right: int, down: int) -> None:
        canvas, at, step = self.canvas, self.canvas.keyboard_point, self.canvas.key_step
        if at is None:
            x, y = canvas.camera.table(canvas.width() / 2, canvas.height() / 2)
            at, right, down = Point(_on(x, step), _on(y, step)), 0, 0
        wide, deep = canvas.camera.wide, canvas.camera.deep
        x, y = at.x + right * step, at.y - down * step
        canvas.set_keyboard_point(Point(min(max(x, 0), wide), min(max(y, 0), deep)))


def _on(length: float, step: int) -> int:
    """A length to the nearest step."""
    return round(length / step) * step
