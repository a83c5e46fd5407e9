"""Sight kept up with edits is that of the edited map; exposure counted in strips is exact."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.games import rule_system_of
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import distance
from engine.map.map import Map
from engine.sight import exposure
from engine.sight.exposure import grid_diameter
from engine.sight.incremental_sight import IncrementalSight, Judge, cut_out
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from tests.engine.sight.sight_boards import LAYOUTS, random_levels
from tests.generated import generated_map


def judge(map_: Map) -> Sight:
    return rule_system_of("tank").handbook({}).sight(map_, TraceRule.CROSSED)


def jagged(map_: Map) -> Sight:
    """Rules by which a hex rises as high as the highest next door: they look one hex round."""
    height = map_.level.copy()
    for hex_ in map_.grid:
        around = (int(map_.level[map_.grid.index(each)]) for each in map_.grid.neighbours(hex_))
        height[map_.grid.index(hex_)] = max(around, default=0)
    return Sight(map_.grid, map_.level.copy(), height)


def rough(columns: int, rows: int, layout: tuple[Orientation, OffsetParity], seed: int) -> Sight:
    grid = Grid(columns, rows, *layout)
    return Sight(grid, *random_levels(grid, seed, 6))


@pytest.mark.parametrize("by", [judge, jagged])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_edits_taken_over_equal_a_fresh_sight(
    layout: tuple[Orientation, OffsetParity], by: Judge
) -> None:
    map_ = generated_map(17, 14, 3, *layout)
    live = IncrementalSight(by, map_)
    random = np.random.default_rng(11)
    for _ in range(25):
        row, column = int(random.integers(14)), int(random.integers(17))
        rows = slice(row, min(14, row + int(random.integers(1, 4))))
        columns = slice(column, min(17, column + int(random.integers(1, 4))))
        map_.level[rows, columns] = random.integers(-3, 9)
        map_.ground[rows, columns] = random.integers(len(map_.grounds))
        live.update_window(map_, rows, columns)
        fresh = by(map_)
        assert (live.sight.eye == fresh.eye).all()
        assert (live.sight.height == fresh.height).all()
    origin = map_.grid.hex(8, 7)
    assert (live.sight.viewshed(origin) == fresh.viewshed(origin)).all()


def test_a_window_without_hexes_changes_nothing() -> None:
    map_ = generated_map(6, 6, 1)
    live = IncrementalSight(judge, map_)
    before = live.sight.height.copy()
    live.update_window(map_, slice(0, 0), slice(0, 0))
    assert (live.sight.height == before).all()


def test_a_part_of_a_map_holds_its_terrain() -> None:
    map_ = generated_map(12, 10, 2)
    part = cut_out(map_, slice(2, 7), slice(4, 12))
    assert part.grid.shape == (5, 8)
    for hex_ in part.grid:
        row, column = part.grid.index(hex_)
        whole = map_.grid.hex(column + 4, row + 2)
        assert part.ground_at(hex_) == map_.ground_at(whole)
        if whole in map_.grid:
            assert part.has_link("road", hex_, 1) == map_.has_link("road", whole, 1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("trace", TraceRule)
def test_exposure_counts_who_sees_each_hex(
    monkeypatch: pytest.MonkeyPatch, layout: tuple[Orientation, OffsetParity], trace: TraceRule
) -> None:
    monkeypatch.setattr(exposure, "STRIP", 40)
    sight = rough(9, 23, layout, 5)
    sight = Sight(sight.grid, sight.eye, sight.height, trace)
    counts = exposure.compute_exposure(sight, 4)
    assert counts is not None
    for hex_ in sight.grid:
        assert counts[sight.grid.index(hex_)] == sight.viewshed(hex_, 4).sum() - 1


def test_exposure_without_a_radius_counts_the_whole_map(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, rows in ((7, 12), (90, 3)):
        sight = rough(columns, rows, LAYOUTS[0], 6)
        counts = exposure.compute_exposure(sight, None)
        assert counts is not None
        for hex_ in sight.grid:
            assert counts[sight.grid.index(hex_)] == sight.viewshed(hex_).sum() - 1


def test_no_two_hexes_are_further_apart_than_the_farthest() -> None:
    for layout, (columns, rows) in product(LAYOUTS, ((1, 1), (5, 2), (2, 7), (6, 6))):
        grid = Grid(columns, rows, *layout)
        found = max(distance(one, other) for one in grid for other in grid)
        assert found <= grid_diameter(grid) <= found + 2


@pytest.mark.parametrize("radius", [4, None])
def test_a_count_that_is_given_up_has_no_answer(radius: int | None) -> None:
    heard: list[float] = []

    def goes_on(part: float) -> bool:
        heard.append(part)
        return len(heard) < 3

    sight = rough(90, 1000, LAYOUTS[0], 7)
    assert exposure.compute_exposure(sight, radius, goes_on) is None
    assert heard == sorted(heard)
    assert all(0 <= part <= 1 for part in heard)


def test_a_copy_of_a_sight_does_not_change_with_it() -> None:
    sight = rough(5, 5, LAYOUTS[0], 8)
    copy, was = sight.copy(), sight.eye.copy()
    sight.eye[:] = 99
    assert (copy.eye == was).all()
    assert copy.trace is sight.trace
