"""How much of each hex is covered by what: exact areas, where polygons overlap the first counts.

The page is quartered until little enough lies in each piece, whatever the size of the hexes: the
time goes with the corners of the polygons and the number of hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ground.accounts import Account
from engine.ground.area import Block, Frame
from engine.ground.kinds import kinds

MOST_CORNERS = 1_500  # of the polygons in a piece of the page; with more it is quartered
MOST_HEXES = 1_000  # likewise
LEAST_METRES = 15.0  # no piece is smaller
SLIGHT = 0.02  # of a hex: less overlap is a matter of drawing

Shares = Mapping[str, NDArray[np.float32]]
Progress = Callable[[float], None]
Polygons = Mapping[str, NDArray[Any]]
Rim = tuple[float, float, float, float]
"""Left, top, right and bottom of a piece of the page, in metres."""


def cover(areas: Polygons, frame: Frame, account: Account, progress: Progress) -> Shares:
    """The share of each hex that each cover has; together they are at most 1.

    `areas` are polygons on the page. Where they overlap the ground is what the table lists first.
    """
    named = {name: areas[name] for name in kinds().cover if name in areas and len(areas[name])}
    work = _Works(frame, progress, {name: _plane(frame) for name in named})
    work.piece(named, (0.0, 0.0, *frame.size), 0.0, 1.0)
    account.note_hexes("overlaps", work.overlap > SLIGHT)
    return {name: np.minimum(plane, 1.0) for name, plane in work.found.items()}


def _plane(frame: Frame) -> NDArray[np.float32]:
    return np.zeros(frame.grid.shape, np.float32)


@dataclass
class _Works:
    """Shares while they are added up, piece by piece of the page."""

    frame: Frame
    progress: Progress
    found: dict[str, NDArray[np.float32]]
    overlap: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        self.overlap = _plane(self.frame)
        self.whole = self.frame.hex_metres**2 * 3**0.5 / 2

    def piece(self, areas: Polygons, rim: Rim, done: float, share: float) -> None:
        """Add what lies in a piece of the page: `share` of the work, after so much was `done`."""
        import shapely

        near = {name: within for name, all_ in areas.items() if len(within := _within(all_, rim))}
        corners = sum(int(shapely.get_num_coordinates(each).sum()) for each in near.values())
        block = self.frame.block(rim)
        if near and (corners > MOST_CORNERS or _count(block) > MOST_HEXES) and _is_large(rim):
            for place, quarter in enumerate(_quarters(rim)):
                self.piece(near, quarter, done + share * place / 4, share / 4)
            return
        if near and _count(block):
            self._add(near, rim, block)
        self.progress(done + share)

    def _add(self, near: Polygons, rim: Rim, block: Block) -> None:
        """Add what a small piece holds: each cover by how much all up to it grow."""
        import shapely

        hexes = shapely.clip_by_rect(self.frame.outlines_in(block), *rim)
        taken: Any = shapely.Polygon()
        before = self._shares(taken, hexes, rim)
        for name, polygons in near.items():
            ground = shapely.disjoint_subset_union_all(_valid(polygons))
            together = shapely.union(taken, ground)
            shares = self._shares(together, hexes, rim)
            self.found[name][block] += shares - before
            if taken.area + ground.area - together.area > SLIGHT**2 * self.whole:
                self.overlap[block] += self._shares(ground, hexes, rim) - (shares - before)
            taken, before = together, shares

    def _shares(self, ground: Any, hexes: NDArray[Any], rim: Rim) -> NDArray[np.float64]:
        """How much of whole hexes the ground covers of these parts of them."""
        import shapely

        there = ~shapely.is_empty(hexes)
        areas = np.zeros(hexes.shape)
        if _is_one_hex(hexes[there], rim):
            areas[there] = ground.area
            return areas / self.whole
        shapely.prepare(ground)
        inside = shapely.contains_properly(ground, hexes)
        cut = shapely.intersects(ground, hexes) & ~inside
        areas[inside] = shapely.area(hexes[inside])
        areas[cut] = shapely.area(shapely.intersection(ground, hexes[cut]))
        return areas / self.whole


def _is_one_hex(parts: NDArray[Any], rim: Rim) -> bool:
    """Whether a piece of the page lies within a single hex."""
    import shapely

    area = (rim[2] - rim[0]) * (rim[3] - rim[1])
    return len(parts) == 1 and bool(shapely.area(parts[0]) > area * (1 - 1e-9))


def _within(polygons: NDArray[Any], rim: Rim) -> NDArray[Any]:
    """The parts of some polygons in a piece of the page."""
    import shapely

    bounds = shapely.bounds(polygons)
    beside = (bounds[:, 0] >= rim[2]) | (bounds[:, 2] <= rim[0])
    beyond = (bounds[:, 1] >= rim[3]) | (bounds[:, 3] <= rim[1])
    near = np.flatnonzero(~(beside | beyond))
    parts, bounds = polygons[near], bounds[near]
    crosses = (bounds[:, 0] < rim[0]) | (bounds[:, 1] < rim[1])
    crosses |= (bounds[:, 2] > rim[2]) | (bounds[:, 3] > rim[3])
    parts[crosses] = shapely.clip_by_rect(parts[crosses], *rim)
    return np.asarray(parts[~shapely.is_empty(parts)])


def _valid(polygons: NDArray[Any]) -> NDArray[Any]:
    """Polygons without the faults that clipping leaves."""
    import shapely

    broken = ~shapely.is_valid(polygons)
    if broken.any():
        polygons = polygons.copy()
        polygons[broken] = shapely.make_valid(polygons[broken])
    return polygons


def _count(block: Block) -> int:
    return int((block[0].stop - block[0].start) * (block[1].stop - block[1].start))


def _is_large(rim: Rim) -> bool:
    return max(rim[2] - rim[0], rim[3] - rim[1]) > LEAST_METRES


def _quarters(rim: Rim) -> tuple[Rim, Rim, Rim, Rim]:
    left, top, right, low = rim
    x, y = (left + right) / 2, (top + low) / 2
    return (left, top, x, y), (x, top, right, y), (left, y, x, low), (x, y, right, low)
