"""What lies cut off from where, for a class of units."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.movement.cost_planes import CostPlanes
from engine.movement.mobility import Mobility
from engine.movement.mobility_regions import cut_off, group_regions
from engine.movement.path_search import PathSearch
from tests.engine.movement.movement_boards import TANK, board, random_board, step_costs


def test_a_lake_divides_the_map() -> None:
    terrain = board(". ~ . .")
    found = group_regions(CostPlanes(TANK, terrain))
    assert found.labels[0, 2] == found.labels[0, 3] == 0
    assert found.labels[0, 0] != 0
    assert found.sizes.tolist() == [2, 1, 1]


def test_a_bridge_joins_its_banks() -> None:
    terrain = board(". ~ . .").road("0,0 1,0 2,0")
    assert group_regions(CostPlanes(TANK, terrain)).sizes.tolist() == [4]


def test_a_pit_that_can_only_be_entered_is_a_region_of_its_own() -> None:
    terrain = board(". . .").raised(("2,0", -5))
    climber = Mobility("climber", {"open": 1}, max_up=2)
    assert group_regions(CostPlanes(climber, terrain)).labels.tolist() == [[0, 0, 1]]


def test_objectives_out_of_reach_are_named() -> None:
    terrain = board(". ~ . .")
    paths = PathSearch(TANK, terrain)
    targets = terrain.hexes("3,0 0,0 2,0")
    assert cut_off(paths, terrain.hexes("0,0"), targets) == terrain.hexes("3,0 2,0")


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(OffsetParity))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_regions_are_networkxs_strong_components(
    orientation: Orientation, shifted: OffsetParity, seed: int
) -> None:
    grid = Grid(13, 11, orientation, shifted)
    mobility = Mobility("m", {"open": 1}, link={"road": 1}, max_up=1, max_down=2)
    terrain = random_board(grid, seed)
    graph = nx.from_scipy_sparse_array(step_costs(mobility, terrain), create_using=nx.DiGraph)
    found = group_regions(CostPlanes(mobility, terrain))
    ours = {frozenset(np.flatnonzero(found.labels == i).tolist()) for i in range(len(found.sizes))}
    assert ours == {frozenset(part) for part in nx.strongly_connected_components(graph)}
    assert found.sizes.tolist() == sorted(found.sizes.tolist(), reverse=True)
