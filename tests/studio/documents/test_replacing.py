"""Terrain is found and replaced: in some hexes or everywhere, counted first, undone at once."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from engine.editing.terrain_replacement import TerrainReplacement, kinds_on
from engine.map.map import Map
from engine.map.terrain import TerrainClass
from tests.engine.comparing_maps import facts
from tests.generated import generated_map

GROUND, SIDE, LINK = TerrainClass


@pytest.fixture(scope="module")
def country() -> Map:
    map_ = generated_map(30, 24, seed=5)
    for column in range(9):
        map_.set_link("road", map_.grid.hex(column, 5), 0)
    return map_


CASES = [
    (lies, becomes, part)
    for lies, becomes in ((GROUND, "city"), (SIDE, "wall"), (LINK, "track"), (SIDE, ""), (LINK, ""))
    for part in (1, 3)
]


@pytest.mark.parametrize(("lies", "becomes", "part"), CASES)
def test_all_that_is_counted_is_replaced_and_comes_back(
    country: Map, lies: TerrainClass, becomes: str, part: int
) -> None:
    map_ = deepcopy(country)
    was = next(iter(kinds_on(map_, lies)))
    there = TerrainReplacement(lies, was).hexes(map_)
    within = None if part == 1 else there[: there.size * 2 // part]
    what, reverse = TerrainReplacement(lies, was, becomes), TerrainReplacement(lies, becomes, was)
    count, before = what.count(map_, within), reverse.count(map_) if becomes else 0
    every = what.count(map_)
    assert 0 < count <= every
    edit = what.edit(map_, within)
    assert edit is not None
    inverse = edit.apply(map_)
    assert what.count(map_, within) == 0
    assert what.count(map_) == every - count
    if becomes:
        assert before < reverse.count(map_) <= before + count
    inverse.apply(map_)
    assert facts(map_) == facts(country)


def test_a_hexside_is_within_some_hexes_if_one_is_and_a_road_if_both_are() -> None:
    map_ = generated_map(6, 6, seed=1)
    map_.sides, map_.links = {}, {}
    here = map_.grid.hex(2, 2)
    map_.set_side("stream", here, 0)
    map_.set_link("road", here, 0)
    within = np.array([2 * 6 + 2], np.int32)
    assert TerrainReplacement(SIDE, "stream").count(map_, within) == 1
    assert TerrainReplacement(LINK, "road").count(map_, within) == 0


def test_a_kind_is_not_replaced_by_itself_nor_where_it_does_not_lie() -> None:
    map_ = generated_map(6, 6, seed=1)
    assert TerrainReplacement(GROUND, "woods", "woods").edit(map_) is None
    assert TerrainReplacement(GROUND, "lava", "woods").edit(map_) is None
    assert TerrainReplacement(SIDE, "lava", "wall").edit(map_) is None


def test_a_side_at_the_edge_counts_once() -> None:
    map_ = generated_map(6, 6, seed=1)
    map_.sides = {}
    map_.set_side("wall", map_.grid.hex(0, 0), 3)
    map_.set_side("wall", map_.grid.hex(2, 2), 3)
    assert kinds_on(map_, SIDE) == {"wall": 2}
