"""The topology of roads and waters: networks, loose ends, bridges without banks.

These functions examine the drawn map; for the reach of a game's units see
`engine.movement.standable_hexes`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import starmap

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.movement.connected_components import label_nodes
from engine.movement.mobility import MovementTerrain

Corner = tuple[int, int]
"""A hex corner by its place on the grid's integer lattice (see `engine.hexes.grid`)."""

Masks = NDArray[np.uint8]
Indices = NDArray[np.int64]

LINKS = np.array([mask.bit_count() for mask in range(256)], np.uint8)
"""Number of bits in a mask."""


@dataclass(frozen=True)
class LinkEnd:
    """A hex where a road or other link ends: one link of its kind leads away and none goes on."""

    hex: Hex
    direction: int
    """Direction of the only link."""
    ground: str
    is_at_edge: bool
    """True if the hex lies at the map's edge, where a road may continue."""
    others: tuple[str, ...]
    """Other kinds of links at the hex: a road may go on as a track."""


@dataclass(frozen=True)
class LinkNetwork:
    """One kind of link: its connected parts, the largest first, and all its ends by row."""

    kind: str
    parts: tuple[tuple[Hex, ...], ...]
    ends: tuple[LinkEnd, ...]


@dataclass(frozen=True)
class Bridge:
    """Links over an area of water: the water hexes they join, and the land they come to."""

    kind: str
    hexes: tuple[Hex, ...]
    banks: tuple[Hex, ...]
    """Land hexes a link leads to from the water."""
    ends: tuple[Hex, ...]
    """Water hexes, not at the map's edge, where a link ends: the road runs into the lake."""
    is_at_edge: bool
    """True if it reaches the map's edge, where it may come to land."""

    @property
    def is_complete(self) -> bool:
        """Return True if it joins two banks, or one and the map's edge, without a loose end."""
        return len(self.banks) + self.is_at_edge >= 2 and not self.ends


@dataclass(frozen=True)
class HexsideLineEnd:
    """A hex corner where a line of hexsides ends though neither the map nor the land does."""

    corner: Corner
    hexes: tuple[Hex, ...]
    """The hexes on the map that meet in the corner."""


@dataclass(frozen=True)
class HexsideLinePart:
    """A connected line or net of hexsides of one kind."""

    length: int
    """Number of its hexsides."""
    corners: tuple[Corner, ...]
    ends: tuple[HexsideLineEnd, ...]
    """Its ends that touch neither the map's edge nor an area of water."""
    is_drained: bool
    """True if it touches the map's edge or an area of water anywhere."""
    lowest: int
    """The level of its lowest corner; a corner lies as low as the lowest hex that meets in it."""
    highest: int
    """The level of its highest corner."""


@dataclass(frozen=True)
class SideNetwork:
    """One kind of hexside feature: its connected parts, the longest first."""

    kind: str
    parts: tuple[HexsideLinePart, ...]


@dataclass(frozen=True)
class Topology:
    """The networks of one map."""

    links: tuple[LinkNetwork, ...]
    bridges: tuple[Bridge, ...]
    sides: tuple[SideNetwork, ...]


def map_networks(terrain: MovementTerrain, water: Collection[str]) -> Topology:
    """All networks of a map; `water` are the kinds of ground that are areas of water."""
    return Topology(
        tuple(link_network(terrain, kind) for kind in terrain.links),
        tuple(bridge for kind in terrain.links for bridge in find_bridges(terrain, kind, water)),
        tuple(side_network(terrain, kind, water) for kind in terrain.sides),
    )


# --- links ------------------------------------------------------------------------------------


def link_network(terrain: MovementTerrain, kind: str) -> LinkNetwork:
    """The network of one kind of link."""
    grid, masks = terrain.grid, _on_map(terrain.grid, terrain.links[kind])
    parts = _components(_pairs(grid, masks))
    ends = np.flatnonzero(LINKS[masks] == 1)
    at_edge = _is_at_edge(grid, ends).tolist()
    return LinkNetwork(
        kind,
        tuple(tuple(_hexes(grid, part)) for part in parts),
        tuple(
            _link_end(terrain, kind, masks, hex_, is_at_edge)
            for hex_, is_at_edge in zip(_hexes(grid, ends), at_edge, strict=True)
        ),
    )


