"""Where the labels of hexes stand: inside them, thinned out where they would crowd."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from engine.hexes.grid import ROOT3, Grid
from engine.hexes.labels import Labels
from studio.drawing.lettering import CAPITALS, font

# A label's size and, where it fits so high, the height of its middle above the centre, in hexes.
LABEL_SIZE, LABEL_HEIGHT = 0.145, 0.405
# Labels are made smaller before they stand lower than this, and in no case smaller than that.
LOWEST_LABEL, SMALLEST_LETTERS = 0.26, 6
# What a label keeps clear of its hex's sides, in hexes.
CLEAR = 0.02
# Labels wider than this part of a hex are thinned out, to stand so many page units apart.
MOST_CROWDED, APART = 0.64, 48.0


@dataclass(frozen=True)
class LabelPlacement:
    """How labels are written: letters of a size, their middle so far above the hex's centre.

    `wide` is the widest label; lengths are in page units. Every so many columns and rows have one.
    """

    size: int
    rise: float
    wide: float
    every: int

    def room(self, x: float, y: float) -> QRectF:
        """The most room a label takes in the hex with this centre."""
        half = CAPITALS * self.size
        return QRectF(x - self.wide / 2, y - self.rise - half, self.wide, 2 * half)


def plan_labels(labels: Labels, width: float) -> LabelPlacement | None:
    """The largest labels that fit inside hexes of a width; None where none can be read."""
    longest = _longest(labels)
    for size in range(max(SMALLEST_LETTERS, round(LABEL_SIZE * width)), SMALLEST_LETTERS - 1, -1):
        wide = 1.02 * QFontMetricsF(font(size)).horizontalAdvance(longest)
        rise = _highest(labels.grid, width, wide, size)
        is_easy = rise >= LOWEST_LABEL * width and wide <= MOST_CROWDED * width
        if is_easy or (size == SMALLEST_LETTERS and rise >= 0):
            return LabelPlacement(size, rise, wide, _every(wide, width))
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
