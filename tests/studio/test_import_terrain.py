"""`sandtable import terrain`: from files to a map that checks clean, and what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from engine.checks.check import check
from engine.editing.sheet_transforms import rotated_180
from engine.files.map_reader import load, open_file
from engine.files.map_writer import save
from engine.texts import text
from studio.cli import main
from tests.engine.terrain_import.small_ground import LAT, LON, box_ring, osm, raster

AREA = ["--centre", f"{LON},{LAT}", "--size", "12x10", "--hex-m", "100"]


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    """A slope, a wood, a brook, a road over it and a village."""
    nodes = dict(enumerate(box_ring(11.495, 49.998, 11.501, 50.003), 1))
    nodes |= {10: (11.49, 50.0), 11: (11.5, 50.0003), 12: (11.51, 50.0)}
    nodes |= {20: (11.502, 50.01), 21: (11.501, 50.0), 22: (11.503, 49.99)}
    ways: list[tuple[int, list[int], dict[str, str]]] = [
        (1, [1, 2, 3, 4, 1], {"landuse": "forest"}),
        (2, [10, 11, 12], {"highway": "tertiary"}),
        (3, [20, 21, 22], {"waterway": "stream"}),
    ]
    spots: Any = [(30, (11.505, 50.001), {"place": "village", "name": "Neudorf"})]
    bounds = (11.4, 49.9, 11.6, 50.1)
    vectors = osm(tmp_path / "a.osm", nodes, ways, bounds=bounds, spots=spots)
    heights = raster(tmp_path / "a.tif", lambda lon, lat: 300 + (lat - 49.9) * 900)
    return [str(heights), str(vectors)]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["import", "terrain", *words])


def report(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_an_import_gives_a_map_that_checks_clean(sources: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.map.yaml"
    said = report(*sources, str(out), *AREA)
    assert [problem.sentence() for problem in check(out)] == []
    map_ = load(out)
    assert (map_.grid.columns, map_.grid.rows, map_.hex_metres) == (12, 10, 100)
    assert set(map_.grounds) == {"open", "woods", "settlement"}
    assert ({*map_.sides}, {*map_.links}) == ({"stream"}, {"road"})
    assert [place.name for place in map_.places] == ["Neudorf"]
    assert map_.credits.startswith("© OpenStreetMap contributors (ODbL); ")
    assert said["columns"] == 12
    assert said["streams"] == said["roads"] == {"drawn": 1, "laid": 1}
    assert {found["code"] for found in said["found"]} <= {"no-land-use", "waived-dangling-link"}


def test_options_are_heeded(sources: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.map.yaml"
    words = ["--level-m", "5", "--base", "300", "--labels", "column-row", "--orientation", "flat"]
    words += ["--rotate", "30", "--thresholds", "woods=off", "--roads", "highway", "--title", "A"]
    report(*sources, str(out), *AREA, *words)
    map_ = load(out)
    assert (map_.level_metres, map_.base_metres, map_.title) == (5, 300, "A")
    assert (map_.grid.pointy, map_.grounds, map_.links) == (False, ("open", "settlement"), {})
    assert "turned 30°" in map_.origin


def test_without_an_area_all_that_the_sources_cover_is_taken(
    sources: list[str], tmp_path: Path
) -> None:
    said = report(*sources, str(tmp_path / "out.map.yaml"), "--hex-m", "500")
    west, south, east, north = said["bbox"]
    assert 11.45 <= west < east <= 11.55
    assert 49.95 <= south < north <= 50.05


def test_hand_edits_survive_and_thresholds_move_without_the_sources(
    sources: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "out.map.yaml"
    report(*sources, str(out), *AREA, "--keep")
    file, edited = open_file(out), load(out)
    edited.level[9, 11] = 77
    save(edited, out, file)
    for source in sources:
        Path(source).unlink()
    said = report(str(out), "--again", "--thresholds", "woods=0.9")
    assert load(out).level[9, 11] == 77
    assert (load(out).ground > 0).sum() < (edited.ground > 0).sum()
    assert [found["count"] for found in said["found"] if found["code"] == "kept-by-hand"] == [1]
    assert [problem.sentence() for problem in check(out)] == []


def test_importing_again_from_the_sources_keeps_the_area(
    sources: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "out.map.yaml"
    report(*sources, str(out), *AREA, "--keep")
    before = out.read_bytes()
    report(*sources, str(out), "--again")
    assert out.read_bytes() == before


def test_another_area_onto_a_map_is_refused(sources: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.map.yaml"
    report(*sources, str(out), *AREA, "--keep")
    result = run(*sources, str(out), "--again", "--centre", "11.5,50", "--size", "3x3")
    assert result.exit_code == 1
    assert text("ground.other-area", "en", file=out) in result.stderr


def test_a_map_turned_since_its_import_is_refused_as_it_is(
    sources: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "out.map.yaml"
    report(*sources, str(out), *AREA, "--keep")
    save(rotated_180(load(out)), out)
    turned = out.read_bytes()
    result = run(*sources, str(out), "--again")
    assert result.exit_code == 1
    assert text("ground.turned-since", "en", file=out) in result.stderr
    assert out.read_bytes() == turned


def test_a_file_that_is_there_is_not_written_over(sources: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.map.yaml"
    out.write_text("mine")
    assert run(*sources, str(out), *AREA).exit_code == 1
    assert out.read_text() == "mine"


@pytest.mark.parametrize(
    "words",
    [
        ["--bbox", "1,2,3"],
        ["--centre", "11,50"],
        ["--bbox", "1,2,3,4", "--centre", "1,2", "--size", "3x3"],
        ["--centre", "11,50", "--size", "big"],
        [*AREA, "--thresholds", "woods"],
        ["--hex-m", "1"],
    ],
)
def test_wrong_use_is_told_as_such(sources: list[str], tmp_path: Path, words: list[str]) -> None:
    result = run(*sources, str(tmp_path / "out.map.yaml"), *words)
    assert result.exit_code == 2
    assert not (tmp_path / "out.map.yaml").exists()


@pytest.mark.parametrize(
    "words", [["--bbox", "3,2,1,4"], [*AREA, "--thresholds", "wods=1"], ["--bbox", "1,1,2,2"]]
)
def test_what_cannot_be_mapped_is_told(
    sources: list[str], tmp_path: Path, words: list[str]
) -> None:
    result = run(*sources, str(tmp_path / "out.map.yaml"), *words)
    assert result.exit_code == 1
    assert result.stderr.strip()
    assert "Traceback" not in result.output
    assert not (tmp_path / "out.map.yaml").exists()


def test_an_interrupted_import_leaves_nothing(
    sources: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*words: Any) -> None:
        raise KeyboardInterrupt

    before = set(tmp_path.iterdir())
    monkeypatch.setattr("engine.terrain_import.survey.lay_roads", interrupted)
    result = run(*sources, str(tmp_path / "out.map.yaml"), *AREA, "--keep")
    assert result.exit_code == 1
    assert text("ground.stopped", "en") in result.stderr
    assert set(tmp_path.iterdir()) == before


def test_without_the_libraries_the_command_says_how_to_install_them(
    sources: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("engine.terrain_import.import_problems.import_module", absent)
    result = run(*sources, str(tmp_path / "out.map.yaml"), *AREA)
    assert result.exit_code == 1
    assert "sandtable[terrain]" in result.stderr


def test_a_map_without_elevation_is_flat_and_says_so(sources: list[str], tmp_path: Path) -> None:
    said = report(sources[1], str(tmp_path / "out.map.yaml"), *AREA)
    assert "flat" in {found["code"] for found in said["found"]}
    assert not np.any(load(tmp_path / "out.map.yaml").level)
