"""The letters of names on maps, and how words lie: level, turned, or along a curve."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QTransform

from engine.map.map import NameStyle
from engine.map.styles import LetterFamily, MapStyle
from studio.rendering.text_painting import CAPITALS, HALO, map_name_font

SMALLEST_NAME = 9  # page units: the least letters of names
LARGEST_NAME = 140.0  # page units a hex: beyond it letters grow no more
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class MapFont:
    """Letters of a size in page units."""

    family: LetterFamily
    size: int
    weight: int
    italic: bool
    colour: str
    spacing: float
    capitals: bool

    @property
    def font(self) -> QFont:
        """The letters as Qt writes them."""
        is_serif = self.family is LetterFamily.SERIF
        return map_name_font(self.size, is_serif, self.weight, self.italic, self.spacing)


class PlacedLetter(NamedTuple):
    """A letter whose foot begins at a point, turned by so many degrees clockwise."""

    letter: str
    x: float
    y: float
    turn: float


def typeface_of(look: NameStyle, style: MapStyle, width: float) -> MapFont:
    """Return the font of a name on hexes of a width."""
    usual = style.lettering(look.sort)
    size = usual.size if look.size is None else look.size
    high = max(SMALLEST_NAME, round(size * min(width, LARGEST_NAME)))
    spacing = usual.spacing if look.spacing is None else look.spacing
    return MapFont(
        usual.family, high, look.weight or usual.weight, usual.italic,
        look.colour or usual.colour, round(spacing * high, 2), usual.capitals,
    )  # fmt: skip


def text_width(words: str, face: MapFont) -> float:
    """Return the width of words, without the space after the last letter."""
    return QFontMetricsF(face.font).horizontalAdvance(words) - face.spacing


# --- words along a line ---------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def letters_turned(words: str, face: MapFont, turn: float) -> tuple[PlacedLetter, ...]:
    """Words about the origin, turned: each letter by itself."""
    across, down = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    foot, left, found = CAPITALS * face.size, -text_width(words, face) / 2, []
    for letter, start in _starts(words, face):
        x = left + start
        found.append(PlacedLetter(letter, x * across - foot * down, x * down + foot * across, turn))
    return tuple(found)


@lru_cache(maxsize=2048)
def letters_along(
    words: str, face: MapFont, curve: tuple[tuple[float, float], ...]
) -> tuple[PlacedLetter, ...]:
    """Words in the middle of a curve through points, upright to the reader."""
    points = curve if curve[0][0] <= curve[-1][0] else tuple(reversed(curve))
    path = smooth_curve_path(points)
    length, foot = path.length(), CAPITALS * face.size
    start, metrics, found = (length - text_width(words, face)) / 2, QFontMetricsF(face.font), []
    for letter, before in _starts(words, face):
        half = (metrics.horizontalAdvance(letter) - face.spacing) / 2
        x, y, turn = _point_at(path, length, start + before + half)
        across, down = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        found.append(
            PlacedLetter(
                letter, x - half * across - foot * down, y - half * down + foot * across, turn
            )
        )
    return tuple(found)


def smooth_curve_path(points: Points) -> QPainterPath:
    """A curve through points (Catmull and Rom)."""
    path = QPainterPath(QPointF(*points[0]))
    every = [points[0], *points, points[-1]]
    for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in zip(
        every, every[1:], every[2:], every[3:], strict=False
    ):
        path.cubicTo(
            x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2
        )
    return path


def _starts(words: str, face: MapFont) -> Iterator[tuple[str, float]]:
    metrics = QFontMetricsF(face.font)
    for place, letter in enumerate(words):
        yield letter, metrics.horizontalAdvance(words[:place])


def _point_at(path: QPainterPath, length: float, at: float) -> tuple[float, float, float]:
    """Return the point and turn of a curve after a length; straight beyond its ends."""
    inside = min(max(at, 0.0), length)
    part = path.percentAtLength(inside) if length else 0.0
    point, turn = path.pointAtPercent(part), -path.angleAtPercent(min(max(part, 0.001), 0.999))
    turn, beyond = (turn + 180) % 360 - 180, at - inside
    x = point.x() + beyond * math.cos(math.radians(turn))
    return x, point.y() + beyond * math.sin(math.radians(turn)), turn


def letter_sizes(letters: Sequence[PlacedLetter], face: MapFont) -> tuple[QRectF, ...]:
    """Return the rectangles of letters, halos included."""
    metrics, edge = QFontMetricsF(face.font), HALO * face.size
    found = []
    for each in letters:
        box = QRectF(0, -0.9 * face.size, metrics.horizontalAdvance(each.letter), 1.15 * face.size)
        turned = QTransform().translate(each.x, each.y).rotate(each.turn)
        found.append(turned.mapRect(box.adjusted(-edge, -edge, edge, edge)))
    return tuple(found)
