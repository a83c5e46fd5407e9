"""Letters on the map: the hexes' labels, the names of places, and text with a halo."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from engine.hexes.hex import Hex
from engine.map.map import Plane
from engine.texts import spoken
from studio.drawing.inks import colour, draw, is_dark, round_pen
from studio.drawing.look import SMALLEST_LABELLED, SMALLEST_LABELLED_THINLY
from studio.drawing.raster import far_colour
from studio.drawing.relief import map_tints
from studio.drawing.system import font
from studio.drawing.view import View

INK, PALE = "#2b241a", "#fdf8ea"
# The middle of a label above its hex's centre, in hexes; a name's below it.
LABEL_HEIGHT, NAME_DEPTH = 0.405, 0.27
# Labels wider than this part of a hex are thinned out.
MOST_CROWDED = 0.75
# Where else a name may go, in hexes from the usual place.
ELSEWHERE = (
    (0.0, 0.0),
    (0.0, 0.55),
    (0.0, -0.5),
    (0.5, 0.1),
    (-0.5, 0.1),
    (0.0, 0.9),
    (0.0, -0.95),
)


def write(painter: QPainter, at: QPointF, words: str, letters: QFont, shade: QColor) -> QRectF:
    """Write words centred on a point; their rectangle."""
    room = extent(at, words, letters)
    painter.setFont(letters)
    painter.setPen(shade)
    painter.drawText(QPointF(room.left(), baseline(at.y(), letters)), words)
    return room


def write_with_halo(
    painter: QPainter, at: QPointF, words: str, letters: QFont, shade: QColor
) -> QRectF:
    """Write words centred on a point, over a pale outline that keeps the map from them."""
    room = extent(at, words, letters)
    path = QPainterPath()
    path.addText(QPointF(room.left(), baseline(at.y(), letters)), letters, words)
    draw(painter, path, round_pen(colour(PALE, 0.9), 0.24 * letters.pixelSize()))
    return write(painter, at, words, letters, shade)


def extent(at: QPointF, words: str, letters: QFont) -> QRectF:
    """The rectangle that words centred on a point take."""
    wide, high = QFontMetricsF(letters).horizontalAdvance(words), 1.1 * letters.pixelSize()
    return QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)


def baseline(middle: float, letters: QFont) -> float:
    """The height to write at so that capitals stand evenly about the middle."""
    return middle + 0.36 * letters.pixelSize()


# --- labels --------------------------------------------------------------------------------------


def paint_labels(painter: QPainter, view: View) -> None:
    """Write the hexes' labels: in every hex where there is room, else in a few, else in none."""
    if view.width < SMALLEST_LABELLED_THINLY:
        return
    letters = font(label_size(view.width))
    every = _thinning(view, letters)
    where = (view.columns % every == 0) & (view.rows % every == 0)
    columns, rows = view.columns[where].tolist(), view.rows[where].tolist()
    labels = view.map.labels
    dark, light = colour(INK, 0.85), colour(PALE, 0.95)
    for column, row, (x, y), is_pale in zip(
        columns, rows, view.centres(where).tolist(), _is_dark_ground(view, where), strict=True
    ):
        at = QPointF(x, y - LABEL_HEIGHT * view.width)
        words = labels.label(view.map.grid.hex(column, row))
        write(painter, at, words, letters, light if is_pale else dark)


def label_size(width: float) -> int:
    """The size of labels, in page units."""
    return max(6, round(0.145 * width))


def _thinning(view: View, letters: QFont) -> int:
    """Write a label in every so many columns and rows, so that each stands clear of the next."""
    longest = view.map.labels.label(view.map.grid.hex(view.map.grid.columns - 1, 0))
    room = QFontMetricsF(letters).horizontalAdvance(longest) / view.width
    fits = view.width >= SMALLEST_LABELLED and room <= MOST_CROWDED
    return 1 if fits else max(2, math.ceil(1.5 * room))


def _is_dark_ground(view: View, where: Plane) -> list[bool]:
    """Whether each hex of a set, row by row, wants pale letters."""
    shades = map_tints(view)
    dark: dict[tuple[int, int], bool] = {}
    pairs = list(zip(view.ground[where].tolist(), view.level[where].tolist(), strict=True))
    for ground, level in set(pairs):
        dark[ground, level] = is_dark(far_colour(view.map.grounds[ground], shades[level]))
    return [dark[pair] for pair in pairs]


# --- names ---------------------------------------------------------------------------------------


def paint_places(painter: QPainter, view: View) -> None:
    """Write the names of places below their hexes' centres, moved where two would touch."""
    taken: list[QRectF] = []
    letters = font(max(9, min(round(0.29 * view.width), 40)), bold=True)
    for place in view.map.places:
        if view.shows(place.at):
            words = spoken(place.name, view.look.language)
            at = _free_spot(view, place.at, words, letters, taken)
            taken.append(write_with_halo(painter, at, words, letters, colour(INK)))


def _free_spot(view: View, hex_: Hex, words: str, letters: QFont, taken: list[QRectF]) -> QPointF:
    """The first place for a name where it touches neither another nor a label."""
    x, y = view.map.grid.centre(hex_, view.width)
    spots = [
        QPointF(x + across * view.width, y + (NAME_DEPTH + down) * view.width)
        for across, down in ELSEWHERE
    ]
    for spot in spots:
        room = extent(spot, words, letters)
        if not any(room.intersects(other) for other in taken):
            return spot
    return spots[0]
