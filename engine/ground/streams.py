"""Streams and small rivers laid along hexsides: connected chains that follow the course.

A chain never comes back to a corner, nor to a hex it has left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ground.accounts import Account
from engine.ground.area import Frame
from engine.ground.courses import CourseReach, Network, Points, network, stems
from engine.ground.features import Line
from engine.ground.kinds import kinds
from engine.ground.routing import Lattice, way
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.paths.connected import count_parts

LAID = -0.65  # a step along a water that is there already
FOREIGN = 3.0  # for touching a water that this one does not join here, or leaving it again
MOUTH = 1.6  # steps from a confluence within which a water may join

BESIDE = 6  # corners before its mouth from which a water may join its main water early
NOWHERE = -1  # the node of a ring that was cut there

Masks = NDArray[np.uint8]
Progress = Callable[[float], None]
Edge = tuple[int, int]


@dataclass(frozen=True)
class Chain:
    """One water as the corners it passes, from where its course begins."""

    kind: str
    corners: tuple[int, ...]


@dataclass(frozen=True)
class Waters:
    """Waters along hexsides: masks by class, the chains, and the parts before and after."""

    masks: Mapping[str, Masks]
    chains: tuple[Chain, ...] = ()
    parts_drawn: int = 0
    parts_laid: int = 0


@dataclass(frozen=True)
class Corners:
    """The corners of a grid between hexes of the map, and the hexsides from one to the next.

    Sides on the map's outer edge are left out: nothing crosses them.
    """

    lattice: Lattice
    sides: Mapping[Edge, tuple[int, int, int, int]]
    """The two hexes beside each side with the direction from either, hexes numbered by row."""
    rim: Sequence[int]
    """The corners at the map's edge, where waters come and go."""


