"""Fords of OpenStreetMap on hexes: a link of their own where a road meets a stream."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.hexes.hex import SIDES
from engine.map.map import Map
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.map_draft import DraftChoice, draft_map
from tests.engine.terrain_import.small_ground import LAT, LON
from tests.engine.terrain_import.test_generalising import Way, count, surveyed

ROAD, STREAM = {"highway": "tertiary"}, {"waterway": "stream"}
WEST, EAST = (LON - 0.02, LAT), (LON + 0.02, LAT)
NORTH, SOUTH = (LON, LAT + 0.02), (LON, LAT - 0.02)
MIDDLE = (LON, LAT)
CROSSING: list[Way] = [([WEST, MIDDLE, EAST], ROAD), ([NORTH, MIDDLE, SOUTH], STREAM)]


def at_a_node(path: Path) -> HexSamples:
    return surveyed(path, *CROSSING, spots=[(MIDDLE, {"ford": "yes"})])


def on_a_way(path: Path) -> HexSamples:
    before, after = (LON - 0.0005, LAT), (LON + 0.0005, LAT)
    ways: list[Way] = [([WEST, before], ROAD), ([before, MIDDLE, after], ROAD | {"ford": "yes"}),
                       ([after, EAST], ROAD), CROSSING[1]]  # fmt: skip
    return surveyed(path, *ways)


def linked(map_: Map) -> np.typing.NDArray[np.uint8]:
    union = np.zeros(map_.grid.shape, np.uint8)
    for plane in map_.links.values():
        assert not (union & plane).any(), "each link is of one kind"
        union |= plane
    return union


@pytest.mark.parametrize("made", [at_a_node, on_a_way])
def test_a_road_that_fords_a_stream_has_a_ford_there_and_no_bridge(
    tmp_path: Path, made: Callable[[Path], HexSamples]
) -> None:
    map_ = draft_map(made(tmp_path))
    assert count(map_, "ford") == 1
    crossed = map_.links["ford"] & map_.sides["stream"]
    assert int(np.bitwise_count(crossed).sum()) == 2, "the link that crosses the water, both ways"
    assert not (map_.links["road"] & map_.sides["stream"]).any()


def test_the_road_is_as_connected_as_without(tmp_path: Path) -> None:
    found = at_a_node(tmp_path)
    plain = draft_map(found, DraftChoice(links=frozenset({"road"})))
    assert np.array_equal(linked(draft_map(found)), plain.links["road"])
    assert list(plain.links) == ["road"]


def test_no_ford_is_left_where_its_road_is_not_drawn(tmp_path: Path) -> None:
    map_ = draft_map(at_a_node(tmp_path), DraftChoice(links=frozenset({"highway", "ford"})))
    assert not any(plane.any() for plane in map_.links.values())


def test_a_crossing_without_a_ford_is_a_bridge(tmp_path: Path) -> None:
    map_ = draft_map(surveyed(tmp_path, *CROSSING))
    assert "ford" not in map_.links
    assert (map_.links["road"] & map_.sides["stream"]).any()


def test_a_ford_far_from_any_crossing_is_told(tmp_path: Path) -> None:
    there = (LON + 0.01, LAT + 0.01)
    found = surveyed(tmp_path, *CROSSING, spots=[(there, {"ford": "yes"})])
    assert {told.code: told.count for told in found.findings}["fords-left"] == 1
    assert "ford" not in found.links


def test_each_ford_is_marked_from_both_its_hexes(tmp_path: Path) -> None:
    found = at_a_node(tmp_path)
    grid, plane = found.frame.grid, found.links["ford"]
    for row, column in np.argwhere(plane).tolist():
        for direction in (d for d in range(SIDES) if plane[row, column] >> d & 1):
            there = grid.index(grid.neighbour(grid.hex(column, row), direction))
            assert plane[there] >> (direction + 3) % SIDES & 1
