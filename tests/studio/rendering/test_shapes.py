from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.map.map import Map
from studio.rendering.map.hex_outlines import (
    boundary_chains,
    boundary_rings,
    exact_outline,
    side_chains,
)
from studio.rendering.map.link_curves import find_smoothable_bends, link_curves, pair_directions
from studio.rendering.map.map_view import MapView, hash_noise
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.map.small_hex_raster import columns_rows_at

NOISE = [0.360196, 0.456517, 0.128436, 0.127286]

GRIDS = [
    Grid(6, 5, orientation, shifted) for orientation in Orientation for shifted in OffsetParity
]


def view(grid: Grid, width: float = 10.0) -> MapView:
    return MapView(Map.blank(grid), RenderOptions(width))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_the_outline_of_one_hex_is_its_hexagon(grid: Grid) -> None:
    inside = np.zeros(grid.shape, bool)
    inside[2, 3] = True
    [ring] = boundary_rings(view(grid), inside)
    x, y = grid.lattice(grid.hex(3, 2))
    assert ring.closed
    assert {(cx - x, cy - y) for cx, cy in ring.corners.tolist()} == set(grid.orientation.corners)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@given(seed=st.integers(0, 2**32 - 1))
def test_an_outline_holds_exactly_the_centres_of_its_hexes(grid: Grid, seed: int) -> None:
    inside = np.random.default_rng(seed).random(grid.shape) < 0.5
    path = exact_outline(view(grid), inside)
    for hex_ in grid:
        x, y = grid.centre(hex_, 10.0)
        assert path.contains(QPointF(x, y)) == inside[grid.index(hex_)]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@given(seed=st.integers(0, 2**32 - 1))
def test_borders_are_the_sides_between_hexes_of_the_map(grid: Grid, seed: int) -> None:
    inside = np.random.default_rng(seed).random(grid.shape) < 0.5
    pairs_ = {
        frozenset((hex_, other))
        for hex_ in grid
        for other in grid.neighbours(hex_)
        if inside[grid.index(hex_)] != inside[grid.index(other)]
    }
    chains = boundary_chains(view(grid), inside)
    assert sum(len(chain.corners) - (not chain.closed) for chain in chains) == len(pairs_)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@given(seed=st.integers(0, 2**32 - 1))
def test_chains_of_hexsides_cover_every_marked_side_once(grid: Grid, seed: int) -> None:
    random = np.random.default_rng(seed)
    map_ = Map.blank(grid)
    hexes = list(grid)
    for index, direction in zip(random.integers(0, len(hexes), 12), range(12), strict=True):
        map_.set_side("stream", hexes[int(index)], direction % 6)
    marked = {
        grid.side(hex_, direction)
        for hex_ in grid for direction in range(6) if map_.has_side("stream", hex_, direction)
    }  # fmt: skip
    steps = []
    for chain in side_chains(view(grid), map_.sides["stream"]):
        corners = [tuple(corner) for corner in chain.corners.tolist()]
        corners += corners[:1] if chain.closed else []
        steps += [frozenset(step) for step in pairwise(corners)]
    assert len(steps) == len(set(steps)) == len(marked)


def test_a_stream_round_a_hex_is_one_closed_chain() -> None:
    grid = GRIDS[0]
    map_ = Map.blank(grid)
    for direction in range(6):
        map_.set_side("stream", grid.hex(2, 2), direction)
    [chain] = side_chains(view(grid), map_.sides["stream"])
    assert chain.closed
    assert len(chain.corners) == 6


def test_three_streams_meet_at_a_corner_in_three_chains() -> None:
    grid = GRIDS[0]
    map_ = Map.blank(grid)
    here, east = grid.hex(2, 2), grid.hex(3, 2)
    map_.set_side("stream", here, 0)
    map_.set_side("stream", here, 1)
    map_.set_side("stream", east, 2)
    assert len(side_chains(view(grid), map_.sides["stream"])) == 3


