"""Cost planes after an edit are those of the edited map, laid from the start."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.movement.cost_planes import CostPlanes
from engine.movement.mobility import Mobility, explain
from engine.movement.path_search import PathSearch
from tests.engine.movement.movement_boards import Board, mark, random_board

MOBILITY = Mobility(
    "edited",
    {"open": 1, "woods": 2, "settlement": 3, "lake": None},
    side={"stream": 2, "cliff": None},
    link={"road": 1},
    up=1,
    max_up=2,
)

FORDED = replace(MOBILITY, fords=("stream",), other_ground=1)
FORDED_NOWHERE = replace(FORDED, other_ground=None)

ROAD_HEXES = Mobility(
    "on road hexes",
    {"open": 2, "woods": None, "settlement": None, "lake": None},
    linked_by=("road",),
    linked={"open": 1, "lake": 1},
)


def edit(terrain: Board, hex_: Hex, seed: int) -> None:
    """Change one hex's ground and level, one of its sides and one of its links."""
    random = np.random.default_rng(seed)
    terrain.ground[terrain.grid.index(hex_)] = random.integers(4)
    terrain.level[terrain.grid.index(hex_)] = random.integers(4)
    mark(terrain.sides, "stream", terrain.grid, hex_, int(random.integers(SIDES)))
    mark(terrain.links, "road", terrain.grid, hex_, int(random.integers(SIDES)))


@given(
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    orientation=st.sampled_from(Orientation),
    shifted=st.sampled_from(OffsetParity),
    places=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=4),
    seed=st.integers(0, 99),
    mobility=st.sampled_from([MOBILITY, ROAD_HEXES]),
)
@settings(deadline=None, max_examples=60)
def test_patching_an_edit_equals_laying_anew(
    columns: int,
    rows: int,
    orientation: Orientation,
    shifted: OffsetParity,
    places: list[tuple[int, int]],
    seed: int,
    mobility: Mobility,
) -> None:
    grid = Grid(columns, rows, orientation, shifted)
    terrain = random_board(grid, seed)
    planes = CostPlanes(mobility, terrain)
    hexes = [grid.hex(column % columns, row % rows) for column, row in places]
    for hex_ in hexes:
        edit(terrain, hex_, seed)
    planes.update_hexes(terrain, hexes)
    assert (planes.words == CostPlanes(mobility, terrain).words).all()


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("mobility", [MOBILITY, FORDED, FORDED_NOWHERE, ROAD_HEXES])
def test_a_plane_says_what_the_reasons_add_up_to(
    mobility: Mobility, orientation: Orientation
) -> None:
    terrain = random_board(Grid(9, 8, orientation), 11)
    planes = CostPlanes(mobility, terrain)
    for hex_ in terrain.grid:
        for direction in range(SIDES):
            told = explain(mobility, terrain, hex_, direction).cost
            assert planes.step(hex_, direction) == told, (terrain.grid.name(hex_), direction)


@pytest.mark.parametrize("orientation", Orientation)
def test_patching_a_window_equals_laying_anew(orientation: Orientation) -> None:
    terrain = random_board(Grid(12, 9, orientation), 4)
    paths = PathSearch(MOBILITY, terrain)
    for number, (row, column) in enumerate([(0, 0), (4, 5), (7, 9)]):
        edit(terrain, terrain.grid.hex(column, row), number)
        edit(terrain, terrain.grid.hex(column + 1, row + 1), number)
        paths.updated_within(terrain, slice(row, row + 2), slice(column, column + 2))
        assert (paths.planes.words == CostPlanes(MOBILITY, terrain).words).all()
    before = paths.planes.words.copy()
    paths.updated_within(terrain, slice(0, 0), slice(0, 0))
    assert (paths.planes.words == before).all()


def test_scattered_edits_are_patched_one_by_one() -> None:
    terrain = random_board(Grid(40, 30), 5)
    planes = CostPlanes(MOBILITY, terrain)
    corners = [terrain.grid.hex(0, 0), terrain.grid.hex(39, 29)]
    for hex_ in corners:
        edit(terrain, hex_, 5)
    planes.update_hexes(terrain, corners)
    assert (planes.words == CostPlanes(MOBILITY, terrain).words).all()


def test_an_edit_of_nothing_changes_nothing() -> None:
    terrain = random_board(Grid(4, 4), 1)
    planes = CostPlanes(MOBILITY, terrain)
    before = planes.words.copy()
    planes.update_hexes(terrain, [])
    assert (planes.words == before).all()


def test_a_kind_of_ground_that_appears_with_the_edit_has_its_price() -> None:
    terrain = random_board(Grid(3, 1), 2)
    terrain.ground[:] = 0
    mobility = Mobility("picky", {"open": 1, "sand": 7})
    planes = CostPlanes(mobility, terrain)
    terrain.grounds = (*terrain.grounds, "sand")
    terrain.ground[0, 1] = 4
    planes.update_hexes(terrain, [terrain.grid.hex(1, 0)])
    assert planes.step(terrain.grid.hex(0, 0), 0) == 7


def test_a_closed_hex_opens_again() -> None:
    terrain = random_board(Grid(3, 1), 3)
    terrain.ground[:] = 0
    closed = np.zeros(terrain.grid.shape, bool)
    closed[0, 1] = True
    mobility = Mobility("any", {"open": 1})
    planes = CostPlanes(mobility, terrain, closed)
    assert planes.step(terrain.grid.hex(0, 0), 0) is None
    planes.update_hexes(terrain, [terrain.grid.hex(1, 0)])
    assert planes.step(terrain.grid.hex(0, 0), 0) == 1


@pytest.mark.parametrize("orientation", list(Orientation))
def test_every_step_costs_what_its_reasons_add_up_to(orientation: Orientation) -> None:
    terrain = random_board(Grid(9, 7, orientation), 6)
    planes = CostPlanes(MOBILITY, terrain)
    for hex_ in terrain.grid:
        for direction in range(SIDES):
            reasons = explain(MOBILITY, terrain, hex_, direction)
            assert planes.step(hex_, direction) == reasons.cost


def test_planes_that_may_not_be_written_to_are_read_as_well() -> None:
    terrain = random_board(Grid(5, 5), 8)
    expected = CostPlanes(MOBILITY, terrain).words
    terrain.level.flags.writeable = terrain.ground.flags.writeable = False
    for masks in terrain.sides.values():
        masks.flags.writeable = False
    assert (CostPlanes(MOBILITY, terrain).words == expected).all()
