"""The rules of sight, one by one, on drawn maps (tank S1–S9)."""

from __future__ import annotations

import pytest

from engine.hexes.grid import OffsetParity, Orientation
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from tests.engine.sight.sight_boards import at, board


def sees(sight: Sight, a: str, b: str) -> bool:
    """The verdict, which must be the same both ways and in the explanation."""
    here, there = at(sight, a), at(sight, b)
    verdict = sight.sees(here, there)
    assert sight.sees(there, here) == verdict
    assert sight.profile(here, there).is_clear == sight.profile(there, here).is_clear == verdict
    return verdict


@pytest.mark.parametrize(
    ("levels", "is_seen"),
    [
        ("0 0 0 1 1", True),  # high side 1 ≤ low side 3
        ("0 1 1 1 1", False),  # high side 3 > low side 1
        ("0 0 1 1 1", True),  # 2 ≤ 2
    ],
)
def test_the_worked_cases_of_adjacent_levels(levels: str, is_seen: bool) -> None:
    assert sees(board(levels), "@0,0", "@4,0") == is_seen


def test_s2_woods_and_settlement_raise_a_hex_on_the_line_by_one() -> None:
    assert not sees(board("0 0 0w 0 0"), "@0,0", "@4,0")
    assert not sees(board("0 0 0s 0 0"), "@0,0", "@4,0")


def test_s2_cover_in_the_end_hexes_does_not_count() -> None:
    assert sees(board("0w 0 0 0 0s"), "@0,0", "@4,0")


def test_s3_on_one_level_anything_higher_blocks_and_nothing_else() -> None:
    assert not sees(board("2 0 3 0 2"), "@0,0", "@4,0")
    assert sees(board("2 2 1w 0 2"), "@0,0", "@4,0")


def test_s5_points_on_the_charts_line_are_clear_and_above_it_are_not() -> None:
    # Rise 3 + 1 over 8 hexes: the line is at 1 after 2 hexes, at 2 after 4, at 3 after 6.
    assert sees(board("0 0 1 1 2 2 3 3 3"), "@0,0", "@8,0")
    assert not sees(board("0 0 1 1 2 3 3 3 3"), "@0,0", "@8,0")
    assert not sees(board("0 1 1 1 2 2 3 3 3"), "@0,0", "@8,0")


def test_s5_counts_from_the_lower_unit_whoever_looks() -> None:
    assert sees(board("3 3 3 2 2 1 1 0 0"), "@0,0", "@8,0")
    assert not sees(board("3 3 3 2 2 1 1 1 0"), "@0,0", "@8,0")


BESIDE = """
    0 0 0
     {} {} 0
    0 0 0
"""


@pytest.mark.parametrize(
    ("left", "right", "is_seen"),
    [("1", "0", True), ("0", "1", True), ("0w", "0w", False), ("1", "2", False)],
)
def test_s7_a_line_along_a_hexside_is_blocked_only_by_both_hexes(
    left: str, right: str, is_seen: bool
) -> None:
    # From @1,0 straight down to @1,2, between @0,1 and @1,1.
    assert sees(board(BESIDE.format(left, right)), "@1,0", "@1,2") == is_seen


@pytest.mark.parametrize(("orientation", "far"), [("pointy", "@0,2"), ("flat", "@2,0")])
def test_s7_a_hexside_at_the_edge_of_the_map_never_blocks(orientation: str, far: str) -> None:
    sight = board("0 9 0\n 9 9 9\n0 9 0", Orientation(orientation), OffsetParity.ODD)
    assert sees(sight, "@0,0", far)


PAIRED = """
    0 0 {} 0
     0 {} 0 0
"""


@pytest.mark.parametrize(
    ("first", "second", "is_seen"), [("0", "0", True), ("1", "0", False), ("0", "1", False)]
)
def test_s7_of_two_hexes_crossed_at_one_distance_either_blocks(
    first: str, second: str, is_seen: bool
) -> None:
    # The line from @0,0 to @3,1 crosses both @2,0 and @1,1 at distance 2.
    assert sees(board(PAIRED.format(first, second)), "@0,0", "@3,1") == is_seen


def test_s8_a_sampled_trace_judges_only_one_of_the_two() -> None:
    assert sees(board(PAIRED.format("1", "0"), trace=TraceRule.SAMPLED), "@0,0", "@3,1")
    assert not sees(board(PAIRED.format("0", "1"), trace=TraceRule.SAMPLED), "@0,0", "@3,1")


def test_s8_a_sampled_point_midway_counts_to_the_larger_row() -> None:
    # Midway from @0,1 to @2,0 lie @1,0 above and @1,1 below.
    above, below = "0 9 0\n 0 0 0", "0 0 0\n 0 9 0"
    assert sees(board(above, trace=TraceRule.SAMPLED), "@0,1", "@2,0")
    assert not sees(board(below, trace=TraceRule.SAMPLED), "@0,1", "@2,0")


def test_s9_adjacent_hexes_always_see_each_other_and_a_hex_itself() -> None:
    sight = board("0 900w\n -900s 40")
    for a in sight.grid:
        assert sight.sees(a, a)
        for b in sight.grid.neighbours(a):
            assert sight.sees(a, b)
