"""Streams and small rivers laid along hexsides: connected chains that follow the course.

A chain never comes back to a corner, nor to a hex it has left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.movement.connected_components import count_parts
from engine.terrain_import.hex_corners import Corners, frame_corners
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.lattice_routing import LatticeCosts
from engine.terrain_import.line_networks import (
    Network,
    NetworkReach,
    Points,
    build_network,
    join_reaches,
)
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.tag_mapping import load_tag_mapping
from engine.terrain_import.vector_features import SourceLine

LAID = -0.65  # a step along a water that is there already
FOREIGN = 3.0  # for touching a water that this one does not join here, or leaving it again
SHORTEST = ((120.0, 0), (400.0, 2), (1500.0, 3), (np.inf, 4))  # hexes up to; sides a brook needs
BROOKS = ("stream", "ditch")  # what may be left out where it is short
MOUTH = 1.6  # steps from a confluence within which a water may join

BESIDE = 6  # corners before its mouth from which a water may join its main water early
NOWHERE = -1  # the node of a ring that was cut there

Masks = NDArray[np.uint8]
Progress = Callable[[float], None]
Edge = tuple[int, int]


@dataclass(frozen=True)
class StreamChain:
    """One water as the corners it passes, from where its course begins."""

    kind: str
    corners: tuple[int, ...]


@dataclass(frozen=True)
class HexsideWaters:
    """Waters along hexsides: masks by class, the chains, and the parts before and after."""

    masks: Mapping[str, Masks]
    chains: tuple[StreamChain, ...] = ()
    parts_drawn: int = 0
    parts_laid: int = 0


def lay_streams(
    lines: Mapping[str, Sequence[SourceLine]],
    frame: MapFrame,
    sheet: Any,
    account: ImportReport,
    progress: Progress,
) -> HexsideWaters:
    """Every water of `lines` (on the page, downstream) laid on hexsides."""
    drawn = {kind: listed for kind, listed in lines.items() if kind in load_tag_mapping().waters}
    net = build_network(drawn, sheet)
    places = frame_corners(frame)
    if not net.reaches or not places.rim:
        return HexsideWaters({}, parts_drawn=net.parts())
    work = _Works(places, net, sheet, account)
    work.lay(progress)
    work.unring()
    work.drop_short(next(least for metres, least in SHORTEST if frame.hex_metres <= metres))
    return HexsideWaters(work.masks(frame.grid), tuple(work.chains), net.parts(), work.parts())


@dataclass
class _Works:
    """The waters while they are laid."""

    corners: Corners
    net: Network
    sheet: Any
    account: ImportReport
    chains: list[StreamChain] = field(default_factory=list)
    edges: dict[Edge, int] = field(default_factory=dict)  # the rank of the class laid on a side
    pinned: dict[int, int] = field(default_factory=dict)  # where a node of the network lies

    def __post_init__(self) -> None:
        import shapely

        self.order = list(load_tag_mapping().waters)
        self.around = LatticeCosts(self.corners.lattice, LAID, touching=FOREIGN)
        self.holding: dict[int, set[int]] = {}  # the corners of the first chain at each corner
        border = shapely.boundary(self.sheet)
        gaps = shapely.distance(shapely.points(self.net.nodes), border)
        self.at_rim = set(np.flatnonzero(gaps < 0.5).tolist())

    def lay(self, progress: Progress) -> None:
        """Lay every stem after those it flows into."""
        ranked = sorted(
            _open(join_reaches(self.net.reaches)),
            key=lambda stem: (self.order.index(stem.kind), -stem.length),
        )
        through = self._through(ranked)
        for place, stem in enumerate(_after_their_mains(ranked, through)):
            self._lay(stem, through)
            progress((place + 1) / len(ranked))

    def _through(self, all_stems: Sequence[NetworkReach]) -> dict[int, NetworkReach]:
        """The stem that runs through each node at which others may end."""
        number = {
            tuple(np.round(place, 2).tolist()): node
            for reach in self.net.reaches
            for node, place in ((reach.start, reach.points[0]), (reach.end, reach.points[-1]))
        }
        found: dict[int, NetworkReach] = {}
        for stem in all_stems:
            for point in np.round(stem.points[1:-1], 2).tolist():
                node = number.get(tuple(point))
                if node is not None:
                    found.setdefault(node, stem)
        return found

    def _lay(self, stem: NetworkReach, through: Mapping[int, NetworkReach]) -> None:
        starts = self._ends(stem.start, stem.points[0])
        goals = self._ends(stem.end, stem.points[-1])
        if set(starts) & set(goals):
            self.account.note("short-waters", 1)
            corner = min(set(starts) & set(goals))
            self.pinned.setdefault(stem.start, corner)
            self.pinned.setdefault(stem.end, corner)
            return
        waypoints = [n for n, main in through.items() if main is stem and n in self.pinned]
        nodes = self._way(stem.points, starts, goals)
        if not nodes:
            self.account.note("not-laid", 1)
            return
        nodes = self._met_early(self._without_returns(nodes))
        self.pinned.setdefault(stem.start, nodes[0])
        self.pinned.setdefault(stem.end, nodes[-1])
        self._take(stem.kind, nodes)
        places = self.corners.lattice.places[nodes]
        for node, main in through.items():
            if main is stem and node not in self.pinned:
                gaps = np.hypot(*(places - self.net.nodes[node]).T)
                self.pinned[node] = nodes[int(gaps.argmin())]
        for node in waypoints:  # a water that was laid first ends in this one's course
            self._reach_out(stem, self.pinned[node], nodes)

    def _reach_out(self, stem: NetworkReach, corner: int, nodes: Sequence[int]) -> None:
        """Join a corner to a stem that should have passed it."""
        if corner in nodes:
            return
        place, near = self.corners.lattice.places[corner], self.corners.lattice.nearest
        other = near(place, nodes)
        course = np.array([place, self.corners.lattice.places[other]])
        self._take(stem.kind, self._way(course, [corner], list(nodes)))

    def _take(self, kind: str, nodes: Sequence[int]) -> None:
        if len(nodes) < 2:
            return
        rank = self.order.index(kind)
        for a, b in pairwise(nodes):
            if _edge(a, b) not in self.edges:
                self.edges[_edge(a, b)] = rank
                self.around.lay(a, b)
        self.around.foreign[nodes] = 1
        self.chains.append(StreamChain(kind, tuple(nodes)))
        together = set(nodes)
        for node in nodes:
            self.holding.setdefault(node, together)

    def _ends(self, node: int, place: Points) -> list[int]:
        """The corners at which a node of the network may lie."""
        lattice = self.corners.lattice
        if node in self.pinned and node != NOWHERE:
            corner = self.pinned[node]
            reach = MOUTH * lattice.unit
            joined = self.holding.get(corner, {corner})
            near = [n for n in joined if np.hypot(*(lattice.places[n] - place)) <= reach]
            return sorted({corner, *near})
        if node in self.at_rim:
            return [lattice.nearest(place, self.corners.rim)]
        return [lattice.nearest(place)]

    def _way(self, points: Points, starts: Sequence[int], goals: Sequence[int]) -> list[int]:
        """The way along a course: other waters are kept off, but joined where they meet."""
        ends = [*starts, *goals]
        was = self.around.foreign[ends]
        self.around.foreign[ends] = 0
        nodes = self.around.way(points, starts, goals)
        self.around.foreign[ends] = was
        return nodes

    def _met_early(self, nodes: list[int]) -> list[int]:
        """A chain cut where it meets its main water, if the rest would only run beside that."""
        main = self.holding.get(nodes[-1], set())
        meets = next((place for place, node in enumerate(nodes) if node in main), len(nodes))
        if 0 < meets < len(nodes) and len(nodes) - meets <= BESIDE:
            return nodes[: meets + 1]
        return nodes

    def unring(self) -> None:
        """Open a ring of waters round a single hex, which no unit could leave dry."""
        sides: dict[int, list[Edge]] = {}
        for edge in self.edges:
            for hex_ in self.corners.side(*edge)[:2]:
                sides.setdefault(hex_, []).append(edge)
        for ring in sides.values():
            if len(ring) == SIDES and all(edge in self.edges for edge in ring):
                least = max(ring, key=lambda edge: (self.edges[edge], edge))
                del self.edges[least]
                self.chains = [part for chain in self.chains for part in _part(chain, least)]

    def drop_short(self, least: int) -> None:
        """Leave out brooks of fewer sides than this at whose beginning no other water ends."""
        times = Counter(corner for chain in self.chains for corner in {*chain.corners})
        used = Counter(_edge(a, b) for chain in self.chains for a, b in pairwise(chain.corners))
        for chain in reversed(self.chains[:]):
            is_short = chain.kind in BROOKS and len(chain.corners) - 1 < least
            if is_short and 1 in (times[chain.corners[0]], times[chain.corners[-1]]):
                self.chains.remove(chain)
                times.subtract({*chain.corners})
                for a, b in pairwise(chain.corners):
                    used[_edge(a, b)] -= 1
                    if not used[_edge(a, b)]:
                        self.edges.pop(_edge(a, b), None)
                self.account.note("short-brooks", 1)

    def _without_returns(self, nodes: list[int]) -> list[int]:
        """A chain that goes round every hex at most once, along its own sides."""
        while True:
            shorter = self._shortened(nodes)
            if len(shorter) == len(nodes):
                return nodes
            nodes = shorter

    def _shortened(self, nodes: list[int]) -> list[int]:
        """The chain with its first return to a hex taken along that hex."""
        last: dict[int, int] = {}  # the last step at which a hex lay beside the chain
        for step, (a, b) in enumerate(pairwise(nodes)):
            for hex_ in self.corners.side(a, b)[:2]:
                if hex_ in last and last[hex_] < step - 1:
                    leave, back = last[hex_] + 1, step
                    arc = self._arc(hex_, nodes[leave], nodes[back])
                    if arc and len(arc) < back - leave + 1:
                        return _simple(nodes[:leave] + arc + nodes[back + 1 :])
                last[hex_] = step
        return nodes

    def _arc(self, hex_: int, start: int, goal: int) -> list[int]:
        """The corners along one hex's own sides, the shorter way round."""
        queue, seen = [[start]], {start}
        while queue:
            walk = queue.pop(0)
            if walk[-1] == goal:
                return walk
            for other in self._next(walk[-1]):
                beside = self.corners.side(walk[-1], other)[:2]
                if hex_ in beside and other not in seen:
                    seen.add(other)
                    queue.append([*walk, other])
        return []

    def _next(self, corner: int) -> list[int]:
        """The corners one side away."""
        return [other for other in self.corners.lattice.steps[corner].tolist() if other >= 0]

    def masks(self, grid: Grid) -> dict[str, Masks]:
        """The sides of each class as masks."""
        found: dict[str, Masks] = {}
        for name in self.order:
            plane = np.zeros(len(grid), np.uint8)
            for edge, rank in self.edges.items():
                if self.order[rank] == name:
                    here, there, direction, back = self.corners.side(*edge)
                    plane[here] |= 1 << direction
                    plane[there] |= 1 << back
            if plane.any():
                found[name] = plane.reshape(grid.shape)
        return found

    def parts(self) -> int:
        """Return the number of connected parts."""
        return count_parts(self.edges)


