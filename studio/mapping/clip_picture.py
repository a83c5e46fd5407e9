"""A clip held over the map: its content, translucent, where it would be laid."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF

from engine.editing.clips import Clip, as_map
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import Hex
from studio.canvas.camera import MapCamera
from studio.drawing.look import RenderOptions
from studio.drawing.paint import paint_map
from studio.drawing.view import MapView

OPACITY = 0.65
MOST_HEXES = 600  # of larger clips only the outline is shown
WIDEST = 3000.0  # pixels


def paint_clip(painter: QPainter, camera: MapCamera, clip: Clip, at: Hex) -> None:
    """Paint a clip with its middle at a hex; nothing of one too large to be quickly drawn."""
    if not 0 < len(clip.hexes) <= MOST_HEXES:
        return
    sharp = painter.device().devicePixelRatioF() if painter.device() else 1.0
    orientation, width = camera.grid.orientation, round(camera.width, 1)
    picture = _picture(clip, orientation, width, sharp)
    if picture is None:
        return
    image, left, top = picture
    x, y = camera.centre(at)
    painter.setOpacity(OPACITY)
    painter.drawPixmap(QPointF(x - left, y - top), image)
    painter.setOpacity(1.0)


@lru_cache(maxsize=2)
def _picture(
    clip: Clip, orientation: Orientation, width: float, sharp: float
) -> tuple[QPixmap, float, float] | None:
    """The picture of a clip, and where in it the middle of its middle hex lies."""
    map_, at = as_map(clip, orientation)
    wide, high = map_.grid.size(width)
    if max(wide, high) > WIDEST:
        return None
    image = QPixmap(int(wide * sharp) + 1, int(high * sharp) + 1)
    image.setDevicePixelRatio(sharp)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setClipPath(_outline(clip, map_.grid, at, width), Qt.ClipOperation.IntersectClip)
    paint_map(painter, MapView(map_, RenderOptions(width, grid=False, labels=False, legend=False)))
    painter.end()
    return image, *map_.grid.centre(at, width)


def _outline(clip: Clip, grid: Grid, at: Hex, width: float) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for q, r in clip.hexes.tolist():
        corners = grid.outline(Hex(q, r).moved(at), width)
        path.addPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
    return path
