"""Stamps the user keeps: small map files that can be edited, shared, and be broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.checks.check import check
from engine.editing.map_clips import Clip, as_map, clip
from engine.files.source_text import SaveError
from engine.hexes.grid import Orientation
from engine.map.map import Zone
from studio.map_tools.stamps import KEPT, STAMPS, SelectionTooLarge, StampLibrary
from tests.studio.documents.random_edits import random_map
from tests.studio.map_tools.hands import at, board, ground_of

RING = np.array([1, 2, 5, 7, 9, 10], np.int32)


def facts(taken: Clip) -> list[object]:
    """What lies in a clip, hex by hex, from wherever it is held."""
    map_, _ = as_map(taken)
    return [
        ground_of(map_),
        map_.level.tolist(),
        {kind: masks.tolist() for kind, masks in map_.sides.items() if masks.any()},
        {kind: masks.tolist() for kind, masks in map_.links.items() if masks.any()},
        {name: zone.hexes.tolist() for name, zone in map_.zones.items()},
        map_.places,
    ]


def test_a_kept_stamp_is_there_again_the_next_day(tmp_path: Path) -> None:
    map_ = board(".ww.\nw~w.\n.ww.", levels="0 1 1 0\n1 2 1 0\n0 1 1 0")
    map_.set_link("road", at(map_, 1, 0), 0)
    map_.set_side("stream", at(map_, 1, 1), 2)
    map_.zones["red"] = Zone(map_.level == 2, "Red", "#aa0000")
    taken = clip(map_, RING)
    stamp = StampLibrary(tmp_path).save_stamp("Old Mill 磨坊", taken, map_.grid.orientation)
    again = StampLibrary(tmp_path)
    assert again.faults == []
    assert list(again) == [*STAMPS, stamp]
    assert again.kept[stamp].name == "Old Mill 磨坊"
    assert len(again.kept[stamp].clip.hexes) == len(RING)
    assert facts(again.kept[stamp].clip) == facts(taken)


@pytest.mark.parametrize("seed", range(8))
def test_any_clip_is_read_as_it_was_kept(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng, 8, 8)
    chosen = np.unique(rng.integers(0, len(map_.grid), 12)).astype(np.int32)
    taken = clip(map_, chosen)
    book = StampLibrary(tmp_path)
    stamp = book.save_stamp("any", taken, map_.grid.orientation)
    read = StampLibrary(tmp_path).kept[stamp].clip
    assert sorted(map(tuple, (read.hexes - read.hexes.min(axis=0)).tolist())) == sorted(
        map(tuple, (taken.hexes - taken.hexes.min(axis=0)).tolist())
    )
    assert facts(replace(read, zones=taken.zones))[:4] == facts(taken)[:4], f"seed {seed}"


def test_a_stamp_is_a_map_file_that_checks_clean(tmp_path: Path) -> None:
    map_ = board("ww\nw.")
    StampLibrary(tmp_path).save_stamp(
        "Wood", clip(map_, np.arange(3, dtype=np.int32)), Orientation.FLAT
    )
    (file,) = tmp_path.iterdir()
    assert file.name == "wood.map.yaml"
    assert check(file) == []


def test_two_stamps_of_one_name_have_files_of_their_own(tmp_path: Path) -> None:
    book, taken = StampLibrary(tmp_path), clip(board("w"), np.array([0], np.int32))
    ids = [book.save_stamp("A/b: c", taken, Orientation.POINTY) for _ in range(3)]
    assert ids == [KEPT + "a-b-c", KEPT + "a-b-c-2", KEPT + "a-b-c-3"]
    assert len(list(tmp_path.iterdir())) == 3


def test_a_stamp_is_renamed_and_thrown_away(tmp_path: Path) -> None:
    book, taken = StampLibrary(tmp_path), clip(board("w"), np.array([0], np.int32))
    stamp = book.save_stamp("One", taken, Orientation.POINTY)
    book.rename(stamp, "Two")
    assert StampLibrary(tmp_path).kept[stamp].name == "Two"
    book.remove(stamp)
    assert stamp not in book.kept
    assert list(tmp_path.iterdir()) == []


def test_a_broken_stamp_is_told_of_and_the_others_are_there(tmp_path: Path) -> None:
    taken = clip(board("w"), np.array([0], np.int32))
    stamp = StampLibrary(tmp_path).save_stamp("Good", taken, Orientation.POINTY)
    (tmp_path / "bad.map.yaml").write_text("sandtable: map/1\ngrid: {columns: 0, rows: x}\n")
    book = StampLibrary(tmp_path)
    assert list(book.kept) == [stamp]
    assert len(book.faults) == 1
    assert "bad.map.yaml" in book.faults[0]


def test_without_a_folder_stamps_are_kept_for_the_day() -> None:
    book, taken = StampLibrary(), clip(board("w"), np.array([0], np.int32))
    stamp = book.save_stamp("One", taken, Orientation.POINTY)
    book.rename(stamp, "Two")
    assert book.clip(stamp) is taken
    book.remove(stamp)
    assert book.clip(stamp) is None


def test_where_nothing_can_be_written_it_is_said_and_nothing_kept(tmp_path: Path) -> None:
    (tmp_path / "stamps").write_text("a file where the folder should be")
    book, taken = StampLibrary(tmp_path / "stamps"), clip(board("w"), np.array([0], np.int32))
    with pytest.raises(SaveError, match="stamps"):
        book.save_stamp("One", taken, Orientation.POINTY)
    assert book.kept == {}


def test_a_whole_country_is_no_stamp() -> None:
    map_ = board(" ".join(["." * 101] * 100))
    with pytest.raises(SelectionTooLarge, match="10100"):
        StampLibrary().save_stamp(
            "All", clip(map_, np.arange(10100, dtype=np.int32)), Orientation.POINTY
        )
