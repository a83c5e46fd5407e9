"""The widget that shows a position and tells where the pointer is on it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.hexes import Hex
from engine.map import Map, Plane
from studio.canvas.camera import Camera
from studio.canvas.position import HexSideAt, Layers, Outline, Position
from studio.canvas.underlay import Underlay
from studio.drawing.look import Look
from studio.drawing.overlays import Overlay
from studio.drawing.paint import paint_map
from studio.drawing.view import View

# Hex width on paper where nothing else is said: what a map is printed with.
PRINTED_MM = 48.0 / 96 * 25.4

Decoration = Callable[[QPainter, View], None]


class MapCanvas(QWidget):
    """Shows a `Position`; never edits it. Pointer signals carry `PointerEvent` values."""

    pressed = Signal(object)  # PointerEvent
    moved = Signal(object)  # PointerEvent, while a button is held
    released = Signal(object)  # PointerEvent
    hovered = Signal(object)  # PointerEvent, while none is
    left = Signal()  # the pointer has left the canvas
    camera_changed = Signal()  # another part of the sheet, or another size

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._position: Position | None = None
        self._camera: Camera | None = None

    # --- what is shown ---------------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """What is shown; None before the first map."""
        return self._position

    def show_map(self, map_: Map) -> None:
        """Show a map; another one than before is fitted to the window, layers are kept."""
        self._position = Position(map_)
        self.fit()

    def touched(self, rows: range, columns: range) -> None:
        """The map was edited, in no hexes but those of these rows and columns."""
        self.update()

    def touched_all(self) -> None:
        """The map was edited anywhere."""
        self.update()

    def set_layers(self, layers: Layers) -> None:
        """Show these layers."""
        self._put(layers=layers)

    def set_overlay(self, overlay: Overlay | None) -> None:
        """Lay what is seen from a hex, or what a move costs, over the map; None for neither."""
        self._put(overlay=overlay)

    def set_outline(self, hexes: Collection[Hex] = (), sides: Collection[HexSideAt] = ()) -> None:
        """Outline what a click would change; nothing to take the outline away."""
        self._put(outline=Outline(frozenset(hexes), frozenset(sides)))

    def set_selection(self, selection: Plane | None) -> None:
        """Mark the selected hexes, a plane over the whole map."""
        self._put(selection=selection)

    def set_heat(self, heat: NDArray[Any] | None) -> None:
        """Colour the hexes by a plane of numbers over the whole map."""
        self._put(heat=heat)

    def set_underlay(self, underlay: Underlay | None) -> None:
        """Lay a picture over the ground, to be traced."""
        self._put(underlay=underlay)

    def set_decorations(self, decorations: Collection[Decoration]) -> None:
        """Painters of what else stands on the map (counters, paths): painter in page units."""
        self.update()

    # --- where the screen is ---------------------------------------------------------------------

    @property
    def camera(self) -> Camera:
        """Which part of the sheet is shown; only when there is a map."""
        assert self._camera is not None
        return self._camera

    @property
    def hex_width(self) -> float:
        """The width of a hex on the screen, in logical pixels."""
        return self.camera.width

    def zoom_to(self, factor: float, about: QPointF | None = None) -> None:
        """Make hexes larger by a factor, about a point of the canvas or its middle."""
        raise NotImplementedError

    def set_hex_width(self, width: float, about: QPointF | None = None) -> None:
        """Show hexes so many logical pixels wide."""
        raise NotImplementedError

    def fit(self) -> None:
        """Show the whole sheet."""
        assert self._position is not None
        size = float(self.width()), float(self.height())
        self._camera = Camera(self._position.map.grid, 1.0).fitted(size)
        self.update()

    def actual_size(self, hex_mm: float = PRINTED_MM) -> None:
        """Show hexes as wide as they are printed."""
        raise NotImplementedError

    def centre_on(self, hex_: Hex) -> None:
        """Bring a hex to the middle of the canvas."""
        raise NotImplementedError

    def show_hex(self, hex_: Hex) -> None:
        """Move the map only as far as it takes to see a hex."""
        raise NotImplementedError

    def hex_at(self, point: QPointF) -> Hex:
        """The hex under a point of the canvas, also off the map."""
        return self.camera.hex_at(point.x(), point.y())

    def side_at(self, point: QPointF) -> HexSideAt:
        """The hexside nearest to a point of the canvas: a hex and a direction."""
        return self.camera.side_at(point.x(), point.y())

    # --- painting --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what the window asks for."""
        painter = QPainter(self)
        if self._position is not None:
            camera, wide, high = self.camera, self.width(), self.height()
            page = QRectF(camera.left, camera.top, wide, high)
            painter.translate(-camera.left, -camera.top)
            paint_map(painter, View(self._position.map, Look(camera.width), page), page)
        painter.end()

    def _put(self, **changed: Any) -> None:
        assert self._position is not None
        self._position = replace(self._position, **changed)
        self.update()
