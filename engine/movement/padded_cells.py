"""The flat, padded numbering of a grid's hexes that the movement kernels work on.

A pointy-top grid's rows and a flat-top grid's columns are its *lines*; the shift alternates from
line to line. Cells are numbered along the lines, with one empty cell before and after each line and
an empty line before and after the map, so that a neighbour is always a fixed number of cells away
and no bounds need to be checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity
from engine.hexes.hex import SIDES, Hex


@dataclass(frozen=True)
class PaddedCells:
    """The cells of a grid."""

    grid: Grid

    @cached_property
    def lines(self) -> int:
        """Lines of hexes: rows on a pointy-top grid, columns on a flat-top one."""
        return self.grid.rows if self.grid.pointy else self.grid.columns

    @cached_property
    def length(self) -> int:
        """Hexes in a line."""
        return self.grid.columns if self.grid.pointy else self.grid.rows

    @cached_property
    def stride(self) -> int:
        """Cells from one line to the next."""
        return self.length + 2

    @cached_property
    def count(self) -> int:
        """All cells, the empty ones included."""
        return (self.lines + 2) * self.stride

    @property
    def first_shift(self) -> int:
        """1 where line 0 sits half a hex further on, else 0."""
        return int(self.grid.shifted is OffsetParity.EVEN)

    @cached_property
    def around(self) -> NDArray[np.int64]:
        """Steps (lines, along the line) to the six neighbours, [is the line shifted, 6, 2]."""
        by_shift = self.grid.offsets[::-1] if self.first_shift else self.grid.offsets
        return np.ascontiguousarray(by_shift if self.grid.pointy else by_shift[:, :, ::-1])

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Cells to the six neighbours, [is the line shifted, 6]."""
        return np.ascontiguousarray(self.around @ np.array([self.stride, 1], np.int64))

    def cell(self, hex_: Hex) -> int:
        """The cell of a hex; ValueError when it lies off the map."""
        column, row = self.grid.column_row(hex_)
        line, along = (row, column) if self.grid.pointy else (column, row)
        if not (0 <= line < self.lines and 0 <= along < self.length):
            raise ValueError(f"{self.grid.name(hex_)} is off the map of {self._size()}.")
        return (line + 1) * self.stride + along + 1

    def cells(self, hexes: Iterable[Hex]) -> NDArray[np.int32]:
        """The cells of several hexes."""
        return np.array([self.cell(hex_) for hex_ in hexes], np.int32)

    def hexes(self, cells: NDArray[np.int32]) -> list[Hex]:
        """The hexes of cells, in their order."""
        lines, along = np.divmod(cells.astype(np.int64) - self.stride - 1, self.stride)
        along -= (lines + self.first_shift) >> 1
        # Whichever way hexes point, one axial coordinate counts lines and the other is skewed along
        # them.
        pair = (along, lines) if self.grid.pointy else (lines, along)
        return list(starmap(Hex, zip(pair[0].tolist(), pair[1].tolist(), strict=True)))

    def plane(self, flat: NDArray[Any]) -> NDArray[Any]:
        """A view [row, column] into an array with one entry a cell."""
        inner = flat.reshape(self.lines + 2, self.stride)[1:-1, 1:-1]
        return inner if self.grid.pointy else inner.T

    def _size(self) -> str:
        return f"{self.grid.columns} columns and {self.grid.rows} rows"


OPPOSITE = np.array([(direction + 3) % SIDES for direction in range(SIDES)])
"""The direction that leads back."""