def corners(frame: Frame) -> Corners:
    """The corners of a frame."""
    grid = frame.grid
    index = np.arange(len(grid)).reshape(grid.shape)
    x, y = _lattice_of(grid)
    around = np.array(grid.orientation.corners)
    sides: dict[tuple[Edge, Edge], tuple[int, int, int, int]] = {}
    for direction in range(SIDES // 2):
        there = grid.seen_from(index, direction, -1)
        has = there >= 0
        a, b = around[direction], around[(direction + 1) % SIDES]
        first = np.stack([x[has] + a[0], y[has] + a[1]], 1).tolist()
        second = np.stack([x[has] + b[0], y[has] + b[1]], 1).tolist()
        back = direction + SIDES // 2
        for one, other, here, beyond in zip(
            first, second, index[has].tolist(), there[has].tolist(), strict=True
        ):
            sides[tuple(one), tuple(other)] = (here, beyond, direction, back)
    return _number(frame, sides, x, y)


def _number(
    frame: Frame,
    sides: Mapping[tuple[Edge, Edge], tuple[int, int, int, int]],
    x: NDArray[np.int64],
    y: NDArray[np.int64],
) -> Corners:
    """Corners by number instead of by their place on the integer lattice."""
    grid = frame.grid
    names = sorted({corner for side in sides for corner in side})
    number = {corner: place for place, corner in enumerate(names)}
    steps: list[list[int]] = [[] for _ in names]
    by_number: dict[Edge, tuple[int, int, int, int]] = {}
    for (one, other), beside in sides.items():
        a, b = number[one], number[other]
        by_number[_edge(a, b)] = beside
        steps[a].append(b)
        steps[b].append(a)
    corners = np.array(names, float).reshape(-1, 2)
    places = np.stack(grid.page(corners[:, 0], corners[:, 1], frame.hex_metres), axis=-1)
    meeting = np.zeros(len(names), np.int64)
    for dx, dy in grid.orientation.corners:
        for corner in np.stack([x.ravel() + dx, y.ravel() + dy], 1).tolist():
            place = number.get(tuple(corner))
            if place is not None:
                meeting[place] += 1
    lattice = Lattice(places, steps, frame.hex_metres / np.sqrt(3))
    return Corners(lattice, by_number, np.flatnonzero(meeting < 3).tolist())


def _lattice_of(grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rows, columns = np.indices(grid.shape)
    lines = rows if grid.pointy else columns
    shift = (lines & 1) ^ grid.shift(0)
    if grid.pointy:
        return 2 * columns + shift, 3 * rows
    return 3 * columns, 2 * rows + shift


def streams(
    lines: Mapping[str, Sequence[Line]],
    frame: Frame,
    sheet: Any,
    account: Account,
    progress: Progress,
) -> Waters:
    """Every water of `lines` (on the page, downstream) laid on hexsides."""
    drawn = {kind: listed for kind, listed in lines.items() if kind in kinds().waters}
    net = network(drawn, sheet)
    places = corners(frame)
    if not net.reaches or not len(places.lattice.places):
        return Waters({}, parts_drawn=net.parts())
    work = _Works(places, net, sheet, account)
    work.lay(progress)
    work.unring()
    return Waters(work.masks(frame.grid), tuple(work.chains), net.parts(), work.parts())


@dataclass
class _Works:
    """The waters while they are laid."""

    corners: Corners
    net: Network
    sheet: Any
    account: Account
    chains: list[Chain] = field(default_factory=list)
    edges: dict[Edge, int] = field(default_factory=dict)  # the rank of the class laid on a side
    used: set[int] = field(default_factory=set)
    pinned: dict[int, int] = field(default_factory=dict)  # where a node of the network lies

    def __post_init__(self) -> None:
        import shapely

        self.order = list(kinds().waters)
        border = shapely.boundary(self.sheet)
        gaps = shapely.distance(shapely.points(self.net.nodes), border)
        self.at_rim = set(np.flatnonzero(gaps < 0.5).tolist())

    def lay(self, progress: Progress) -> None:
        """Lay every stem after those it flows into."""
        waiting = sorted(
            _open(stems(self.net.reaches)),
            key=lambda stem: (self.order.index(stem.kind), -stem.length),
        )
        through = self._through(waiting)
        count = len(waiting)
        laid = set[int]()
        while waiting:
            free = (stem for stem in waiting if self._is_free(stem, through, laid))
            stem = next(free, waiting[0])
            waiting.remove(stem)
            self._lay(stem, through)
            laid.add(id(stem))
            progress(1 - len(waiting) / count)

    def _through(self, all_stems: Sequence[CourseReach]) -> dict[int, CourseReach]:
        """The stem that runs through each node at which others may end."""
        number = {
            tuple(np.round(place, 2).tolist()): node
            for reach in self.net.reaches
            for node, place in ((reach.start, reach.points[0]), (reach.end, reach.points[-1]))
        }
        found: dict[int, CourseReach] = {}
        for stem in all_stems:
            for point in np.round(stem.points[1:-1], 2).tolist():
                node = number.get(tuple(point))
                if node is not None:
                    found.setdefault(node, stem)
        return found

    def _is_free(
        self, stem: CourseReach, through: Mapping[int, CourseReach], laid: set[int]
    ) -> bool:
        mains = (through.get(node) for node in (stem.start, stem.end))
        return all(main is None or main is stem or id(main) in laid for main in mains)

    def _lay(self, stem: CourseReach, through: Mapping[int, CourseReach]) -> None:
        starts = self._ends(stem.start, stem.points[0])
        goals = self._ends(stem.end, stem.points[-1])
        if set(starts) & set(goals):
            self.account.note("short-waters", 1)
            corner = min(set(starts) & set(goals))
            self.pinned.setdefault(stem.start, corner)
            self.pinned.setdefault(stem.end, corner)
            return
        waypoints = [n for n, main in through.items() if main is stem and n in self.pinned]
        nodes = way(self.corners.lattice, stem.course, starts, goals, self._extra(starts, goals))
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

    def _reach_out(self, stem: CourseReach, corner: int, nodes: Sequence[int]) -> None:
        """Join a corner to a stem that should have passed it."""
        if corner in nodes:
            return
        import shapely

        place, near = self.corners.lattice.places[corner], self.corners.lattice.nearest
        other = near(place, nodes)
        course = shapely.LineString([place, self.corners.lattice.places[other]])
        link = way(self.corners.lattice, course, [corner], list(nodes), lambda a, b: 0.0)
        self._take(stem.kind, link)

    def _take(self, kind: str, nodes: Sequence[int]) -> None:
        if len(nodes) < 2:
            return
        rank = self.order.index(kind)
        for a, b in pairwise(nodes):
            self.edges.setdefault(_edge(a, b), rank)
        self.used.update(nodes)
        self.chains.append(Chain(kind, tuple(nodes)))

    def _ends(self, node: int, place: Points) -> list[int]:
        """The corners at which a node of the network may lie."""
        lattice = self.corners.lattice
        if node in self.pinned and node != NOWHERE:
            corner = self.pinned[node]
            reach = MOUTH * lattice.unit
            joined = next((set(c.corners) for c in self.chains if corner in c.corners), {corner})
            near = [n for n in joined if np.hypot(*(lattice.places[n] - place)) <= reach]
            return sorted({corner, *near})
        if node in self.at_rim:
            return [lattice.nearest(place, self.corners.rim)]
        return [lattice.nearest(place)]

    def _extra(self, starts: Sequence[int], goals: Sequence[int]) -> Callable[[int, int], float]:
        """What a step costs more or less: other waters are kept off, but joined where they meet."""
        ends = {*starts, *goals}

        def extra(a: int, b: int) -> float:
            if _edge(a, b) in self.edges:
                return LAID
            touched = (a in self.used and a not in ends) + (b in self.used and b not in ends)
            return FOREIGN * touched

        return extra

    def _met_early(self, nodes: list[int]) -> list[int]:
        """A chain cut where it meets its main water, if the rest would only run beside that."""
        main = next((set(c.corners) for c in self.chains if nodes[-1] in c.corners), set[int]())
        meets = next((place for place, node in enumerate(nodes) if node in main), len(nodes))
        if 0 < meets < len(nodes) and len(nodes) - meets <= BESIDE:
            return nodes[: meets + 1]
        return nodes

    def unring(self) -> None:
        """Open a ring of waters round a single hex, which no unit could leave dry."""
        sides: dict[int, list[Edge]] = {}
        for edge in self.edges:
            for hex_ in self.corners.sides[edge][:2]:
                sides.setdefault(hex_, []).append(edge)
        for ring in sides.values():
            if len(ring) == SIDES and all(edge in self.edges for edge in ring):
                least = max(ring, key=lambda edge: (self.edges[edge], edge))
                del self.edges[least]
                self.chains = [part for chain in self.chains for part in _part(chain, least)]

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
            for hex_ in self.corners.sides[_edge(a, b)][:2]:
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
            for other in self.corners.lattice.steps[walk[-1]]:
                beside = self.corners.sides[_edge(walk[-1], other)][:2]
                if hex_ in beside and other not in seen:
                    seen.add(other)
                    queue.append([*walk, other])
        return []

    def masks(self, grid: Grid) -> dict[str, Masks]:
        """The sides of each class as masks."""
        found: dict[str, Masks] = {}
        for name in self.order:
            plane = np.zeros(len(grid), np.uint8)
            for edge, rank in self.edges.items():
                if self.order[rank] == name:
                    here, there, direction, back = self.corners.sides[edge]
                    plane[here] |= 1 << direction
                    plane[there] |= 1 << back
            if plane.any():
                found[name] = plane.reshape(grid.shape)
        return found

    def parts(self) -> int:
        """How many connected parts were laid."""
        return count_parts(self.edges)


def _part(chain: Chain, side: Edge) -> list[Chain]:
    """What is left of a chain without one of its sides."""
    for place, (a, b) in enumerate(pairwise(chain.corners), 1):
        if _edge(a, b) == side:
            parts = chain.corners[:place], chain.corners[place:]
            return [Chain(chain.kind, part) for part in parts if len(part) > 1]
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


def _open(all_stems: Sequence[CourseReach]) -> list[CourseReach]:
    """Stems with rings cut in two."""
    found = []
    for stem in all_stems:
        if stem.start == stem.end:
            middle = len(stem.points) // 2
            found.append(CourseReach(stem.kind, stem.name, stem.points[middle:], NOWHERE, stem.end))
        else:
            found.append(stem)
    return found


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)
