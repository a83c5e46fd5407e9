from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PySide6.QtGui import QImage

from engine.texts import text
from studio.cli.render import command

MAP = """\
sandtable: map/1
title: {en: Crossroads, zh: 十字路口}
grid: {columns: 4, rows: 3, orientation: pointy, shifted: odd, hex_metres: 50, labels: {style: column-row}}
levels: {metres: 10, base: 100}
layers:
  level: |
    0 0 0 1
    0 0 1 1
    0 0 1 1
  ground: |
    ..ww
    .sww
    ~~..
legend: {".": open, w: woods, s: settlement, "~": lake}
links: {road: ["@0,0 @1,0 @2,0"]}
"""  # noqa: E501 (the file as a user writes it)


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    file = tmp_path / "crossroads.map.yaml"
    file.write_text(MAP, encoding="utf-8")
    return file


def render(*words: str | Path) -> Result:
    return CliRunner().invoke(command, ["--overwrite", *map(str, words)])


@pytest.mark.parametrize("format_", ["png", "svg", "pdf"])
def test_a_map_is_written_in_the_format_its_name_says(map_file: Path, format_: str) -> None:
    out = map_file.parent / f"out.{format_}"
    result = render(map_file, out, "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["file"] == str(out)
    assert told["format"] == format_
    assert out.stat().st_size > 1000
    if format_ == "png":
        image = QImage(str(out))
        assert (image.width(), image.height()) == (told["width"], told["height"])


def test_options_reach_the_picture(map_file: Path) -> None:
    out = map_file.parent / "out.svg"
    render(map_file, out, "--language", "zh", "--hex-px", "30", "--ramp", "grey")
    assert "十字路口" in out.read_text(encoding="utf-8")
    render(map_file, out, "--no-labels", "--no-legend", "--no-grid")
    assert "</text>" not in out.read_text(encoding="utf-8")


SCENARIO = """\
sandtable: scenario/1
title: Skirmish
game: tank
map: crossroads.map.yaml
sides: [{id: red, name: Rot, colour: "#c8352b"}, {id: blue, name: Blau, colour: "#2b62c8"}]
zones: {edge: ["@3,0 @3,1"]}
forces:
  red: [{id: r7, type: tank, at: "@0,0"}]
  blue: [{id: b8, type: scout, at: "@3,2"}, {id: b9, type: scout, arrives: {turn: 3, zone: edge}}]
objectives: [{id: hut, name: the Hut, at: "@1,1", holder: blue, points: 4}]
rules: {units: {scout: {name: {en: scout car}, symbol: recon}}}
"""


@pytest.fixture
def scenario_file(map_file: Path) -> Path:
    file = map_file.parent / "skirmish.scenario.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    return file


@pytest.mark.parametrize("format_", ["png", "svg", "pdf"])
def test_a_scenario_is_drawn_with_its_units_unless_they_are_not_wanted(
    scenario_file: Path, format_: str
) -> None:
    with_units, without = (scenario_file.parent / f"{name}.{format_}" for name in ("a", "b"))
    for out, words in ((with_units, []), (without, ["--no-units"])):
        result = render(scenario_file, out, "--language", "en", *words)
        assert result.exit_code == 0, result.output
    assert with_units.stat().st_size > without.stat().st_size + 300


def test_a_scenarios_start_is_written_and_explained(scenario_file: Path) -> None:
    out = scenario_file.parent / "out.svg"
    render(scenario_file, out, "--language", "en")
    source = out.read_text(encoding="utf-8")
    words = ["7", "8", "9", "4", "turn 3", "Rot", "Blau", "Tank", "Scout car"]
    assert [word for word in words if f">{word}</text>" not in source] == []
    assert "Objective: the Hut, 4 points" in source
    render(scenario_file, out, "--language", "zh")
    assert text("counters.arrives", "zh", turn=3) in out.read_text(encoding="utf-8")


def test_a_counter_stands_on_its_hex_in_its_sides_colour(scenario_file: Path) -> None:
    out = scenario_file.parent / "out.png"
    render(scenario_file, out, "--no-legend", "--hex-px", "60")
    image = QImage(str(out))
    margin, x, y = 3.6, 30.0, 34.6
    red = image.pixelColor(round(margin + x - 17), round(margin + y + 14))
    assert red.red() > red.blue() + 100


def test_hex_mm_prints_to_scale(map_file: Path) -> None:
    sizes = [
        json.loads(
            render(map_file, map_file.parent / "out.png", *words, "--no-legend", "--json").stdout
        )
        for words in (["--hex-mm", "25.4"], ["--hex-px", "96"])
    ]
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize(
    "words",
    [
        ["out.gif"],
        ["out"],
        ["out.png", "--hex-px", "0"],
        ["out.png", "--hex-px", "20", "--hex-mm", "5"],
        ["out.png", "--ramp", "rainbow"],
    ],
)
def test_wrong_use_ends_with_2(map_file: Path, words: list[str]) -> None:
    assert render(map_file, *words).exit_code == 2


def test_a_faulty_map_is_told_with_its_place_and_ends_with_1(map_file: Path) -> None:
    map_file.write_text(
        MAP.replace("w: woods", "w: wods").replace("..ww", "..wx"), encoding="utf-8"
    )
    out = map_file.parent / "out.png"
    result = render(map_file, out)
    assert result.exit_code == 1
    assert "crossroads.map.yaml:" in result.stderr
    assert not out.exists()


def test_a_picture_too_large_ends_with_1_and_writes_nothing(map_file: Path) -> None:
    out = map_file.parent / "out.png"
    result = render(map_file, out, "--hex-px", "4000")
    assert result.exit_code == 1
    assert "--hex-px" in result.stderr
    assert not out.exists()


def test_a_folder_that_is_not_there_ends_with_1(map_file: Path) -> None:
    result = render(map_file, map_file.parent / "nowhere" / "out.png")
    assert result.exit_code == 1
    assert "nowhere" in result.stderr


def test_asking_for_help_loads_no_qt() -> None:
    code = "import sys, studio.cli.render; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
