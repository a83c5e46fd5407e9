"""Roads and railways laid from hex to hex: connected as they are, and without needless links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ground.accounts import Account
from engine.ground.area import Frame
from engine.ground.courses import CourseReach, Network, network
from engine.ground.features import Line
from engine.ground.kinds import kinds
from engine.ground.routing import Lattice, way
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.paths.connected import count_parts

LAID = -0.7  # a step along a road that is there already: near roads become one
WET = 4.0  # for each whole hex of water stepped into
NEEDLESS_BRIDGE = 2.5  # over a stream that the road does not cross there

Masks = NDArray[np.uint8]
Progress = Callable[[float], None]
Edge = tuple[int, int]


@dataclass(frozen=True)
class LaidLinks:
    """Links by class as masks, with the parts the network has before and after."""

    masks: Mapping[str, Masks]
    parts_drawn: int = 0
    parts_laid: int = 0


@dataclass(frozen=True)
class Waterside:
    """What roads heed of waters: the hexsides they run on, their true courses, and the areas."""

    masks: Masks
    courses: NDArray[Any]  # shapely lines on the page
    share: NDArray[np.float32]  # how much of each hex is water


def hex_lattice(frame: Frame) -> Lattice:
    """The hex centres of a frame, numbered row by row."""
    x, y = frame.centres()
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    steps: list[list[int]] = [[] for _ in range(len(places))]
    for here, there, _ in _neighbours(frame.grid):
        for one, other in zip(here.tolist(), there.tolist(), strict=True):
            steps[one].append(other)
    return Lattice(places, steps, frame.hex_metres)


def _neighbours(grid: Grid) -> Sequence[tuple[NDArray[np.int64], NDArray[np.int64], int]]:
    """For each direction the hexes that have a neighbour there, and that neighbour."""
    index = np.arange(len(grid)).reshape(grid.shape)
    found = []
    for direction in range(SIDES):
        there = grid.seen_from(index, direction, -1)
        has = there >= 0
        found.append((index[has], there[has], direction))
    return found


def roads(
    lines: Mapping[str, Sequence[Line]],
    frame: Frame,
    sheet: Any,
    waterside: Waterside,
    account: Account,
    progress: Progress,
) -> LaidLinks:
    """Every class of road and railway of `lines` (on the page) laid on links."""
    lattice = hex_lattice(frame)
    drawn = {kind: listed for kind, listed in lines.items() if kind in kinds().links}
    rails = {kind: listed for kind, listed in drawn.items() if kind == "rail"}
    ways = {kind: listed for kind, listed in drawn.items() if kind != "rail"}
    masks: dict[str, Masks] = {}
    counts = [0, 0]
    for each in (ways, rails):
        net = network(each, sheet)
        work = _Works(lattice, frame, waterside, account)
        work.lay(net, progress)
        work.prune()
        masks |= work.masks()
        counts[0] += net.parts()
        counts[1] += work.parts()
    order = [kind for kind in kinds().links if kind in masks]
    return LaidLinks({kind: masks[kind] for kind in order}, counts[0], counts[1])


@dataclass
class _Works:
    """One network while it is laid; an edge carries the most important class laid on it."""

    lattice: Lattice
    frame: Frame
    waterside: Waterside
    account: Account
    edges: dict[Edge, tuple[int, int]] = field(default_factory=dict)  # class, in which order
    hexes: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        import shapely

        self.order = list(kinds().links)
        self.wet = self.waterside.share.ravel()
        self.waters = shapely.STRtree(self.waterside.courses)
        self.crossing = _cross(self.frame.grid, self.waterside.masks)

    def lay(self, net: Network, progress: Progress) -> None:
        """Lay every reach, important and long ones first."""
        self.at = {
            node: self.lattice.nearest(net.nodes[node])
            for reach in net.reaches
            for node in (reach.start, reach.end)
        }
        ranked = sorted(net.reaches, key=lambda each: (self.order.index(each.kind), -each.length))
        for place, reach in enumerate(ranked):
            self._lay(reach, place)
            if place % 50 == 0:
                progress(place / len(ranked))

    def _lay(self, reach: CourseReach, place: int) -> None:
        start, goal = self.at[reach.start], self.at[reach.end]
        self.hexes |= {start, goal}
        if start == goal:
            if reach.start == reach.end and reach.length > 6 * self.lattice.unit:
                self._lay_ring(reach, place)
            return
        nodes = way(self.lattice, reach.course, [start], [goal], self._extra(reach))
        self._take(nodes, reach, place)

    def _lay_ring(self, reach: CourseReach, place: int) -> None:
        """A ring in two halves."""
        middle = len(reach.points) // 2
        there = self.lattice.nearest(reach.points[middle])
        start = self.at[reach.start]
        for points in (reach.points[: middle + 1], reach.points[middle:][::-1]):
            half = CourseReach(reach.kind, reach.name, points, reach.start, reach.end)
            if len(points) > 1 and there != start:
                nodes = way(self.lattice, half.course, [start], [there], self._extra(half))
                self._take(nodes, reach, place)

    def _take(self, nodes: list[int], reach: CourseReach, place: int) -> None:
        self.account.note("not-laid", int(not nodes))
        rank = self.order.index(reach.kind)
        for a, b in pairwise(nodes):
            self.edges.setdefault((min(a, b), max(a, b)), (rank, place))
        self.hexes.update(nodes)

    def _extra(self, reach: CourseReach) -> Callable[[int, int], float]:
        """What a step costs more or less for a reach."""
        crossings = self._crossings(reach)

        def extra(a: int, b: int) -> float:
            edge = (a, b) if a < b else (b, a)
            if edge in self.edges:
                return LAID
            cost = WET * float(self.wet[b])
            if edge in self.crossing and not self._crosses(edge, crossings):
                cost += NEEDLESS_BRIDGE
            return cost

        return extra

    def _crossings(self, reach: CourseReach) -> NDArray[np.float64]:
        """Where a reach crosses a water."""
        import shapely

        course = reach.course
        near = self.waters.query(course, predicate="intersects")
        if not len(near):
            return np.empty((0, 2))
        meeting = shapely.intersection(self.waterside.courses[near], course)
        return np.asarray(shapely.get_coordinates(meeting))

    def _crosses(self, edge: Edge, crossings: NDArray[np.float64]) -> bool:
        if not len(crossings):
            return False
        middle = self.lattice.places[list(edge)].mean(axis=0)
        return bool(np.hypot(*(crossings - middle).T).min() <= self.lattice.unit)

    # --- afterwards ---------------------------------------------------------------------------

    def prune(self) -> None:
        """Take away the least of three links that join the same three hexes."""
        around: dict[int, set[int]] = {}
        for a, b in self.edges:
            around.setdefault(a, set()).add(b)
            around.setdefault(b, set()).add(a)
        taken = 0
        for edge, worth in sorted(self.edges.items(), key=lambda item: item[1], reverse=True):
            a, b = edge
            if any(
                max(self.edges[_edge(a, c)], self.edges[_edge(b, c)]) <= worth
                for c in around[a] & around[b]
            ):
                del self.edges[edge]
                around[a].discard(b)
                around[b].discard(a)
                taken += 1
        self.account.note("triangles", taken)

    def masks(self) -> dict[str, Masks]:
        """The links of each class as masks."""
        grid = self.frame.grid
        found: dict[str, Masks] = {}
        direction_of = {
            (one, other): direction
            for here, there, direction in _neighbours(grid)
            for one, other in zip(here.tolist(), there.tolist(), strict=True)
            if _edge(one, other) in self.edges
        }
        for (a, b), (rank, _) in self.edges.items():
            plane = found.setdefault(self.order[rank], np.zeros(grid.shape, np.uint8)).reshape(-1)
            plane[a] |= 1 << direction_of[a, b]
            plane[b] |= 1 << direction_of[b, a]
        return found

    def parts(self) -> int:
        """How many connected parts were laid, hexes that hold a whole road included."""
        return count_parts(self.edges, self.hexes)


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def _cross(grid: Grid, masks: Masks) -> set[Edge]:
    """The pairs of neighbours with a water between them."""
    found: set[Edge] = set()
    flat = masks.ravel()
    for here, there, direction in _neighbours(grid)[: SIDES // 2]:
        wet = (flat[here] >> direction & 1).astype(bool)
        found |= {_edge(a, b) for a, b in zip(here[wet].tolist(), there[wet].tolist(), strict=True)}
    return found
