"""The public face: planes as they come, edits, and questions that make no sense."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from engine.hexes.grid import Grid
from engine.hexes.hex import disc
from engine.sight import map_sight, ray_kernels
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from engine.sight.sight_profile import is_clear
from tests.engine.sight.sight_boards import at, board

GRID = Grid(5, 1)
LEFT, RIGHT = GRID.hex(0, 0), GRID.hex(4, 0)


def test_an_edit_in_place_counts_at_the_next_question() -> None:
    levels = np.zeros(GRID.shape, np.int16)
    sight = Sight(GRID, levels, levels)
    assert sight.sees(LEFT, RIGHT)
    levels[0, 2] = 1
    assert not sight.sees(LEFT, RIGHT)
    assert not sight.viewshed(LEFT)[0, 4]
    assert not sight.viewshed(LEFT, 4)[0, 4]


def test_the_kernel_of_one_line_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find it by the types of its arguments takes as long as to follow the line."""
    levels = np.zeros(GRID.shape, np.int16)
    sight = Sight(GRID, levels, levels)
    assert sight.sees(LEFT, RIGHT)
    monkeypatch.setattr(ray_kernels, "can_see", None)
    levels[0, 2] = 1
    assert not sight.sees(LEFT, RIGHT)


@pytest.mark.parametrize("trace", TraceRule)
def test_the_first_lines_are_followed_by_hand_and_answered_alike(
    trace: TraceRule, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(2)
    grid = Grid(12, 9)
    eye, height = random.integers(0, 4, (2, *grid.shape)).astype(np.int16)
    kernel = Sight(grid, eye, height, trace)
    ends = [(a, b) for a in list(grid)[::5] for b in list(grid)[::3]]
    expected = [kernel.sees(a, b) for a, b in ends]
    monkeypatch.setattr(map_sight, "KERNELS", "engine.kernels_nobody_has_loaded")
    monkeypatch.setattr(map_sight, "LINES_BY_HAND", len(ends) - 5)
    by_hand, follow = Sight(grid, eye, height, trace), Mock(wraps=is_clear)
    monkeypatch.setattr(map_sight, "is_clear", follow)
    assert [by_hand.sees(a, b) for a, b in ends] == expected
    assert follow.call_count == len(ends) - 5
    for sight in (by_hand, Sight(grid, eye, height, trace)):
        with pytest.raises(ValueError, match="off the map"):
            sight.sees(grid.hex(0, 0), grid.hex(0, -1))


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
def test_planes_of_other_types_are_copied_and_read_again_when_changed(
    dtype: type[np.signedinteger],
) -> None:
    levels = np.zeros(GRID.shape, dtype)
    sight = Sight(GRID, levels, levels)
    levels[0, 2] = 1
    assert sight.sees(LEFT, RIGHT)
    sight.update_window(slice(0, 1), slice(2, 3))
    assert not sight.sees(LEFT, RIGHT)


def test_planes_that_may_not_be_written_are_read_all_the_same() -> None:
    levels = np.array([[0, 0, 1, 0, 0]], np.int16)
    levels.flags.writeable = False
    assert not Sight(GRID, levels, levels).sees(LEFT, RIGHT)


def test_planes_of_another_shape_or_of_fractions_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(5, 1\), but the grid is \(1, 5\)"):
        Sight(GRID, np.zeros((5, 1), np.int16), np.zeros((1, 5), np.int16))
    with pytest.raises(ValueError, match="float64 are not whole numbers"):
        Sight(GRID, np.zeros((1, 5)), np.zeros((1, 5)))
    with pytest.raises(ValueError, match="Use -32768…32767"):
        Sight(GRID, np.full((1, 5), 40_000), np.zeros((1, 5), np.int16))


def test_hexes_off_the_map_are_refused_by_name() -> None:
    levels = np.zeros(GRID.shape, np.int16)
    sight = Sight(GRID, levels, levels)
    off = GRID.hex(5, 0)
    with pytest.raises(ValueError, match="@5,0 is off the map of 5 × 1 hexes"):
        sight.sees(LEFT, off)
    with pytest.raises(ValueError, match="@5,0 is off"):
        sight.sees(off, LEFT)
    with pytest.raises(ValueError, match="@5,0 is off"):
        sight.viewshed(off)
    with pytest.raises(ValueError, match="@5,0 is off"):
        sight.profile(LEFT, off)
    with pytest.raises(ValueError, match="@4,1 is off"):
        sight.sees_each(np.array([[0, 0, 0, 1], [0, 0, 1, 4]]))
    with pytest.raises(ValueError, match="@5,0 is off"):
        sight.all_pairs(3).viewshed(off)


def test_radii_that_make_no_sense_are_refused() -> None:
    levels = np.zeros(GRID.shape, np.int16)
    sight = Sight(GRID, levels, levels)
    with pytest.raises(ValueError, match="Radius -1"):
        sight.viewshed(LEFT, -1)
    with pytest.raises(ValueError, match=r"Radius 65.*0…64"):
        sight.all_pairs(65)


@pytest.mark.parametrize("trace", TraceRule)
def test_on_flat_ground_a_viewshed_is_the_disc_within_the_radius(trace: TraceRule) -> None:
    grid = Grid(30, 31)
    levels = np.zeros(grid.shape, np.int16)
    sight = Sight(grid, levels, levels, trace)
    origin = grid.hex(13, 14)
    for radius in (0, 1, 2, 9):
        seen = sight.viewshed(origin, radius)
        assert {hex_ for hex_ in grid if seen[grid.index(hex_)]} == set(disc(origin, radius))
    assert sight.viewshed(origin).all()
    assert sight.viewshed(origin, 10_000).all()


def test_a_viewshed_follows_an_edit_before_the_next_frame() -> None:
    sight = board("0 0 0 0\n 0 0 0 0\n0 0 0 0")
    assert sight.viewshed(at(sight, "@0,1"), 5).all()
    sight.height[1, 1] = 2
    assert sight.viewshed(at(sight, "@0,1"), 5).tolist()[1] == [True, True, False, False]


def test_pairs_answer_for_the_map_as_it_was_and_within_their_radius() -> None:
    levels = np.zeros(GRID.shape, np.int16)
    sight = Sight(GRID, levels, levels)
    pairs = sight.all_pairs(4)
    levels[0, 2] = 1
    assert pairs.sees(LEFT, RIGHT)
    assert pairs.seen_by().tolist() == [[4, 4, 4, 4, 4]]
    assert sight.all_pairs(4).seen_by().tolist() == [[2, 2, 4, 2, 2]]
    with pytest.raises(ValueError, match="@0,0 and @4,0 are over 3"):
        sight.all_pairs(3).sees(LEFT, RIGHT)


def test_all_pairs_within_radius_nought_are_none() -> None:
    levels = np.zeros(GRID.shape, np.int16)
    pairs = Sight(GRID, levels, levels).all_pairs(0)
    assert pairs.sees(LEFT, LEFT)
    assert pairs.viewshed(LEFT).sum() == 1
    assert not pairs.seen_by().any()
