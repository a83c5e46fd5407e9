"""Which part of a table a widget shows, and where the keyboard points on it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.tabletop.point import INCH, Point
from studio.canvas.surface import PanZoomView
from studio.canvas.table_camera import TabletopCamera

EDGE = 40.0  # pixels: nearer to the edge of the canvas a point is not well seen


class TabletopViewport(PanZoomView[TabletopCamera]):
    """Shows a part of a table. Pointer signals carry `TablePointer` values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = (INCH, INCH)
        self._keyboard_at: Point | None = None
        self.key_step = INCH
        self.inset = 0.0  # pixels above and at the left that rulers cover

    def show_size(self, wide: int, deep: int) -> None:
        """Show a table of a size: the first fitted, others where the last lay."""
        is_same = self._size == (wide, deep)
        self._size = (wide, deep)
        if self._camera is None or (self._is_fitted and not is_same):
            self.fit()
        elif not is_same:
            camera = self._camera
            self.set_camera(TabletopCamera(wide, deep, camera.scale, camera.left, camera.top))

    def fit(self) -> None:
        """Show the whole table beside the rulers, until it is moved or zoomed."""
        wide, high = self._screen
        inset = min(self.inset, wide / 4, high / 4)
        camera = self._whole().fitted((wide - inset, high - inset))
        self.set_camera(camera.moved(-inset, -inset))
        self._is_fitted = True

    def _whole(self) -> TabletopCamera:
        return TabletopCamera(*self._size, 1.0)

    def actual_size(self) -> None:
        """An inch of the table is an inch of the screen."""
        self.set_scale(self.screen().physicalDotsPerInchX() / INCH)

    # --- where the keyboard points ---------------------------------------------------------------

    @property
    def keyboard_point(self) -> Point | None:
        """The point the keyboard points at; None while it points at none."""
        return self._keyboard_at

    def set_keyboard_point(self, at: Point | None) -> None:
        """Mark the point the keyboard points at, and bring it into sight."""
        self._keyboard_at = at
        if at is not None:
            self.show_point(*at)
        self.update()

    def show_point(self, x: float, y: float) -> None:
        """Move the table only as far as it takes to see a point."""
        across, down = self.camera.screen(x, y)
        edge = min(EDGE, self.width() / 4, self.height() / 4)
        right = max(0.0, across + edge - self.width()) + min(0.0, across - edge)
        below = max(0.0, down + edge - self.height()) + min(0.0, down - edge)
        if right or below:
            self.pan(right, below)

    def centre_on(self, x: float, y: float) -> None:
        """Bring a point to the middle of the canvas."""
        self.set_camera(self.camera.centred(x, y, self._screen))
