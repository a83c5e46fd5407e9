"""Sight that reaches a few hexes and never into ground that hides (primer P7)."""

from __future__ import annotations

import numpy as np
import pytest

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex, distance
from engine.map.map import Map
from engine.sight.exposure import compute_exposure
from engine.sight.incremental_sight import IncrementalSight
from engine.sight.short_range_sight import ShortRangeSight
from tests.generated import generated_map


def hiding(map_: Map) -> ShortRangeSight:
    """Two hexes far, and not into the map's first kind of ground."""
    return ShortRangeSight(map_.grid, map_.ground == 0, 2)


@pytest.fixture
def sight() -> ShortRangeSight:
    """A flat-top board of 14 × 7 in which every third column hides."""
    grid = Grid(14, 7, Orientation.FLAT, OffsetParity.EVEN)
    hides = np.zeros(grid.shape, np.bool_)
    hides[:, ::3] = True
    return ShortRangeSight(grid, hides, 2)


def is_hidden(sight: ShortRangeSight, hex_: Hex) -> bool:
    return sight.grid.index(hex_)[1] % 3 == 0


def test_a_hex_that_hides_is_not_seen_into_from_next_door(sight: ShortRangeSight) -> None:
    woods, beside = sight.grid.hex(3, 3), sight.grid.hex(4, 3)
    assert not sight.sees(beside, woods)
    assert sight.sees(woods, beside)


def test_what_lies_between_hides_nothing(sight: ShortRangeSight) -> None:
    assert sight.sees(sight.grid.hex(2, 3), sight.grid.hex(4, 3))


def test_a_viewshed_holds_what_is_seen_and_nothing_else(sight: ShortRangeSight) -> None:
    for origin in sight.grid:
        for radius in (0, 1, 2, None):
            shed = sight.viewshed(origin, radius)
            for hex_ in sight.grid:
                near = distance(origin, hex_) <= (2 if radius is None else radius)
                wanted = hex_ == origin or (near and not is_hidden(sight, hex_))
                assert shed[sight.grid.index(hex_)] == wanted


def test_a_profile_names_the_ground_that_hides_the_end_alone(sight: ShortRangeSight) -> None:
    woods, beside = sight.grid.hex(3, 3), sight.grid.hex(4, 3)
    profile = sight.profile(beside, woods)
    assert not profile.is_clear
    assert profile.blocking is not None
    assert profile.blocking.hex == woods
    assert sight.profile(woods, beside).is_clear
    assert sight.profile(woods, woods).is_clear


def test_exposure_counts_the_hexes_that_see_into_each(sight: ShortRangeSight) -> None:
    counts = compute_exposure(sight, None)
    assert counts is not None
    for hex_ in sight.grid:
        wanted = sum(other != hex_ and sight.sees(other, hex_) for other in sight.grid)
        assert counts[sight.grid.index(hex_)] == wanted


def test_edits_taken_over_equal_a_fresh_sight() -> None:
    map_, random = generated_map(17, 14, 3), np.random.default_rng(4)
    live = IncrementalSight(hiding, map_)
    for _ in range(10):
        row, column = int(random.integers(14)), int(random.integers(17))
        rows, columns = slice(row, row + 2), slice(column, column + 3)
        map_.ground[rows, columns] = random.integers(len(map_.grounds))
        live.update_window(map_, rows, columns)
        assert (live.sight.height == hiding(map_).height).all()
    origin = map_.grid.hex(8, 7)
    assert (live.sight.viewshed(origin) == hiding(map_).viewshed(origin)).all()


def test_a_hex_off_the_map_is_refused(sight: ShortRangeSight) -> None:
    with pytest.raises(ValueError, match="off the map"):
        sight.sees(sight.grid.hex(0, 0), sight.grid.hex(14, 0))
