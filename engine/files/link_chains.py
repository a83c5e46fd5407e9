"""Links as long chains of hexes, as files name them and other programs draw them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.map.map import Masks


def link_chains(grid: Grid, masks: Masks) -> Iterator[list[Hex]]:
    """Links as few long chains of hexes, every link in one of them once."""
    return _walks(_neighbours(grid, masks))


def _neighbours(grid: Grid, masks: Masks) -> dict[Hex, list[Hex]]:
    found: dict[Hex, list[Hex]] = {}
    for row, column in np.argwhere(masks).tolist():
        hex_, mask = grid.hex(column, row), int(masks[row, column])
        found[hex_] = [
            grid.neighbour(hex_, direction) for direction in range(SIDES) if mask >> direction & 1
        ]
    return found


def _walks(neighbours: dict[Hex, list[Hex]]) -> Iterator[list[Hex]]:
    left = {hex_: list(others) for hex_, others in neighbours.items()}
    starts = [hex_ for hex_ in left if len(left[hex_]) % 2] + list(left)
    for start in starts:
        while left[start]:
            walk = [start]
            while left[walk[-1]]:
                here = walk[-1]
                there = _straight_on(walk, left[here])
                left[here].remove(there)
                left[there].remove(here)
                walk.append(there)
            yield walk


def _straight_on(walk: list[Hex], options: list[Hex]) -> Hex:
    """The way on that keeps the direction, where there is one."""
    if len(walk) > 1:
        ahead = walk[-1].moved(walk[-1].offset_from(walk[-2]))
        if ahead in options:
            return ahead
    return options[0]