def _after_their_mains(
    ranked: Sequence[NetworkReach], through: Mapping[int, NetworkReach]
) -> Iterator[NetworkReach]:
    """Stems in their order, but each after those it flows into; a circle begins with its first."""
    place = {id(stem): number for number, stem in enumerate(ranked)}
    waits: list[set[int]] = []
    followers: dict[int, list[int]] = {}
    for number, stem in enumerate(ranked):
        mains = {place[id(through[node])] for node in (stem.start, stem.end) if node in through}
        waits.append(mains - {number})
        for main in waits[-1]:
            followers.setdefault(main, []).append(number)
    free = [number for number, mains in enumerate(waits) if not mains]
    left, first = set(range(len(ranked))), 0
    while left:
        while first not in left:
            first += 1
        number = heappop(free) if free else first
        if number in left:
            left.discard(number)
            yield ranked[number]
            for follower in followers.get(number, ()):
                waits[follower].discard(number)
                if not waits[follower] and follower in left:
                    heappush(free, follower)


def _part(chain: StreamChain, side: Edge) -> list[StreamChain]:
    """Return the parts of a chain without one of its sides."""
    for place, (a, b) in enumerate(pairwise(chain.corners), 1):
        if _edge(a, b) == side:
            parts = chain.corners[:place], chain.corners[place:]
            return [StreamChain(chain.kind, part) for part in parts if len(part) > 1]
    return [chain]


def _simple(nodes: list[int]) -> list[int]:
    """A walk without the loops in which it comes back to a corner."""
    result: list[int] = []
    for node in nodes:
        if node in result:
            del result[result.index(node) + 1 :]
        else:
            result.append(node)
    return result


def _open(all_stems: Sequence[NetworkReach]) -> list[NetworkReach]:
    """Stems with rings cut in two."""
    found = []
    for stem in all_stems:
        if stem.start == stem.end:
            middle = len(stem.points) // 2
            found.append(
                NetworkReach(stem.kind, stem.name, stem.points[middle:], NOWHERE, stem.end)
            )
        else:
            found.append(stem)
    return found


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)
