"""The lowest and the highest level of a map, kept up while it is edited."""

from __future__ import annotations

import numpy as np

from engine.map.map import Map


class LevelRange:
    """Row by row, so that an edit of some rows looks at no others."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self._lows, self._highs = map_.level.min(axis=1), map_.level.max(axis=1)

    @property
    def lowest(self) -> int:
        """The map's lowest level."""
        return int(self._lows.min())

    @property
    def highest(self) -> int:
        """The map's highest level."""
        return int(self._highs.max())

    def touched(self, rows: range) -> None:
        """Levels in some rows may be others."""
        edited = slice(rows.start, rows.stop)
        self._lows[edited] = self.map.level[edited].min(axis=1)
        self._highs[edited] = self.map.level[edited].max(axis=1)

    def with_those(self, rows: slice, columns: slice) -> list[int]:
        """The lowest, the highest, and the levels between them that occur in a window."""
        here = np.unique(self.map.level[rows, columns]).tolist()
        return sorted({self.lowest, self.highest, *here})
