"""What lies over the base picture: the underlay, veils, names and marks of one map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.map.map import Map
from studio.canvas.camera import MapCamera
from studio.canvas.frame import Clip, PixelFrame
from studio.canvas.marks import paint_preview_origin
from studio.canvas.names import MapAnnotations
from studio.canvas.notes import paint_notes
from studio.canvas.position import CanvasContent
from studio.canvas.underlay import ImagePyramid, paint_underlay
from studio.drawing.overlays import ReachOverlay

if TYPE_CHECKING:  # imports numba, which the first frames do without
    from studio.canvas.veil import TintOverlay


class OverlayPainter:
    """Paints all of a position but the map itself and what a click would do."""

    def __init__(self, map_: Map, has_notes: bool = False) -> None:
        self.map, self.has_notes = map_, has_notes
        self.names = MapAnnotations(map_)
        self._veil: TintOverlay | None = None
        self._shrunk: ImagePyramid | None = None

    def forget_veil(self) -> None:
        """What is laid over the map may be another now."""
        if self._veil:
            self._veil.forget()

    def paint_underlay(
        self, painter: QPainter, camera: MapCamera, position: CanvasContent, room: QRectF
    ) -> None:
        """Draw the picture to be traced, if there is one to be shown."""
        underlay = position.underlay
        if underlay is None or not position.layers.underlay:
            return
        if self._shrunk is None or self._shrunk.picture is not underlay.picture:
            self._shrunk = ImagePyramid(underlay.picture)
        paint_underlay(painter, camera, underlay, self._shrunk, room)

    def paint_veil(
        self,
        painter: QPainter,
        frame: PixelFrame,
        position: CanvasContent,
        clip: Clip,
        dpr: float,
    ) -> None:
        """Draw the tints over a part of the frame; only when the kernels are loaded."""
        if not position.is_tinted:
            return
        if self._veil is None:
            from studio.canvas.veil import TintOverlay

            self._veil = TintOverlay()
        left, top, right, bottom = clip
        source = QRectF(left, top, right - left, bottom - top)
        target = QRectF(left / dpr, top / dpr, source.width() / dpr, source.height() / dpr)
        painter.drawImage(target, self._veil.show(position, frame), source)

    def paint_words(
        self,
        painter: QPainter,
        camera: MapCamera,
        position: CanvasContent,
        screen: QRectF,
        dpr: float,
    ) -> None:
        """Mark where what is laid over the map starts from, and write names and costs."""
        layers, overlay = position.layers, position.overlay
        if overlay:
            paint_preview_origin(painter, camera, overlay.origin)
        if layers.places:
            painter.setOpacity(layers.opacity("places"))
            self.names.paint_places(painter, camera, screen, layers, dpr)
            painter.setOpacity(1.0)
        if layers.zones:
            self.names.paint_zones(painter, camera, screen, layers, dpr)
        if self.has_notes and layers.notes and self.map.notes:
            paint_notes(painter, camera, screen, self.map.notes)
        if isinstance(overlay, ReachOverlay):
            self.names.paint_costs(painter, camera, screen, overlay, dpr)
