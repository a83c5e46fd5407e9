"""Marks on counters: state markers as badges on the edges, and a wedge on the faced hexside.

How each badge looks is data of its game (`engine.games.game_appearance`); here are the shapes and
places there are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.games.game_appearance import MarkLook
from engine.texts import localised
from studio.rendering.painting import (
    add_polygon,
    draw,
    fill_and_draw,
    is_dark,
    make_colour,
    round_pen,
)
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

Point = tuple[float, float]

# Parts of the counter: a badge's radius, and how far its letter fills it.
RADIUS, LETTER = 0.165, 1.36
# Badges smaller across, in page units, bear no letter; a Chinese character takes more room.
SMALLEST_LETTERED: Mapping[str, float] = {"zh": 11.5, "zh-Hant": 11.5}
SMALLEST_LATIN = 9.0
WOUND = "#d0141b"


def _regular(count: int, turn: float) -> tuple[Point, ...]:
    steps = [math.radians(turn + 360 * number / count) for number in range(count)]
    return tuple((1.06 * math.cos(step), 1.06 * math.sin(step)) for step in steps)


BOX: tuple[Point, ...] = ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88))
MUZZLE: tuple[Point, ...] = ((-0.9, -0.9), (0.45, -0.9), (1.2, 0), (0.45, 0.9), (-0.9, 0.9))
SLANT: tuple[Point, ...] = ((-0.6, -0.88), (1.15, -0.88), (0.6, 0.88), (-1.15, 0.88))
SHIELD: tuple[Point, ...] = ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.4), (0, 1.15), (-0.95, 0.4))
STAR: tuple[Point, ...] = tuple(
    (part * x, part * y)
    for (x, y), part in zip(_regular(12, 15), (1.1, 0.8) * 6, strict=True)
)  # fmt: skip

# A badge's outline by the word for it in a game's data; a disc has a red rim.
DISC = "disc"
SHAPES: Mapping[str, tuple[Point, ...]] = {
    "box": BOX, "muzzle": MUZZLE, "slant": SLANT, "shield": SHIELD, "star": STAR,
    "octagon": _regular(8, 22.5), "diamond": _regular(4, 0), "triangle": _regular(3, -90),
    "hexagon": _regular(6, 0), DISC: (),
}  # fmt: skip
# Where on a counter's edge it hangs, in parts of the counter.
PLACES: Mapping[str, Point] = {
    "left-top": (0.02, 0.17), "left-middle": (0.02, 0.5), "left-bottom": (0.02, 0.83),
    "right-top": (0.98, 0.17), "right-middle": (0.98, 0.5), "right-bottom": (0.98, 0.83),
    "top": (0.5, 0.0), "bottom": (0.5, 1.0),
}  # fmt: skip
# Where marks go that name no place, while there is room.
SPARE: tuple[Point, ...] = ((0.27, 0.0), (0.73, 0.0), (0.32, 1.0), (0.68, 1.0))


def paint_badges(
    painter: QPainter, looks: Sequence[MarkLook], square: QRectF, language: str
) -> None:
    """Lay the markers of a counter on its square."""
    spare = iter(SPARE)
    for look in looks:
        place = PLACES.get(look.place) or next(spare, None)
        if place is None:
            continue
        x, y = place
        at = QPointF(square.left() + x * square.width(), square.top() + y * square.height())
        paint_badge(painter, look, at, RADIUS * square.width(), language)


def paint_badge(
    painter: QPainter, look: MarkLook, at: QPointF, radius: float, language: str
) -> None:
    """Draw one marker round a point, with its letter where there is room for one."""
    path, corners = QPainterPath(), SHAPES.get(look.shape, BOX)
    if corners:
        add_polygon(path, [(at.x() + x * radius, at.y() + y * radius) for x, y in corners])
    else:
        path.addEllipse(at, radius, radius)
    draw(painter, path, round_pen(make_colour(PALE), max(0.42 * radius, 2.0)))
    rim = round_pen(make_colour(INK), 0.14 * radius)
    if not corners:
        rim = round_pen(make_colour(WOUND), 0.26 * radius)
    fill_and_draw(painter, path, QColor(look.colour), rim)
    if 2 * radius >= SMALLEST_LETTERED.get(language, SMALLEST_LATIN):
        shade = make_colour(PALE) if is_dark(QColor(look.colour)) else make_colour(INK)
        letters = make_font(max(6, round(LETTER * radius)), bold=True)
        draw_text(painter, at, localised(look.letter, language), letters, shade)


# Parts of a counter's size, from its middle: where the wedge begins and ends, half its width; the
# same for a counter that is cut out of a sheet, whose wedge lies within it.
FOOT, TIP, HALF = 0.55, 0.71, 0.17
WITHIN = (0.38, 0.48, 0.11)


def paint_facing(
    painter: QPainter, bearing: int, square: QRectF, *, is_within: bool = False
) -> None:
    """Draw the wedge of a counter's square; `bearing` is in degrees clockwise from the top."""
    size = square.width()
    foot, tip, half = (size * part for part in (WITHIN if is_within else (FOOT, TIP, HALF)))
    path, parts = QPainterPath(), ((foot, -half), (tip, 0.0), (foot, half))
    corners = [point_ahead(square.center(), bearing, *part) for part in parts]
    add_polygon(path, [(corner.x(), corner.y()) for corner in corners])
    fill_and_draw(
        painter, path, make_colour(INK), round_pen(make_colour(PALE), max(0.03 * size, 1.0))
    )


def point_ahead(middle: QPointF, bearing: int, ahead: float, right: float = 0.0) -> QPointF:
    """The point a distance ahead of another in a direction, and a distance to its right."""
    turn = math.radians(bearing)
    across, down = math.sin(turn), -math.cos(turn)
    return QPointF(
        middle.x() + ahead * across - right * down, middle.y() + ahead * down + right * across
    )