def find_bridges(terrain: MovementTerrain, kind: str, water: Collection[str]) -> list[Bridge]:
    """Find where a kind of link crosses water, from bank to bank or not; longest first."""
    grid, masks = terrain.grid, _on_map(terrain.grid, terrain.links[kind])
    wet = _is_water(terrain, water).ravel()
    if not (wet & (masks.ravel() != 0)).any():
        return []
    pairs = _pairs(grid, masks)
    wet_ends = wet[pairs]
    spans = _components(pairs[wet_ends.all(axis=1)], np.flatnonzero(wet & (masks.ravel() != 0)))
    landings: dict[int, list[int]] = {}
    shore = wet_ends[:, 0] != wet_ends[:, 1]
    for pair, starts_wet in zip(pairs[shore].tolist(), wet_ends[shore, 0].tolist(), strict=True):
        at_water, on_land = pair if starts_wet else reversed(pair)
        landings.setdefault(at_water, []).append(on_land)
    return [_bridge(grid, kind, masks, span, landings) for span in spans]


def _bridge(
    grid: Grid, kind: str, masks: Masks, span: Indices, landings: Mapping[int, list[int]]
) -> Bridge:
    at_edge = _is_at_edge(grid, span)
    dead_end = (LINKS[masks.ravel()[span]] == 1) & ~at_edge
    banks = sorted({bank for cell in span.tolist() for bank in landings.get(cell, ())})
    return Bridge(
        kind,
        hexes=tuple(_hexes(grid, span)),
        banks=tuple(_hexes(grid, np.array(banks, np.int64))),
        ends=tuple(_hexes(grid, span[dead_end])),
        is_at_edge=bool(at_edge.any()),
    )


def _link_end(
    terrain: MovementTerrain, kind: str, masks: Masks, hex_: Hex, is_at_edge: bool
) -> LinkEnd:
    place = terrain.grid.index(hex_)
    others = (other for other in terrain.links if other != kind)
    return LinkEnd(
        hex_,
        direction=int(masks[place]).bit_length() - 1,
        ground=terrain.grounds[terrain.ground[place]],
        is_at_edge=is_at_edge,
        others=tuple(other for other in others if terrain.links[other][place]),
    )


def _on_map(grid: Grid, masks: Masks) -> Masks:
    """Link masks without the bits that lead off the map."""
    everywhere = np.ones(grid.shape, np.uint8)
    result = np.zeros(grid.shape, np.uint8)
    for direction in range(SIDES):
        result |= masks & grid.neighbour_plane(everywhere, direction, 0) << direction
    return result


