"""A country as the canvas shows it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.tabletop.table import TabletopMap
from studio.canvas.table_camera import TabletopCamera
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_names import paint_table_zones
from studio.drawing.table_paint import paint_features, paint_lettering
from studio.drawing.table_tiles import TerrainTiles
from studio.drawing.table_view import TabletopView


@dataclass(frozen=True, eq=False)
class TerrainPicture:
    """Paints a table, or some things of one over another."""

    table: TabletopMap
    language: str
    hidden: frozenset[str] = frozenset()
    has_names: bool = True
    has_zones: bool = True
    tiles: TerrainTiles | None = None  # of the whole; None for some things over it

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Paint it."""
        is_whole = self.tiles is not None
        look = TabletopRenderOptions(
            self.language, self.has_names, self.has_zones, is_whole, 0, is_whole, self.hidden
        )
        view = TabletopView(self.table, camera.scale, -camera.left, -camera.top, look)
        if self.tiles is not None:
            self.tiles.paint(painter, view, QRectF(painter.viewport()))
            return
        paint_features(painter, view, self.table.in_layers)
        if self.has_zones:
            paint_table_zones(painter, view)
        paint_lettering(painter, view)
