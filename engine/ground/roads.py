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
from engine.ground.routing import Lattice, Points, Surroundings
from engine.hexes.hex import SIDES
from engine.paths.connected import count_parts

LAID = -0.7  # a step along a road that is there already: near roads become one
WET = 4.0  # for each whole hex of water stepped into
NEEDLESS_BRIDGE = 2.5  # over a stream that the road does not cross there
RAILS = ("rail", "rail-tunnel")
CARRIAGEWAYS = ("highway", "road", "tunnel", *RAILS)  # those that become one with what they follow
BESIDE, MOSTLY = 0.9, 0.8  # hexes off another road; how much of a road lies no further

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
    """The hex centres of a frame, numbered row by row; slots are directions."""
    grid = frame.grid
    x, y = frame.centres()
    index = np.arange(len(grid), dtype=np.int32).reshape(grid.shape)
    steps = [grid.seen_from(index, direction, -1).ravel() for direction in range(SIDES)]

    def near(x: float, y: float) -> list[int]:
        here = frame.hex_at(x, y)
        hexes = [here] if here in grid else grid.neighbours(here)
        return [row * grid.columns + column for row, column in map(grid.index, hexes)]

    places = np.stack([x.ravel(), y.ravel()], axis=1)
    return Lattice(places, np.stack(steps, axis=1), frame.hex_metres, near)


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
    rails = {kind: listed for kind, listed in drawn.items() if kind in RAILS}
    ways = {kind: listed for kind, listed in drawn.items() if kind not in RAILS}
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
        self.order = list(kinds().links)
        self.around = Surroundings(self.lattice, LAID, fence=NEEDLESS_BRIDGE)
        self.around.entering[:] = WET * self.waterside.share.ravel()
        self.around.fenced[:] = self.waterside.masks.ravel()

    def lay(self, net: Network, progress: Progress) -> None:
        """Lay every reach, important and long ones first."""
        self.at = {
            node: self.lattice.nearest(net.nodes[node])
            for reach in net.reaches
            for node in (reach.start, reach.end)
        }
        self.crossings = _crossings(net.reaches, self.waterside.courses)
        ranked = sorted(net.reaches, key=lambda each: (self.order.index(each.kind), -each.length))
        self.beside = _beside(ranked, BESIDE * self.lattice.unit)
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
        self._take(self._way(reach.points, start, goal, reach), reach, place)

    def _way(self, points: Points, start: int, goal: int, reach: CourseReach) -> list[int]:
        gates = self.crossings.get(id(reach), np.empty((0, 2)))
        is_under = kinds().links[reach.kind].underground
        follows = id(reach) in self.beside
        return self.around.way(points, [start], [goal], gates, is_under=is_under, follows=follows)

    def _lay_ring(self, reach: CourseReach, place: int) -> None:
        """A ring in two halves."""
        middle = len(reach.points) // 2
        there = self.lattice.nearest(reach.points[middle])
        start = self.at[reach.start]
        for points in (reach.points[: middle + 1], reach.points[middle:][::-1]):
            if len(points) > 1 and there != start:
                self._take(self._way(points, start, there, reach), reach, place)

    def _take(self, nodes: list[int], reach: CourseReach, place: int) -> None:
        self.account.note("not-laid", int(not nodes))
        rank = self.order.index(reach.kind)
        for a, b in pairwise(nodes):
            if _edge(a, b) not in self.edges:
                self.edges[_edge(a, b)] = rank, place
                self.around.lay(a, b)
        self.hexes.update(nodes)

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
        found: dict[str, Masks] = {}
        for (a, b), (rank, _) in self.edges.items():
            shape = self.frame.grid.shape
            plane = found.setdefault(self.order[rank], np.zeros(shape, np.uint8)).reshape(-1)
            plane[a] |= 1 << self.lattice.slot(a, b)
            plane[b] |= 1 << self.lattice.slot(b, a)
        return found

    def parts(self) -> int:
        """How many connected parts were laid, hexes that hold a whole road included."""
        return count_parts(self.edges, self.hexes)


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def _crossings(reaches: Sequence[CourseReach], waters: NDArray[Any]) -> dict[int, Points]:
    """Where each reach that crosses waters does so, by the reach's identity."""
    import shapely

    if not len(waters) or not reaches:
        return {}
    courses = np.array([reach.course for reach in reaches], object)
    which, water = shapely.STRtree(waters).query(courses, predicate="intersects")
    meeting = shapely.intersection(courses[which], waters[water])
    points, owner = shapely.get_coordinates(meeting, return_index=True)
    found: dict[int, list[Points]] = {}
    for place, point in zip(which[owner].tolist(), points, strict=True):
        found.setdefault(id(reaches[place]), []).append(point)
    return {reach: np.array(points) for reach, points in found.items()}


def _beside(ranked: Sequence[CourseReach], gap: float) -> set[int]:
    """The reaches that run beside greater ones, as the lanes of a road do, by their identity."""
    import shapely

    long = [
        place
        for place, reach in enumerate(ranked)
        if reach.kind in CARRIAGEWAYS and reach.length > 2 * gap
    ]
    if not long:
        return set()
    courses = np.array([ranked[place].course for place in long], object)
    counts = np.maximum(2, np.ceil(2 * shapely.length(courses) / gap)).astype(np.int64)
    owner = np.repeat(np.arange(len(long)), counts)
    share = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + 0.5
    points = shapely.line_interpolate_point(courses[owner], share / counts[owner], normalized=True)
    asking, near = shapely.STRtree(courses).query(points, predicate="dwithin", distance=gap)
    followed = np.unique(asking[near < owner[asking]])
    held = np.bincount(owner[followed], minlength=len(long)) / counts
    return {id(ranked[long[place]]) for place in np.flatnonzero(held >= MOSTLY).tolist()}
