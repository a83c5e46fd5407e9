"""Moves of units with a front: each reach against a slow search over hexes and directions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np
import pytest

from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.movement.facing_rules import AHEAD, ASTERN, HexFacing, SideEntry, SteeringRules
from engine.movement.facing_search import FacingSearch
from engine.movement.mobility import Mobility, Points, explain
from engine.movement.path_search import PathSearch
from tests.cases import check_each
from tests.engine.movement.movement_boards import Board, board, random_board
from tests.engine.movement.test_searches_against_scipy import GRIDS, mobility

TRUCK = SteeringRules({AHEAD: SideEntry(turns=(0, 0, 1, 2)), ASTERN: SideEntry(times=2)})
CRAB = SteeringRules(
    {0: SideEntry(turns=(0, None, 3)), 1: SideEntry(3, (1, 0)), 2: SideEntry(turns=(None, 2))}
)
OPEN = Mobility("any", other_ground=1)

Found = dict[HexFacing, tuple[Points, int]]  # the points, then the hexes


def slow_reach(
    units: Mobility,
    terrain: Board,
    handling: SteeringRules,
    start: HexFacing,
    points: Points,
    closed: Collection[Hex] = (),
    halts: Collection[Hex] = (),
    more: Mapping[Hex, Points] | None = None,
) -> Found:
    """Dijkstra's algorithm over every front, with costs explained step by step."""
    best: Found = {}
    queue: list[tuple[Points, int, HexFacing]] = [(0, 0, start)]
    while queue:
        spent, hexes, front = heappop(queue)
        if front in best:
            continue
        best[front] = spent, hexes
        if front.at in halts and front != start:
            continue
        for side, entry in handling.entries.items():
            direction = (front.facing + side) % SIDES
            there = terrain.grid.neighbour(front.at, direction)
            if there not in terrain.grid or there in closed:
                continue
            cost = explain(units, terrain, front.at, direction).cost
            if cost is None:
                continue
            cost = (cost + (more or {}).get(there, 0)) * entry.times
            for by, price in enumerate(entry.turns):
                if price is None or spent + cost + price > points:
                    continue
                for turn in {by, -by}:
                    faced = HexFacing(there, (front.facing + turn) % SIDES)
                    heappush(queue, (spent + cost + price, hexes + 1, faced))
    return best


@check_each("grid", GRIDS)
@check_each("handling", [TRUCK, CRAB])
@check_each("seed", [1, 2])
def test_a_reach_is_that_of_the_slow_search(grid: Grid, handling: SteeringRules, seed: int) -> None:
    random = np.random.default_rng(seed)
    terrain, units = random_board(grid, seed), mobility(seed)
    driving = FacingSearch(PathSearch(units, terrain), handling)
    hexes = list(grid)
    for points in (0, 3, 9):
        some = [hexes[int(at)] for at in random.integers(0, len(hexes), 6)]
        start = HexFacing(some[0], int(random.integers(SIDES)))
        occupied = some[1:3], some[3:4], {some[4]: 1, some[5]: 2}
        found = driving.reach(start, points, *occupied)
        slow = slow_reach(units, terrain, handling, start, points, *occupied)
        assert dict(found) == {front: spent for front, (spent, _) in slow.items()}
        assert {front: found.entered(front) for front in found} == {
            f: n for f, (_, n) in slow.items()
        }
        assert all(len(found.way(front).fronts) == slow[front][1] + 1 for front in found)


@pytest.mark.parametrize("grid", GRIDS[-4:], ids=str)
def test_a_way_is_made_of_steps_that_cost_what_it_says(grid: Grid) -> None:
    terrain, units = random_board(grid, 7), mobility(7)
    found = FacingSearch(PathSearch(units, terrain), TRUCK).reach(HexFacing(grid.hex(4, 4), 2), 8)
    assert len(found) > 20
    for front in found:
        course = found.way(front)
        assert course.fronts[0] == HexFacing(grid.hex(4, 4), 2)
        assert course.spent[-1] == found[front]
        for (here, there), (spent, then) in zip(
            pairwise(course.fronts), pairwise(course.spent), strict=True
        ):
            one = slow_reach(units, terrain, TRUCK, here, then - spent)
            assert one[there] == (then - spent, 1)


