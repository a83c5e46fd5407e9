"""The way along a course: from node to node of the hex grid, as near to the course as its steps go.

One search serves roads, from hex centre to hex centre, and waters, from corner to corner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

CORRIDORS = (1.6, 3.2, 8.0)  # steps off the course a way may lie; the next one when there is none
STRAY = 1.5  # what a step costs more for each square of its distance from the course
SMOOTHED = 2.2  # steps of the course that one step may pass over
SKIPPED = 0.9  # what it costs to pass over each further one
FOLLOWING = 0.3, -0.9, 1.2  # what straying, a laid step and a new one cost who follows a road
GRAIN = 0.02  # of a step: no course is followed more finely

Points = NDArray[np.float64]
NO_GATES: Points = np.empty((0, 2))
Near = Callable[[float, float], Sequence[int]]
"""The nodes about a place of the page, the nearest among them."""


@dataclass(frozen=True)
class Lattice:
    """Nodes to go by: where each lies on the page, and which are one step from it.

    `steps` is [node, slot], -1 where a slot leads nowhere.
    """

    places: Points
    steps: NDArray[np.int32]
    unit: float
    """Metres of a step."""
    near: Near

    def nearest(self, place: Points, among: Sequence[int] | None = None) -> int:
        """The node nearest to a place of the page; None in `among` stands for all of them."""
        nodes = list(self.near(float(place[0]), float(place[1])) if among is None else among)
        if not nodes:
            nodes = np.flatnonzero((self.steps >= 0).any(axis=1)).tolist() or [0]
        gaps = np.hypot(*(self.places[nodes] - place).T)
        return int(nodes[int(gaps.argmin())])

    def slot(self, a: int, b: int) -> int:
        """Return the number of a node's step that leads to another."""
        slots: list[int] = self.steps[a].tolist()
        return slots.index(b)


@dataclass
class LatticeCosts:
    """The costs of steps on a lattice besides their length, as laid so far.

    `laid` and `fenced` have a bit for each slot of a node's steps.
    """

    lattice: Lattice
    on_laid: float
    touching: float = 0.0
    fence: float = 0.0
    laid: NDArray[np.uint8] = field(init=False)
    fenced: NDArray[np.uint8] = field(init=False)
    entering: NDArray[np.float32] = field(init=False)
    foreign: NDArray[np.uint8] = field(init=False)
    _dry: tuple[NDArray[np.float32], NDArray[np.uint8]] = field(init=False)
    _room: tuple[NDArray[Any], ...] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.lattice.places)
        self.laid, self.fenced, self.foreign = (np.zeros(count, np.uint8) for _ in range(3))
        self.entering = np.zeros(count, np.float32)
        self._dry = np.zeros(count, np.float32), np.zeros(count, np.uint8)
        measures = (np.zeros(count, np.float32) for _ in range(2))
        self._room = np.full(count, -2.0), *measures, np.zeros(count, np.int32)

    def lay(self, a: int, b: int) -> None:
        """A step is laid, from either end."""
        self.laid[a] |= 1 << self.lattice.slot(a, b)
        self.laid[b] |= 1 << self.lattice.slot(b, a)

    def way(
        self, points: Points, starts: Sequence[int], goals: Sequence[int],
        gates: Points = NO_GATES, *, is_under: bool = False, follows: bool = False,
    ) -> list[int]:  # fmt: skip
        """The nodes of the best way along a course; none where the lattice has no way.

        What is under the ground minds no water; what follows another road leaves it late.
        """
        from engine.terrain_import.routing_kernels import find_path

        lattice = self.lattice
        course = _smoothed(points, GRAIN * lattice.unit)
        runs = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(course, axis=0).T))])
        stray, on_laid, new = FOLLOWING if follows else (STRAY, self.on_laid, 0.0)
        worth = np.array([stray, SMOOTHED, SKIPPED, on_laid, self.touching, self.fence, new])
        entering, fenced = self._dry if is_under else (self.entering, self.fenced)
        ends = np.array(sorted(starts), np.int64), np.array(sorted(goals), np.int64)
        for corridor in CORRIDORS:
            found = find_path(
                lattice.places, lattice.steps, course, runs, *ends, float(lattice.unit), corridor,
                worth, self.laid, entering, self.foreign, fenced, gates, *self._room,
            )  # fmt: skip
            if len(found):
                return [int(node) for node in found]
        return []


def _smoothed(points: Points, grain: float) -> Points:
    """A course without points that change nothing."""
    import shapely

    if len(points) < 3:
        return np.ascontiguousarray(points)
    line = shapely.simplify(shapely.LineString(points), grain, preserve_topology=False)
    found = shapely.get_coordinates(line)
    return np.ascontiguousarray(found if len(found) > 1 else points)
