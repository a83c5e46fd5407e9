"""Toy soldiers, guns and wagons seen from above, in sixteenths of an inch.

Each is drawn about the origin with its front upwards, as large as its footprint at the scale of
two-inch figures; what leans over its stand, as a rifle, is not part of the footprint.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from studio.rendering.painting import (
    add_polygon,
    blend,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    round_pen,
)

INK, SKIN, STEEL, WOOD, HIDE = "#221c12", "#e8c9a0", "#54585e", "#7a5632", "#6a4526"
BRONZE, CANVAS, GOLD, PALE = "#8c7440", "#efe6cd", "#e0b53a", "#fdf8ea"
STAND = "#efe7cf"  # towards which stands are tinted, so that coats are seen on them


class SideColours(NamedTuple):
    """The colours of one side: of its coats, of the stands they are glued to, of their edges."""

    coat: QColor
    stand: QColor
    edge: QColor


@cache
def side_colours(shade: str) -> SideColours:
    """The colours that a side's figures wear."""
    coat = QColor(shade)
    return SideColours(coat, blend(coat, STAND, 0.66), coat.darker(190))


_Paint = Callable[[QPainter, SideColours], None]


def paint_figure(painter: QPainter, type_: str, shade: str) -> None:
    """Draw a stand of a type in a side's colour, about the origin, its front upwards."""
    STANDS.get(type_, _paint_unknown)(painter, side_colours(shade))


def paint_small_figure(painter: QPainter, type_: str, shade: str) -> None:
    """Draw a stand too small to show more than its side, its size and its front."""
    coat, path = side_colours(shade), figure_outline(type_)
    fill_and_draw(painter, path, coat.coat, _pen(coat.edge, 1.4))
    box, front = path.boundingRect(), QPainterPath()
    half = 0.32 * box.width()
    points = ((-half, box.top() + 1.1 * half), (0, box.top() - 1.5), (half, box.top() + 1.1 * half))
    add_polygon(front, points)
    fill(painter, front, QColor(PALE))


@cache
def figure_outline(type_: str) -> QPainterPath:
    """The outline of a stand of a type, about the origin with its front upwards (G3)."""
    from engine.tabletop.footprints import FOOTPRINTS

    path = QPainterPath()
    known = FOOTPRINTS.get(type_) or FOOTPRINTS["foot"]
    wide, long = known.breadth + 2 * known.radius, known.length + 2 * known.radius
    room = QRectF(-wide / 2, -long / 2, wide, long)
    path.addRoundedRect(room, known.radius or 2, known.radius or 2)
    return path


def _pen(ink: QColor | str, width: float) -> QPen:
    return round_pen(QColor(ink), width)


