"""Paper soldiers seen from the front and the side, as they stand when cut out and folded.

Each is drawn in millimetres of a two-inch figure's stand, its feet on the line at 0, upwards
negative; `FigureCutout` says how broad and high its picture is, and how deep its foot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.tabletop.footprints import FOOTPRINTS
from engine.tabletop.shapes import INCH
from studio.rendering.file_formats import MM_AN_INCH
from studio.rendering.painting import add_polygon, fill_and_draw, round_pen

MM = MM_AN_INCH / INCH  # of a sixteenth of an inch
INK, SKIN, BOOTS, LEATHER = "#221c12", "#efc9a0", "#2b2622", "#7a5632"
WHITE, STEEL, HIDE, MANE, BRASS = "#fbf7ea", "#c4c9ce", "#8a5a33", "#3b2616", "#c79a3a"
WOOD, CANVAS, IRON = "#9a6d3f", "#efe6cd", "#50565d"
THIN, THICK = 0.25, 0.5

Point = tuple[float, float]


class FigureCutout(NamedTuple):
    """A paper figure's picture, `wide` and `high`, and how deep each half of its foot is (mm)."""

    wide: float
    high: float
    deep: float


@cache
def figure_cutout(type_: str) -> FigureCutout:
    """Return the size of a type's picture: as long and high as it counts in play (G3)."""
    known = FOOTPRINTS.get(type_, FOOTPRINTS["foot"])
    across, along = known.breadth + 2 * known.radius, known.length + 2 * known.radius
    return FigureCutout(along * MM, known.height * MM, across * MM / 2)


def paint_paper_figure(painter: QPainter, type_: str, shade: str, *, is_back: bool = False) -> None:
    """Draw a type's picture about the middle of its foot, standing on the line at 0.

    Its back is seen as through the paper: what is left of it before is left of it behind.
    """
    pictures = BACKS if is_back else {}
    paint = pictures.get(type_) or FRONTS.get(type_, _paint_foot)
    paint(painter, QColor(shade))


def _shape(
    painter: QPainter, points: Sequence[Point], shade: QColor | str, width: float = THIN
) -> None:
    path = QPainterPath()
    add_polygon(path, points)
    fill_and_draw(painter, path, QColor(shade), round_pen(QColor(INK), width))


def _oval(
    painter: QPainter, x: float, y: float, wide: float, high: float, shade: QColor | str
) -> None:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), wide, high)
    fill_and_draw(painter, path, QColor(shade), round_pen(QColor(INK), THIN))


def _box(
    painter: QPainter, x: float, y: float, wide: float, high: float, shade: QColor | str
) -> None:
    path = QPainterPath()
    path.addRect(QRectF(x, y, wide, high))
    fill_and_draw(painter, path, QColor(shade), round_pen(QColor(INK), THIN))


def _line(painter: QPainter, a: Point, b: Point, shade: str, width: float) -> None:
    painter.setPen(round_pen(QColor(shade), width))
    painter.drawLine(QPointF(*a), QPointF(*b))


# --- on foot --------------------------------------------------------------------------------------


def _paint_legs(painter: QPainter, coat: QColor) -> None:
    for side in (-1, 1):
        leg = ((side * 0.4, -22), (side * 4.2, -22), (side * 4.0, -6), (side * 1.0, -6))
        _shape(painter, leg, WHITE)
        boot = ((side * 0.9, -7.5), (side * 4.1, -7.5), (side * 4.6, -0.3), (side * 0.8, -0.3))
        _shape(painter, boot, BOOTS)


def _paint_coat(painter: QPainter, coat: QColor) -> None:
    _shape(painter, ((-5, -38), (5, -38), (5.4, -19.5), (0, -17.5), (-5.4, -19.5)), coat)
    _box(painter, -5.1, -26.6, 10.2, 1.9, WHITE)


def _paint_shako(painter: QPainter, coat: QColor, *, with_badge: bool) -> None:
    _shape(painter, ((-3.1, -43.4), (3.1, -43.4), (3.4, -48.6), (-3.4, -48.6)), coat.darker(190))
    _line(painter, (0, -48.6), (0, -50.6), WHITE, 1.3)
    if with_badge:
        _shape(painter, ((-3.3, -43.2), (3.3, -43.2), (3.0, -42.4), (-3.0, -42.4)), INK)
        _oval(painter, 0, -46, 0.9, 1.1, BRASS)


