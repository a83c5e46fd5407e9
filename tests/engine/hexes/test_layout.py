"""Grids: columns and rows, directions, arrays and places on the page, in all four layouts."""

from __future__ import annotations

import math
from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex, HexSide, distance

few = settings(max_examples=60, deadline=None, derandomize=True)
LAYOUTS = [(orientation, shifted) for orientation in Orientation for shifted in OffsetParity]
layouts = pytest.mark.parametrize(("orientation", "shifted"), LAYOUTS)
grids = st.builds(
    Grid,
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(Orientation),
    st.sampled_from(OffsetParity),
)
places = st.integers(-12, 12)
directions = st.integers(0, 5)


def close(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return math.dist(a, b) < 1e-9


# --- columns, rows, directions --------------------------------------------------------------------


@given(grids, places, places)
@few
def test_column_and_row_lead_to_the_hex_and_back(grid: Grid, column: int, row: int) -> None:
    hex_ = grid.hex(column, row)
    assert grid.column_row(hex_) == (column, row)
    assert grid.index(hex_) == (row, column)
    assert grid.name(hex_) == f"@{column},{row}"
    assert (hex_ in grid) == (0 <= column < grid.columns and 0 <= row < grid.rows)


@given(grids)
@few
def test_a_grid_lists_its_hexes_row_by_row(grid: Grid) -> None:
    assert [grid.index(hex_) for hex_ in grid] == list(np.ndindex(grid.shape))
    assert len(grid) == len(list(grid))


@pytest.mark.parametrize(
    ("orientation", "shifted", "around"),
    [
        ("pointy", "odd", "@3,2 @2,1 @1,1 @1,2 @1,3 @2,3"),
        ("pointy", "even", "@3,2 @3,1 @2,1 @1,2 @2,3 @3,3"),
        ("flat", "odd", "@2,1 @3,1 @3,2 @2,3 @1,2 @1,1"),
        ("flat", "even", "@2,1 @3,2 @3,3 @2,3 @1,3 @1,2"),
    ],
)
def test_the_neighbours_of_2_2_lie_where_the_layout_says(
    orientation: str, shifted: str, around: str
) -> None:
    grid = Grid(5, 5, Orientation(orientation), OffsetParity(shifted))
    found = [grid.neighbour(grid.hex(2, 2), direction) for direction in range(6)]
    assert " ".join(map(grid.name, found)) == around


def test_pointy_directions_are_named_from_east_against_the_clock() -> None:
    assert Orientation.POINTY.directions == ("E", "NE", "NW", "W", "SW", "SE")


def test_flat_directions_are_named_from_north_with_the_clock() -> None:
    assert Orientation.FLAT.directions == ("N", "NE", "SE", "S", "SW", "NW")


@layouts
@pytest.mark.parametrize("direction", range(6))
def test_a_direction_leads_where_its_name_points(
    orientation: Orientation, shifted: OffsetParity, direction: int
) -> None:
    grid = Grid(6, 6, orientation, shifted)
    here = grid.hex(3, 3)
    (x, y), (there_x, there_y) = grid.centre(here), grid.centre(grid.neighbour(here, direction))
    right, down = there_x - x, there_y - y
    said = ("N" if down < -0.1 else "S" if down > 0.1 else "") + (
        "E" if right > 0.1 else "W" if right < -0.1 else ""
    )
    assert said == orientation.directions[direction]


@given(grids, places, places, directions)
@few
def test_three_directions_on_lies_the_opposite(
    grid: Grid, column: int, row: int, direction: int
) -> None:
    here = grid.hex(column, row)
    there = grid.neighbour(here, direction)
    assert grid.neighbour(there, (direction + 3) % 6) == here
    assert grid.direction(here, there) == direction
    assert grid.side(here, direction) == grid.side(there, (direction + 3) % 6)
    assert grid.side(here, direction) == HexSide(here, there)


def test_hexes_apart_have_no_direction_and_the_error_names_both() -> None:
    grid = Grid(5, 5)
    with pytest.raises(ValueError, match="@0,0 and @2,0 do not touch"):
        grid.direction(grid.hex(0, 0), grid.hex(2, 0))


@given(grids)
@few
def test_distance_is_the_fewest_steps_over_a_grid(grid: Grid) -> None:
    # A rectangle of hexes bends no shortest way out of itself once it is 2 wide and high.
    if min(grid.columns, grid.rows) < 2:
        return
    start = grid.hex(grid.columns // 2, 0)
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there in grid.neighbours(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    assert steps == {hex_: distance(start, hex_) for hex_ in grid}


# --- arrays ---------------------------------------------------------------------------------------


@given(grids)
@few
def test_offsets_lead_through_an_array_to_the_neighbours(grid: Grid) -> None:
    for hex_ in grid:
        column, row = grid.column_row(hex_)
        parity = (row if grid.pointy else column) % 2
        for direction in range(6):
            down, right = grid.offsets[parity, direction]
            assert grid.index(grid.neighbour(hex_, direction)) == (row + down, column + right)


@given(grids, directions)
@few
def test_a_plane_seen_from_next_door_is_each_neighbours_value(grid: Grid, direction: int) -> None:
    plane = np.arange(1, len(grid) + 1).reshape(grid.shape)
    seen = grid.neighbour_plane(plane, direction, -1)
    for hex_ in grid:
        there = grid.neighbour(hex_, direction)
        assert seen[grid.index(hex_)] == (plane[grid.index(there)] if there in grid else -1)


# --- the page -------------------------------------------------------------------------------------


@given(grids, places, places)
@few
def test_neighbours_are_one_hex_apart_on_the_page(grid: Grid, column: int, row: int) -> None:
    here = grid.hex(column, row)
    for direction in range(6):
        there = grid.neighbour(here, direction)
        apart = math.dist(grid.centre(here, 20.0), grid.centre(there, 20.0))
        assert apart == pytest.approx(20.0)


@given(grids, places, places, directions)
@few
def test_the_side_of_a_hex_is_drawn_where_its_neighbours_is(
    grid: Grid, column: int, row: int, direction: int
) -> None:
    here = grid.hex(column, row)
    mine = grid.outline(here)
    others = grid.outline(grid.neighbour(here, direction))
    opposite = (direction + 3) % 6
    assert close(mine[direction], others[(opposite + 1) % 6])
    assert close(mine[(direction + 1) % 6], others[opposite])


@given(grids, places, places)
@few
def test_the_middle_of_a_side_lies_between_the_two_centres(
    grid: Grid, column: int, row: int
) -> None:
    here = grid.hex(column, row)
    corners = grid.outline(here)
    for direction in range(6):
        (ax, ay), (bx, by) = corners[direction], corners[(direction + 1) % 6]
        (cx, cy), (dx, dy) = grid.centre(here), grid.centre(grid.neighbour(here, direction))
        assert close(((ax + bx) / 2, (ay + by) / 2), ((cx + dx) / 2, (cy + dy) / 2))


@given(grids, places, places, directions, st.floats(0, 0.999), st.floats(0, 1), st.floats(0.5, 300))
@few
def test_any_point_inside_a_hex_leads_back_to_it(
    grid: Grid, column: int, row: int, corner: int, out: float, round_: float, width: float
) -> None:
    hex_ = grid.hex(column, row)
    (cx, cy), corners = grid.centre(hex_, width), grid.outline(hex_, width)
    (ax, ay), (bx, by) = corners[corner], corners[(corner + 1) % 6]
    edge_x, edge_y = ax + (bx - ax) * round_, ay + (by - ay) * round_
    found = grid.hex_at(cx + (edge_x - cx) * out, cy + (edge_y - cy) * out, width)
    assert found == hex_


@given(grids)
@few
def test_the_sheet_holds_every_hex(grid: Grid) -> None:
    wide, high = grid.size(10.0)
    corners = [corner for hex_ in grid for corner in grid.outline(hex_, 10.0)]
    assert min(x for x, _ in corners) >= -1e-9
    assert min(y for _, y in corners) >= -1e-9
    assert max(x for x, _ in corners) <= wide + 1e-9
    assert max(y for _, y in corners) <= high + 1e-9


@layouts
def test_the_sheet_of_two_lines_and_more_has_no_margin(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    grid = Grid(4, 3, orientation, shifted)
    corners = [corner for hex_ in grid for corner in grid.outline(hex_)]
    box = (min(x for x, _ in corners), min(y for _, y in corners))
    far = (max(x for x, _ in corners), max(y for _, y in corners))
    assert close(box, (0, 0))
    assert close(far, grid.size())


@layouts
def test_the_lattice_is_the_page_in_whole_numbers(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    grid = Grid(5, 5, orientation, shifted)
    across, down = grid.scale(1.0)
    start_x, start_y = grid.lattice(grid.hex(0, 0))
    left, top = grid.centre(grid.hex(0, 0))
    for hex_ in grid:
        x, y = grid.lattice(hex_)
        page = left + (x - start_x) * across, top + (y - start_y) * down
        assert close(page, grid.centre(hex_))


@layouts
def test_exchanging_x_and_y_makes_one_orientation_the_other(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    other = Orientation.FLAT if orientation is Orientation.POINTY else Orientation.POINTY
    grid, turned = Grid(5, 4, orientation, shifted), Grid(4, 5, other, shifted)
    for hex_ in grid:
        column, row = grid.column_row(hex_)
        assert grid.lattice(hex_) == turned.lattice(turned.hex(row, column))[::-1]


def test_a_hex_off_the_map_has_a_place_and_no_membership() -> None:
    grid = Grid(3, 3)
    assert grid.hex(-1, 0) not in grid
    assert grid.hex_at(*grid.centre(grid.hex(-1, 0))) == grid.hex(-1, 0)
    assert Hex(0, 0) in grid
