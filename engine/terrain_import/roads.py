"""Roads and railways laid from hex to hex: connected as they are, and without needless links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.movement.connected_components import count_parts
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.lattice_routing import Lattice, LatticeCosts, Points
from engine.terrain_import.line_networks import Network, NetworkReach, build_network
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.tag_mapping import load_tag_mapping
from engine.terrain_import.vector_features import SourceLine

LAID = -0.7  # a step along a road that is there already: near roads become one
WET = 4.0  # for each whole hex of water stepped into
NEEDLESS_BRIDGE = 2.5  # over a stream that the road does not cross there
RAILS = ("rail", "rail-tunnel")
CARRIAGEWAYS = ("highway", "road", "tunnel", *RAILS)  # those that become one with what they follow
MAX_REACHES = 1 << 32
AT_A_TIME = 20_000  # points of roads that are compared with others
BESIDE, MOSTLY = 0.9, 0.8  # hexes off another road; how much of a road lies no further

Masks = NDArray[np.uint8]
Progress = Callable[[float], None]


@dataclass(frozen=True)
class LaidLinks:
    """Links by class as masks, with the parts the network has before and after."""

    masks: Mapping[str, Masks]
    parts_drawn: int = 0
    parts_laid: int = 0


@dataclass(frozen=True)
class WaterConstraints:
    """The waters that constrain roads: hexsides with waters, true courses, and areas."""

    masks: Masks
    courses: NDArray[Any]  # shapely lines on the page
    share: NDArray[np.float32]  # how much of each hex is water


def hex_lattice(frame: MapFrame) -> Lattice:
    """The hex centres of a frame, numbered row by row; slots are directions."""
    grid = frame.grid
    index = np.arange(len(grid), dtype=np.int32).reshape(grid.shape)
    steps = np.empty((len(grid), SIDES), np.int32)
    for direction in range(SIDES):  # one after the other: of millions of hexes each takes room
        steps[:, direction] = grid.neighbour_plane(index, direction, -1).ravel()
    places = np.empty((len(grid), 2))
    places[:, 0], places[:, 1] = (each.ravel() for each in frame.centres())

    def near(x: float, y: float) -> list[int]:
        here = frame.hex_at(x, y)
        hexes = [here] if here in grid else grid.neighbours(here)
        return [row * grid.columns + column for row, column in map(grid.index, hexes)]

    return Lattice(places, steps, frame.hex_metres, near)


def lay_roads(
    lines: Mapping[str, Sequence[SourceLine]],
    frame: MapFrame,
    sheet: Any,
    waterside: WaterConstraints,
    account: ImportReport,
    progress: Progress,
) -> LaidLinks:
    """Every class of road and railway of `lines` (on the page) laid on links."""
    lattice = hex_lattice(frame)
    drawn = {kind: listed for kind, listed in lines.items() if kind in load_tag_mapping().links}
    rails = {kind: listed for kind, listed in drawn.items() if kind in RAILS}
    ways = {kind: listed for kind, listed in drawn.items() if kind not in RAILS}
    masks: dict[str, Masks] = {}
    counts = [0, 0]
    for each in filter(None, (ways, rails)):
        net = build_network(each, sheet)
        work = _Works(lattice, frame, waterside, account)
        work.lay(net, progress)
        work.prune()
        masks |= work.masks()
        counts[0] += net.parts()
        counts[1] += work.parts()
        del work, net  # before the next ones take as much room
    order = [kind for kind in load_tag_mapping().links if kind in masks]
    return LaidLinks({kind: masks[kind] for kind in order}, counts[0], counts[1])


@dataclass
class _Works:
    """One network while it is laid; an edge carries the most important class laid on it."""

    lattice: Lattice
    frame: MapFrame
    waterside: WaterConstraints
    account: ImportReport
    # By both ends in one number, class and order in another: of a million links each takes room.
    edges: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.order = list(load_tag_mapping().links)
        self.hexes = np.zeros(len(self.lattice.places), np.bool_)  # on which anything lies
        self.around = LatticeCosts(self.lattice, LAID, fence=NEEDLESS_BRIDGE)
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

    def _lay(self, reach: NetworkReach, place: int) -> None:
        start, goal = self.at[reach.start], self.at[reach.end]
        self.hexes[[start, goal]] = True
        if start == goal:
            if reach.start == reach.end and reach.length > 6 * self.lattice.unit:
                self._lay_ring(reach, place)
            return
        self._take(self._way(reach.points, start, goal, reach), reach, place)

    def _way(self, points: Points, start: int, goal: int, reach: NetworkReach) -> list[int]:
        gates = self.crossings.get(id(reach), np.empty((0, 2)))
        is_under = load_tag_mapping().links[reach.kind].underground
        follows = id(reach) in self.beside
        return self.around.way(points, [start], [goal], gates, is_under=is_under, follows=follows)

    def _lay_ring(self, reach: NetworkReach, place: int) -> None:
        """A ring in two halves."""
        middle = len(reach.points) // 2
        there = self.lattice.nearest(reach.points[middle])
        start = self.at[reach.start]
        for points in (reach.points[: middle + 1], reach.points[middle:][::-1]):
            if len(points) > 1 and there != start:
                self._take(self._way(points, start, there, reach), reach, place)

    def _take(self, nodes: list[int], reach: NetworkReach, place: int) -> None:
        self.account.note("not-laid", int(not nodes))
        worth = self.order.index(reach.kind) * MAX_REACHES + place
        for a, b in pairwise(nodes):
            if self._edge(a, b) not in self.edges:
                self.edges[self._edge(a, b)] = worth
                self.around.lay(a, b)
        self.hexes[nodes] = True

    def _edge(self, a: int, b: int) -> int:
        return min(a, b) * len(self.hexes) + max(a, b)

    def _ends(self, edge: int) -> tuple[int, int]:
        return divmod(edge, len(self.hexes))

    # --- afterwards ---------------------------------------------------------------------------

    def prune(self) -> None:
        """Take away the least of three links that join the same three hexes."""
        taken = 0
        for edge in sorted(self.edges, key=self.edges.__getitem__, reverse=True):
            worth, (a, b) = self.edges[edge], self._ends(edge)
            slot = self.lattice.slot(a, b)
            beside = (int(self.lattice.steps[a, (slot + turn) % SIDES]) for turn in (1, -1))
            if any(self._is_lesser(worth, (self._edge(a, c), self._edge(b, c))) for c in beside):
                del self.edges[edge]
                taken += 1
        self.account.note("triangles", taken)

    def _is_lesser(self, worth: int, others: tuple[int, int]) -> bool:
        """Return True if both other links exist, and neither is worth less."""
        return all(other in self.edges and self.edges[other] <= worth for other in others)

    def masks(self) -> dict[str, Masks]:
        """The links of each class as masks."""
        found: dict[str, Masks] = {}
        for edge, worth in self.edges.items():
            a, b = self._ends(edge)
            kind, shape = self.order[worth // MAX_REACHES], self.frame.grid.shape
            plane = found.setdefault(kind, np.zeros(shape, np.uint8)).reshape(-1)
            plane[a] |= 1 << self.lattice.slot(a, b)
            plane[b] |= 1 << self.lattice.slot(b, a)
        return found

    def parts(self) -> int:
        """Return the number of connected parts, hexes that hold a whole road included."""
        return count_parts(map(self._ends, self.edges), np.flatnonzero(self.hexes).tolist())


def _crossings(reaches: Sequence[NetworkReach], waters: NDArray[Any]) -> dict[int, Points]:
    """Return the places where each reach crosses waters, by the reach's identity."""
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


def _beside(ranked: Sequence[NetworkReach], gap: float) -> set[int]:
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
    tree, ends = shapely.STRtree(courses), np.cumsum(counts)
    found: set[int] = set()
    first = 0
    while first < len(long):  # so many at a time that their points take little room
        before = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + AT_A_TIME, "right")))
        held = _share_beside(courses, counts, tree, gap, range(first, last))
        found |= {id(ranked[long[first + place]]) for place in np.flatnonzero(held >= MOSTLY)}
        first = last
    return found


def _share_beside(
    courses: NDArray[Any], counts: NDArray[np.int64], tree: Any, gap: float, some: range
) -> NDArray[np.float64]:
    """Return the share of each course that is within a gap of an earlier one."""
    import shapely

    number = counts[some.start : some.stop]
    owner = np.repeat(np.arange(some.start, some.stop), number)
    share = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number, number) + 0.5
    points = shapely.line_interpolate_point(courses[owner], share / counts[owner], normalized=True)
    asking, near = tree.query(points, predicate="dwithin", distance=gap)
    followed = np.unique(asking[near < owner[asking]])
    return np.bincount(owner[followed] - some.start, minlength=len(number)) / number
