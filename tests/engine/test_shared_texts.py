"""Texts that hold several hexes: sides, links and zones of large maps stay within bounds."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

from engine.files import map_layer_text, source_text
from engine.files.map_reader import open_file
from engine.files.map_writer import new_map_text, rewrite
from engine.hexes.grid import Grid
from engine.map.map import Map

SHARED = """\
sandtable: map/1
grid: {columns: 4, rows: 2}
sides: {stream: ["@0,0 E SE @1,0 E"]}  # two hexes, three sides
"""


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    path = tmp_path / "shared.map.yaml"
    path.write_text(SHARED, encoding="utf-8")
    return path


def test_one_text_under_sides_may_hold_several_hexes(shared: Path) -> None:
    map_ = open_file(shared).map
    sides = [("@0,0", 0), ("@0,0", 5), ("@1,0", 0)]
    assert all(map_.has_side("stream", map_.labels.find(at), d) for at, d in sides)
    assert int(np.bitwise_count(map_.sides["stream"]).sum()) == 6


def test_a_side_taken_from_a_shared_text_leaves_the_others(shared: Path) -> None:
    was = open_file(shared)
    map_ = deepcopy(was.map)
    first, second = map_.grid.hex(0, 0), map_.grid.hex(1, 0)
    map_.sides["stream"][map_.grid.index(first)] &= 0x3F & ~1
    map_.sides["stream"][map_.grid.index(second)] &= 0x3F & ~(1 << 3)
    text = rewrite(map_, was).text
    assert text == SHARED.replace("@0,0 E SE @1,0 E", "@0,0 SE @1,0 E")


def test_many_sides_and_zone_hexes_share_texts_and_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_layer_text, "MAX_ROWS_AS_TEXT", 100)
    monkeypatch.setattr(source_text, "MAX_VALUES", 200)
    map_ = Map.blank(Grid(40, 40))
    for hex_ in map_.grid:
        if map_.grid.neighbour(hex_, 0) in map_.grid:
            map_.set_side("stream", hex_, 0)
    path = tmp_path / "large.map.yaml"
    source_text.write(path, new_map_text(map_, path))
    assert np.array_equal(open_file(path).map.sides["stream"], map_.sides["stream"])