def _paint_foot(painter: QPainter, coat: QColor) -> None:
    """A man with a rifle at the ready."""
    _paint_legs(painter, coat)
    _paint_coat(painter, coat)
    _line(painter, (-4.4, -37.4), (4.2, -26), WHITE, 1.1)
    _line(painter, (4.4, -37.4), (-4.2, -26), WHITE, 1.1)
    _oval(painter, 0, -40.8, 2.9, 3.1, SKIN)
    for x in (-1.0, 1.0):
        _line(painter, (x, -41.2), (x, -40.9), INK, 0.5)
    _line(painter, (-0.7, -39.3), (0.7, -39.3), INK, 0.3)
    _paint_shako(painter, coat, with_badge=True)
    _line(painter, (6.8, -14), (2.0, -47.5), INK, 1.5)
    _line(painter, (6.6, -15), (3.9, -34), WOOD, 1.0)
    _line(painter, (2.0, -47.5), (1.5, -50.5), STEEL, 0.6)
    _shape(painter, ((-5.2, -37.4), (-3.3, -37.0), (-3.4, -29.5), (3.8, -26.2), (3.4, -24.2),
                     (-6.2, -28.2)), coat.lighter(115))  # fmt: skip
    _shape(painter, ((5.2, -37.4), (3.3, -37.0), (3.6, -31.4), (3.1, -29.5), (5.0, -28.6),
                     (6.9, -31)), coat.lighter(115))  # fmt: skip
    _oval(painter, 4.5, -25.2, 1.2, 1.2, SKIN)
    _oval(painter, 4.2, -30.2, 1.2, 1.2, SKIN)


def _paint_foot_back(painter: QPainter, coat: QColor) -> None:
    _paint_legs(painter, coat)
    _paint_coat(painter, coat)
    _line(painter, (6.8, -14), (2.0, -47.5), INK, 1.5)
    for side in (-1, 1):
        arm = ((side * 5.2, -37.4), (side * 3.4, -37), (side * 4.2, -27), (side * 6.6, -28.4))
        _shape(painter, arm, coat.lighter(115))
    _box(painter, -3.7, -37, 7.4, 8.4, LEATHER)
    _box(painter, -4.1, -39, 8.2, 2.2, "#9aa39a")
    for x in (-2.2, 2.2):
        _line(painter, (x, -37), (x, -28.6), WHITE, 0.7)
    _oval(painter, 0, -41.2, 2.9, 2.9, MANE)
    _paint_shako(painter, coat, with_badge=False)


def _paint_engineer(painter: QPainter, coat: QColor) -> None:
    _paint_legs(painter, coat)
    _paint_coat(painter, coat)
    _shape(painter, ((-3.6, -26), (3.6, -26), (4.2, -13), (-4.2, -13)), LEATHER)
    _oval(painter, 0, -40.8, 2.9, 3.1, SKIN)
    for x in (-1.0, 1.0):
        _line(painter, (x, -41.2), (x, -40.9), INK, 0.5)
    _shape(painter, ((-1.6, -39.4), (1.6, -39.4), (1.2, -36.4), (-1.2, -36.4)), MANE)
    _paint_shako(painter, coat, with_badge=True)
    _line(painter, (6.4, -8), (6.4, -42), WOOD, 1.2)
    _shape(painter, ((4.8, -8.6), (8.0, -8.6), (7.7, -3), (6.4, -1), (5.1, -3)), STEEL)
    for side in (-1, 1):
        arm = ((side * 5.2, -37.4), (side * 3.3, -37), (side * 3.6, -28), (side * 6.8, -27.6))
        _shape(painter, arm, coat.lighter(115))
    _oval(painter, 6.2, -27.4, 1.3, 1.3, SKIN)
    _oval(painter, -5.2, -27, 1.2, 1.2, SKIN)


# --- on horses ------------------------------------------------------------------------------------

HORSE: Sequence[Point] = (
    (-18, -30), (-15, -39), (-8, -41), (2, -40), (9, -43), (13, -52), (17, -56), (18, -54.4),
    (21.8, -47.2), (20.8, -44.8), (17, -46.2), (15.6, -40), (14, -33), (11, -27), (4, -24.5),
    (-8, -24.5), (-14, -25.5),
)  # fmt: skip
LEGS: Sequence[Sequence[Point]] = (
    ((-16.5, -29), (-10.5, -27), (-12.6, -15), (-11.4, -1.5), (-15.4, -1.5), (-15.2, -14)),
    ((-11, -27), (-6.4, -26), (-9, -14), (-7.4, -1.5), (-11, -1.5), (-11.4, -14)),
    ((6, -27), (12.4, -29), (11.4, -15), (13.8, -1.5), (9.8, -1.5), (8.4, -14)),
    ((10.4, -28), (14.4, -31), (17.6, -20), (14, -14.6), (12.4, -17.4), (14.6, -20)),
)


