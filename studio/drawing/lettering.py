"""Letters on the map: the hexes' labels, the names of places, and text with a halo."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from engine.map.map import Plane
from engine.map.terrain import catalogue
from studio.drawing.inks import colour, draw, is_dark, round_pen
from studio.drawing.labelling import (
    CAPITALS,
    HALO,
    PlacedName,
    label_plan,
    name_font,
    place_names,
)
from studio.drawing.raster import far_colour
from studio.drawing.relief import map_tints
from studio.drawing.system import font
from studio.drawing.view import View

INK, PALE = "#2b241a", "#fdf8ea"


def write(painter: QPainter, at: QPointF, words: str, letters: QFont, shade: QColor) -> QRectF:
    """Write words centred on a point; their rectangle."""
    room = extent(at, words, letters)
    painter.setFont(letters)
    painter.setPen(shade)
    painter.drawText(QPointF(room.left(), baseline(at.y(), letters)), words)
    return room


def write_with_halo(
    painter: QPainter,
    at: QPointF,
    words: str,
    letters: QFont,
    shade: QColor,
    behind: QColor | None = None,
) -> QRectF:
    """Write words centred on a point, over a pale outline that keeps the map from them."""
    room = extent(at, words, letters)
    corner = QPointF(room.left(), baseline(at.y(), letters))
    path = _outlines(words, letters.pixelSize(), letters.bold()).translated(corner)
    draw(painter, path, round_pen(behind or colour(PALE, 0.9), 2 * HALO * letters.pixelSize()))
    return write(painter, at, words, letters, shade)


@lru_cache(maxsize=4096)
def _outlines(words: str, size: int, is_bold: bool) -> QPainterPath:
    """The outlines of words. Kept, as Qt does not make them alike to the last digit every time."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), font(size, is_bold), words)
    return path


def extent(at: QPointF, words: str, letters: QFont) -> QRectF:
    """The rectangle that words centred on a point take."""
    wide, high = QFontMetricsF(letters).horizontalAdvance(words), 1.1 * letters.pixelSize()
    return QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)


def baseline(middle: float, letters: QFont) -> float:
    """The height to write at so that capitals stand evenly about the middle."""
    return middle + CAPITALS * letters.pixelSize()


# --- labels --------------------------------------------------------------------------------------


def paint_labels(painter: QPainter, view: View) -> None:
    """Write the hexes' labels inside them: all, or where these would crowd some, clear of names."""
    plan = label_plan(view.map.labels, view.width)
    if plan is None:
        return
    where = (view.columns % plan.every == 0) & (view.rows % plan.every == 0)
    columns, rows = view.columns[where].tolist(), view.rows[where].tolist()
    grounds, names, letters = _grounds(view, where), _names(view), font(plan.size)
    for column, row, (x, y), (is_pale, is_rough) in zip(
        columns, rows, view.centres(where).tolist(), grounds, strict=True
    ):
        room = plan.room(x, y)
        if not any(room.intersects(name.room) for name in names):
            words = view.map.labels.label(view.map.grid.hex(column, row))
            write_label(painter, room.center(), words, letters, is_pale, is_rough)


def write_label(
    painter: QPainter, at: QPointF, words: str, letters: QFont, is_pale: bool, has_halo: bool
) -> None:
    """Write a label, pale or dark, where trees and houses stand over an outline of the other."""
    shade, behind = (PALE, INK) if is_pale else (INK, PALE)
    if has_halo:
        write_with_halo(painter, at, words, letters, colour(shade), colour(behind, 0.75))
    else:
        write(painter, at, words, letters, colour(shade, 0.9))


def _names(view: View) -> list[PlacedName]:
    """The names of places that labels of the window must keep clear of."""
    if not view.look.writes("places") or not view.map.places:
        return []
    ends = view.centres(np.ones(view.grid.shape, bool))
    (left, top), (right, bottom) = ends.min(axis=0) - view.width, ends.max(axis=0) + view.width
    seen = QRectF(QPointF(left, top), QPointF(right, bottom))
    names = place_names(view.map, view.width, view.look.language)
    return [name for name in names if name.room.intersects(seen)]


def _grounds(view: View, where: Plane) -> list[tuple[bool, bool]]:
    """Whether each hex of a set wants pale letters, and whether there is more than a tint in it."""
    shades = map_tints(view)
    found: dict[tuple[int, int], tuple[bool, bool]] = {}
    pairs = list(zip(view.ground[where].tolist(), view.level[where].tolist(), strict=True))
    for ground, level in set(pairs):
        kind = view.map.grounds[ground]
        is_pale = is_dark(far_colour(kind, shades[level]))
        found[ground, level] = is_pale, bool(catalogue().ground(kind).marks)
    return [found[pair] for pair in pairs]


# --- names ---------------------------------------------------------------------------------------


def paint_places(painter: QPainter, view: View) -> None:
    """Write the names of places, each where it touches no other."""
    letters = name_font(view.width)
    for name in _names(view):
        write_with_halo(painter, name.at, name.words, letters, colour(INK))
