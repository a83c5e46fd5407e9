"""A picture in device pixels over the page of a map."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.hexes.grid import Grid

Clip = tuple[int, int, int, int]  # left, top, right, bottom; the last two not included


@dataclass(frozen=True)
class PixelFrame:
    """`wide` × `high` pixels from page pixel (`left`, `top`) on; hexes are `width` pixels wide."""

    grid: Grid
    width: float
    left: int
    top: int
    wide: int
    high: int

    @property
    def whole(self) -> Clip:
        """All of the picture."""
        return 0, 0, self.wide, self.high

    @property
    def pitch(self) -> tuple[float, float]:
        """Pixels from column to column and from row to row."""
        across, down = self.grid.scale(self.width)
        return (2 * across, 3 * down) if self.grid.pointy else (3 * across, 2 * down)

    def window(self, clip: Clip, beyond: int = 1) -> tuple[range, range]:
        """Rows and columns of the map that reach into a part of the picture, and some beyond."""
        across, down = self.pitch
        left, top, right, bottom = clip
        columns = _span(self.left + left, self.left + right, across, beyond, self.grid.columns)
        return _span(self.top + top, self.top + bottom, down, beyond, self.grid.rows), columns

    def clip(self, rows: range, columns: range, beyond: int = 2) -> Clip:
        """The part of the picture that holds the hexes of some rows and columns and those near."""
        across, down = self.pitch
        left = math.floor((columns.start - beyond) * across) - self.left
        top = math.floor((rows.start - beyond) * down) - self.top
        right = math.ceil((columns.stop + beyond + 1) * across) - self.left
        bottom = math.ceil((rows.stop + beyond + 1) * down) - self.top
        return self.cut((left, top, right, bottom))

    def cut(self, clip: Clip) -> Clip:
        """The part of a clip that lies in the picture; empty ones have no width or height."""
        left, top = min(max(clip[0], 0), self.wide), min(max(clip[1], 0), self.high)
        right, bottom = min(max(clip[2], left), self.wide), min(max(clip[3], top), self.high)
        return left, top, right, bottom


def expanded_range(span: range, by: int, count: int) -> range:
    """Rows or columns with some more on either side, as far as the map goes."""
    return range(max(0, span.start - by), max(0, min(count, span.stop + by)))


def _span(low: float, high: float, pitch: float, beyond: int, count: int) -> range:
    first = max(0, math.floor(low / pitch) - 1 - beyond)
    return range(
        min(first, count), max(min(first, count), min(count, int(high / pitch) + 1 + beyond))
    )