def _paint_horse(painter: QPainter) -> None:
    tail = ((-17, -38), (-21, -36), (-21.6, -20), (-19, -15), (-18.4, -26))
    _shape(painter, tail, MANE)
    for number, leg in enumerate(LEGS):
        _shape(painter, leg, QColor(HIDE).darker(130 if number in (1, 3) else 100))
    for x in (-13.4, -9.2, 11.8):
        _shape(painter, ((x - 2, -3), (x + 2, -3), (x + 2.6, -0.2), (x - 2.2, -0.2)), INK)
    _shape(painter, HORSE, HIDE)
    mane = ((8, -43.5), (12, -53), (15.6, -56.4), (14.6, -49), (11.6, -42.6))
    _shape(painter, mane, MANE)
    _oval(painter, 17.4, -51, 0.5, 0.6, INK)
    _line(painter, (21, -46), (9, -41), LEATHER, 0.6)


def _paint_rider(painter: QPainter, coat: QColor) -> None:
    _shape(painter, ((-8, -42.5), (4.5, -41.5), (4, -33), (-8.5, -34)), coat.darker(140))
    thigh = ((-3.4, -44), (2.2, -44), (5.2, -36), (3.6, -27), (0.8, -27), (1.6, -35.4), (-3, -38))
    _shape(painter, thigh, WHITE)
    _shape(painter, ((0.6, -29.5), (3.8, -29.5), (4.4, -22.6), (6.4, -21.4), (0.6, -21.4)), BOOTS)
    _shape(painter, ((-4.4, -59), (2.2, -59), (3.0, -43), (-4.2, -42.6)), coat)
    _box(painter, -4.3, -47, 7.0, 1.5, WHITE)
    _line(painter, (-3.8, -58), (2.4, -46.8), WHITE, 1.0)
    _oval(painter, -0.6, -61.4, 2.5, 2.7, SKIN)
    _oval(painter, 0.9, -61.6, 0.2, 0.3, INK)


def _paint_horseman(painter: QPainter, coat: QColor) -> None:
    """A rider with a sabre at the shoulder."""
    _paint_horse(painter)
    _paint_rider(painter, coat)
    _shape(painter, ((-3.4, -63.2), (2.3, -63.2), (1.8, -67), (-2.6, -67.6)), coat.darker(190))
    _line(painter, (-2.4, -67.4), (-5.4, -66), WHITE, 1.2)
    _line(painter, (7.4, -48), (10.6, -67.5), STEEL, 0.8)
    arm = ((-2.2, -57.5), (0.8, -57.5), (2.2, -51.4), (8, -49.4), (7.4, -47.2), (0, -49))
    _shape(painter, arm, coat.lighter(115))
    _oval(painter, 7.8, -48.2, 1.2, 1.2, SKIN)


def _paint_general(painter: QPainter, coat: QColor) -> None:
    _paint_horse(painter)
    _paint_rider(painter, coat)
    hat = ((-5.8, -62.6), (-0.6, -68.6), (4.6, -62.6), (-0.6, -64))
    _shape(painter, hat, INK)
    _line(painter, (-0.6, -68.4), (-4, -66.8), WHITE, 1.5)
    _line(painter, (-4.2, -58.8), (-1.8, -58.8), BRASS, 1.3)
    arm = ((-2.2, -57.5), (0.8, -57.5), (3.2, -54.4), (10.4, -57.4), (10.6, -55), (2.6, -51.4))
    _shape(painter, arm, coat.lighter(115))
    _oval(painter, 11.2, -56.2, 1.3, 1.3, SKIN)


# --- guns and wagons ------------------------------------------------------------------------------


def _paint_wheel(painter: QPainter, x: float, radius: float, spokes: int = 10) -> None:
    middle = QPointF(x, -radius - 0.2)
    painter.setBrush(QColor(0, 0, 0, 0))
    painter.setPen(round_pen(QColor(INK), 2.2))
    painter.drawEllipse(middle, radius - 1.1, radius - 1.1)
    painter.setPen(round_pen(QColor(WOOD), 1.4))
    painter.drawEllipse(middle, radius - 1.1, radius - 1.1)
    for spoke in range(spokes):
        turn = math.tau * spoke / spokes
        out = QPointF(math.cos(turn), math.sin(turn)) * (radius - 1.6)
        _line(painter, middle.toTuple(), (middle + out).toTuple(), WOOD, 0.8)
    _oval(painter, middle.x(), middle.y(), 1.8, 1.8, IRON)


