"""Fords: where a road meets a water along hexsides and no bridge carries it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.map.map import Masks
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.map_frame import MapFrame

FORD = "ford"
NEAR = 1.2  # hexes from a ford to the hexside where its road crosses
DRY_SHOD = ("rail", "rail-tunnel", "tunnel")  # links that no ford is of

Place = tuple[float, float]
Crossing = tuple[int, int, int]  # row, column, direction


def lay_fords(
    places: Sequence[Place],
    links: Mapping[str, Masks],
    waters: Mapping[str, Masks],
    frame: MapFrame,
    account: ImportReport,
) -> dict[str, Masks]:
    """The links with those crossings marked, beside their own class, that lie at fords."""
    found = dict(links)
    here = _on_frame(places, frame)
    crossings = list(_crossings(links, waters, frame)) if here else []
    fords = np.zeros(frame.grid.shape, np.uint8)
    middles = np.array([_middle(frame, *crossing) for crossing in crossings]).reshape(-1, 2)
    left = 0
    for place in here:
        gaps = np.hypot(*(middles - place).T)
        if not len(gaps) or gaps.min() > NEAR * frame.hex_metres:
            left += 1
            continue
        _mark(fords, frame, *crossings[int(gaps.argmin())])
    account.note("fords-left", left)
    if fords.any():
        found[FORD] = fords
    return found


def part_fords(links: dict[str, Masks]) -> dict[str, Masks]:
    """Chosen links with each ford a link of its own instead of a piece of its road."""
    fords = links.get(FORD)
    if fords is None:
        return links
    roads = np.zeros_like(fords)
    for name, plane in links.items():
        if name != FORD and name not in DRY_SHOD:
            roads |= plane
    there = fords & roads
    dry = (FORD, *DRY_SHOD)
    parted = {name: plane if name in dry else plane & ~there for name, plane in links.items()}
    return {**parted, FORD: there}


def _on_frame(places: Sequence[Place], frame: MapFrame) -> list[Place]:
    """The places (in degrees) that lie on the map, on its page."""
    if not places:
        return []
    x, y = frame.page_of(*np.array(places, float).T)
    known = np.isfinite(x) & np.isfinite(y)
    on_page = zip(x[known].tolist(), y[known].tolist(), strict=True)
    return [place for place in on_page if frame.hex_at(*place) in frame.grid]


def _crossings(
    links: Mapping[str, Masks], waters: Mapping[str, Masks], frame: MapFrame
) -> Iterator[Crossing]:
    """Each hexside where a link crosses water, once."""
    linked, wet = (np.zeros(frame.grid.shape, np.uint8) for _ in range(2))
    for name, plane in links.items():
        if name not in DRY_SHOD:
            linked |= plane
    for plane in waters.values():
        wet |= plane
    for direction in range(SIDES // 2):
        for row, column in np.argwhere((linked & wet) >> direction & 1).tolist():
            yield row, column, direction


def _middle(frame: MapFrame, row: int, column: int, direction: int) -> NDArray[np.float64]:
    grid = frame.grid
    here = grid.hex(column, row)
    one, other = (
        grid.centre(hex_, frame.hex_metres) for hex_ in (here, grid.neighbour(here, direction))
    )
    return np.asarray((np.array(one) + np.array(other)) / 2, np.float64)


def _mark(fords: Masks, frame: MapFrame, row: int, column: int, direction: int) -> None:
    grid = frame.grid
    there = grid.index(grid.neighbour(grid.hex(column, row), direction))
    fords[row, column] |= 1 << direction
    fords[there] |= 1 << (direction + SIDES // 2) % SIDES
