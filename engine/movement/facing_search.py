"""Reach of units with a front: moves through hexes and facings.

driving = Driving(Paths(mobility, terrain), Handling({AHEAD: Entry(turns=(0, 0, 1, 2))}))
for front, points in driving.reach(Front(start, 0), 8).items(): ...
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.hexes.hex import SIDES, Hex
from engine.movement.facing_rules import HexFacing, SteeringRules
from engine.movement.mobility import DEAREST, Points
from engine.movement.path_search import PathSearch
from engine.movement.search_kernels import CLOSED, FAR, Ints


class FacingPath(NamedTuple):
    """A way through fronts from the first on, and the MP spent up to and including each."""

    fronts: tuple[HexFacing, ...]
    spent: tuple[Points, ...]


class FacingReach(Mapping[HexFacing, Points]):
    """The fronts a move can come to with the MP each takes, in order of cost from the start on."""

    def __init__(self, paths: PathSearch, found: Ints) -> None:
        self._paths = paths
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[HexFacing]:
        return iter(self._points)

    def __getitem__(self, front: HexFacing) -> Points:
        return self._points[front]

    @cached_property
    def hexes(self) -> Mapping[Hex, HexFacing]:
        """The hexes the move comes to, each with the front that takes the fewest MP there.

        Of several such fronts it is the one for which the unit turns least.
        """
        found: dict[Hex, HexFacing] = {}
        for front in self:
            known = found.get(front.at)
            if known is None or self._rank(front) < self._rank(known):
                found[front.at] = front
        return found

    def before(self, front: HexFacing) -> HexFacing | None:
        """The front before on the cheapest way that enters the fewest hexes; None at the start."""
        return self._before[front]

    def entered(self, front: HexFacing) -> int:
        """Return how many hexes the cheapest path to a facing enters."""
        return self._entered[front]

    def way(self, front: HexFacing) -> FacingPath:
        """The cheapest way to a front; KeyError where the move does not come to it."""
        fronts = [front]
        while (earlier := self._before[fronts[-1]]) is not None:
            fronts.append(earlier)
        fronts.reverse()
        return FacingPath(tuple(fronts), tuple(self._points[each] for each in fronts))

    def _rank(self, front: HexFacing) -> tuple[Points, int]:
        earlier = self._before[front]
        turned = 0 if earlier is None else (front.facing - earlier.facing) % SIDES
        return self._points[front], min(turned, SIDES - turned)

    @cached_property
    def _fronts(self) -> dict[int, HexFacing]:
        states = self._found[:, 0]
        hexes = self._paths.cells.hexes(states // SIDES)
        facings = (states % SIDES).tolist()
        fronts = (HexFacing(hex_, facing) for hex_, facing in zip(hexes, facings, strict=True))
        return dict(zip(states.tolist(), fronts, strict=True))

    @cached_property
    def _points(self) -> dict[HexFacing, Points]:
        points = (self._paths.mobility.points(units) for units in self._found[:, 1].tolist())
        return dict(zip(self._fronts.values(), points, strict=True))

    @cached_property
    def _entered(self) -> dict[HexFacing, int]:
        return dict(zip(self._fronts.values(), self._found[:, 3].tolist(), strict=True))

    @cached_property
    def _before(self) -> dict[HexFacing, HexFacing | None]:
        fronts = self._fronts
        earlier = (fronts.get(state) for state in self._found[:, 2].tolist())
        return dict(zip(fronts.values(), earlier, strict=True))


class FacingSearch:
    """Movement of one class of units with a front on one map.

    The costs are those of `paths`, which may go on changing; questions are as there. Not for two
    threads at once.
    """

    def __init__(self, paths: PathSearch, handling: SteeringRules) -> None:
        self.paths, self.handling = paths, handling
        self._times, self._turns = _laws(paths, handling)
        dearest = DEAREST * int(self._times.max()) + int(self._turns.max())
        states = SIDES * paths.cells.count
        self._reached = np.full(states, FAR, np.int32)
        self._came, self._entered = np.empty(states, np.int32), np.empty(states, np.int32)
        self._following, self._before = np.empty(states, np.int32), np.empty(states, np.int32)
        self._buckets = np.empty(1 << dearest.bit_length(), np.int32)
        self._settled = np.empty(states, np.int32)

    def reach(
        self,
        start: HexFacing,
        points: Points,
        closed: Collection[Hex] = (),
        halts: Collection[Hex] = (),
        more: Mapping[Hex, Points] | None = None,
    ) -> FacingReach:
        """Return the hexes and facings a unit can reach; see `PathSearch.reach`."""
        from engine.movement import facing_kernels

        paths = self.paths
        shut = paths.cells.cells(closed)[:, None] * SIDES + np.arange(SIDES)
        first = SIDES * paths.cells.cell(start.at) + start.facing
        self._reached[shut] = CLOSED
        with paths.occupied((), halts, more):
            count = facing_kernels.flood_states(
                paths.planes.words,
                paths.cells.offsets,
                first,
                paths.mobility.units(points),
                self._times,
                self._turns,
                self._reached,
                self._came,
                self._entered,
                self._following,
                self._before,
                self._buckets,
                self._settled,
            )
        found = np.empty((count, 4), np.int32)
        found[:, 0] = states = self._settled[:count]
        for column, plane in enumerate((self._reached, self._came, self._entered), start=1):
            found[:, column] = plane[states]
        self._reached[states] = FAR
        self._reached[shut] = FAR
        return FacingReach(paths, found)


def _laws(paths: PathSearch, handling: SteeringRules) -> tuple[Ints, Ints]:
    """Return the cost factors of steps and the costs of turns, by the unit's side."""
    times, turns = np.zeros(SIDES, np.int32), np.full((SIDES, SIDES), -1, np.int32)
    for side, entry in handling.entries.items():
        times[side] = entry.times
        for by, cost in enumerate(entry.turns):
            if cost is not None:
                assert cost * paths.mobility.per_point % 1 == 0, "a turn costs no part of a unit"
                turns[side, [by, -by]] = paths.mobility.units(cost)
    return times, turns