def _paint_gun(painter: QPainter, coat: QColor) -> None:
    """A field gun from its side, its muzzle to the right."""
    trail = ((2, -17), (6, -12), (-43, -0.4), (-49, -0.4), (-49, -3.4), (-44, -4.6))
    _shape(painter, trail, coat)
    barrel = ((-12, -25.6), (-9, -28.2), (12, -27.2), (45, -30), (46.5, -31.4), (48.4, -31.2),
              (48.8, -26.4), (46.9, -26.2), (45, -27), (12, -19.6), (-9, -19.4),
              (-12, -21.8))  # fmt: skip
    _shape(painter, barrel, BRASS)
    _oval(painter, -13.6, -23.6, 1.9, 1.7, BRASS)
    for x in (-6, 8, 22):
        _line(painter, (x, -27.6), (x, -20.6), INK, 0.4)
    _shape(painter, ((-6, -21), (8, -21), (10, -12), (-10, -10)), coat.lighter(115))
    _paint_wheel(painter, 3, 18, 12)


def _paint_wagon(painter: QPainter, coat: QColor) -> None:
    cover = ((-38, -26), (-37, -52), (-30, -58), (24, -58), (31, -52), (32, -26))
    _shape(painter, cover, CANVAS)
    for x in (-26, -9, 8, 20):
        _line(painter, (x, -57.6), (x, -26), "#b7a98a", 0.6)
    _shape(painter, ((-42, -29), (36, -29), (33, -17), (-39, -17)), WOOD)
    _shape(painter, ((-20, -27), (10, -27), (9, -19), (-19, -19)), coat)
    _line(painter, (34, -18), (49, -14), WOOD, 1.6)
    _paint_wheel(painter, -24, 14)
    _paint_wheel(painter, 20, 11)


def _paint_engine(painter: QPainter, coat: QColor) -> None:
    _box(painter, -70, -34, 134, 12, IRON)
    _shape(painter, ((-26, -62), (52, -62), (58, -56), (58, -34), (-26, -34)), "#2d3136")
    _box(painter, -62, -80, 40, 46, coat)
    _box(painter, -55, -74, 16, 16, CANVAS)
    _shape(painter, ((36, -62), (48, -62), (51, -86), (33, -86)), "#2d3136")
    _shape(painter, ((58, -24), (74, -2), (58, -2)), IRON)
    _oval(painter, 8, -62, 6, 6, BRASS)
    for x in (-46, -14, 18, 48):
        _paint_wheel(painter, x, 15 if x < 40 else 10)


def _paint_truck(painter: QPainter, coat: QColor) -> None:
    _box(painter, -62, -62, 124, 42, WOOD)
    for x in range(-50, 60, 12):
        _line(painter, (x, -62), (x, -20), INK, 0.3)
    _box(painter, -14, -62, 28, 42, coat)
    for x in (-40, 40):
        _paint_wheel(painter, x, 12)


def _paint_boat(painter: QPainter, coat: QColor) -> None:
    hull = ((-72, -24), (64, -24), (76, -28), (62, -4), (50, -0.4), (-60, -0.4), (-70, -6))
    _shape(painter, hull, WOOD)
    _shape(painter, ((-73, -25.2), (66, -25.2), (64, -20), (-72, -20)), coat)


def _paint_packing_box(painter: QPainter, coat: QColor) -> None:
    """A box whose content is unknown (L21.3)."""
    _box(painter, -42, -48, 84, 48, WOOD)
    for y in (-36, -24, -12):
        _line(painter, (-42, y), (42, y), INK, 0.3)
    for x in (-36, 36):
        _line(painter, (x, -48), (x, 0), INK, 1.2)
    _oval(painter, 0, -24, 12, 12, coat)


FRONTS: Mapping[str, Callable[[QPainter, QColor], None]] = {
    "foot": _paint_foot,
    "engineer": _paint_engineer,
    "horse": _paint_horseman,
    "general": _paint_general,
    "gun": _paint_gun,
    "wagon": _paint_wagon,
    "engine": _paint_engine,
    "truck": _paint_truck,
    "boat": _paint_boat,
    "box": _paint_packing_box,
}
BACKS: Mapping[str, Callable[[QPainter, QColor], None]] = {
    "foot": _paint_foot_back,
    "engineer": _paint_foot_back,
}
