"""A scenario's zones, reinforcements and objectives on the canvas, under its counters."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.map.map import Map
from studio.canvas.camera import MapCamera
from studio.canvas.counter_cache import CounterCache
from studio.rendering.map.deployment import (
    Deployment,
    paint_deployment,
    paint_deployment_zones,
    waiting_rect,
)
from studio.rendering.map.map_view import MapView
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.map.setup_features import feature_plate_rect
from studio.rendering.map.zones import area_rect

FRESH = 1000  # counters painted anew in one frame: few zones have more


@dataclass(frozen=True, eq=False)
class DeploymentLayer:
    """The layer of a scenario's start beside its counters: drawn as on paper."""

    map: Map
    deployment: Deployment
    language: str
    pictures: CounterCache = field(default_factory=lambda: CounterCache(FRESH))
    _rooms: dict[MapCamera, tuple[QRectF, ...]] = field(default_factory=dict)  # as seen last

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw what the screen shows of it."""
        screen = QRectF(painter.viewport()).translated(camera.left, camera.top)
        room = painter.clipBoundingRect() if painter.hasClipping() else QRectF(painter.viewport())
        if not any(room.intersects(piece) for piece in self._pieces_seen(camera)):
            return
        view = MapView(self.map, RenderOptions(camera.width, language=self.language), screen)
        painter.translate(-camera.left, -camera.top)
        room.translate(camera.left, camera.top)
        waiting = replace(self.deployment, placed={}, works={})
        self.pictures.begin()
        paint_deployment_zones(painter, view, waiting, room)
        paint_deployment(painter, view, waiting, room, self.pictures.paint)

    def _pieces_seen(self, camera: MapCamera) -> tuple[QRectF, ...]:
        """Return the rectangles of the pieces, cached for the camera."""
        if camera not in self._rooms:
            self._rooms.clear()
            self._rooms[camera] = tuple(self.pieces(camera).values())
        return self._rooms[camera]

    def pieces(self, camera: MapCamera) -> dict[Hashable, QRectF]:
        """Return its pieces with their rectangles on the screen."""
        found: dict[Hashable, QRectF] = {}
        for order, group in enumerate(self.deployment.waiting):
            room = area_rect(camera.grid, group.hexes, camera.width)
            room = room.united(waiting_rect(camera.grid, group, camera.width))
            told = (group.counters, group.colour, group.at, group.turn, order % 2, self.language)
            found[*told, group.hexes.tobytes()] = room.translated(-camera.left, -camera.top)
        for hexes, shade in self.deployment.musters:
            room = area_rect(camera.grid, hexes, camera.width)
            found["muster", shade, hexes.tobytes()] = room.translated(-camera.left, -camera.top)
        for aim in self.deployment.aims:
            room = area_rect(camera.grid, aim.hexes, camera.width)
            told_aim = (aim.at, aim.colour, aim.points, aim.hexes.tobytes())
            found[told_aim] = room.translated(-camera.left, -camera.top)
        for plate in self.deployment.plates:
            room = feature_plate_rect(camera.grid, plate, camera.width)
            found[plate.at, plate.place, str(plate)] = room.translated(-camera.left, -camera.top)
        return found
