"""The viewport of a hex map: its visible part, and mouse, trackpad and keys as pointer events."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from studio.canvas.camera import MapCamera
from studio.canvas.canvas_content import HexSideAt
from studio.canvas.pan_zoom_view import PanZoomGestures, PanZoomView
from studio.canvas.pointer_events import PointerEvent
from studio.rendering.file_formats import MM_AN_INCH

# Hex width on paper where nothing else is said: what a map is printed with.
PRINTED_MM = 48.0 / 96 * 25.4
READABLE_WIDTH = 24.0  # logical pixels: counters on narrower hexes are illegible


class MapViewport(PanZoomView[MapCamera]):
    """Shows a part of a sheet of hexes. Pointer signals carry `PointerEvent` values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet: Grid | None = None
        self._keyboard_at: Hex | None = None

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
    def hex_width(self) -> float:
        """The width of a hex on the screen, in logical pixels."""
        return self.camera.width

    def set_hex_width(self, width: float, about: QPointF | None = None) -> None:
        """Show hexes so many logical pixels wide, about a point of the canvas or its middle."""
        self.set_scale(width, about)

    def _whole(self) -> MapCamera:
        return MapCamera(self._grid, 1.0)

    def fit_if_readable(self) -> None:
        """Show the whole sheet, unless its hexes would then be too small to be read."""
        if self._whole().fitted(self._screen).width >= READABLE_WIDTH:
            self.fit()

    def actual_size(self, hex_mm: float = PRINTED_MM) -> None:
        """Show hexes as wide as they are printed."""
        self.set_hex_width(hex_mm / MM_AN_INCH * self.screen().physicalDotsPerInchX())

    def centre_on(self, hex_: Hex) -> None:
        """Bring a hex to the middle of the canvas."""
        self.set_camera(self.camera.centred(self._grid.centre(hex_), self._screen))

    def is_well_in_view(self, hex_: Hex) -> bool:
        """Return True if a hex is fully visible, away from the edges and what floats there."""
        return self._way_into_view(hex_) == (0.0, 0.0)

    def show_hex(self, hex_: Hex) -> None:
        """Move the map only as far as it takes to see a hex."""
        right, down = self._way_into_view(hex_)
        if right or down:
            self.pan(right, down)

    def _way_into_view(self, hex_: Hex) -> tuple[float, float]:
        """Return how far the map is to be moved right and down, in pixels, to see a hex well."""
        (x, y), edge, (above, below) = self.camera.centre(hex_), self._edge, self.covered
        right = max(0.0, x + edge - self.width()) + min(0.0, x - edge)
        down = max(0.0, y + edge + below - self.height()) + min(0.0, y - edge - above)
        return right, down

    @property
    def _edge(self) -> float:
        """Return the distance from the edge within which a hex is not well in view."""
        return min(self.camera.width, self.width() / 4, self.height() / 4)

    def hex_at(self, point: QPointF) -> Hex:
        """The hex under a point of the canvas, also off the map."""
        return self.camera.hex_at(point.x(), point.y())

    def side_at(self, point: QPointF) -> HexSideAt:
        """The hexside nearest to a point: a hex, on the map if one of the two is, and direction."""
        return self.camera.side_at(point.x(), point.y())

    @property
    def _grid(self) -> Grid:
        assert self._sheet is not None, "no map is shown yet"
        return self._sheet


class MapGestures(PanZoomGestures):
    """Watches the canvas of a map: the keyboard points at a hex."""

    canvas: MapViewport

    def __init__(self, canvas: MapViewport) -> None:
        super().__init__(canvas)

    def _pointer(self, at: QPointF, keys: Qt.KeyboardModifier, clicks: int = 1) -> PointerEvent:
        camera = self.canvas.camera
        hex_ = camera.hex_at(at.x(), at.y())
        x, y = camera.lattice_coordinates(at.x(), at.y())
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

    def set_click_refused(self, is_barred: bool) -> None:
        """A click would be refused now, or no more."""
        self.set_cursor(Qt.CursorShape.ForbiddenCursor if is_barred else None)