def _pairs(grid: Grid, masks: Masks) -> Indices:
    """The two hexes of every link, each link once, as numbers row * columns + column."""
    found = [np.empty((0, 2), np.int64)]
    for direction in range(SIDES // 2):
        rows, columns = np.nonzero(masks >> direction & 1)
        lines = rows if grid.pointy else columns
        down, right = grid.offsets[lines & 1, direction].T
        here = rows * grid.columns + columns
        found.append(np.stack([here, here + down * grid.columns + right], axis=1))
    return np.concatenate(found)


# --- hexsides ---------------------------------------------------------------------------------


def side_network(terrain: MovementTerrain, kind: str, water: Collection[str]) -> SideNetwork:
    """The network of one kind of hexside feature: streams, walls, ditches."""
    grid = terrain.grid
    ends_of_sides = _corner_pairs(grid, terrain.sides[kind])
    if not len(ends_of_sides):
        return SideNetwork(kind, ())
    # Corners lie at -2 and beyond; as one number each they sort fast.
    codes = (ends_of_sides[..., 0] + 2 << 32) + ends_of_sides[..., 1] + 2
    found, pairs = np.unique(codes, return_inverse=True)
    corners, pairs = (
        np.stack([(found >> 32) - 2, (found & 0xFFFFFFFF) - 2], 1),
        pairs.reshape(-1, 2),
    )
    degree = np.bincount(pairs.ravel(), minlength=len(corners))
    around = _hexes_at(grid, corners)
    is_drained = ((around >= 0).sum(axis=1) < 3) | (
        (around >= 0) & _is_water(terrain, water).ravel()[around]
    ).any(axis=1)
    level = terrain.level.ravel()[around].astype(np.int64)
    levels = np.where(around >= 0, level, np.iinfo(np.int64).max).min(axis=1)
    return SideNetwork(
        kind,
        tuple(
            HexsideLinePart(
                length=int(degree[part].sum()) // 2,
                corners=_as_corners(corners[part]),
                ends=tuple(
                    HexsideLineEnd(corner, tuple(_hexes(grid, hexes[hexes >= 0])))
                    for corner, hexes in _loose(part, degree, is_drained, corners, around)
                ),
                is_drained=bool(is_drained[part].any()),
                lowest=int(levels[part].min()),
                highest=int(levels[part].max()),
            )
            for part in _components(pairs)
        ),
    )


def _loose(
    part: Indices,
    degree: Indices,
    is_drained: NDArray[np.bool_],
    corners: Indices,
    around: Indices,
) -> list[tuple[Corner, Indices]]:
    """The ends of a part that touch neither edge nor water, with the hexes round each."""
    ends = part[(degree[part] == 1) & ~is_drained[part]]
    return list(zip(_as_corners(corners[ends]), around[ends], strict=True))


def _corner_pairs(grid: Grid, masks: Masks) -> Indices:
    """The two corners of each hexside that carries a feature, [hexside, end, x y]."""
    found = [np.empty((0, 2, 2), np.int64)]
    for direction in range(SIDES):
        bits = masks >> direction & 1
        if direction >= SIDES // 2:  # told by the other hex already, where there is one
            bits &= ~(grid.neighbour_plane(masks, direction, 0) >> (direction - SIDES // 2)) & 1
        centres = _lattice(grid, *np.nonzero(bits))
        ends = (grid.orientation.corners[(direction + end) % SIDES] for end in (0, 1))
        found.append(np.stack([centres + np.array(end) for end in ends], axis=1))
    return np.concatenate(found)


def _lattice(grid: Grid, rows: Indices, columns: Indices) -> Indices:
    """The lattice centres of hexes, [hex, x y]."""
    lines = rows if grid.pointy else columns
    shift = (lines & 1) ^ grid.shift(0)
    if grid.pointy:
        return np.stack([2 * columns + shift, 3 * rows], axis=1)
    return np.stack([3 * columns, 2 * rows + shift], axis=1)


def _hexes_at(grid: Grid, corners: Indices) -> Indices:
    """The hexes that meet in corners, [corner, 6], by number; -1 where there is none."""
    found = np.full((len(corners), SIDES), -1, np.int64)
    for i, corner in enumerate(grid.orientation.corners):
        x, y = (corners - np.array(corner)).T
        across, along = (y, x) if grid.pointy else (x, y)
        line = across // 3
        place = along - ((line & 1) ^ grid.shift(0))
        row, column = (line, place // 2) if grid.pointy else (place // 2, line)
        is_centre = (across % 3 == 0) & (place % 2 == 0)
        on_map = (row >= 0) & (row < grid.rows) & (column >= 0) & (column < grid.columns)
        found[:, i] = np.where(is_centre & on_map, row * grid.columns + column, -1)
    return found


def _as_corners(corners: Indices) -> tuple[Corner, ...]:
    x, y = corners.T.tolist() if len(corners) else ([], [])
    return tuple(zip(x, y, strict=True))


# --- both -------------------------------------------------------------------------------------


def _components(pairs: Indices, alone: Indices | None = None) -> list[Indices]:
    """The connected parts of a graph, each in rising order, the largest first.

    `alone` are nodes that count even where no edge leads to them.
    """
    mentioned = pairs.ravel() if alone is None else np.concatenate([pairs.ravel(), alone])
    nodes, numbered = np.unique(mentioned, return_inverse=True)
    if not nodes.size:
        return []
    label = label_nodes(numbered.ravel()[: pairs.size].reshape(-1, 2), len(nodes))
    by_label = np.argsort(label, kind="stable")
    parts = np.split(nodes[by_label], np.cumsum(np.bincount(label))[:-1])
    return sorted(parts, key=lambda part: (-len(part), int(part[0])))


def _hexes(grid: Grid, numbers: Indices) -> list[Hex]:
    """The hexes numbered row * columns + column."""
    rows, columns = np.divmod(numbers, grid.columns)
    even = grid.shift(0)
    if grid.pointy:
        q, r = columns - ((rows + even) >> 1), rows
    else:
        q, r = columns, rows - ((columns + even) >> 1)
    return list(starmap(Hex, zip(q.tolist(), r.tolist(), strict=True)))


def _is_at_edge(grid: Grid, numbers: Indices) -> NDArray[np.bool_]:
    rows, columns = np.divmod(numbers, grid.columns)
    at_rim = (rows == 0) | (rows == grid.rows - 1) | (columns == 0) | (columns == grid.columns - 1)
    return np.asarray(at_rim)


def _is_water(terrain: MovementTerrain, water: Collection[str]) -> NDArray[np.bool_]:
    """Return True for each hex that is part of an area of water, [row, column]."""
    is_water = np.array([kind in water for kind in terrain.grounds], bool)
    return np.asarray(is_water[terrain.ground])
