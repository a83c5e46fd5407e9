"""The painter of overlays: underlay, veils, names, marks, and what a click would change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map
from studio.canvas.camera import MapCamera
from studio.canvas.canvas_content import CanvasContent, EditOutline, HexSideAt
from studio.canvas.map_annotations import MapAnnotations, paint_notes
from studio.canvas.pixel_frame import Clip, PixelFrame
from studio.canvas.underlay_painter import ImagePyramid, paint_underlay
from studio.rendering.map.preview_tints import ORIGIN, ReachOverlay
from studio.rendering.painting import make_colour, make_polygon, round_pen

if TYPE_CHECKING:
    from studio.canvas.tint_overlay import TintOverlay


OUTLINE, HALO = "#12263f", "#ffffff"
# A hexside to be changed is marked this much wider than the outline of hexes.
SIDE_WIDTH = 2.2


def paint_outline(painter: QPainter, camera: MapCamera, outline: EditOutline) -> None:
    """Draw the border of the hexes a click would change, and its hexsides, dark on a pale halo."""
    border = _lines(camera, hex_set_border(camera.grid, outline.hexes))
    sides = _lines(camera, outline.sides)
    thin = max(1.5, 0.045 * camera.width)
    for shade, extra in ((HALO, 2.0), (OUTLINE, 0.0)):
        painter.setPen(round_pen(make_colour(shade, 0.85), thin + extra))
        painter.drawLines(border)
        painter.setPen(round_pen(make_colour(shade, 0.85), SIDE_WIDTH * thin + extra))
        painter.drawLines(sides)


def outline_rect(camera: MapCamera, outline: EditOutline) -> QRectF:
    """The rectangle of the screen that an outline needs; empty for an empty one."""
    hexes = [*outline.hexes, *(hex_ for hex_, _ in outline.sides)]
    if not hexes:
        return QRectF()
    centres = [camera.centre(hex_) for hex_ in hexes]
    left, right = min(x for x, _ in centres), max(x for x, _ in centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    edge = 0.7 * camera.width + 6
    return QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(-edge, -edge, edge, edge)


def hex_set_border(grid: Grid, hexes: frozenset[Hex]) -> list[HexSideAt]:
    """The hexsides where a set of hexes ends."""
    steps = grid.orientation.steps
    return [
        (hex_, direction)
        for hex_ in hexes
        for direction in range(SIDES)
        if hex_.moved(steps[direction]) not in hexes
    ]


def paint_preview_origin(painter: QPainter, camera: MapCamera, origin: Hex) -> None:
    """Mark the hex that sight or a move starts from."""
    x, y = camera.centre(origin)
    across, down = camera.grid.scale(0.86 * camera.width)
    corners = camera.grid.orientation.corners
    mark = make_polygon([(x + dx * across, y + dy * down) for dx, dy in corners])
    painter.setBrush(make_colour("#ffffff", 0.0))
    for shade, part in (("#ffffff", 0.13), (ORIGIN, 0.075)):
        painter.setPen(round_pen(make_colour(shade), max(part * camera.width, 1.0)))
        painter.drawPolygon(mark)


def paint_keyboard_hex(painter: QPainter, camera: MapCamera, at: Hex) -> None:
    """Mark the hex that the keyboard points at."""
    painter.setPen(QPen(make_colour("#000000"), 3.0))
    painter.drawLines(_lines(camera, hex_set_border(camera.grid, frozenset([at]))))
    painter.setPen(QPen(make_colour("#ffd84a"), 1.5))
    painter.drawLines(_lines(camera, hex_set_border(camera.grid, frozenset([at]))))


def _lines(camera: MapCamera, sides: Iterable[HexSideAt]) -> list[QLineF]:
    across, down = camera.grid.scale(camera.width)
    corners = camera.grid.orientation.corners
    found = []
    for hex_, direction in sides:
        x, y = camera.centre(hex_)
        (x1, y1), (x2, y2) = corners[direction], corners[(direction + 1) % SIDES]
        found.append(QLineF(x + x1 * across, y + y1 * down, x + x2 * across, y + y2 * down))
    return found


class OverlayPainter:
    """Paints all of a position but the map itself and what a click would do."""

    def __init__(self, map_: Map, has_notes: bool = False) -> None:
        self.map, self.has_notes = map_, has_notes
        self.names = MapAnnotations(map_)
        self._veil: TintOverlay | None = None
        self._shrunk: ImagePyramid | None = None

    def invalidate_overlay(self) -> None:
        """Forget the overlay, which may have changed."""
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
            from studio.canvas.tint_overlay import TintOverlay

            self._veil = TintOverlay()
        left, top, right, bottom = clip
        source = QRectF(left, top, right - left, bottom - top)
        target = QRectF(left / dpr, top / dpr, source.width() / dpr, source.height() / dpr)
        painter.drawImage(target, self._veil.show(position, frame), source)

    def paint_labels(
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
