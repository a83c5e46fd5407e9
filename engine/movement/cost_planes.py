"""Cost planes: what every step on a map costs one class of units, ready for the searches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import Hex
from engine.movement.cost_kernels import FORBIDDEN, set_feature_costs, set_ground_costs
from engine.movement.mobility import Mobility, MovementTerrain, Points
from engine.movement.padded_cells import PaddedCells
from engine.movement.search_kernels import NO_ENTRY, Words

SCATTERED = 64
"""An edit whose bounding box has more hexes than this for each one edited is laid hex by hex."""


class _Box(NamedTuple):
    """Rows and columns of a rectangle of hexes, ends excluded."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def slices(self) -> tuple[slice, slice]:
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def area(self) -> int:
        return (self.bottom - self.top) * (self.right - self.left)


class CostPlanes:
    """The cost of each step for one mobility class on one map.

    `closed` is a plane [row, column] of hexes that may never be entered.
    """

    def __init__(
        self, mobility: Mobility, terrain: MovementTerrain, closed: NDArray[np.bool_] | None = None
    ) -> None:
        self.mobility = mobility
        self.cells = PaddedCells(terrain.grid)
        self.words: Words = np.full((self.cells.count, 8), NO_ENTRY, np.uint8)
        self._prices = _Prices(mobility, terrain)
        rows, columns = terrain.grid.shape
        self._lay(terrain, closed, _Box(0, rows, 0, columns))

    def update_hexes(
        self,
        terrain: MovementTerrain,
        hexes: Collection[Hex],
        closed: NDArray[np.bool_] | None = None,
    ) -> None:
        """Take over an edit of some hexes: of their ground, level, hexsides, links or closure.

        For a hexside or link one of its two hexes is enough.
        """
        self._prices = _Prices(self.mobility, terrain)
        places = [terrain.grid.index(hex_) for hex_ in hexes]
        if not places:
            return
        rows, columns = [row for row, _ in places], [column for _, column in places]
        whole = self._reached(_Box(min(rows), max(rows) + 1, min(columns), max(columns) + 1))
        if whole.area <= SCATTERED * len(places):
            self._lay(terrain, closed, whole)
            return
        for row, column in places:
            self._lay(terrain, closed, self._reached(_Box(row, row + 1, column, column + 1)))

    def updated_within(
        self,
        terrain: MovementTerrain,
        rows: slice,
        columns: slice,
        closed: NDArray[np.bool_] | None = None,
    ) -> None:
        """Take over an edit of no hexes but those of these rows and columns."""
        self._prices = _Prices(self.mobility, terrain)
        if rows.stop > rows.start and columns.stop > columns.start:
            box = _Box(rows.start, rows.stop, columns.start, columns.stop)
            self._lay(terrain, closed, self._reached(box))

    def step_units(self, hex_: Hex, direction: int) -> int | None:
        """Units of a step in a direction 0…5; None where it cannot be made."""
        units = int(self.words[self.cells.cell(hex_), direction])
        return None if units == NO_ENTRY else units

    def step(self, hex_: Hex, direction: int) -> Points | None:
        """MP of a step in a direction 0…5; None where it cannot be made."""
        units = self.step_units(hex_, direction)
        return None if units is None else self.mobility.points(units)

    def _reached(self, box: _Box) -> _Box:
        """The hexes out of which steps may cost something else after an edit of a box.

        A link makes a road hex of the hex at its far end too.
        """
        around = self._around(box)
        return self._around(around) if self.mobility.linked else around

    def _around(self, box: _Box) -> _Box:
        """A box and the hexes round it, as far as the map goes."""
        rows, columns = self.cells.grid.shape
        return _Box(
            max(box.top - 1, 0),
            min(box.bottom + 1, rows),
            max(box.left - 1, 0),
            min(box.right + 1, columns),
        )

    def _lay(self, terrain: MovementTerrain, closed: NDArray[np.bool_] | None, core: _Box) -> None:
        """Write the costs of all steps out of the hexes of a box."""
        window = self._around(core)
        prices = self._prices
        frame = self._frame(window, core)
        level = self._cut(terrain.level, window)
        country = (
            self.words,
            self.cells.stride,
            self.cells.around,
            self.cells.first_shift,
            frame,
            level,
            self._lined_up(prices.grounds(terrain, window)),
            self._cut(_no_closure(terrain) if closed is None else closed, window),
            prices.ground,
            prices.slope,
        )
        set_ground_costs(*country)
        sides = self._stack(terrain.sides, prices.side_kinds, window)
        links = self._stack(terrain.links, prices.link_kinds, window)
        marked = _marked(np.zeros(level.shape, np.uint8), (*sides, *links), frame)
        places = np.flatnonzero(marked)
        if places.size:
            across = (sides, prices.side, prices.fords, prices.open_ground)
            along = (links, prices.link, prices.cancels)
            set_feature_costs(*country, *across, *along, marked, places)

    def _frame(self, window: _Box, core: _Box) -> NDArray[np.int64]:
        """Return the place of a window on the map and of the core in the window."""
        corners = (
            *self._lined(window.top, window.left),
            *self._lined(core.top - window.top, core.left - window.left),
            *self._lined(core.bottom - window.top, core.right - window.left),
        )
        return np.array(corners, np.int64)

    def _lined(self, row: int, column: int) -> tuple[int, int]:
        """A row and column as line and place along it."""
        return (row, column) if self.cells.grid.pointy else (column, row)

    def _cut(self, plane: NDArray[Any], box: _Box) -> NDArray[Any]:
        """A part of a plane as the kernels want it: line by line, in memory they may write to."""
        return self._lined_up(plane[box.slices])

    def _lined_up(self, part: NDArray[Any]) -> NDArray[Any]:
        return np.require(part if self.cells.grid.pointy else part.T, requirements=["C", "W"])

    def _stack(
        self, masks: Mapping[str, NDArray[np.uint8]], kinds: Collection[str], box: _Box
    ) -> NDArray[np.uint8]:
        """The masks of several kinds, [kind, line, place]."""
        if not kinds:
            return np.empty((0, 1, 1), np.uint8)
        return np.stack([self._cut(masks[kind], box) for kind in kinds])


