"""Towns that a map of large hexes keeps: each that it names has ground, as much as it needs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.map.terrain import load_catalogue
from engine.terrain_import.hex_samples import HexSamples, NamedPlace

TOWN = "settlement"
SETTLING = ("city", "town", "village")  # kinds of places that stand on built-up ground
BUILT = ("settlement", "buildings")  # covers
PEOPLE = 3000.0  # of a town on a square kilometre
MIN_BUILT = 0.15  # of a hex that a town grows into

Cell = tuple[int, int]
Grounds = NDArray[np.object_]


def keep_towns(quantised: HexSamples, chosen: Grounds, named: Collection[str]) -> None:
    """Settlements where the ground has none about a named town, and as many hexes as it needs."""
    grid = quantised.frame.grid
    nothing = np.zeros(grid.shape, np.float32)
    built = sum((quantised.cover.get(name, nothing) for name in BUILT), nothing)
    square_kilometres = quantised.frame.hex_metres**2 * 3**0.5 / 2 / 1e6
    for place in quantised.places:
        if place.kind in SETTLING and place.kind in named:
            there = _ground_of(place, grid, chosen, built)
            if there:
                count = round(place.people / PEOPLE / square_kilometres)
                _grow(there, count, grid, chosen, built)


def _ground_of(place: NamedPlace, grid: Grid, chosen: Grounds, built: Any) -> Cell | None:
    """A settled hex of a town, made one where there is none; None amid water."""
    near = [grid.index(hex_) for hex_ in (place.at, *grid.neighbours(place.at))]
    settled = [cell for cell in near if chosen[cell] == TOWN]
    if settled:
        return near[0] if near[0] in settled else settled[0]
    dry = [cell for cell in near if _is_land(chosen[cell])]
    if not dry:
        return None
    best = max(dry, key=lambda cell: (float(built[cell]), cell == near[0]))
    chosen[best] = TOWN
    return best


def _is_land(kind: str) -> bool:
    return kind != "no-data" and not load_catalogue().is_water(kind)


def _grow(first: Cell, count: int, grid: Grid, chosen: Grounds, built: Any) -> None:
    """Let a town grow into what is most built-up beside it until it has so many hexes."""
    town, rim = {first}, [first]
    while rim and len(town) < count:
        cell = rim.pop()
        for hex_ in grid.neighbours(grid.hex(cell[1], cell[0])):
            other = grid.index(hex_)
            if chosen[other] == TOWN and other not in town:
                town.add(other)
                rim.append(other)
    while len(town) < count:
        beside = {
            grid.index(hex_)
            for cell in town
            for hex_ in grid.neighbours(grid.hex(cell[1], cell[0]))
        }
        free = [
            cell for cell in sorted(beside - town)
            if built[cell] >= MIN_BUILT and (chosen[cell] == TOWN or _is_land(chosen[cell]))
        ]  # fmt: skip
        if not free:
            return
        best = max(free, key=lambda cell: float(built[cell]))
        chosen[best] = TOWN
        town.add(best)
