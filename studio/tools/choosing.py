"""Selections that come of the map or of other selections: inverted, grown, all of a kind."""

from __future__ import annotations

import numpy as np

from engine.hexes import flat
from engine.hexes.flat import Indices
from engine.hexes.grid import Grid
from engine.map.map import Map, Masks, Plane


def inverted(grid: Grid, selection: Indices) -> Indices:
    """Every other hex of the map."""
    return _choose(~_flags(grid, selection))


def grown(grid: Grid, selection: Indices) -> Indices:
    """The selection and every hex that touches it."""
    around = flat.neighbours(grid, selection).reshape(-1)
    return np.union1d(selection, around[around >= 0]).astype(np.int32)


def shrunk(grid: Grid, selection: Indices) -> Indices:
    """The selection without its hexes that touch one outside; the map's edge is no outside."""
    around = flat.neighbours(grid, selection)
    inside = np.append(_flags(grid, selection), True)  # the last entry is for what lies off the map
    return selection[inside[around].all(axis=1)]


def of_ground(map_: Map, kind: str) -> Indices:
    """Every hex of a kind of ground."""
    if kind not in map_.grounds:
        return np.zeros(0, np.int32)
    return _choose(map_.ground == map_.grounds.index(kind))


def of_level(map_: Map, level: int) -> Indices:
    """Every hex of a level."""
    return _choose(map_.level == level)


def of_side(map_: Map, kind: str) -> Indices:
    """Every hex with a kind of hexside feature; of no kind, every hex that has any."""
    return _with_masks(map_.sides, kind, map_.grid)


def of_link(map_: Map, kind: str) -> Indices:
    """Every hex with a kind of link, likewise."""
    return _with_masks(map_.links, kind, map_.grid)


def of_zone(map_: Map, zone: str) -> Indices:
    """Every hex of a zone; of none, every hex that lies in any."""
    planes = [each.hexes for name, each in map_.zones.items() if zone in ("", name)]
    return _any(planes, map_.grid)


def _with_masks(planes: dict[str, Masks], kind: str, grid: Grid) -> Indices:
    return _any([masks != 0 for name, masks in planes.items() if kind in ("", name)], grid)


def _any(planes: list[Plane], grid: Grid) -> Indices:
    together = np.zeros(grid.shape, np.bool_)
    for plane in planes:
        together |= plane
    return _choose(together)


def _flags(grid: Grid, selection: Indices) -> Plane:
    flags = np.zeros(len(grid), np.bool_)
    flags[selection] = True
    return flags


def _choose(flags: Plane) -> Indices:
    return np.flatnonzero(flags).astype(np.int32)