class _Prices:
    """A mobility's costs in units, as arrays by the map's own numbering of its kinds."""

    def __init__(self, mobility: Mobility, terrain: MovementTerrain) -> None:
        def units(cost: Points | None) -> int:
            return FORBIDDEN if cost is None else min(mobility.units(cost), FORBIDDEN)

        self.ground = np.full(256, FORBIDDEN, np.int64)
        for i, kind in enumerate(terrain.grounds):
            self.ground[i] = units(mobility.entry(kind))
        self.road_kinds = [kind for kind in mobility.linked_by if kind in terrain.links]
        self.on_road = np.arange(256, dtype=np.uint8)  # the number of a ground where a road lies
        for number, kind in zip(range(255, -1, -1), mobility.linked, strict=False):
            if kind in terrain.grounds:
                self.on_road[terrain.grounds.index(kind)] = number
                self.ground[number] = units(mobility.linked[kind])
        self.side_kinds = [kind for kind in mobility.side if kind in terrain.sides]
        self.link_kinds = [kind for kind in mobility.link if kind in terrain.links]
        self.side = np.array([units(mobility.side[kind]) for kind in self.side_kinds], np.int64)
        fords = mobility.fords if mobility.other_ground is not None else ()
        self.fords = np.array([kind in fords for kind in self.side_kinds], np.uint8)
        self.open_ground = units(mobility.other_ground)
        self.link = np.array([units(mobility.link[kind]) for kind in self.link_kinds], np.int64)
        self.slope = np.array(
            [
                units(mobility.up),
                units(mobility.down),
                _most_levels(mobility.max_up),
                _most_levels(mobility.max_down),
            ],
            np.int64,
        )
        self.cancels = np.array(
            [mobility.links_cancel_sides, mobility.links_cancel_levels], np.uint8
        )

    def grounds(self, terrain: MovementTerrain, box: _Box) -> NDArray[np.uint8]:
        """The ground of the hexes of a box, by numbers of its own where a road lies on it."""
        ground = terrain.ground[box.slices]
        if not self.road_kinds:
            return ground
        roads = np.zeros(ground.shape, np.bool_)
        for kind in self.road_kinds:
            roads |= terrain.links[kind][box.slices] != 0
        return np.where(roads, self.on_road[ground], ground)


def _marked(
    marked: NDArray[np.uint8], masks: Sequence[NDArray[np.uint8]], frame: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """The directions in which the hexes of a frame's core have any feature, added to `marked`."""
    core = slice(frame[2], frame[4]), slice(frame[3], frame[5])
    for mask in masks:
        marked[core] |= mask[core]
    return marked


def _no_closure(terrain: MovementTerrain) -> NDArray[np.bool_]:
    """A plane of nothing closed that takes no memory."""
    return np.broadcast_to(np.bool_(False), terrain.grid.shape)


def _most_levels(limit: int | None) -> int:
    """The most levels of one step as the search counts them: no map is higher than its planes."""
    return FORBIDDEN if limit is None else max(-FORBIDDEN, min(limit, FORBIDDEN))