def test_a_search_leaves_nothing_behind() -> None:
    grid = Grid(9, 8, Orientation.FLAT)
    terrain, units = random_board(grid, 5), mobility(5)
    paths = PathSearch(units, terrain)
    before, driving = paths.planes.words.copy(), FacingSearch(paths, TRUCK)
    asked = HexFacing(grid.hex(4, 4), 0), 6
    first = dict(driving.reach(*asked))
    near = grid.neighbours(grid.hex(4, 4))
    driving.reach(*asked, near[:2], near[2:3], dict.fromkeys(near, 3))
    assert (paths.planes.words == before).all()
    assert dict(driving.reach(*asked)) == first


# --- examples -------------------------------------------------------------------------------------

FIELD = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""


@pytest.fixture
def field() -> FacingSearch:
    """Open ground, for a truck that faces east."""
    return FacingSearch(PathSearch(OPEN, board(FIELD)), TRUCK)


def test_turning_on_entering_costs_by_the_hexsides_turned(field: FacingSearch) -> None:
    grid = field.paths.cells.grid
    start, ahead = HexFacing(grid.hex(2, 2), 0), grid.hex(3, 2)
    found = field.reach(start, 3)
    assert [found[HexFacing(ahead, facing)] for facing in range(6)] == [1, 1, 2, 3, 2, 1]


def test_a_unit_that_backs_pays_twice_and_keeps_its_front(field: FacingSearch) -> None:
    grid = field.paths.cells.grid
    found = field.reach(HexFacing(grid.hex(2, 2), 0), 2)
    assert {front for front in found if front.at == grid.hex(1, 2)} == {
        HexFacing(grid.hex(1, 2), 0)
    }
    assert found[HexFacing(grid.hex(1, 2), 0)] == 2


def test_a_unit_does_not_turn_where_it_starts(field: FacingSearch) -> None:
    grid = field.paths.cells.grid
    found = field.reach(HexFacing(grid.hex(2, 2), 0), 1)
    assert set(found.hexes) == {grid.hex(2, 2), grid.hex(3, 2)}
    assert [front for front in found if front.at == grid.hex(2, 2)] == [
        HexFacing(grid.hex(2, 2), 0)
    ]


def test_a_hex_is_reached_with_the_front_that_costs_least_and_turns_least(
    field: FacingSearch,
) -> None:
    grid = field.paths.cells.grid
    found = field.reach(HexFacing(grid.hex(1, 2), 0), 4)
    assert found.hexes[grid.hex(3, 2)] == HexFacing(grid.hex(3, 2), 0)
    assert found.before(HexFacing(grid.hex(1, 2), 0)) is None


# --- what lies in hexes ---------------------------------------------------------------------------


@pytest.mark.parametrize("grid", GRIDS[-8:], ids=str)
def test_hexes_that_cost_more_do_so_for_units_without_a_front_too(grid: Grid) -> None:
    terrain, units = random_board(grid, 3), mobility(3)
    paths, random = PathSearch(units, terrain), np.random.default_rng(1)
    anyhow = SteeringRules({side: SideEntry(turns=(0, 0, 0, 0)) for side in range(SIDES)})
    hexes = list(grid)
    more = {hexes[int(at)]: int(at) % 3 for at in random.integers(0, len(hexes), 5)}
    start = hexes[len(hexes) // 2]
    slow = slow_reach(units, terrain, anyhow, HexFacing(start, 0), 7, more=more)
    found = paths.reach(start, 7, more=more)
    cheapest: dict[Hex, Points] = {}
    for front, (spent, _) in slow.items():
        cheapest[front.at] = min(spent, cheapest.get(front.at, spent))
    assert dict(found) == cheapest
    for hex_ in list(found)[::4]:
        route = paths.route(start, hex_, more=more)
        assert route is not None
        assert route.cost == found[hex_]


def test_what_costs_more_than_any_step_may_bars_the_way() -> None:
    terrain = board(". . .")
    paths, middle = PathSearch(OPEN, terrain), terrain.grid.hex(1, 0)
    assert len(paths.reach(terrain.grid.hex(0, 0), 300, more={middle: 254})) == 1
    assert len(paths.reach(terrain.grid.hex(0, 0), 300, more={middle: 253})) == 3
