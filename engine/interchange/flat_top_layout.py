"""Maps laid as a program wants them that knows only flat-top hexes with odd columns shifted.

A pointy-top map is turned by a quarter to the right, so that nothing is mirrored; where the first
column would be the one that is shifted, an empty column is put before it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.hexes.labels import ColumnRow
from engine.map.map import ForeignData, Map, Masks, PlaceName, Zone


def to_flat_top(map_: Map) -> Map:
    """The map with flat-top hexes and odd columns shifted; itself, if it is such a map."""
    grid = map_.grid
    if not grid.pointy and grid.shifted is OffsetParity.ODD:
        return map_
    columns, rows = (grid.rows, grid.columns) if grid.pointy else (grid.columns, grid.rows)
    # Turned right, the last row becomes the first column.
    first = grid.shift(grid.rows - 1) if grid.pointy else grid.shift(0)
    return _Laid(map_, Grid(columns + first, rows, Orientation.FLAT, OffsetParity.ODD), first).map()


class _Laid:
    """A map carried over onto a sheet of flat-top hexes, `before` empty columns from its edge."""

    def __init__(self, map_: Map, grid: Grid, before: int) -> None:
        self.old, self.grid, self.before = map_, grid, before
        self.is_turned = map_.grid.pointy

    def map(self) -> Map:
        old = self.old
        return replace(
            old,
            grid=self.grid,
            label_style=ColumnRow(),
            level=self._plane(old.level),
            ground=self._plane(old.ground),
            sides={kind: self._masks(masks) for kind, masks in old.sides.items()},
            links={kind: self._masks(masks) for kind, masks in old.links.items()},
            zones={
                name: Zone(self._plane(zone.hexes), zone.name, zone.colour)
                for name, zone in old.zones.items()
            },
            places=[
                PlaceName(self._hex(place.at), place.name,
                          place.look.without_position()) for place in old.places
            ],
            kept=tuple(ForeignData(one.program, tuple(map(self._hex, one.at)), one.words)
                       for one in old.kept),
            waived=(),
        )  # fmt: skip

    def _plane(self, plane: NDArray[Any]) -> NDArray[Any]:
        """Turned to the right: the bottom of the sheet comes to lie on the left."""
        turned = np.rot90(plane, -1) if self.is_turned else plane
        return np.pad(turned, ((0, 0), (self.before, 0)))

    def _masks(self, masks: Masks) -> Masks:
        if not self.is_turned:
            return np.asarray(self._plane(masks))
        turned = np.zeros_like(masks)
        for direction in range(SIDES):
            # E becomes S, NE becomes SE, and so round: the names of flat sides run the other way.
            turned |= ((masks >> direction) & 1) << ((3 - direction) % SIDES)
        return np.asarray(self._plane(turned))

    def _hex(self, hex_: Hex) -> Hex:
        column, row = self.old.grid.column_row(hex_)
        if self.is_turned:
            column, row = self.old.grid.rows - 1 - row, column
        return self.grid.hex(column + self.before, row)
