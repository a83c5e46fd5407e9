"""Thresholds, levels and what is drawn; and what was changed by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.checks.check import check
from engine.files.map_reader import load
from engine.files.map_writer import map_file_values, new_map_text
from engine.files.source_text import parse, write
from engine.map.map import Map, PlaceName
from engine.problems import Waiver
from engine.terrain_import.hex_elevation import HexElevation
from engine.terrain_import.hex_samples import HexSamples, NamedPlace, NetworkParts
from engine.terrain_import.import_file import as_file, read_import, with_hand_edits
from engine.terrain_import.import_problems import ImportReport, TerrainImportError, waive_warnings
from engine.terrain_import.map_draft import DraftChoice, draft_map, suggest_levels
from tests.engine.terrain_import.small_ground import frame


def ground(hex_metres: float = 50, **parts: Any) -> HexSamples:
    """A small piece of ground: a slope, woods growing thicker to the right, two roads, a stream."""
    here = frame(10, 8, hex_metres)
    grid = here.grid
    rows, columns = np.indices(grid.shape)
    heights = (300 + 7.0 * columns + rows).astype(np.float32)
    share = np.ones_like(heights)
    woods = (columns / 10).astype(np.float32)
    pond = np.zeros(grid.shape, np.float32)
    pond[2:4, 2:4] = 0.8
    pond[woods + pond > 1] = 0
    sheet = Map.blank(grid)
    for column in range(9):
        sheet.set_link("road", grid.hex(column, 5), 0)
    sheet.set_link("track", grid.hex(4, 5), 1)
    for column in range(7):
        sheet.set_side("stream", grid.hex(column, 2), 4)
        sheet.set_side("stream", grid.hex(column, 2), 5)
    values: dict[str, Any] = {
        "frame": here, "relief": HexElevation(heights, heights, heights - 3, heights + 3, share),
        "cover": {"pond": pond, "woods": woods}, "waters": sheet.sides, "links": sheet.links,
        "places": (NamedPlace(grid.hex(2, 6), "village", "Neudorf"),), "chains": (),
        "water_parts": NetworkParts(1, 1), "link_parts": NetworkParts(1, 1), "findings": (),
        "sources": ("a.tif", "a.osm"), "credits": "© OpenStreetMap contributors (ODbL)",
        "elevation_credit": "elevation: a.tif",
    }  # fmt: skip
    return HexSamples(**(values | parts))


def counts(map_: Map) -> dict[str, int]:
    return {kind: int((map_.ground == place).sum()) for place, kind in enumerate(map_.grounds)}


def test_every_hex_has_a_ground_and_thresholds_say_which() -> None:
    few = counts(draft_map(ground(), DraftChoice(shares={"woods": 0.8})))
    many = counts(draft_map(ground(), DraftChoice(shares={"woods": 0.3})))
    assert few["woods"] == 16
    assert many["woods"] == 56
    assert sum(few.values()) == sum(many.values()) == 80
    assert "woods" not in counts(draft_map(ground(), DraftChoice(shares={"woods": None})))


def test_what_the_table_lists_first_comes_first() -> None:
    both = np.full((8, 10), 0.5, np.float32)
    piece = ground(cover={"pond": both, "woods": both})
    assert counts(draft_map(piece)) == {"open": 0, "pond": 80}


def test_houses_count_for_the_settlement_they_stand_in() -> None:
    shape = (8, 10)
    piece = ground(
        cover={
            "buildings": np.full(shape, 0.1, np.float32),
            "settlement": np.full(shape, 0.35, np.float32),
        }
    )
    assert counts(draft_map(piece))["settlement"] == 80


def test_levels_are_whole_steps_from_the_base() -> None:
    map_ = draft_map(ground(), DraftChoice(level_metres=10, base_metres=290))
    assert (map_.level_metres, map_.base_metres) == (10, 290)
    assert map_.level[0].tolist() == [1, 1, 2, 3, 3, 4, 5, 5, 6, 7]
    high = draft_map(ground(), DraftChoice(level_metres=10, base_metres=290, statistic="max"))
    assert high.level[0, 2] == 2
    assert high.level[0, 1] == 2


@pytest.mark.parametrize(
    ("spread", "hex_metres", "metres"),
    [(8, 200, 1), (190, 200, 20), (190, 50, 10), (2500, 200, 500), (30, 50, 5), (0, 50, 1)],
)
def test_a_level_height_is_suggested_from_the_range(
    spread: float, hex_metres: float, metres: float
) -> None:
    heights = np.linspace(307, 307 + spread, 80).reshape(8, 10).astype(np.float32)
    piece = ground(
        hex_metres, relief=HexElevation(heights, heights, heights, heights, heights * 0 + 1)
    )
    found, base = suggest_levels(piece)
    assert found == metres
    assert base <= 307
    assert base % metres == 0
    assert draft_map(piece).level.min() == 0


def test_hexes_without_heights_lie_like_their_neighbours() -> None:
    piece = ground()
    heights = piece.relief.mean.copy()
    heights[2:6, 3:8] = np.nan
    heights[:, 0] = np.nan
    holed = ground(relief=HexElevation(heights, heights, heights, heights, heights))
    levels, whole = draft_map(holed).level, draft_map(piece, DraftChoice(base_metres=300)).level
    assert abs(levels.astype(int) - whole).max() <= 4
    nothing = np.full((8, 10), np.nan, np.float32)
    flat = ground(relief=HexElevation(nothing, nothing, nothing, nothing, nothing))
    assert (draft_map(flat).level == 0).all()


def test_a_lesser_dead_end_is_left_out_and_a_long_one_kept() -> None:
    assert draft_map(ground()).links.keys() == {"road"}
    assert draft_map(ground(), DraftChoice(spur=0)).links.keys() == {"road", "track"}


def test_a_dead_end_at_a_village_stays() -> None:
    piece = ground()
    at = piece.frame.grid.neighbour(piece.frame.grid.hex(4, 5), 1)
    assert draft_map(ground(places=(NamedPlace(at, "village", "Neudorf"),))).links.keys() == {
        "road", "track",
    }  # fmt: skip


def test_classes_are_drawn_as_asked_or_as_usual_at_this_size() -> None:
    assert draft_map(ground(200), DraftChoice(spur=0)).links.keys() == {"road"}
    assert draft_map(ground(200), DraftChoice(links=frozenset({"track"}), spur=0)).links.keys() == {
        "track"
    }
    assert draft_map(ground(), DraftChoice(waters=frozenset())).sides == {}
    assert draft_map(ground(), DraftChoice(places=frozenset())).places == []


def test_no_stream_runs_within_water() -> None:
    map_ = draft_map(ground())
    wet = np.array(map_.grounds)[map_.ground] == "pond"
    for direction in range(6):
        both = wet & map_.grid.neighbour_plane(wet, direction, 0)
        assert not (both & (map_.sides["stream"] >> direction & 1).astype(bool)).any()


def test_a_finished_map_checks_clean_and_says_whose_it_is(tmp_path: Path) -> None:
    account = ImportReport()
    map_ = waive_warnings(draft_map(ground(), DraftChoice(spur=0)), account)
    path = tmp_path / "a.map.yaml"
    write(path, new_map_text(map_, path))
    assert [problem.sentence() for problem in check(path)] == []
    assert map_.credits == "© OpenStreetMap contributors (ODbL); elevation: a.tif"
    assert "EPSG:32632" in map_.origin
    assert any(found.code.startswith("waived-") for found in account.findings)
    assert all(found.sentence("zh") for found in account.findings)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"shares": {"wods": 0.4}}, "wods"),
        ({"shares": {"woods": 1.4}}, "between 0 and 1"),
        ({"statistic": "mode"}, "mode"),
        ({"level_metres": 0.0}, "levels of 0 m"),
        ({"links": frozenset({"lane"})}, "lane"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(TerrainImportError, match=said):
        DraftChoice(**wish)


# --- kept, and imported again ---------------------------------------------------------------------


def test_what_is_kept_is_read_back_as_it_was(tmp_path: Path) -> None:
    path, choice = (
        tmp_path / "a.ground.npz",
        DraftChoice(shares={"woods": None}, links=frozenset({"road"})),
    )
    path.write_bytes(as_file(ground(), choice))
    again, chosen = read_import(path)
    assert chosen == choice
    assert again.frame == ground().frame
    assert map_file_values(draft_map(again, chosen)) == map_file_values(draft_map(ground(), choice))


@pytest.mark.parametrize("keep", [0, 50, 900])
def test_a_broken_file_of_shares_is_told_by_name(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "a.ground.npz"
    path.write_bytes(as_file(ground(), DraftChoice())[:keep])
    with pytest.raises(TerrainImportError, match=r"a\.ground\.npz"):
        read_import(path)
    with pytest.raises(TerrainImportError, match="import the area again"):
        read_import(tmp_path / "none.npz")


def painted(map_: Map) -> Map:
    """A map with something of everything changed by hand."""
    grid = map_.grid
    map_.level[0, 0] += 3
    map_.grounds, map_.symbols = (*map_.grounds, "marsh"), (*map_.symbols, "M")
    map_.ground[7, 7] = len(map_.grounds) - 1
    map_.set_side("hedge", grid.hex(5, 5), 0)
    map_.links["road"][5, 8] = 0
    map_.links["road"][5, 9] = 0
    map_.links["road"][5, 7] &= 0b111110
    map_.places[0] = PlaceName(map_.places[0].at, {"en": "Newthorpe", "zh": "新村"})
    map_.title = "My valley"
    map_.waived = (Waiver("dangling-link", ("@1,1",), "I want it so"),)
    return map_


def test_what_was_changed_by_hand_survives_another_import() -> None:
    imported, now = draft_map(ground()), painted(draft_map(ground()))
    choice = DraftChoice(level_metres=5, base_metres=290, shares={"woods": 0.3})
    account = ImportReport()
    merged = with_hand_edits(now, imported, draft_map(ground(), choice), account)
    assert merged.level[0, 0] == 2 * (int(now.level[0, 0])) + 2  # as high as it was painted
    assert merged.ground_at(merged.grid.hex(7, 7)) == "marsh"
    assert merged.has_side("hedge", merged.grid.hex(5, 5), 0)
    assert not merged.has_link("road", merged.grid.hex(7, 5), 0)
    assert merged.has_link("road", merged.grid.hex(3, 5), 0)
    assert [place.name for place in merged.places] == [{"en": "Newthorpe", "zh": "新村"}]
    assert (merged.title, merged.waived) == ("My valley", now.waived)
    assert counts(merged)["woods"] == 55  # what nobody painted follows the new threshold
    assert [(found.code, found.count) for found in account.findings] == [("kept-by-hand", 5)]


def test_an_untouched_map_imported_again_is_the_new_draft() -> None:
    imported, new = draft_map(ground()), draft_map(ground(), DraftChoice(shares={"woods": 0.3}))
    merged = with_hand_edits(draft_map(ground()), imported, new, ImportReport())
    assert map_file_values(merged) == map_file_values(new)


def test_a_merged_map_can_be_written_and_read(tmp_path: Path) -> None:
    merged = with_hand_edits(
        painted(draft_map(ground())), draft_map(ground()), draft_map(ground()), ImportReport()
    )
    path = tmp_path / "a.map.yaml"
    write(path, new_map_text(merged, path))
    assert map_file_values(load(path)) == map_file_values(merged)
    assert parse(path.read_text(encoding="utf-8"), "a")
