"""Labels on the map: those of hexes, thinned out where they would crowd, and names of places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from engine.hexes.grid import ROOT3, Grid
from engine.hexes.labels import Labels
from engine.map.map import Plane
from studio.rendering.map.map_fonts import PlacedLetter
from studio.rendering.map.map_view import MapView
from studio.rendering.map.place_name_layout import PlacedName, layout_place_names, overlaps_any
from studio.rendering.map.relief_painter import map_tints
from studio.rendering.map.small_hex_raster import raster_ground_colour
from studio.rendering.painting import draw, is_dark, make_colour, round_pen
from studio.rendering.text_painting import (
    CAPITALS,
    HALO,
    INK,
    PALE,
    draw_text,
    draw_text_with_halo,
    fill_letter_outlines,
    make_font,
    text_outlines,
    write_invisible_text,
)

# A label's size and, where it fits so high, the height of its middle above the centre, in hexes.
LABEL_SIZE, LABEL_HEIGHT = 0.145, 0.405
# Labels are made smaller before they stand lower than this, and in no case smaller than that.
LOWEST_LABEL, SMALLEST_LETTERS = 0.26, 6
# What a label keeps clear of its hex's sides, in hexes.
CLEAR = 0.02
# Labels wider than this part of a hex are thinned out, to stand so many page units apart.
MAX_CROWDED, APART = 0.64, 48.0


@dataclass(frozen=True)
class LabelPlacement:
    """The placement of labels: size of letters, and height above the hex's centre.

    `wide` is the widest label; lengths are in page units. Every so many columns and rows have one.
    """

    size: int
    rise: float
    wide: float
    every: int

    def free_rect(self, x: float, y: float) -> QRectF:
        """The most room a label takes in the hex with this centre."""
        half = CAPITALS * self.size
        return QRectF(x - self.wide / 2, y - self.rise - half, self.wide, 2 * half)


def plan_labels(labels: Labels, width: float) -> LabelPlacement | None:
    """The largest labels that fit inside hexes of a width; None where none can be read."""
    longest = _longest(labels)
    for size in range(max(SMALLEST_LETTERS, round(LABEL_SIZE * width)), SMALLEST_LETTERS - 1, -1):
        wide = 1.02 * QFontMetricsF(make_font(size)).horizontalAdvance(longest)
        rise = _highest(labels.grid, width, wide, size)
        is_easy = rise >= LOWEST_LABEL * width and wide <= MAX_CROWDED * width
        if is_easy or (size == SMALLEST_LETTERS and rise >= 0):
            return LabelPlacement(size, rise, wide, _every(wide, width))
    return None


def _highest(grid: Grid, width: float, wide: float, size: int) -> float:
    """Return how far above the centre a label fits in a hex; negative for nowhere."""
    half, clear = wide / 2 + CLEAR * width, CLEAR * width
    if grid.pointy and half > width / 2:
        return -1.0
    corner = width / ROOT3
    top = corner - half / ROOT3 if grid.pointy else min(ROOT3 * (corner - half), width / 2 - clear)
    return min(LABEL_HEIGHT * width, top - CAPITALS * size)


def _every(wide: float, width: float) -> int:
    """Write a label in every so many columns and rows, so that each stands clear of the next."""
    if wide <= MAX_CROWDED * width:
        return 1
    return max(2, 1 << max(0, math.ceil(math.log2(APART / width))))


@lru_cache(maxsize=64)
def _longest(labels: Labels) -> str:
    """The widest of the labels along the sides of a grid."""
    grid, letters = labels.grid, QFontMetricsF(make_font(100))
    edge = {(column, row) for column in range(grid.columns) for row in (0, grid.rows - 1)}
    edge |= {(column, row) for row in range(grid.rows) for column in (0, grid.columns - 1)}
    written = {labels.label(grid.hex(*at)) for at in edge}
    return max(sorted(written), key=letters.horizontalAdvance)


# --- labels --------------------------------------------------------------------------------------


def paint_labels(painter: QPainter, view: MapView) -> None:
    """Write the hexes' labels inside them: all, or where these would crowd some, clear of names."""
    plan = plan_labels(view.map.labels, view.width)
    if plan is None:
        return
    where = (view.columns % plan.every == 0) & (view.rows % plan.every == 0)
    columns, rows = view.columns[where].tolist(), view.rows[where].tolist()
    grounds, names, letters = (
        _grounds(view, where),
        placed_names_of_view(view),
        make_font(plan.size),
    )
    inks = view.style.ink, view.style.halo
    for column, row, (x, y), (is_pale, is_rough) in zip(
        columns, rows, view.centres(where).tolist(), grounds, strict=True
    ):
        room = plan.free_rect(x, y)
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
        draw_text_with_halo(
            painter, at, words, letters, make_colour(shade), make_colour(behind, 0.75)
        )
    else:
        draw_text(painter, at, words, letters, make_colour(shade, 0.9))


def placed_names_of_view(view: MapView) -> list[PlacedName]:
    """The names of places that labels of the window must keep clear of."""
    if not view.look.writes("places") or not view.map.places:
        return []
    ends = view.centres(np.ones(view.grid.shape, bool))
    (left, top), (right, bottom) = ends.min(axis=0) - view.width, ends.max(axis=0) + view.width
    seen = QRectF(QPointF(left, top), QPointF(right, bottom))
    names = layout_place_names(view.map, view.width, view.look.language, view.look.style)
    return [name for name in names if name.rect.intersects(seen)]


def _grounds(view: MapView, where: Plane) -> list[tuple[bool, bool]]:
    """Return for each hex if it needs pale letters, and if it shows more than a tint."""
    shades = map_tints(view)
    found: dict[tuple[int, int], tuple[bool, bool]] = {}
    pairs = list(zip(view.ground[where].tolist(), view.level[where].tolist(), strict=True))
    for ground, level in set(pairs):
        kind = view.map.grounds[ground]
        is_pale = is_dark(raster_ground_colour(kind, shades[level], view.catalogue))
        found[ground, level] = is_pale, bool(view.catalogue.ground(kind).marks)
    return [found[pair] for pair in pairs]


# --- names ---------------------------------------------------------------------------------------


def paint_places(painter: QPainter, view: MapView) -> None:
    """Write the names of places, each where it touches no other."""
    for name in placed_names_of_view(view):
        write_name(painter, name, view.style.halo)


def write_name(painter: QPainter, name: PlacedName, halo: str) -> None:
    """Write a name where it stands: level, turned, or letter by letter along a curve."""
    shade, behind, letters = make_colour(name.face.colour), make_colour(halo, 0.9), name.face.font
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
                path = text_outlines(each.letter, letters)
                draw(painter, path, pen) if is_halo else fill_letter_outlines(painter, path, shade)
    with _at_letter(painter, name, name.letters[0]):
        write_invisible_text(painter, QPointF(0, 0), name.words, letters)


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
