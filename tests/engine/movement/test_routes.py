"""Cheapest paths: which one of several, what a given path costs, where none leads."""

from __future__ import annotations

import math

import pytest

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import distance
from engine.movement.mobility import Mobility
from engine.movement.path_search import PathSearch
from tests.engine.movement.movement_boards import TANK, board


def test_the_way_round_the_woods_is_taken_when_it_is_cheaper() -> None:
    dense = Mobility("dense", ground={"open": 1, "woods": 4})
    terrain = board("""
        . w w .
         . . . .
    """)
    route = PathSearch(dense, terrain).route(terrain.at("0,0"), terrain.at("3,0"))
    assert route is not None
    assert terrain.names(route.hexes) == "0,0 0,1 1,1 2,1 3,0"
    assert route.spent == (0, 1, 2, 3, 4)


def test_of_equally_cheap_paths_the_one_with_fewest_hexes_is_taken() -> None:
    # One step through woods for 2 or two in the open for 1 each: fewer hexes, fewer shots at them.
    terrain = board("""
        . w .
         . .  .
    """)
    equal = Mobility("equal", ground={"open": 1, "woods": 2})
    route = PathSearch(equal, terrain).route(terrain.at("0,0"), terrain.at("2,0"))
    assert route is not None
    assert (terrain.names(route.hexes), route.cost) == ("0,0 1,0 2,0", 3)


def test_in_the_open_a_path_keeps_to_the_straight_line() -> None:
    terrain = board("\n".join(["." * 9] * 7))
    start, target = terrain.at("0,0"), terrain.at("6,6")
    route = PathSearch(TANK, terrain).route(start, target)
    assert route is not None
    (x0, y0), (x1, y1) = terrain.grid.centre(start), terrain.grid.centre(target)
    for hex_ in route.hexes:
        x, y = terrain.grid.centre(hex_)
        astray = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / math.hypot(x1 - x0, y1 - y0)
        assert astray < 0.6, terrain.names(route.hexes)


def test_a_path_from_a_hex_to_itself_is_that_hex_and_free() -> None:
    terrain = board(". .")
    route = PathSearch(TANK, terrain).route(terrain.at("1,0"), terrain.at("1,0"))
    assert route is not None
    assert (terrain.names(route.hexes), route.cost) == ("1,0", 0)


def test_there_is_no_path_across_a_lake() -> None:
    terrain = board(". ~ .")
    assert PathSearch(TANK, terrain).route(terrain.at("0,0"), terrain.at("2,0")) is None


def test_there_is_no_path_that_costs_more_than_the_points() -> None:
    paths = PathSearch(TANK, terrain := board(". w ."))
    assert paths.route(terrain.at("0,0"), terrain.at("2,0"), 2) is None
    assert paths.route(terrain.at("0,0"), terrain.at("2,0"), 3) is not None


def test_a_path_goes_round_hexes_that_are_occupied() -> None:
    terrain = board("""
        . . .
         . . .
    """)
    paths = PathSearch(TANK, terrain)
    route = paths.route(terrain.at("0,0"), terrain.at("2,0"), closed=terrain.hexes("1,0"))
    assert route is not None
    assert terrain.names(route.hexes) == "0,0 0,1 1,1 2,0"


def test_a_path_ends_in_a_hex_that_halts_but_never_goes_on() -> None:
    terrain = board(". . .")
    paths, halts = PathSearch(TANK, terrain), terrain.hexes("1,0")
    assert paths.route(terrain.at("0,0"), terrain.at("1,0"), halts=halts) is not None
    assert paths.route(terrain.at("0,0"), terrain.at("2,0"), halts=halts) is None


def test_uphill_and_back_cost_differently() -> None:
    goat = Mobility("goat", ground={"open": 1}, up=2)
    hill = board(". .").raised(("1,0", 1))
    paths = PathSearch(goat, hill)
    up = paths.route(hill.at("0,0"), hill.at("1,0"))
    down = paths.route(hill.at("1,0"), hill.at("0,0"))
    assert up is not None
    assert down is not None
    assert (up.cost, down.cost) == (3, 1)


def test_a_given_path_is_priced_step_by_step() -> None:
    terrain = board(". . w s").stream("0,0", "1,0")
    route = PathSearch(TANK, terrain).along(terrain.hexes("0,0 1,0 2,0 3,0"))
    assert route is not None
    assert route.spent == (0, 3, 5, 8)


def test_a_given_path_into_a_lake_has_no_price() -> None:
    terrain = board(". ~ .")
    assert PathSearch(TANK, terrain).along(terrain.hexes("0,0 1,0 2,0")) is None


def test_a_given_path_that_jumps_is_refused() -> None:
    terrain = board(". . .")
    with pytest.raises(ValueError, match="@0,0 and @2,0 do not touch"):
        PathSearch(TANK, terrain).along(terrain.hexes("0,0 2,0"))


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(OffsetParity))
def test_in_the_open_the_field_is_the_distance(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    terrain = board("\n".join(["." * 7] * 6), orientation, shifted)
    start = terrain.at("2,3")
    field = PathSearch(TANK, terrain).cost_field([start])
    for hex_ in Grid(7, 6, orientation, shifted):
        assert field[terrain.grid.index(hex_)] == distance(start, hex_)
