"""Sight (tank S) as the tank game uses it: cover, ends, worked cases, both traces."""

from __future__ import annotations

import pytest

from engine.games.tank.fire import can_hit
from tests.games.boards import battle


def sees(board: str, **rules: object) -> bool:
    state = battle(board, rules=rules).state
    seen = can_hit(state, state.units["r1"], state.units["b1"])
    assert seen == can_hit(state, state.units["b1"], state.units["r1"]), "sight is symmetric (S6)"
    return seen


@pytest.mark.parametrize(
    ("board", "visible"),
    [("r1 0 0 1 b1:1", True), ("r1 1 1 1 b1:1", False), ("r1 0 1 1 b1:1", True)],
)
def test_worked_case_one_change_between_adjacent_levels(board: str, visible: bool) -> None:
    assert sees(board) is visible


@pytest.mark.parametrize(
    ("board", "visible"),
    [("r1 . . b1", True), ("r1 1 . b1", False), ("r1 w . b1", False), ("r1 s . b1", False)],
)
def test_s2_s3_same_level_is_blocked_by_anything_effectively_higher(
    board: str, visible: bool
) -> None:
    assert sees(board) is visible


def test_s2_cover_at_the_ends_is_not_counted() -> None:
    assert sees("r1:w . . b1:s")


def test_s5_a_point_on_the_line_is_clear_and_one_above_it_blocks() -> None:
    assert sees("r1 . 1 . b1:1")
    assert not sees("r1 . 2 . b1:1")


ALONG = """
.  r1 .
 {} {} .
.  b1 .
"""


def test_s7_along_a_hexside_only_both_neighbours_block() -> None:
    assert sees(ALONG.format("5", "."))
    assert sees(ALONG.format(".", "5"))
    assert not sees(ALONG.format("5", "5"))


def test_s9_neighbours_always_see_each_other() -> None:
    assert sees("r1 b1:9")


def test_s8_the_trace_is_a_choice_of_the_rules() -> None:
    assert battle("r1 b1", rules={"trace": "sampled"}).state.field.sight.trace == "sampled"
    assert battle("r1 b1").state.field.sight.trace == "crossed"
