"""The way along a course: from node to node of the hex grid, as near to the course as its steps go.

One search serves roads, from hex centre to hex centre, and waters, from corner to corner.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

CORRIDORS = (1.6, 3.2, 8.0)  # steps off the course a way may lie; the next one when there is none
STRAY = 1.5  # what a step costs more for each square of its distance from the course
SMOOTHED = 2.2  # steps of the course that one step may pass over
SKIPPED = 0.9  # what it costs to pass over each further one

Extra = Callable[[int, int], float]
"""What it costs more to go from a node to the next one."""


@dataclass(frozen=True)
class Lattice:
    """Nodes to go by: where each lies on the page, and which are one step from it."""

    places: NDArray[np.float64]
    steps: Sequence[Sequence[int]]
    unit: float
    """Metres of a step."""

    @cached_property
    def points(self) -> NDArray[Any]:
        """The nodes as shapely points."""
        import shapely

        return np.asarray(shapely.points(self.places))

    @cached_property
    def tree(self) -> Any:
        """The nodes by place."""
        import shapely

        return shapely.STRtree(self.points)

    def nearest(self, place: NDArray[np.float64], among: Sequence[int] | None = None) -> int:
        """The node nearest to a place of the page; None in `among` stands for all of them."""
        import shapely

        if among is None:
            return int(self.tree.nearest(shapely.Point(place)))
        gaps = np.hypot(*(self.places[list(among)] - place).T)
        return int(among[int(gaps.argmin())])


def way(
    lattice: Lattice, course: Any, starts: Collection[int], goals: Collection[int], extra: Extra
) -> list[int]:
    """The nodes of the best way along a course; none where the lattice has no way."""
    for corridor in CORRIDORS:
        found = _search(lattice, course, starts, goals, extra, corridor * lattice.unit)
        if found:
            return found
    return []


def _search(
    lattice: Lattice,
    course: Any,
    starts: Collection[int],
    goals: Collection[int],
    extra: Extra,
    corridor: float,
) -> list[int]:
    stray, along = _corridor(lattice, course, corridor, [*starts, *goals])
    best = dict.fromkeys(starts, 0.0)
    queue = [(0.0, node) for node in sorted(starts)]
    before: dict[int, int] = {}
    closed = set[int]()
    targets = set(goals)
    while queue:
        cost, node = heapq.heappop(queue)
        if node in closed:
            continue
        if node in targets:
            return _back(before, node)
        closed.add(node)
        for other in lattice.steps[node]:
            if other not in stray or other in closed:
                continue
            passed = abs(along[other] - along[node])
            step = 1 + STRAY * (stray[node] + stray[other]) / 2
            step += SKIPPED * max(0.0, passed - SMOOTHED) + extra(node, other)
            if cost + step < best.get(other, np.inf):
                best[other] = cost + step
                before[other] = node
                heapq.heappush(queue, (cost + step, other))
    return []


def _corridor(
    lattice: Lattice, course: Any, corridor: float, always: Sequence[int]
) -> tuple[dict[int, float], dict[int, float]]:
    """The nodes near a course: the square of each one's distance, and how far along it lies.

    Both in steps.
    """
    import shapely

    near = lattice.tree.query(course, predicate="dwithin", distance=corridor)
    nodes = np.unique(np.concatenate([near, np.array(always, np.int64)]))
    points = lattice.points[nodes]
    away = shapely.distance(points, course) / lattice.unit
    along = shapely.line_locate_point(course, points) / lattice.unit
    numbers = nodes.tolist()
    squares = dict(zip(numbers, (away**2).tolist(), strict=True))
    return squares, dict(zip(numbers, along.tolist(), strict=True))


def _back(before: dict[int, int], node: int) -> list[int]:
    nodes = [node]
    while nodes[-1] in before:
        nodes.append(before[nodes[-1]])
    return nodes[::-1]
