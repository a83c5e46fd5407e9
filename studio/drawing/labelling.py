"""Where letters stand on the map: labels inside their hexes, names clear of each other."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from engine.hexes.grid import ROOT3, Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import Labels
from engine.map.map import Map
from engine.texts import spoken
from studio.drawing.system import font

# A label's size and, where it fits so high, the height of its middle above the centre, in hexes.
LABEL_SIZE, LABEL_HEIGHT = 0.145, 0.405
# Labels are made smaller before they stand lower than this, and in no case smaller than that.
LOWEST_LABEL, SMALLEST_LETTERS = 0.26, 6
# What a label keeps clear of its hex's sides, in hexes.
CLEAR = 0.02
# Labels wider than this part of a hex are thinned out, to stand so many page units apart.
MOST_CROWDED, APART = 0.64, 48.0
# Capitals stand so far above and below the middle of a line, in sizes of the letters.
CAPITALS = 0.36
# Halos reach so far beyond letters, in sizes of these.
HALO = 0.12
# The middle of a name below its hex's centre, in hexes: between the labels of two lines of hexes.
NAME_DEPTH = {True: 0.21, False: 0.34}  # by whether hexes are pointy
# Where else a name may go, in hexes from the usual place.
ELSEWHERE = (
    (0.0, 0.0), (0.0, 0.55), (0.0, -0.5), (0.5, 0.1), (-0.5, 0.1), (0.0, 0.9), (0.0, -0.95),
    (1.0, 0.0), (-1.0, 0.0), (1.0, 0.55), (-1.0, 0.55), (1.0, -0.5), (-1.0, -0.5),
    (0.0, 1.5), (0.0, -1.5), (1.8, 0.0), (-1.8, 0.0),
)  # fmt: skip
CELL = 64.0  # page units: names are looked for in squares of this side


@dataclass(frozen=True)
class LabelPlan:
    """How labels are written: letters of a size, their middle so far above the hex's centre.

    `wide` is the widest label; lengths are in page units. Every so many columns and rows have one.
    """

    size: int
    rise: float
    wide: float
    every: int

    def room(self, x: float, y: float) -> QRectF:
        """What a label takes at most in the hex with a centre."""
        half = CAPITALS * self.size
        return QRectF(x - self.wide / 2, y - self.rise - half, self.wide, 2 * half)


@dataclass(frozen=True)
class PlacedName:
    """A place's name centred on a point of the page, and what it takes, its halo included."""

    words: str
    at: QPointF
    room: QRectF


def label_plan(labels: Labels, width: float) -> LabelPlan | None:
    """The largest labels that fit inside hexes of a width; None where none can be read."""
    longest = _longest(labels)
    for size in range(max(SMALLEST_LETTERS, round(LABEL_SIZE * width)), SMALLEST_LETTERS - 1, -1):
        wide = 1.02 * QFontMetricsF(font(size)).horizontalAdvance(longest)
        rise = _highest(labels.grid, width, wide, size)
        is_easy = rise >= LOWEST_LABEL * width and wide <= MOST_CROWDED * width
        if is_easy or (size == SMALLEST_LETTERS and rise >= 0):
            return LabelPlan(size, rise, wide, _every(wide, width))
    return None


def _highest(grid: Grid, width: float, wide: float, size: int) -> float:
    """How far above the centre a label of a width may stand in a hex; negative for nowhere."""
    half, clear = wide / 2 + CLEAR * width, CLEAR * width
    if grid.pointy and half > width / 2:
        return -1.0
    corner = width / ROOT3
    top = corner - half / ROOT3 if grid.pointy else min(ROOT3 * (corner - half), width / 2 - clear)
    return min(LABEL_HEIGHT * width, top - CAPITALS * size)


def _every(wide: float, width: float) -> int:
    """Write a label in every so many columns and rows, so that each stands clear of the next."""
    if wide <= MOST_CROWDED * width:
        return 1
    return max(2, 1 << max(0, math.ceil(math.log2(APART / width))))


@lru_cache(maxsize=64)
def _longest(labels: Labels) -> str:
    """The widest of the labels along the sides of a grid."""
    grid, letters = labels.grid, QFontMetricsF(font(100))
    edge = {(column, row) for column in range(grid.columns) for row in (0, grid.rows - 1)}
    edge |= {(column, row) for row in range(grid.rows) for column in (0, grid.columns - 1)}
    written = {labels.label(grid.hex(*at)) for at in edge}
    return max(sorted(written), key=letters.horizontalAdvance)


def name_font(width: float) -> QFont:
    """The letters that names of places are written with on hexes of a width."""
    return font(max(9, min(round(0.29 * width), 40)), bold=True)


def place_names(map_: Map, width: float, language: str) -> tuple[PlacedName, ...]:
    """The names of a map's places where they stand; one for which there is no room is left out."""
    named = tuple((place.at, spoken(place.name, language)) for place in map_.places)
    return _place(named, map_.grid, width)


@lru_cache(maxsize=32)
def _place(named: tuple[tuple[Hex, str], ...], grid: Grid, width: float) -> tuple[PlacedName, ...]:
    letters = name_font(width)
    metrics = QFontMetricsF(letters)
    high = (1.1 + 2 * HALO) * letters.pixelSize()
    taken: dict[tuple[int, int], list[QRectF]] = defaultdict(list)
    found = []
    for hex_, words in named:
        wide = metrics.horizontalAdvance(words) + 2 * HALO * letters.pixelSize()
        for at in _spots(grid, hex_, width):
            room = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
            cells = list(_cells(room))
            if not any(room.intersects(other) for cell in cells for other in taken[cell]):
                found.append(PlacedName(words, at, room))
                for cell in cells:
                    taken[cell].append(room)
                break
    return tuple(found)


def _spots(grid: Grid, hex_: Hex, width: float) -> Iterator[QPointF]:
    x, y = grid.centre(hex_, width)
    depth = NAME_DEPTH[grid.pointy]
    for across, down in ELSEWHERE:
        yield QPointF(x + across * width, y + (depth + down) * width)


def _cells(room: QRectF) -> Iterator[tuple[int, int]]:
    for column in range(math.floor(room.left() / CELL), math.floor(room.right() / CELL) + 1):
        for row in range(math.floor(room.top() / CELL), math.floor(room.bottom() / CELL) + 1):
            yield column, row
