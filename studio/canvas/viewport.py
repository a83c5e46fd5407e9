"""Which part of a sheet a widget shows: panned, zoomed, fitted; and where its pointers are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from studio.canvas.camera import Camera
from studio.canvas.position import HexSideAt
from studio.drawing.formats import MM_AN_INCH

# Hex width on paper where nothing else is said: what a map is printed with.
PRINTED_MM = 48.0 / 96 * 25.4
READABLE_WIDTH = 24.0  # logical pixels: of narrower hexes nobody reads the counters


class Viewport(QWidget):
    """Shows a part of a sheet of hexes. Pointer signals carry `PointerEvent` values."""

    pressed = Signal(object)  # PointerEvent
    moved = Signal(object)  # PointerEvent, while a button is held
    released = Signal(object)  # PointerEvent
    hovered = Signal(object)  # PointerEvent, while none is
    left = Signal()  # the pointer has left the canvas
    camera_changed = Signal()  # another part of the sheet, or another size

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet: Grid | None = None
        self._camera: Camera | None = None
        self._keyboard_at: Hex | None = None
        self._is_fitted = True
        self.confirm: Callable[[], bool] = lambda: False  # Enter, where it may mean the work

    @property
    def has_sheet(self) -> bool:
        """Whether there is anything to look at."""
        return self._camera is not None

    def show_grid(self, grid: Grid) -> None:
        """Show another sheet: the first fitted to the widget, others where the last was."""
        self._sheet = grid
        if self._camera is None or self._is_fitted:
            self.fit()
        elif self._camera.grid != grid:
            self.set_camera(replace(self._camera, grid=grid))
        if self._keyboard_at is not None and self._keyboard_at not in grid:
            self._keyboard_at = None

    def set_keyboard_hex(self, hex_: Hex | None) -> None:
        """Mark the hex the keyboard points at, and bring it into sight."""
        self._keyboard_at = hex_
        if hex_ is not None:
            self.show_hex(hex_)
        self.update()

    @property
    def keyboard_hex(self) -> Hex | None:
        """The hex the keyboard points at; None while it points at none."""
        return self._keyboard_at

    # --- where the screen is ---------------------------------------------------------------------

    @property
    def camera(self) -> Camera:
        """Which part of the sheet is shown; only when there is a map."""
        assert self._camera is not None, "no map is shown yet"
        return self._camera

    @property
    def hex_width(self) -> float:
        """The width of a hex on the screen, in logical pixels."""
        return self.camera.width

    def zoom_to(self, factor: float, about: QPointF | None = None) -> None:
        """Make hexes larger by a factor, about a point of the canvas or its middle."""
        self.set_hex_width(self.camera.width * factor, about)

    def set_hex_width(self, width: float, about: QPointF | None = None) -> None:
        """Show hexes so many logical pixels wide, about a point of the canvas or its middle."""
        point = about or QPointF(self.width() / 2, self.height() / 2)
        width = self.camera.bounded_width(width, self._screen)
        self.set_camera(self.camera.with_width(width, (point.x(), point.y())))

    def fit(self) -> None:
        """Show the whole sheet, also when the canvas is resized, until it is moved or zoomed."""
        self.set_camera(Camera(self._grid, 1.0).fitted(self._screen))
        self._is_fitted = True

    def fit_if_readable(self) -> None:
        """Show the whole sheet, unless its hexes would then be too small to be read."""
        if Camera(self._grid, 1.0).fitted(self._screen).width >= READABLE_WIDTH:
            self.fit()

    def actual_size(self, hex_mm: float = PRINTED_MM) -> None:
        """Show hexes as wide as they are printed."""
        self.set_hex_width(hex_mm / MM_AN_INCH * self.screen().physicalDotsPerInchX())

    def centre_on(self, hex_: Hex) -> None:
        """Bring a hex to the middle of the canvas."""
        self.set_camera(self.camera.centred(self._grid.centre(hex_), self._screen))

    def is_well_in_view(self, hex_: Hex) -> bool:
        """Whether a hex is seen whole, away from the edges."""
        x, y = self.camera.centre(hex_)
        edge = self._edge
        return edge <= x <= self.width() - edge and edge <= y <= self.height() - edge

    def show_hex(self, hex_: Hex) -> None:
        """Move the map only as far as it takes to see a hex."""
        x, y = self.camera.centre(hex_)
        edge = self._edge
        right = max(0.0, x + edge - self.width()) + min(0.0, x - edge)
        down = max(0.0, y + edge - self.height()) + min(0.0, y - edge)
        if right or down:
            self.pan(right, down)

    @property
    def _edge(self) -> float:
        """How near to the edge of the canvas a hex is not well seen."""
        return min(self.camera.width, self.width() / 4, self.height() / 4)

    def pan(self, right: float, down: float) -> None:
        """Move the screen over the map by so many logical pixels."""
        self.set_camera(self.camera.moved(right, down))

    def set_camera(self, camera: Camera) -> None:
        """Show another part of the sheet."""
        camera = camera.bounded(self._screen)
        self._is_fitted = False
        if camera == self._camera:
            return
        is_zoomed = self._camera is None or camera.width != self._camera.width
        self._camera = camera
        self._go_on(is_zoomed)
        self.update()
        self.camera_changed.emit()

    def _go_on(self, is_zoomed: bool) -> None:
        """Another part of the sheet is shown; `is_zoomed`: with hexes of another size."""

    def hex_at(self, point: QPointF) -> Hex:
        """The hex under a point of the canvas, also off the map."""
        return self.camera.hex_at(point.x(), point.y())

    def side_at(self, point: QPointF) -> HexSideAt:
        """The hexside nearest to a point: a hex, on the map if one of the two is, and direction."""
        return self.camera.side_at(point.x(), point.y())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A fitted map stays fitted; else what was in the middle stays there."""
        if self._camera is None:
            return
        if self._is_fitted:
            self.fit()
            return
        before = event.oldSize()
        right, down = before.width() - self.width(), before.height() - self.height()
        self.set_camera(self.camera.moved(right / 2, down / 2))

    @property
    def _grid(self) -> Grid:
        assert self._sheet is not None, "no map is shown yet"
        return self._sheet

    @property
    def _screen(self) -> tuple[float, float]:
        return float(self.width()), float(self.height())
