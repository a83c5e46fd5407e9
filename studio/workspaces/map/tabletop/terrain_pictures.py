"""A country as the canvas shows it.

Small pictures of what can be laid on a table, drawn as the table draws it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from engine.editing.tabletop_map_edits import with_feature, with_zone
from engine.tabletop.feature_kinds import ShapeKind, feature_kinds
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopMap
from studio.canvas.camera import TabletopCamera
from studio.rendering.tabletop.labels_and_grid import paint_table_zones
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import TerrainTiles, paint_features, paint_lettering
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.text_painting import make_font
from studio.workspaces.map.tabletop.tabletop_toolbox import PLACES, ZONES


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


WIDE, HIGH, SHARP = 44, 30, 2
ROOM = 22 * INCH, 15 * INCH  # of the table that is seen


@lru_cache(maxsize=64)
def table_swatch(kind: str) -> QIcon:
    """A kind as a small piece of table."""
    table = TabletopMap(*ROOM)
    if kind == ZONES:
        table = with_zone(table, _area(3), colour="#1769d2")[0]
    elif kind != PLACES:
        table = with_feature(table, kind, _shape(kind))[0]
    camera = TabletopCamera(*ROOM, WIDE / ROOM[0])
    pixmap = QPixmap(WIDE * SHARP, HIGH * SHARP)
    pixmap.setDevicePixelRatio(SHARP)
    pixmap.fill(QColor("white"))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    TerrainPicture(table, "en", has_names=False, tiles=TerrainTiles())(painter, camera)
    if kind == PLACES:
        painter.setFont(make_font(18, bold=True))
        painter.setPen(QColor("#2b2b2b"))
        painter.drawText(12, 21, "Aa")
    painter.end()
    return QIcon(pixmap)


def _shape(kind: str) -> FeatureShape:
    about = feature_kinds()[kind]
    match about.shapes[0]:
        case ShapeKind.LINE:
            wide, deep = ROOM
            bend = Point(wide // 2, deep * 2 // 3)
            width = max(about.width, INCH)
            return WideLine((Point(0, deep // 4), bend, Point(wide, deep // 2)), width)
        case ShapeKind.DISC:
            return Disc(Point(ROOM[0] // 2, ROOM[1] // 2), 4 * INCH)
        case _:
            return _area(2)


def _area(margin: int) -> Polygon:
    (wide, deep), edge = ROOM, margin * INCH
    return Polygon(
        (Point(edge, edge), Point(wide - edge, edge + INCH), Point(wide - edge, deep - edge),
         Point(edge + INCH, deep - edge))
    )  # fmt: skip
