"""State markers as badges on a counter's edges, each with a place, a shape and a letter of its own.

What a unit has done and what was done to it stands on the right, what it suffers from on the left.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from engine.texts import has_text, text
from studio.drawing.inks import add_polygon, colour, draw, fill_and_draw, is_dark, round_pen
from studio.drawing.lettering import INK, PALE, write
from studio.drawing.system import font

Point = tuple[float, float]

# Parts of the counter: a badge's radius, and how far its letter fills it.
RADIUS, LETTER = 0.165, 1.36
# Badges smaller across, in page units, bear no letter; a Chinese character takes more room.
SMALLEST_LETTERED: Mapping[str, float] = {"zh": 11.5}
SMALLEST_LATIN = 9.0
WOUND = "#d0141b"


@dataclass(frozen=True)
class Badge:
    """How a state marker looks: its place in parts of the counter, its corners, its colour."""

    place: Point
    corners: tuple[Point, ...]  # round the origin, the radius 1; none: a circle
    colour: str


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

BADGES: Mapping[str, Badge] = {
    "fired": Badge((0.98, 0.17), MUZZLE, "#f5c518"),
    "fired_upon": Badge((0.98, 0.5), (), "#ffffff"),
    "moved": Badge((0.98, 0.83), BOX, "#2f8f3f"),
    "marched": Badge((0.98, 0.83), SLANT, "#1b7f9e"),
    "suppressed": Badge((0.02, 0.17), SHIELD, "#6f3fa8"),
    "gun_out": Badge((0.02, 0.5), _regular(8, 22.5), WOUND),
    "immobile": Badge((0.02, 0.83), _regular(4, 0), "#1c1c1c"),
    "ordered": Badge((0.98, 0.83), _regular(3, -90), "#1b7f9e"),
    "weakened": Badge((0.02, 0.5), _regular(4, 0), WOUND),
    "exposed": Badge((0.02, 0.17), (), "#ffffff"),
    "beaten": Badge((0.02, 0.83), SHIELD, "#6f3fa8"),
    "engaged": Badge((0.5, 0.0), STAR, "#f07f13"),
}
# Where markers of other games go, while there is room.
SPARE: tuple[Point, ...] = ((0.27, 0.0), (0.73, 0.0), (0.32, 1.0), (0.68, 1.0))


def letter(mark: str, language: str) -> str:
    """What is printed on a marker."""
    key = f"counters.letter-{mark}"
    return text(key, language) if has_text(key) else mark[:1].upper()


def mark_words(marks: Sequence[str], language: str) -> str:
    """The names of some markers, in one line."""
    keys = [f"counters.mark-{mark}" for mark in marks]
    named = [
        text(key, language) if has_text(key) else mark
        for key, mark in zip(keys, marks, strict=True)
    ]
    return text("counters.comma", language).join(named)


def paint_badges(painter: QPainter, marks: Sequence[str], square: QRectF, language: str) -> None:
    """Lay the markers of a counter on its square."""
    spare = iter(SPARE)
    for mark in marks:
        badge = BADGES.get(mark)
        if badge is None:
            place = next(spare, None)
            if place is None:
                continue
            badge = Badge(place, BOX, "#8a8a8a")
        x, y = badge.place
        at = QPointF(square.left() + x * square.width(), square.top() + y * square.height())
        paint_badge(painter, badge, letter(mark, language), at, RADIUS * square.width(), language)


def paint_badge(
    painter: QPainter, badge: Badge, words: str, at: QPointF, radius: float, language: str
) -> None:
    """Draw one marker round a point, with its letter where there is room for one."""
    path = QPainterPath()
    if badge.corners:
        add_polygon(path, [(at.x() + x * radius, at.y() + y * radius) for x, y in badge.corners])
    else:
        path.addEllipse(at, radius, radius)
    draw(painter, path, round_pen(colour(PALE), max(0.42 * radius, 2.0)))
    rim = round_pen(colour(INK), 0.14 * radius)
    if not badge.corners:
        rim = round_pen(colour(WOUND), 0.26 * radius)
    fill_and_draw(painter, path, QColor(badge.colour), rim)
    if 2 * radius >= SMALLEST_LETTERED.get(language, SMALLEST_LATIN):
        shade = colour(PALE) if is_dark(QColor(badge.colour)) else colour(INK)
        letters = font(max(6, round(LETTER * radius)), bold=True)
        write(painter, at, words, letters, shade)
