"""Roads and waters as networks: reaches between the places where lines meet or end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.movement.connected_components import count_parts
from engine.terrain_import.vector_features import SourceLine

GRAIN = 0.01  # metres: points nearer than this are one
SNAP = 1e-6  # metres: the grid on which lines are cut; without one GEOS gives up on some courses

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NetworkReach:
    """A course on the page between two nodes of a network, [point, x y]."""

    kind: str
    name: str
    points: Points
    start: int
    end: int

    @property
    def length(self) -> float:
        """Metres along the course."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())

    def turned(self) -> NetworkReach:
        """The same course from its other end."""
        return NetworkReach(self.kind, self.name, self.points[::-1], self.end, self.start)

    def and_then(self, other: NetworkReach) -> NetworkReach:
        """This reach and one that begins where it ends, as one."""
        points = np.concatenate([self.points, other.points[1:]])
        return NetworkReach(self.kind, self.name or other.name, points, self.start, other.end)

    @property
    def course(self) -> Any:
        """The course as a shapely line."""
        import shapely

        return shapely.LineString(self.points)


@dataclass(frozen=True)
class Network:
    """Reaches, and where each node they begin or end at lies."""

    reaches: tuple[NetworkReach, ...]
    nodes: Points = field(default_factory=lambda: np.empty((0, 2)))

    def parts(self) -> int:
        """Return the number of connected parts of the network."""
        return count_parts((reach.start, reach.end) for reach in self.reaches)


def build_network(lines: Mapping[str, Sequence[SourceLine]], sheet: Any) -> Network:
    """The network of lines on the page within a sheet; lines meet where they share a point.

    What goes on beyond a node at which nothing else meets is one reach.
    """
    courses = list(_clip(lines, sheet))
    if not courses:
        return Network(())
    points = np.concatenate([points for _, _, points in courses])
    grains = np.round(points / GRAIN).astype(np.int64)
    _, first, number = np.unique(grains, axis=0, return_index=True, return_inverse=True)
    number = number.ravel()
    uses = np.bincount(number)
    ends = np.cumsum([len(points) for _, _, points in courses])
    is_node = uses > 1
    is_node[number[ends - 1]] = True
    is_node[number[np.concatenate([[0], ends[:-1]])]] = True
    reaches = []
    for (kind, name, course), end in zip(courses, ends.tolist(), strict=True):
        named = number[end - len(course) : end]
        cuts = np.flatnonzero(is_node[named]).tolist()
        for a, b in pairwise(cuts):
            reaches.append(
                NetworkReach(kind, name, course[a : b + 1], int(named[a]), int(named[b]))
            )
    return Network(tuple(_join(reaches, _same_kind)), points[first])


def _clip(lines: Mapping[str, Sequence[SourceLine]], sheet: Any) -> list[tuple[str, str, Points]]:
    """Each line's pieces within the sheet, without points that are repeated."""
    import shapely

    found = []
    shapely.prepare(sheet)
    for kind, listed in lines.items():
        courses = np.array([line.course for line in listed], object)
        is_cut = ~shapely.contains_properly(sheet, courses)
        is_there = shapely.intersects(sheet, courses)
        for line, whole, cut in zip(
            compress(listed, is_there), courses[is_there], is_cut[is_there].tolist(), strict=True
        ):
            for part in _inside(whole, sheet) if cut else (whole,):
                found.append((kind, line.name, _distinct(shapely.get_coordinates(part))))
    return [each for each in found if len(each[2]) > 1]


def _inside(course: Any, sheet: Any) -> list[Any]:
    """A course's pieces within a sheet."""
    import shapely

    piece = shapely.intersection(course, sheet, grid_size=SNAP)  # which cannot fail
    parts = shapely.get_parts(shapely.line_merge(piece))
    return [part for part in parts if part.geom_type == "LineString" and part.length > GRAIN]


def _distinct(points: Points) -> Points:
    grains = np.round(points / GRAIN).astype(np.int64)
    new = np.any(np.diff(grains, axis=0) != 0, axis=1)
    return np.asarray(points[np.concatenate([[True], new])])


# --- reaches joined into longer ones --------------------------------------------------------------

End = tuple[int, bool]  # a reach and whether it is its start
Pairing = Callable[[list[tuple[NetworkReach, End]]], list[tuple[End, End]]]


def _same_kind(meeting: list[tuple[NetworkReach, End]]) -> list[tuple[End, End]]:
    """Two reaches of a kind that alone meet at a node go on as one."""
    if len(meeting) != 2 or meeting[0][0].kind != meeting[1][0].kind:
        return []
    return [(meeting[0][1], meeting[1][1])]


def join_reaches(reaches: Sequence[NetworkReach]) -> list[NetworkReach]:
    """Reaches joined through their junctions: at each, the best pair of one kind goes on as one.

    A name goes on before all, then what runs most nearly straight.
    """
    return _join(reaches, _straightest)


def _straightest(meeting: list[tuple[NetworkReach, End]]) -> list[tuple[End, End]]:
    options = []
    for place, (one, end) in enumerate(meeting):
        for other, other_end in meeting[place + 1 :]:
            if one.kind == other.kind and end[0] != other_end[0]:
                same = bool(one.name) and one.name == other.name
                bend = float(np.dot(_heading(one, end), _heading(other, other_end)))
                options.append(((not same, bend), (end, other_end)))
    return [min(options)[1]] if options else []


def _heading(reach: NetworkReach, end: End) -> Points:
    """The direction in which a reach leaves a node, of length 1."""
    points = reach.points if end[1] else reach.points[::-1]
    step: Points = points[min(len(points) - 1, 3)] - points[0]
    return step / max(GRAIN, float(np.hypot(*step)))


def _join(reaches: Sequence[NetworkReach], pairing: Pairing) -> list[NetworkReach]:
    """Reaches joined where a pairing of the ends that meet at each node says so."""
    meeting: dict[int, list[tuple[NetworkReach, End]]] = defaultdict(list)
    for place, reach in enumerate(reaches):
        meeting[reach.start].append((reach, (place, True)))
        meeting[reach.end].append((reach, (place, False)))
    onward: dict[End, End] = {}
    for ends in meeting.values():
        for one, other in pairing(ends):
            if one[0] != other[0]:  # a ring stays a ring
                onward[one], onward[other] = other, one
    left, result = set(range(len(reaches))), []
    firsts = [(place, True) for place in range(len(reaches)) if (place, True) not in onward]
    firsts += [(place, False) for place in range(len(reaches)) if (place, False) not in onward]
    for first in [*firsts, *((place, True) for place in range(len(reaches)))]:
        if first[0] in left:
            result.append(_follow(reaches, onward, first, left))
    return result


def _follow(
    reaches: Sequence[NetworkReach], onward: Mapping[End, End], first: End, left: set[int]
) -> NetworkReach:
    """The joined reach that begins at an end, as it was drawn where that can be."""
    place, is_start = first
    backward = not is_start
    whole = reaches[place].turned() if backward else reaches[place]
    left.discard(place)
    last: End = (place, not is_start)
    while last in onward and onward[last][0] in left:
        place, is_start = onward[last]
        left.discard(place)
        whole = whole.and_then(reaches[place] if is_start else reaches[place].turned())
        last = (place, not is_start)
    return whole.turned() if backward else whole
