"""Main roads that end where they become streets: followed along these to the next road.

On large hexes streets and tracks are not laid, and what leads on as one would end in the open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.line_networks import GRAIN, NetworkReach, build_network
from engine.terrain_import.vector_features import SourceLine

MAIN = "highway"
LAID = ("highway", "road", "tunnel")  # what a main road may be led to
LESSER = ("street", "track")  # what it may be led along
MAX_DISTANCE = 12.0  # hexes that it is followed

Lines = Mapping[str, Sequence[SourceLine]]


def follow_main_roads(
    laid: dict[str, list[SourceLine]], known: Lines, sheet: Any, unit: float, account: ImportReport
) -> dict[str, list[SourceLine]]:
    """The lines that are laid, with the lesser ones by which main roads go on from dead ends."""
    lesser = {kind: known[kind] for kind in LESSER if kind not in laid and known.get(kind)}
    ends = _dead_ends(laid, sheet, unit) if lesser and laid.get(MAIN) else np.empty((0, 2))
    if not len(ends):
        return laid
    roads = {kind: laid[kind] for kind in LAID if laid.get(kind)}
    net = build_network({**_near(roads, ends, unit), **_near(lesser, ends, unit)}, sheet)
    ways: dict[int, list[NetworkReach]] = defaultdict(list)
    goals: set[int] = set()
    for reach in net.reaches:
        if reach.kind in lesser:
            ways[reach.start].append(reach)
            ways[reach.end].append(reach.turned())
        else:
            goals |= {reach.start, reach.end}
    led: dict[tuple[int, int, float], NetworkReach] = {}
    followed = 0
    for end in ends:
        start = int(np.hypot(*(net.nodes - end).T).argmin())
        way = _way_on(start, ways, goals - {start}, MAX_DISTANCE * unit)
        followed += bool(way)
        for reach in way:
            key = min(reach.start, reach.end), max(reach.start, reach.end), round(reach.length, 1)
            led[key] = reach
    account.note("followed", followed)
    more = [SourceLine(reach.course, reach.name) for reach in led.values()]
    return {**laid, "road": [*laid.get("road", ()), *more]} if more else laid


def _dead_ends(laid: Lines, sheet: Any, unit: float) -> NDArray[np.float64]:
    """Return where main roads end without another road, some way within the sheet."""
    import shapely

    courses = np.array([line.course for kind in LAID for line in laid.get(kind, ())], object)
    points = shapely.get_coordinates(courses)
    grains = np.round(points / GRAIN).astype(np.int64)
    _, number, uses = np.unique(grains, axis=0, return_inverse=True, return_counts=True)
    counts = shapely.get_num_coordinates(courses)[: len(laid[MAIN])]  # they come first
    last = np.cumsum(counts) - 1
    ends = np.unique(np.concatenate([last, last - counts + 1]))
    alone = points[ends[uses[number.ravel()[ends]] == 1]]
    within = shapely.contains_xy(shapely.buffer(sheet, -unit), alone)
    return np.asarray(alone[within])


def _near(lines: Lines, ends: NDArray[np.float64], unit: float) -> dict[str, list[SourceLine]]:
    """The lines that come near some places."""
    import shapely

    places = shapely.STRtree(np.asarray(shapely.points(ends)))
    found = {}
    for kind, listed in lines.items():
        courses = np.array([line.course for line in listed], object)
        near, _ = places.query(courses, predicate="dwithin", distance=MAX_DISTANCE * unit)
        found[kind] = [listed[place] for place in np.unique(near).tolist()]
    return found


def _way_on(
    start: int, ways: Mapping[int, Sequence[NetworkReach]], goals: set[int], most: float
) -> list[NetworkReach]:
    """The shortest way from a node to any goal, as reaches in order; none where it is too far."""
    # The second number keeps ways of one length apart.
    open_: list[tuple[float, int, int, NetworkReach | None]] = [(0.0, 0, start, None)]
    came: dict[int, NetworkReach | None] = {}
    pushed = 0
    while open_:
        length, _, node, by = heappop(open_)
        if node in came:
            continue
        came[node] = by
        if node in goals:
            return _back(node, came)
        for reach in ways.get(node, ()):
            if reach.end not in came and length + reach.length <= most:
                pushed += 1
                heappush(open_, (length + reach.length, pushed, reach.end, reach))
    return []


def _back(node: int, came: Mapping[int, NetworkReach | None]) -> list[NetworkReach]:
    way: list[NetworkReach] = []
    while (reach := came[node]) is not None:
        way.append(reach)
        node = reach.start
    return way[::-1]
