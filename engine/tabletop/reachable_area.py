"""All that one reaches on a table in a move, as outlines for display (G6).

From where one stands, and from every corner its shortest ways turn at, it goes straight as far as
its allowance lasts. The outlines are a picture, true to about a sixteenth; whether a place can be
reached is asked of `TabletopPaths.way`, which is exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.movement_obstacles import MovementObstacles
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_paths import FINE, TabletopPaths

Reals = NDArray[np.float64]

FLAT = 1.2  # sixteenths that the chord between two rays lies inside its arc, at most
PAST = 1e-3  # radians: how narrowly a ray passes a corner
MINIMUM = 2  # sixteenths left to go from a corner that are worth a look
SMALLEST = 4.0  # square sixteenths of a hole or a part that is worth showing


@dataclass(frozen=True)
class ReachableOutline:
    """A reachable area: outlines, of which those inside others are holes."""

    outlines: tuple[tuple[Point, ...], ...]


def reachable_area(ways: TabletopPaths, who: PlacedPiece, allowance: int) -> ReachableOutline:
    """All the places to which one can go with an allowance in sixteenths."""
    return reach_of_all(ways, [who], [allowance])


def reach_of_all(
    ways: TabletopPaths, stands: Iterable[PlacedPiece], allowances: Iterable[int]
) -> ReachableOutline:
    """Return the area that any of some pieces reaches: the reach of a formation."""
    stars = [
        _stars(ways.obstacles_for(who), who.at, allowance)
        for who, allowance in zip(stands, allowances, strict=True)
    ]
    return ReachableOutline(_outline([area for star in stars for area in star]))


def _stars(passage: MovementObstacles, start: Point, allowance: int) -> list[Reals]:
    """Return the areas in sight from the start and from corners, within the allowance.

    The sights from a ring's corners in turn are one area, because joining areas takes time for
    each.
    """
    from engine.tabletop.path_kernels import chain_fans, visible_corners

    limits = passage.limits_between(start, start)
    if passage.first_obstacle(start, start, limits) >= 0:
        return []
    places, came, known = passage.settled(start, None, allowance * FINE, limits)
    beside = np.concatenate([np.zeros((2, 4), np.int64), passage.corners.beside])
    radii, sizes = np.sqrt((limits - 1) / 8), np.zeros(len(places), np.int64)
    cores = passage.cores
    ends = visible_corners(
        places, beside, came, known, allowance * FINE, MINIMUM * FINE, FLAT, PAST,
        cores.corners, cores.starts, cores.areas, radii, passage.bounds, sizes,
    )  # fmt: skip
    onward, turns = np.empty_like(sizes), np.empty_like(sizes)
    chain_fans(places, beside, came, sizes, onward, turns)
    last = np.cumsum(sizes).tolist()
    fans = [ends[at : at + number] for at, number in zip([0, *last], sizes.tolist(), strict=False)]
    return _swept(fans, onward.tolist(), turns.tolist()) if sizes[0] else []


def _swept(fans: list[Reals], onward: list[int], turns: list[int]) -> list[Reals]:
    """The areas of the start and of whole chains of corners: their far ends, then the corners."""
    found, followers = [fans[0]], set(onward)
    for head, turn in enumerate(turns):
        if not turn or head in followers:
            continue
        links = [head]
        while (following := onward[links[-1]]) >= 0:
            links.append(following)
        links = links[::turn]  # so that rays turn one way all along
        far, corners = (fans[each][1:] for each in links), (fans[each][:1] for each in links[::-1])
        found.append(np.concatenate([*far, *corners]))
    return found


def _outline(stars: list[Reals]) -> tuple[tuple[Point, ...], ...]:
    """The outlines of many areas together, to whole sixteenths."""
    import shapely

    if not stars:
        return ()
    of = np.repeat(np.arange(len(stars)), [len(star) for star in stars])
    areas = np.asarray(shapely.polygons(shapely.linearrings(np.concatenate(stars), indices=of)))
    sound = np.asarray(shapely.is_valid(areas))
    areas[~sound] = shapely.make_valid(areas[~sound])
    largest = areas[np.argmax(shapely.area(areas))]
    shapely.prepare(largest)
    beyond = areas[~np.asarray(shapely.covers(largest, areas))]
    whole = shapely.union_all(np.append(beyond, largest))
    rings = shapely.get_rings(shapely.get_parts(whole))
    rings = rings[shapely.area(shapely.polygons(rings)) >= SMALLEST]
    if not len(rings):
        return ()
    corners, of = shapely.get_coordinates(rings, return_index=True)
    ends = np.flatnonzero(np.diff(of)) + 1
    return tuple(
        tuple(Point(x, y) for x, y in ring[:-1].tolist())
        for ring in np.split(np.rint(corners).astype(int), ends)
    )
