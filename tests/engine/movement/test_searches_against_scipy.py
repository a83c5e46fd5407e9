"""The kernels find what scipy and networkx find, on every kind of grid."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.movement.mobility import Mobility, Points
from engine.movement.path_search import PathSearch
from tests.cases import check_each
from tests.engine.movement.movement_boards import FAR, Board, random_board, scipy_field, step_costs

SIZES = [(1, 1), (1, 7), (7, 1), (2, 2), (2, 9), (8, 5), (11, 13)]
GRIDS = [
    Grid(columns, rows, orientation, shifted)
    for columns, rows in SIZES
    for orientation in Orientation
    for shifted in OffsetParity
]


def mobility(seed: int) -> Mobility:
    """Costs at random, some of them in fractions or prohibited."""
    random = np.random.default_rng(seed)

    def some(*choices: Points | None) -> Points | None:
        return choices[int(random.integers(len(choices)))]

    return Mobility(
        f"random {seed}",
        ground={"open": 1, "woods": some(2, 3), "settlement": some(1, 4), "lake": some(None, 9)},
        side={"stream": some(1, 2), "cliff": some(None, 3)},
        link={"road": some(1, 2) or 1, "rail": 1},
        up=some(0, 1, 3) or 0,
        down=some(0, 1) or 0,
        max_up=int(random.integers(1, 4)),
        max_down=int(random.integers(1, 4)),
        links_cancel_sides=bool(random.integers(2)),
        links_cancel_levels=bool(random.integers(2)),
    )


def position(grid: Grid, seed: int) -> tuple[Board, Mobility, Hex]:
    """A random map, class of units and start."""
    random = np.random.default_rng(seed)
    start = grid.hex(int(random.integers(grid.columns)), int(random.integers(grid.rows)))
    return random_board(grid, seed), mobility(seed), start


@check_each("grid", GRIDS)
@check_each("seed", [1, 2])
def test_the_cost_field_is_scipys(grid: Grid, seed: int) -> None:
    terrain, units, start = position(grid, seed)
    expected = scipy_field(step_costs(units, terrain), grid, start)
    assert (PathSearch(units, terrain).cost_field([start]) == expected).all()


@pytest.mark.parametrize("grid", GRIDS)
def test_a_reach_is_the_part_of_scipys_field_within_the_points(grid: Grid) -> None:
    terrain, units, start = position(grid, 3)
    expected = scipy_field(step_costs(units, terrain), grid, start)
    paths = PathSearch(units, terrain)
    for points in (0, 1, 4, 9):
        reach = paths.reach(start, points)
        within = np.where(expected <= units.units(points), expected, FAR)
        assert (reach.plane() == within).all()
        assert len(reach) == np.count_nonzero(within < FAR)
        assert list(reach.units) == sorted(reach.units)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_route_costs_what_scipy_says_and_its_steps_add_up(grid: Grid) -> None:
    terrain, units, start = position(grid, 4)
    expected = scipy_field(step_costs(units, terrain), grid, start)
    paths = PathSearch(units, terrain)
    for target in grid:
        route = paths.route(start, target)
        units_there = expected[grid.index(target)]
        assert (route is None) == (units_there == FAR)
        if route is not None:
            assert (route.hexes[0], route.hexes[-1]) == (start, target)
            assert units.units(route.cost) == units_there
            assert route == paths.along(route.hexes)


@pytest.mark.parametrize("grid", GRIDS[16:], ids=str)
def test_no_equally_cheap_path_has_fewer_hexes_than_a_route(grid: Grid) -> None:
    terrain, units, start = position(grid, 5)
    # A step weighs its cost and a speck: the least sum is the cheapest way with the fewest hexes.
    graph = step_costs(units, terrain)
    speck = 1 / 1024
    graph.data += speck
    from scipy.sparse.csgraph import dijkstra

    row, column = grid.index(start)
    sums = dijkstra(graph, indices=row * grid.columns + column).reshape(grid.shape)
    paths = PathSearch(units, terrain)
    for target in grid:
        route = paths.route(start, target)
        if route is not None:
            steps = len(route.hexes) - 1
            assert sums[grid.index(target)] == units.units(route.cost) + steps * speck


@pytest.mark.parametrize("grid", GRIDS[16:], ids=str)
def test_closed_hexes_are_hexes_no_step_leads_to(grid: Grid) -> None:
    terrain, units, start = position(grid, 7)
    random = np.random.default_rng(7)
    closed = [hex_ for hex_ in grid if random.random() < 0.2]
    graph = step_costs(units, terrain).tolil()
    for hex_ in closed:
        row, column = grid.index(hex_)
        graph[:, row * grid.columns + column] = 0
    expected = scipy_field(graph.tocsr(), grid, start)
    assert (PathSearch(units, terrain).cost_field([start], closed) == expected).all()


@pytest.mark.parametrize("grid", GRIDS[16:], ids=str)
def test_halts_are_hexes_no_step_leads_from(grid: Grid) -> None:
    terrain, units, start = position(grid, 8)
    random = np.random.default_rng(8)
    halts = [hex_ for hex_ in grid if random.random() < 0.2 and hex_ != start]
    graph = step_costs(units, terrain).tolil()
    for hex_ in halts:
        row, column = grid.index(hex_)
        graph[row * grid.columns + column, :] = 0
    expected = scipy_field(graph.tocsr(), grid, start)
    assert (PathSearch(units, terrain).cost_field([start], halts=halts) == expected).all()


@pytest.mark.parametrize("grid", GRIDS[20:24], ids=str)
def test_the_field_from_several_starts_is_the_nearest_one(grid: Grid) -> None:
    terrain, units, _ = position(grid, 9)
    starts = [grid.hex(0, 0), grid.hex(grid.columns - 1, 0), grid.hex(0, 0)]
    paths = PathSearch(units, terrain)
    expected = np.minimum(paths.cost_field(starts[:1]), paths.cost_field(starts[1:2]))
    assert (paths.cost_field(starts) == expected).all()


@pytest.mark.parametrize("grid", GRIDS[20:24], ids=str)
def test_the_cost_field_is_networkxs(grid: Grid) -> None:
    terrain, units, start = position(grid, 10)
    graph = nx.from_scipy_sparse_array(step_costs(units, terrain), create_using=nx.DiGraph)
    row, column = grid.index(start)
    costs = nx.single_source_dijkstra_path_length(graph, row * grid.columns + column)
    expected = np.full(len(grid), FAR)
    expected[list(costs)] = list(costs.values())
    assert (PathSearch(units, terrain).cost_field([start]).ravel() == expected).all()


def test_steps_of_254_units_are_made_and_dearer_ones_are_not() -> None:
    grid = Grid(5, 4)
    terrain = random_board(grid, 11)
    for price in (253, 254, 255, 256, 400):
        units = Mobility("dear", {"open": price, "woods": 1}, other_ground=1)
        expected = scipy_field(step_costs(units, terrain), grid, grid.hex(0, 0))
        assert (PathSearch(units, terrain).cost_field([grid.hex(0, 0)]) == expected).all()
        reach = PathSearch(units, terrain).reach(grid.hex(0, 0), 10**6)
        assert (reach.plane() == expected).all()
