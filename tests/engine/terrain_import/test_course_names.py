"""Names of waters along their courses, heights of peaks, and numbers of roads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("osmium")

from engine.map.map import Map, PlaceName
from engine.map.styles import MapNameKind
from engine.terrain_import.import_file import as_file, read_import
from engine.terrain_import.map_draft import DraftChoice, draft_map
from engine.terrain_import.survey import Sources, load, survey_frame
from tests.engine.terrain_import.small_ground import LAT, LON, Node, frame, osm

SPOTS = [
    (901, (LON, LAT + 0.004), {"natural": "peak", "name": "Kulm", "ele": "682.4 m"}),
    (902, (LON + 0.01, LAT + 0.004), {"natural": "peak", "ele": "517"}),
    (903, (LON - 0.01, LAT + 0.004), {"place": "hamlet", "name": "Ort"}),
]


def surveyed(folder: Path, metres: float = 200, **tags: str) -> tuple[Map, bytes]:
    """A map with a river that bends, a short brook and a main road from east to west."""
    steps = np.linspace(-0.03, 0.03, 25)
    bend: list[Node] = [(LON + x, LAT + 0.004 * np.sin(x * 150)) for x in steps]
    nodes = dict(enumerate(bend, 1))
    nodes |= {50: (LON + 0.03, LAT - 0.006), 51: (LON - 0.03, LAT - 0.006)}
    nodes |= {60: (LON, LAT), 61: (LON + 0.003, LAT + 0.001)}
    half = len(bend) // 2
    ways = [(1, list(range(1, half + 1)), {"waterway": "river", "name": "Main"}),
            (2, list(range(half, len(bend) + 1)), {"waterway": "river", "name": "Main"}),
            (3, [60, 61], {"waterway": "stream", "name": "A very long name of a brook"}),
            (4, [50, 51], {"highway": "primary", "ref": "B 85;E 48"} | tags)]  # fmt: skip
    found = survey_frame(load(Sources.of([osm(folder / "a.osm", nodes, ways, spots=SPOTS)])),
                         frame(20, 16, metres))  # fmt: skip
    return draft_map(found), as_file(found, DraftChoice())


def named(map_: Map) -> dict[str, PlaceName]:
    return {str(place.name): place for place in map_.places}


def test_a_river_s_name_runs_along_its_course_from_left_to_right(tmp_path: Path) -> None:
    map_, _ = surveyed(tmp_path)
    place = named(map_)["Main"]
    assert place.look.sort is MapNameKind.WATER
    x, y = np.array(place.look.curve).T
    assert (np.diff(x) > 0).all()
    cx, cy = map_.grid.centre(place.at, 1.0)
    here = frame(20, 16, 200)
    lon, lat = here.degrees((x + cx) * 200, (y + cy) * 200)
    off = lat - LAT - 0.004 * np.sin((lon - LON) * 150)
    assert np.abs(off).max() * 111_000 < 130
    assert "A very long name of a brook" not in named(map_)


def test_a_main_road_has_its_number_and_peaks_their_heights(tmp_path: Path) -> None:
    map_, _ = surveyed(tmp_path)
    found = named(map_)
    assert len(found["B 85"].look.curve) > 1
    assert found["Kulm 682"].look.sort is MapNameKind.RELIEF
    assert "517" in found
    assert "Ort" in found  # a hamlet, at 200 m a hex
    assert "E 48" not in found


def test_names_along_courses_are_left_out_on_large_hexes(tmp_path: Path) -> None:
    map_, _ = surveyed(tmp_path, 300)
    assert "Ort" not in named(map_)


def test_an_import_that_is_kept_has_its_names(tmp_path: Path) -> None:
    map_, content = surveyed(tmp_path)
    (tmp_path / "a.ground.npz").write_bytes(content)
    found, choice = read_import(tmp_path / "a.ground.npz")
    assert draft_map(found, choice).places == map_.places
