"""Small pictures of what can be laid on a table, drawn as the table draws it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from engine.editing.table_edits import with_feature, with_zone
from engine.tabletop.kinds import ShapeKind, feature_kinds
from engine.tabletop.point import INCH, Point
from engine.tabletop.shapes import Disc, Polygon, WideLine
from engine.tabletop.table import FeatureShape, TabletopMap
from studio.canvas.table_camera import TabletopCamera
from studio.drawing.lettering import font
from studio.drawing.table_tiles import TerrainTiles
from studio.tabletop.table_picture import TerrainPicture
from studio.tabletop.table_toolbox import PLACES, ZONES

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
        painter.setFont(font(18, bold=True))
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
