"""Reach of units and its cost: reachable hexes, cheapest paths, cost fields.

paths = Paths(mobility, terrain)
for hex_, points in paths.reach(start, 5).items(): ...
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES, Hex
from engine.movement import search_kernels
from engine.movement.cost_planes import CostPlanes
from engine.movement.mobility import DEAREST, Mobility, MovementTerrain, Points
from engine.movement.padded_cells import OPPOSITE, PaddedCells
from engine.movement.search_kernels import (
    CLOSED,
    FAR,
    HALTS,
    NO_ENTRY,
    SHIFT,
    UNLIMITED,
    Ints,
    Words,
)


class ReachableHexes(Mapping[Hex, Points]):
    """The hexes a move can come to with the MP each takes, in order of cost from the start on."""

    def __init__(self, mobility: Mobility, cells: PaddedCells, settled: Ints, units: Ints) -> None:
        self._mobility = mobility
        self._cells = cells
        self._settled = settled
        self.units = units
        """The costs in units, in the order of the hexes."""

    def __len__(self) -> int:
        return len(self._settled)

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._points)

    def __getitem__(self, hex_: Hex) -> Points:
        return self._points[hex_]

    def plane(self) -> NDArray[np.int32]:
        """The costs in units, [row, column]; FAR where the move does not come."""
        flat = np.full(self._cells.count, FAR, np.int32)
        flat[self._settled] = self.units
        return np.ascontiguousarray(self._cells.plane(flat))

    @cached_property
    def _points(self) -> dict[Hex, Points]:
        hexes = self._cells.hexes(self._settled)
        points = [self._mobility.points(units) for units in self.units.tolist()]
        return dict(zip(hexes, points, strict=True))


@dataclass(frozen=True)
class Route:
    """A path: the hexes from start to target, and the MP spent up to and including each."""

    hexes: tuple[Hex, ...]
    spent: tuple[Points, ...]

    @property
    def cost(self) -> Points:
        """MP for the whole path."""
        return self.spent[-1]


class _Occupied(NamedTuple):
    """Cells marked for one search, and the words of those beside which steps cost more."""

    closed: Ints
    halts: Ints
    dearer: dict[int, Words]


class PathSearch:
    """Movement of one mobility class on one map.

    The costs are laid once and patched by `changed`; the work arrays are kept, so that a reach
    allocates nothing but its answer. `closed` on construction is a plane of hexes never entered. In
    a question, `closed` are hexes that may not be entered now (tank V2, primer P6) and `halts`
    hexes where a move that enters them ends (tank V8), and `more` the MP that entering a hex costs
    on top for what lies in it (a position, wire). None of them keeps a unit from leaving the hex it
    starts in. Hexes off the map raise ValueError. Not for two threads at once.
    """

    def __init__(
        self, mobility: Mobility, terrain: MovementTerrain, closed: NDArray[np.bool_] | None = None
    ) -> None:
        self.mobility = mobility
        self.planes = CostPlanes(mobility, terrain, closed)
        self.cells = self.planes.cells
        count = self.cells.count
        self._offsets = self.cells.offsets
        self._reached = np.full(count, FAR, np.int32)
        self._entries = np.empty(8 * count, np.int32)
        self._buckets = np.empty(search_kernels.BUCKETS, np.int32)
        self._settled = np.empty(count, np.int32)
        self._costs = np.empty(count, np.int32)

    @cached_property
    def _remaining(self) -> Ints:
        return np.zeros(self.cells.count, np.int32)

    def update_hexes(
        self,
        terrain: MovementTerrain,
        hexes: Collection[Hex],
        closed: NDArray[np.bool_] | None = None,
    ) -> None:
        """Take over an edit of some hexes; see `CostPlanes.changed`."""
        self.planes.update_hexes(terrain, hexes, closed)

    def updated_within(
        self,
        terrain: MovementTerrain,
        rows: slice,
        columns: slice,
        closed: NDArray[np.bool_] | None = None,
    ) -> None:
        """Take over an edit of no hexes but those of these rows and columns."""
        self.planes.updated_within(terrain, rows, columns, closed)

    def reach(
        self,
        start: Hex,
        points: Points,
        closed: Collection[Hex] = (),
        halts: Collection[Hex] = (),
        more: Mapping[Hex, Points] | None = None,
    ) -> ReachableHexes:
        """Return the hexes that a unit with so many MP can reach."""
        origin, units = self.cells.cell(start), self.mobility.units(points)
        with self.occupied(closed, halts, more):
            count = search_kernels.search_reach(
                self.planes.words,
                self._offsets,
                origin,
                units,
                self._reached,
                self._entries,
                self._buckets,
                self._settled,
                self._costs,
            )
        settled, costs = self._settled[:count].copy(), self._costs[:count].copy()
        return ReachableHexes(self.mobility, self.cells, settled, costs)

    def route(
        self,
        start: Hex,
        target: Hex,
        points: Points | None = None,
        closed: Collection[Hex] = (),
        halts: Collection[Hex] = (),
        more: Mapping[Hex, Points] | None = None,
    ) -> Route | None:
        """The cheapest path from start to target; None where there is none, or none within the MP.

        Of several cheapest paths it takes one that enters the fewest hexes, then the one that keeps
        closest to the straight line.
        """
        origin, goal = self.cells.cell(start), self.cells.cell(target)
        units = UNLIMITED if points is None else self.mobility.units(points)
        with self.occupied(closed, halts, more):
            length = search_kernels.route(
                self.planes.words,
                self._offsets,
                self.cells.stride,
                origin,
                goal,
                units,
                self._reached,
                self._entries,
                self._buckets,
                self._settled,
                self._remaining,
                self._costs,
            )
            return self.along(self.cells.hexes(self._costs[:length])) if length else None

    def along(self, hexes: Sequence[Hex]) -> Route | None:
        """A given path with its costs; None where one of its steps cannot be made.

        Raises ValueError for an empty path or one whose hexes do not touch.
        """
        if not hexes:
            raise ValueError("The path is empty. Give at least the hex in which it starts.")
        grid, spent = self.cells.grid, [0]
        for here, there in pairwise(hexes):
            units = self.planes.step_units(here, grid.direction(here, there))
            if units is None:
                return None
            spent.append(spent[-1] + units)
        return Route(tuple(hexes), tuple(self.mobility.points(units) for units in spent))

    def cost_field(
        self,
        starts: Collection[Hex],
        closed: Collection[Hex] = (),
        halts: Collection[Hex] = (),
    ) -> NDArray[np.int32]:
        """Units from the nearest start to every hex, [row, column]; FAR where no way leads."""
        return self._flooded(self.planes.words, starts, closed, halts)

    def _flooded(
        self,
        words: Words,
        starts: Collection[Hex],
        closed: Collection[Hex],
        halts: Collection[Hex],
    ) -> NDArray[np.int32]:
        origins = self.cells.cells(starts)
        occupied = self._occupy(closed, halts)
        search_kernels.flood_costs(
            words,
            self._offsets,
            origins,
            self._reached,
            self._entries,
            self._buckets,
            self._settled,
        )
        result = self.cells.plane(self._reached).copy(order="C")
        if occupied:
            result[result == CLOSED] = FAR
        self._leave(occupied)
        self._reached.fill(FAR)
        return result

    @contextmanager
    def occupied(
        self,
        closed: Collection[Hex] = (),
        halts: Collection[Hex] = (),
        more: Mapping[Hex, Points] | None = None,
    ) -> Iterator[None]:
        """The map as one question finds it: closed hexes, halts, hexes that cost more to enter."""
        occupied = self._occupy(closed, halts, more)
        try:
            yield
        finally:
            self._leave(occupied)

    def _occupy(
        self,
        closed: Collection[Hex],
        halts: Collection[Hex],
        more: Mapping[Hex, Points] | None = None,
    ) -> _Occupied | None:
        """Mark closed hexes, halts and dear hexes for one search; None where there are none."""
        if not closed and not halts and not more:
            return None
        dearer = {self.cells.cell(hex_): cost for hex_, cost in (more or {}).items()}
        occupied = _Occupied(self.cells.cells(closed), self.cells.cells(halts), {})
        for cell, cost in dearer.items():
            self._raise(cell, self.mobility.units(cost), occupied.dearer)
        self._reached[occupied.closed] = CLOSED
        self.planes.words[occupied.halts, HALTS] = 1
        return occupied

    def _raise(self, cell: int, units: int, were: dict[int, Words]) -> None:
        """Let steps into a cell cost more, and keep the words of its neighbours as they were."""
        words, shift = self.planes.words, self.planes.words[cell, SHIFT]
        for direction in range(SIDES):
            beside = cell + int(self.cells.offsets[shift, direction])
            into = OPPOSITE[direction]
            were.setdefault(beside, words[beside].copy())
            if words[beside, into] != NO_ENTRY:
                cost = int(words[beside, into]) + units
                words[beside, into] = cost if cost <= DEAREST else NO_ENTRY

    def _leave(self, occupied: _Occupied | None) -> None:
        """Take back what `_occupy` marked."""
        if occupied:
            self._reached[occupied.closed] = FAR
            self.planes.words[occupied.halts, HALTS] = 0
            for cell, word in occupied.dearer.items():
                self.planes.words[cell] = word
