"""Selections made of others and of the map."""

from __future__ import annotations

import numpy as np
import pytest

from engine.hexes.flat_index import index
from engine.hexes.grid import Orientation
from engine.map.map import Zone
from studio.map_tools import selection
from tests.studio.map_tools.hands import at, blank, board


def test_a_selection_is_inverted() -> None:
    map_ = blank(4, 1)
    assert selection.invert_selection(map_.grid, np.array([1, 2], np.int32)).tolist() == [0, 3]


@pytest.mark.parametrize("orientation", Orientation)
def test_a_selection_grows_by_one_hex_all_round_and_shrinks_again(orientation: Orientation) -> None:
    grid = blank(7, 7, orientation).grid
    middle = grid.hex(3, 3)
    one = np.array([index(grid, middle)], np.int32)
    seven = selection.grow_selection(grid, one)
    assert set(seven.tolist()) == {index(grid, each) for each in (middle, *grid.neighbours(middle))}
    assert selection.shrink_selection(grid, seven).tolist() == one.tolist()


def test_the_whole_map_does_not_shrink() -> None:
    grid = blank(4, 3).grid
    every = np.arange(12, dtype=np.int32)
    assert selection.shrink_selection(grid, every).tolist() == every.tolist()


def test_everything_of_a_kind_is_selected() -> None:
    map_ = board(".ww~", levels="1 2 2 1")
    map_.set_side("wall", at(map_, 0, 0), 0)
    map_.set_link("road", at(map_, 2, 0), 0)
    map_.zones["red"] = Zone(np.array([[1, 0, 0, 1]], np.bool_))
    assert selection.hexes_of_ground(map_, "woods").tolist() == [1, 2]
    assert selection.hexes_of_ground(map_, "nothing such").tolist() == []
    assert selection.hexes_of_level(map_, 1).tolist() == [0, 3]
    assert selection.hexes_with_hexside_feature(map_, "wall").tolist() == [0, 1]
    assert selection.hexes_with_link(map_, "").tolist() == [2, 3]
    assert selection.hexes_of_zone(map_, "red").tolist() == [0, 3]
