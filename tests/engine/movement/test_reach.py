"""Where a unit can go: the tank rulebook's cases, occupied hexes, the march."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from engine.hexes.grid import OffsetParity, Orientation
from engine.movement.mobility import Mobility
from engine.movement.path_search import PathSearch
from tests.engine.movement.movement_boards import FAR, TANK, Board, board


def along_row(terrain: Board, mobility: Mobility, points: int, closed: str = "") -> list[str]:
    """The places a unit that starts in 0,0 comes to, and what each costs."""
    reach = PathSearch(mobility, terrain).reach(terrain.at("0,0"), points, terrain.hexes(closed))
    return [f"{terrain.names([hex_])}={cost}" for hex_, cost in reach.items()]


def test_five_points_go_through_open_open_woods_open() -> None:
    row = board(". . . w . .")
    assert along_row(row, TANK, 5) == ["0,0=0", "1,0=1", "2,0=2", "3,0=4", "4,0=5"]


def test_five_points_follow_a_road_through_a_settlement_for_five_hexes() -> None:
    row = board("s s s s s s s s").road("0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0")
    assert along_row(row, TANK, 5)[-1] == "5,0=5"


def test_the_same_road_marched_leads_ten_hexes_on() -> None:
    road = " ".join(f"{column},0" for column in range(13))
    row = board("s " * 13).road(road)
    reached = along_row(row, TANK.marching(), 5)
    assert reached[1] == "1,0=1/2"
    assert reached[-1] == "10,0=5"


def test_a_march_follows_links_only() -> None:
    terrain = board("""
        . . . .
         . . . .
    """).road("0,0 1,0 2,0 2,1")
    reach = PathSearch(TANK.marching(), terrain).reach(terrain.at("0,0"), 5)
    assert terrain.names(list(reach)) == "0,0 1,0 2,0 2,1"


def test_a_march_neither_enters_nor_passes_a_hex_that_holds_friends() -> None:
    row = board(". . . . .").road("0,0 1,0 2,0 3,0 4,0")
    assert along_row(row, TANK.marching(), 5, closed="2,0") == ["0,0=0", "1,0=1/2"]


def test_a_march_starts_from_where_friends_stand_if_the_game_allows_it() -> None:
    row = board(". . .").road("0,0 1,0 2,0")
    assert along_row(row, TANK.marching(), 1, closed="0,0") == ["0,0=0", "1,0=1/2", "2,0=1"]


def test_no_points_reach_the_start_alone() -> None:
    assert along_row(board(". . ."), TANK, 0) == ["0,0=0"]


def test_a_fraction_of_a_point_too_small_for_a_step_is_lost() -> None:
    row = board(". . .").road("0,0 1,0 2,0")
    reach = PathSearch(TANK.marching(), row).reach(row.at("0,0"), Fraction(3, 4))
    assert list(reach.values()) == [0, Fraction(1, 2)]


def test_a_move_that_enters_the_enemys_hex_ends_there() -> None:
    # tank V8
    row = board(". . . .")
    reach = PathSearch(TANK, row).reach(row.at("0,0"), 5, halts=row.hexes("1,0"))
    assert row.names(list(reach)) == "0,0 1,0"


def test_a_unit_leaves_the_hex_that_would_have_stopped_it() -> None:
    row = board(". . .")
    reach = PathSearch(TANK, row).reach(row.at("0,0"), 5, halts=row.hexes("0,0"))
    assert row.names(list(reach)) == "0,0 1,0 2,0"


def test_a_unit_shut_in_by_others_stays_where_it_is() -> None:
    # primer P2, P6: with others in M1 and N2 a unit in N1 cannot move
    terrain = board("\n".join(["." * 14] * 7), Orientation.FLAT, OffsetParity.EVEN)
    reach = PathSearch(TANK, terrain).reach(terrain.at("13,0"), 5, terrain.hexes("12,0 13,1"))
    assert terrain.names(list(reach)) == "13,0"


def test_what_was_closed_for_one_question_is_open_for_the_next() -> None:
    row = board(". . .")
    paths = PathSearch(TANK, row)
    paths.reach(row.at("0,0"), 5, closed=row.hexes("1,0"), halts=row.hexes("2,0"))
    assert row.names(list(paths.reach(row.at("0,0"), 5))) == "0,0 1,0 2,0"


def test_an_answer_stays_as_it_is_when_more_is_asked() -> None:
    row = board(". . . .")
    paths = PathSearch(TANK, row)
    first = paths.reach(row.at("0,0"), 3)
    paths.reach(row.at("3,0"), 1)
    assert row.names(list(first)) == "0,0 1,0 2,0 3,0"


def test_a_reach_as_a_plane_has_units_where_the_move_comes() -> None:
    row = board(". w . .")
    plane = PathSearch(TANK, row).reach(row.at("0,0"), 3).plane()
    assert plane.tolist() == [[0, 2, 3, FAR]]


def test_hexes_closed_on_the_map_are_never_entered() -> None:
    row = board(". . .")
    closed = np.array([[False, True, False]])
    assert list(PathSearch(TANK, row, closed).reach(row.at("0,0"), 5)) == row.hexes("0,0")


@pytest.mark.parametrize("name", ["-1,0", "3,0", "0,1"])
def test_a_start_off_the_map_is_refused_with_its_place(name: str) -> None:
    row = board(". . .")
    with pytest.raises(ValueError, match=f"@{name} is off the map of 3 columns and 1 rows"):
        PathSearch(TANK, row).reach(row.at(name), 5)


def test_a_refused_question_leaves_nothing_closed() -> None:
    row = board(". . .")
    paths = PathSearch(TANK, row)
    with pytest.raises(ValueError, match="off the map"):
        paths.reach(row.at("7,7"), 5, closed=row.hexes("1,0"))
    assert row.names(list(paths.reach(row.at("0,0"), 5))) == "0,0 1,0 2,0"
