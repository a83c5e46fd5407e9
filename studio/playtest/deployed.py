"""A scenario's zones, reinforcements and objectives on the canvas, under its counters."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.map import Map
from studio.canvas.camera import Camera
from studio.drawing.deployment import Deployment, paint_deployment, paint_deployment_zones
from studio.drawing.look import Look
from studio.drawing.view import View


@dataclass(frozen=True)
class Deployed:
    """What of a scenario's start is no counter on the map: drawn as on paper."""

    map: Map
    deployment: Deployment
    language: str

    def __call__(self, painter: QPainter, camera: Camera) -> None:
        """Draw what the screen shows of it."""
        screen = QRectF(painter.viewport()).translated(camera.left, camera.top)
        view = View(self.map, Look(camera.width, language=self.language), screen)
        painter.translate(-camera.left, -camera.top)
        waiting = replace(self.deployment, placed={})
        paint_deployment_zones(painter, view, waiting)
        paint_deployment(painter, view, waiting)