def _line(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(x, y)
    return path


def _shape(points: Sequence[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    add_polygon(path, points)
    return path


def _oval(x: float, y: float, wide: float, high: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), wide, high)
    return path


def _box(x: float, y: float, wide: float, high: float, round_: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(x, y, wide, high), round_, round_)
    return path


# --- on foot --------------------------------------------------------------------------------------


def _paint_base(painter: QPainter, coat: SideColours, type_: str) -> None:
    fill_and_draw(painter, figure_outline(type_), coat.stand, _pen(coat.edge, 0.9))


def _paint_man(painter: QPainter, coat: SideColours) -> None:
    """Shoulders, pack and cap of a man at the origin."""
    fill_and_draw(painter, _box(-2.3, 1.4, 4.6, 3.0, 0.7), QColor(WOOD), _pen(INK, 0.35))
    fill_and_draw(painter, _oval(0, 0, 5.0, 2.7), coat.coat, _pen(INK, 0.5))
    fill_and_draw(painter, _oval(0, -0.4, 2.3, 2.4), coat.edge, _pen(INK, 0.45))
    fill(painter, _oval(-0.7, -1.1, 0.8, 0.7), make_colour(PALE, 0.75))


def _paint_foot(painter: QPainter, coat: SideColours) -> None:
    _paint_base(painter, coat, "foot")
    draw(painter, _line((2.9, 2.6), (2.1, -8.2)), _pen(INK, 1.2))
    draw(painter, _line((2.8, 1.6), (2.3, -4.2)), _pen(WOOD, 0.8))
    fill_and_draw(painter, _oval(2.6, -2.2, 0.95, 0.95), QColor(SKIN), _pen(INK, 0.3))
    _paint_man(painter, coat)


def _paint_engineer(painter: QPainter, coat: SideColours) -> None:
    _paint_base(painter, coat, "engineer")
    draw(painter, _line((3.0, 3.2), (3.0, -5.0)), _pen(WOOD, 1.0))
    blade = ((1.6, -5.0), (4.4, -5.0), (4.1, -8.2), (3.0, -9.0), (1.9, -8.2))
    fill_and_draw(painter, _shape(blade), QColor(STEEL), _pen(INK, 0.35))
    fill_and_draw(painter, _oval(3.0, -1.8, 0.95, 0.95), QColor(SKIN), _pen(INK, 0.3))
    _paint_man(painter, coat)
    fill(painter, _box(-1.4, -0.75, 2.8, 0.9), QColor(GOLD))


# --- on horses ------------------------------------------------------------------------------------

HORSE: Sequence[tuple[float, float]] = (
    (-3.4, -4), (-3.0, -7.5), (-1.9, -9.5), (-1.7, -13.2), (-0.8, -14.8), (0.8, -14.8),
    (1.7, -13.2), (1.9, -9.5), (3.0, -7.5), (3.4, -4), (3.3, 3), (3.9, 7), (3.2, 10.6), (0, 11.8),
    (-3.2, 10.6), (-3.9, 7), (-3.3, 3),
)  # fmt: skip


def _paint_horse(painter: QPainter) -> None:
    draw(painter, _line((0, 11), (0.8, 14.2)), _pen(INK, 1.6))
    fill_and_draw(painter, _shape(HORSE), QColor(HIDE), _pen(INK, 0.6))
    draw(painter, _line((0, -6.5), (0, -12.5)), _pen(INK, 1.1))
    fill(painter, _shape(((-1.6, -12.4), (-2.1, -14.4), (-0.7, -13.6))), QColor(HIDE))
    fill(painter, _shape(((1.6, -12.4), (2.1, -14.4), (0.7, -13.6))), QColor(HIDE))


def _paint_rider(painter: QPainter, coat: SideColours) -> None:
    fill_and_draw(painter, _box(-4.3, -1.6, 8.6, 6.4, 1.2), coat.coat.darker(125), _pen(INK, 0.4))
    painter.save()
    painter.translate(0, 1.2)
    _paint_man(painter, coat)
    painter.restore()


def _paint_horseman(painter: QPainter, coat: SideColours) -> None:
    _paint_base(painter, coat, "horse")
    _paint_horse(painter)
    _paint_rider(painter, coat)
    draw(painter, _line((4.6, 1.4), (6.6, -10.5)), _pen(INK, 1.3))
    draw(painter, _line((4.8, 0.4), (6.5, -9.8)), _pen("#c9ced4", 0.7))
    fill_and_draw(painter, _oval(4.5, 1.4, 1.0, 1.0), QColor(SKIN), _pen(INK, 0.3))


def _paint_general(painter: QPainter, coat: SideColours) -> None:
    fill_and_draw(painter, figure_outline("general"), QColor(GOLD), _pen(coat.edge, 1.4))
    _paint_horse(painter)
    _paint_rider(painter, coat)
    hat = ((-3.6, 1.6), (0, -2.6), (3.6, 1.6), (0, 2.9))
    fill_and_draw(painter, _shape(hat), QColor(INK), _pen(GOLD, 0.7))
    fill(painter, _oval(0, 0.6, 1.5, 1.2), QColor(PALE))


# --- guns -----------------------------------------------------------------------------------------


def _paint_gun(painter: QPainter, coat: SideColours) -> None:
    fill_and_draw(
        painter, figure_outline("gun"), make_colour(coat.stand.name(), 0.8), _pen(coat.edge, 1.2)
    )
    for side in (-1, 1):
        draw(painter, _line((side * 4.5, 0), (side * 1.6, 30.5)), _pen(INK, 3.4))
        draw(painter, _line((side * 4.5, 0), (side * 1.6, 30.5)), _pen(coat.coat, 2.2))
        wheel = _box(side * 17 - 2.4, -13, 4.8, 26, 2.2)
        fill_and_draw(painter, wheel, QColor(WOOD), _pen(INK, 1.0))
        draw(painter, _line((side * 17, -11), (side * 17, 11)), _pen(INK, 0.8))
    draw(painter, _line((-15, 0), (15, 0)), _pen(INK, 3.2))
    draw(painter, _line((-14, 0), (14, 0)), _pen(STEEL, 1.6))
    barrel = ((-3.6, 11), (-2.4, -28), (-3.1, -30.5), (3.1, -30.5), (2.4, -28), (3.6, 11))
    fill_and_draw(painter, _shape(barrel), QColor(BRONZE), _pen(INK, 0.9))
    fill(painter, _shape(((-2.6, 9), (-1.6, -27), (-0.6, -27), (-1.0, 9))), make_colour(PALE, 0.5))
    fill_and_draw(painter, _oval(0, 12.4, 2.2, 2.0), QColor(BRONZE), _pen(INK, 0.8))
    fill(painter, _oval(0, -30.4, 1.7, 0.8), QColor(INK))


# --- wagons, trains, boats ------------------------------------------------------------------------


def _wheels(painter: QPainter, aside: float, places: Sequence[float], half: float) -> None:
    for side in (-1, 1):
        for y in places:
            wheel = _box(side * aside - 2, y - half, 4, 2 * half, 1.6)
            fill_and_draw(painter, wheel, QColor(WOOD), _pen(INK, 0.8))


def _paint_wagon(painter: QPainter, coat: SideColours) -> None:
    draw(painter, _line((0, -18), (0, -31)), _pen(INK, 2.6))
    draw(painter, _line((-6, -29), (6, -29)), _pen(WOOD, 1.8))
    _wheels(painter, 13.5, (-12, 18), 8)
    fill_and_draw(painter, _box(-11.5, -20, 23, 51, 2), QColor(WOOD), _pen(INK, 1.0))
    fill_and_draw(painter, _box(-10.5, -15, 21, 45, 5), QColor(CANVAS), _pen(INK, 0.8))
    for y in (-6, 4, 14, 23):
        draw(painter, _line((-10, y), (10, y)), _pen("#b7a98a", 0.8))
    fill_and_draw(painter, _box(-10.5, -1, 21, 6), coat.coat, _pen(INK, 0.5))


def _paint_engine(painter: QPainter, coat: SideColours) -> None:
    _wheels(painter, 15, (-24, -6, 12), 7)
    fill_and_draw(painter, _box(-14, -40, 28, 86, 3), QColor(STEEL), _pen(INK, 1.2))
    fill_and_draw(painter, _box(-9.5, -44, 19, 56, 8), QColor("#2d3136"), _pen(INK, 1.0))
    fill_and_draw(painter, _oval(0, -34, 5, 5), QColor(INK), _pen("#7b8087", 1.2))
    fill_and_draw(painter, _oval(0, -12, 4, 4), QColor(BRONZE), _pen(INK, 0.8))
    fill_and_draw(painter, _box(-16, 14, 32, 24, 2), coat.coat, _pen(INK, 1.2))
    draw(painter, _line((-18, -46), (18, -46)), _pen(INK, 3))


def _paint_truck(painter: QPainter, coat: SideColours) -> None:
    _wheels(painter, 16, (-22, 22), 7)
    fill_and_draw(painter, _box(-17, -38, 34, 76, 2), QColor(WOOD), _pen(INK, 1.2))
    fill_and_draw(painter, _box(-14, -35, 28, 70), QColor("#a88457"), _pen(INK, 0.7))
    for y in range(-28, 35, 8):
        draw(painter, _line((-14, y), (14, y)), _pen(make_colour(INK, 0.35), 0.6))
    fill_and_draw(painter, _box(-17, -4, 34, 8), coat.coat, _pen(INK, 0.6))


def _paint_boat(painter: QPainter, coat: SideColours) -> None:
    hull = QPainterPath(QPointF(0, -48))
    hull.cubicTo(24, -22, 22, 24, 12, 47)
    hull.lineTo(-12, 47)
    hull.cubicTo(-22, 24, -24, -22, 0, -48)
    fill_and_draw(painter, hull, QColor(WOOD), _pen(INK, 1.6))
    painter.save()
    painter.scale(0.78, 0.86)
    fill_and_draw(painter, hull, QColor("#b8905c"), _pen(INK, 0.7))
    painter.restore()
    for y in (-14, 8, 28):
        fill_and_draw(painter, _box(-14, y, 28, 5), QColor(WOOD), _pen(INK, 0.6))
    fill_and_draw(painter, _shape(((-5, -34), (5, -34), (0, -43))), coat.coat, _pen(INK, 0.6))


def _paint_unknown(painter: QPainter, coat: SideColours) -> None:
    """Paint a type without a drawing of its own: a stand with a mark at its front."""
    _paint_base(painter, coat, "foot")
    front = [(4 * math.sin(turn), -4 * math.cos(turn)) for turn in (0.0, 2.4, -2.4)]
    fill_and_draw(painter, _shape(front), coat.coat, _pen(INK, 0.5))


def _paint_box(painter: QPainter, coat: SideColours) -> None:
    """A box whose content is unknown (L21.3)."""
    fill_and_draw(painter, _box(-20, -28, 40, 56, 2), QColor("#a88457"), _pen(INK, 1.4))
    fill_and_draw(painter, _box(-17, -25, 34, 50, 1), QColor("#b8905c"), _pen(WOOD, 1.0))
    draw(painter, _line((-17, -25), (17, 25)), _pen(WOOD, 1.6))
    draw(painter, _line((-17, 25), (17, -25)), _pen(WOOD, 1.6))
    fill_and_draw(painter, _oval(0, 0, 9, 9), coat.coat, _pen(INK, 1.0))
    fill(painter, _shape(((-4, 2), (0, -6), (4, 2))), QColor(PALE))


STANDS: Mapping[str, _Paint] = {
    "foot": _paint_foot,
    "engineer": _paint_engineer,
    "horse": _paint_horseman,
    "general": _paint_general,
    "gun": _paint_gun,
    "wagon": _paint_wagon,
    "engine": _paint_engine,
    "truck": _paint_truck,
    "boat": _paint_boat,
    "box": _paint_box,
}
