"""Letters on the map: the hexes' labels, the names of places, and text with a halo."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from engine.map.map import Plane
from studio.drawing.inks import colour, draw, is_dark, round_pen
from studio.drawing.labelling import (
    CAPITALS,
    HALO,
    label_plan,
)
from studio.drawing.naming import PlacedName, place_names, touching
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
    path = _outlines(words, letters).translated(corner)
    draw(painter, path, round_pen(behind or colour(PALE, 0.9), 2 * HALO * letters.pixelSize()))
    return write(painter, at, words, letters, shade)


@lru_cache(maxsize=4096)
def _outlines(words: str, letters: QFont) -> QPainterPath:
    """The outlines of words. Kept, as Qt does not make them alike to the last digit every time."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), letters, words)
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
    grounds, names, letters = _grounds(view, where), names_of(view), font(plan.size)
    inks = view.style.ink, view.style.halo
    for column, row, (x, y), (is_pale, is_rough) in zip(
        columns, rows, view.centres(where).tolist(), grounds, strict=True
    ):
        room = plan.room(x, y)
        if not touching(names, room):
            words = view.map.labels.label(view.map.grid.hex(column, row))
            write_label(painter, room.center(), words, letters, is_pale, is_rough, inks)


def write_label(
    painter: QPainter, at: QPointF, words: str, letters: QFont, is_pale: bool, has_halo: bool,
    inks: tuple[str, str] = (INK, PALE),
) -> None:  # fmt: skip
    """Write a label, pale or dark, where trees and houses stand over an outline of the other."""
    shade, behind = reversed(inks) if is_pale else inks
    if has_halo:
        write_with_halo(painter, at, words, letters, colour(shade), colour(behind, 0.75))
    else:
        write(painter, at, words, letters, colour(shade, 0.9))


def names_of(view: View) -> list[PlacedName]:
    """The names of places that labels of the window must keep clear of."""
    if not view.look.writes("places") or not view.map.places:
        return []
    ends = view.centres(np.ones(view.grid.shape, bool))
    (left, top), (right, bottom) = ends.min(axis=0) - view.width, ends.max(axis=0) + view.width
    seen = QRectF(QPointF(left, top), QPointF(right, bottom))
    names = place_names(view.map, view.width, view.look.language, view.look.style)
    return [name for name in names if name.room.intersects(seen)]


def _grounds(view: View, where: Plane) -> list[tuple[bool, bool]]:
    """Whether each hex of a set wants pale letters, and whether there is more than a tint in it."""
    shades = map_tints(view)
    found: dict[tuple[int, int], tuple[bool, bool]] = {}
    pairs = list(zip(view.ground[where].tolist(), view.level[where].tolist(), strict=True))
    for ground, level in set(pairs):
        kind = view.map.grounds[ground]
        is_pale = is_dark(far_colour(kind, shades[level], view.catalogue))
        found[ground, level] = is_pale, bool(view.catalogue.ground(kind).marks)
    return [found[pair] for pair in pairs]


# --- names ---------------------------------------------------------------------------------------


def paint_places(painter: QPainter, view: View) -> None:
    """Write the names of places, each where it touches no other."""
    for name in names_of(view):
        write_name(painter, name, view.style.halo)


def write_name(painter: QPainter, name: PlacedName, halo: str) -> None:
    """Write a name where it stands: level, turned, or letter by letter along a curve."""
    shade, behind, letters = colour(name.face.colour), colour(halo, 0.9), name.face.font
    if name.letters:
        _write_laid(painter, name, shade, behind)
        return
    at = name.at + QPointF(name.face.spacing / 2, 0)  # none behind the last letter
    write_with_halo(painter, at, name.words, letters, shade, behind)


def _write_laid(painter: QPainter, name: PlacedName, shade: QColor, behind: QColor) -> None:
    """First all the outlines, then all the letters."""
    letters, pen = name.face.font, round_pen(behind, 2 * HALO * name.face.size)
    for is_halo in (True, False):
        for each in name.letters:
            painter.save()
            painter.translate(name.at.x() + each.x, name.at.y() + each.y)
            painter.rotate(each.turn)
            if is_halo:
                draw(painter, _outlines(each.letter, letters), pen)
            else:
                painter.setFont(letters)
                painter.setPen(shade)
                painter.drawText(QPointF(0, 0), each.letter)
            painter.restore()