@pytest.mark.parametrize(
    ("ways", "expected"),
    [
        ([0], [(0,)]),
        ([0, 1], [(0, 1)]),
        ([0, 2, 3], [(0, 3), (2,)]),
        ([0, 1, 3, 4], [(0, 3), (1, 4)]),
        ([1, 3, 5], [(1, 3), (5,)]),
    ],
)
def test_a_junction_carries_its_straightest_ways_through(
    ways: list[int], expected: list[tuple[int, ...]]
) -> None:
    assert pair_directions(ways) == expected


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_road_along_a_row_is_one_line_from_end_to_end(grid: Grid) -> None:
    map_ = Map.blank(grid)
    for column in range(5):
        step = grid.direction(grid.hex(column, 2), grid.hex(column + 1, 2))
        map_.set_link("road", grid.hex(column, 2), step)
    lines = link_curves(view(grid), map_.links["road"]).toSubpathPolygons()
    assert len(lines) == 1
    ends = {
        (round(lines[0].at(i).x(), 3), round(lines[0].at(i).y(), 3))
        for i in (0, lines[0].count() - 1)
    }
    wanted = [grid.centre(grid.hex(column, 2), 10.0) for column in (0, 5)]
    assert ends == {(round(x, 3), round(y, 3)) for x, y in wanted}


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_pixels_find_the_hexes_that_the_grid_finds(grid: Grid) -> None:
    random = np.random.default_rng(7)
    wide, high = grid.size()
    x = random.uniform(0, wide, (1, 60)).astype(np.float32)
    y = random.uniform(0, high, (60, 1)).astype(np.float32)
    columns, rows = columns_rows_at(grid, x, y)
    for i in range(60):
        for j in range(60):
            found = grid.hex(int(columns[i, j]), int(rows[i, j]))
            assert found == grid.hex_at(float(x[0, j]), float(y[i, 0])), (x[0, j], y[i, 0])


def test_chance_is_the_same_every_day() -> None:
    where = np.arange(4)
    assert hash_noise(where, where + 1, 3).round(6).tolist() == NOISE
    assert np.abs(hash_noise(np.arange(1000), np.zeros(1000, int), 1)).max() <= 1.0


def zigzag(grid: Grid, steps: int = 6) -> tuple[Map, list[Hex]]:
    """A road that turns to either side by turns, and its hexes."""
    map_, way = Map.blank(grid), [grid.hex(1, 8)]
    for step in range(steps):
        map_.set_link("road", way[-1], step % 2)
        way.append(grid.neighbour(way[-1], step % 2))
    return map_, way


def road_of(map_: Map) -> QPainterPath:
    seen = MapView(map_, RenderOptions(10.0))
    return link_curves(
        seen, map_.links["road"], eased=find_smoothable_bends(seen, map_.links["road"])
    )


def gap(path: QPainterPath, at: tuple[float, float]) -> float:
    """How far a line passes from a point."""
    points = [path.pointAtPercent(step / 2000) for step in range(2001)]
    return min(math.dist((point.x(), point.y()), at) for point in points)


ROAD_GRIDS = [
    Grid(10, 10, orientation, shifted) for orientation in Orientation for shifted in OffsetParity
]


@pytest.mark.parametrize("grid", ROAD_GRIDS, ids=str)
def test_a_zigzag_is_drawn_straight_through_the_middles_of_its_hexsides(grid: Grid) -> None:
    map_, way = zigzag(grid)
    line = road_of(map_)
    for a, b in pairwise(way):
        (ax, ay), (bx, by) = grid.centre(a, 10.0), grid.centre(b, 10.0)
        assert gap(line, ((ax + bx) / 2, (ay + by) / 2)) < 0.05
    (ax, ay), (bx, by) = grid.centre(way[0], 10.0), grid.centre(way[-1], 10.0)
    straight = math.dist((ax, ay), (bx, by))
    assert line.length() < 1.04 * straight < 10.0 * (len(way) - 1) * 0.91
    links = {pair for a, b in pairwise(way) for pair in ((a, b), (b, a))}
    assert {(a, b) for a in grid for b in grid.neighbours(a)
            if map_.has_link("road", a, grid.direction(a, b))} == links  # fmt: skip


@pytest.mark.parametrize("what", ["junction", "other-kind", "water", "houses", "single-bend"])
def test_a_line_keeps_the_centre_where_something_needs_it_there(what: str) -> None:
    grid = ROAD_GRIDS[0]
    map_, way = zigzag(grid, 2 if what == "single-bend" else 6)
    here = way[1] if what == "single-bend" else way[3]
    if what in ("junction", "other-kind"):
        map_.set_link("road" if what == "junction" else "track", here, 2)
    elif what != "single-bend":
        kind = "lake" if what == "water" else "settlement"
        map_.grounds, map_.symbols = (*map_.grounds, kind), (*map_.symbols, "k")
        map_.ground[grid.index(here)] = 1
    assert gap(road_of(map_), grid.centre(here, 10.0)) < 0.05


def test_a_line_crosses_a_stream_squarely_as_its_bridge_lies() -> None:
    grid = ROAD_GRIDS[0]
    map_, way = zigzag(grid)
    map_.set_side("stream", way[2], grid.direction(way[2], way[3]))
    (ax, ay), (bx, by) = grid.centre(way[2], 10.0), grid.centre(way[3], 10.0)
    for part in (0.49, 0.51):
        assert gap(road_of(map_), (ax + part * (bx - ax), ay + part * (by - ay))) < 0.05
