"""The figures of a game on a table's canvas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QTransform

from engine.session.standing import SeenFigure
from engine.tabletop.footprints import FOOTPRINTS, footprint
from engine.tabletop.kinds import TableScale
from studio.canvas.table_camera import TableCamera
from studio.drawing.inks import colour


@dataclass(frozen=True)
class FiguresShown:
    """Figures, guns and wagons as they stand."""

    figures: tuple[SeenFigure, ...]
    colours: Mapping[str, str]
    scale: TableScale

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Draw each in the colour of its side."""
        for each in self.figures:
            if not each.inside:
                self._paint(painter, camera, each)

    def _paint(self, painter: QPainter, camera: TableCamera, each: SeenFigure) -> None:
        x, y = camera.screen(*each.at)
        painter.save()
        painter.setTransform(QTransform.fromTranslate(x, y), True)
        painter.rotate(each.facing or 0)
        print_ = footprint(each.type, self.scale) if each.type in FOOTPRINTS else None
        radius = (print_.radius if print_ else 6) * camera.scale
        wide = (print_.breadth if print_ else 0) * camera.scale + 2 * radius
        long = (print_.length if print_ else 0) * camera.scale + 2 * radius
        painter.setPen(QPen(colour("#1c1c1c"), 1.0))
        painter.setBrush(colour(self.colours.get(each.side, "#777777")))
        room = QRectF(-wide / 2, -long / 2, wide, long)
        painter.drawRoundedRect(room, max(radius, 1.5), max(radius, 1.5))
        painter.drawLine(QPointF(0, 0), QPointF(0, -long / 2))
        painter.restore()
