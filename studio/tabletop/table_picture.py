"""A country as the canvas shows it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.tabletop.table import Table
from studio.canvas.table_camera import TableCamera
from studio.drawing.table_look import TableLook
from studio.drawing.table_names import paint_table_zones
from studio.drawing.table_paint import paint_features, paint_lettering
from studio.drawing.table_tiles import CountryTiles
from studio.drawing.table_view import CountryView


@dataclass(frozen=True, eq=False)
class CountryPicture:
    """Paints a table, or some things of one over another."""

    table: Table
    language: str
    hidden: frozenset[str] = frozenset()
    has_names: bool = True
    has_zones: bool = True
    tiles: CountryTiles | None = None  # of the whole; None for some things over it

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Paint it."""
        is_whole = self.tiles is not None
        look = TableLook(
            self.language, self.has_names, self.has_zones, is_whole, 0, is_whole, self.hidden
        )
        view = CountryView(self.table, camera.scale, -camera.left, -camera.top, look)
        if self.tiles is not None:
            self.tiles.paint(painter, view, QRectF(painter.viewport()))
            return
        paint_features(painter, view, self.table.in_layers)
        if self.has_zones:
            paint_table_zones(painter, view)
        paint_lettering(painter, view)
