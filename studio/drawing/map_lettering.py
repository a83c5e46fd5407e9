"""Letters on the map: the hexes' labels and the names of places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from engine.map.map import Plane
from studio.drawing.inks import colour, draw, is_dark, round_pen
from studio.drawing.labelling import plan_labels
from studio.drawing.lettering import (
    HALO,
    INK,
    PALE,
    draw_text,
    draw_text_with_halo,
    font,
    ink_letters,
    outlines,
    write_unseen,
)
from studio.drawing.naming import PlacedName, layout_place_names, overlaps_any
from studio.drawing.raster import far_colour
from studio.drawing.relief import map_tints
from studio.drawing.typefaces import PlacedLetter
from studio.drawing.view import MapView

# --- labels --------------------------------------------------------------------------------------


def paint_labels(painter: QPainter, view: MapView) -> None:
    """Write the hexes' labels inside them: all, or where these would crowd some, clear of names."""
    plan = plan_labels(view.map.labels, view.width)
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
        if not overlaps_any(names, room):
            words = view.map.labels.label(view.map.grid.hex(column, row))
            write_label(painter, room.center(), words, letters, is_pale, is_rough, inks)


def write_label(
    painter: QPainter, at: QPointF, words: str, letters: QFont, is_pale: bool, has_halo: bool,
    inks: tuple[str, str] = (INK, PALE),
) -> None:  # fmt: skip
    """Write a label, pale or dark; over trees and houses with an outline in the other shade."""
    shade, behind = reversed(inks) if is_pale else inks
    if has_halo:
        draw_text_with_halo(painter, at, words, letters, colour(shade), colour(behind, 0.75))
    else:
        draw_text(painter, at, words, letters, colour(shade, 0.9))


def names_of(view: MapView) -> list[PlacedName]:
    """The names of places that labels of the window must keep clear of."""
    if not view.look.writes("places") or not view.map.places:
        return []
    ends = view.centres(np.ones(view.grid.shape, bool))
    (left, top), (right, bottom) = ends.min(axis=0) - view.width, ends.max(axis=0) + view.width
    seen = QRectF(QPointF(left, top), QPointF(right, bottom))
    names = layout_place_names(view.map, view.width, view.look.language, view.look.style)
    return [name for name in names if name.room.intersects(seen)]


def _grounds(view: MapView, where: Plane) -> list[tuple[bool, bool]]:
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


def paint_places(painter: QPainter, view: MapView) -> None:
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
    draw_text_with_halo(painter, at, name.words, letters, shade, behind)


def _write_laid(painter: QPainter, name: PlacedName, shade: QColor, behind: QColor) -> None:
    """Write first all the halos, then all the letters."""
    letters, pen = name.face.font, round_pen(behind, 2 * HALO * name.face.size)
    for is_halo in (True, False):
        for each in name.letters:
            with _at_letter(painter, name, each):
                path = outlines(each.letter, letters)
                draw(painter, path, pen) if is_halo else ink_letters(painter, path, shade)
    with _at_letter(painter, name, name.letters[0]):
        write_unseen(painter, QPointF(0, 0), name.words, letters)


@contextmanager
def _at_letter(painter: QPainter, name: PlacedName, letter: PlacedLetter) -> Iterator[None]:
    """Paint meanwhile where a letter of a name lies, from its foot on."""
    painter.save()
    painter.translate(name.at.x() + letter.x, name.at.y() + letter.y)
    painter.rotate(letter.turn)
    try:
        yield
    finally:
        painter.restore()
