"""Shares of each hex by cover; where areas overlap the first counts.

The page is cut into cells so fine that every hex covers the same pattern of them. Of each cell the
covered share is exact but for areas that overlap within it: the time goes with the corners of the
areas and the number of cells, whatever the size of the hexes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.area_rings import AreaRings
from engine.terrain_import.hex_elevation import corners_of_cells, row_bands, sampling_pattern
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.tag_mapping import load_tag_mapping

CELLS = 60_000_000  # of the whole page, as far as the limits of fineness allow
FINEST, COARSEST = 12, 3  # cells to half a hex
SLIGHT = 0.02  # of a hex: less overlap is a matter of drawing

Shares = Mapping[str, NDArray[np.float32]]
Progress = Callable[[float], None]


def cover_shares(
    areas: Mapping[str, AreaRings], frame: MapFrame, account: ImportReport, progress: Progress
) -> Shares:
    """The share of each hex that each cover has; together they are at most 1.

    `areas` lie on the page. Where they overlap the ground is what the table lists first.
    """
    named = {
        name: areas[name] for name in load_tag_mapping().cover if name in areas and len(areas[name])
    }
    work = _Works(frame, {name: _Rings.of(each) for name, each in named.items()})
    for first, rows in row_bands(frame.grid, work.cells):
        work.band(first, rows)
        progress((first + rows) / frame.grid.rows)
    account.note_hexes("overlaps", work.overlap > SLIGHT)
    return {name: np.minimum(plane, 1.0) for name, plane in work.found.items()}


@dataclass(frozen=True)
class _Rings:
    """The rings of one cover, turned so that rims add and holes take away."""

    patches: AreaRings
    signs: NDArray[np.float64]
    low: NDArray[np.float64]  # the least and the greatest y of each area
    high: NDArray[np.float64]

    @classmethod
    def of(cls, patches: AreaRings) -> _Rings:
        is_rim = np.zeros(len(patches.rings) - 1, np.bool_)
        is_rim[patches.areas[:-1]] = True
        # A side that goes down the page with the area on its right adds.
        signs = np.where(patches.turns() > 0, -1.0, 1.0) * np.where(is_rim, 1.0, -1.0)
        bounds = patches.bounds()
        return cls(patches, signs, bounds[:, 1], bounds[:, 3])

    def between(self, top: float, low: float) -> tuple[AreaRings, NDArray[np.float64]]:
        """The areas between two heights of the page, with the signs of their rings."""
        near = (self.high > top) & (self.low < low)
        return self.patches.chosen(near), self.signs[np.repeat(near, np.diff(self.patches.areas))]


@dataclass
class _Works:
    """Shares while they are added up, band by band of the page."""

    frame: MapFrame
    rings: Mapping[str, _Rings]
    found: dict[str, NDArray[np.float32]] = field(init=False)
    overlap: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        shape = self.frame.grid.shape
        self.found = {name: np.zeros(shape, np.float32) for name in self.rings}
        self.overlap = np.zeros(shape, np.float32)
        # A hex has six cells for each square of a unit.
        fine = math.isqrt(max(1, CELLS // (6 * len(self.frame.grid))))
        self.cells = min(FINEST, max(COARSEST, fine))

    def band(self, first: int, rows: int) -> None:
        """Add some rows of hexes."""
        from engine.terrain_import.coverage_kernels import sum_covered_shares, trace_rings

        grid = self.frame.grid
        across, down = (length / self.cells for length in grid.scale(self.frame.hex_metres))
        a_row = (3 if grid.pointy else 2) * self.cells
        high = (rows - 1) * a_row + 4 * self.cells
        wide, top = round(self.frame.size[0] / across), first * a_row * down
        taken, lost = np.zeros((high, wide), np.float32), np.zeros((high, wide), np.float32)
        here, traced = np.zeros_like(taken), np.zeros((high, wide + 2))
        for name, rings in self.rings.items():
            near, signs = rings.between(top, top + high * down)
            if len(near):
                traced[:] = 0
                in_cells = (near.points - (0.0, top)) / (across, down)
                trace_rings(in_cells, near.rings, signs, traced)
                sum_covered_shares(traced, taken, here, lost)
                self._weigh(here, self.found[name], first, rows)
        self._weigh(lost, self.overlap, first, rows)

    def _weigh(
        self, cells: NDArray[np.float32], plane: NDArray[np.float32], first: int, rows: int
    ) -> None:
        from engine.terrain_import.coverage_kernels import weigh_cells_by_hex

        under = sampling_pattern(self.frame.grid.orientation, self.cells)
        for row in range(first, first + rows):
            left, top = corners_of_cells(self.frame.grid, self.cells, row, first)
            weigh_cells_by_hex(
                cells, under.across, under.down, under.weights, left, top, plane[row]
            )
