"""`sight`, `reach`, `games` and the overlays of `render`, as a user types them."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from engine.files.source_text import SHIPPED
from engine.texts import text
from studio.cli import main

# Drawing makes an application if there is none, and then one that shows no windows.
pytestmark = pytest.mark.usefixtures("qapp")

RIDGE = """\
sandtable: map/1
grid: {columns: 6, rows: 3, labels: {style: letter-number}}
layers:
  level: |
    0 0 0 1 1 0
    0 0 2 0 0 0
    0 0 0 0 0 0
  ground: |
    ......
    ...w..
    .~....
legend: {".": open, w: woods, "~": lake}
links: {road: ["@0,0 @1,0 @2,0 @3,0"]}
zones: {red-setup: ["@0,0 @0,1"]}
"""


@pytest.fixture
def ridge(tmp_path: Path) -> Path:
    """A road along the top, a hill of two levels in the middle row, woods behind it."""
    path = tmp_path / "ridge.map.yaml"
    path.write_text(RIDGE, encoding="utf-8")
    return path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def answer(*words: str | Path, exit_code: int = 0) -> dict[str, object]:
    result = run(*words, "--json")
    assert result.exit_code == exit_code, result.output
    document: dict[str, object] = json.loads(result.stdout)
    return document


def test_a_clear_line_is_answered_with_its_profile_and_exit_code_0(ridge: Path) -> None:
    said = answer("sight", ridge, "A3", "F3")
    assert said["from"] == "@0,2"
    assert said["to"] == "@5,2"
    assert said["distance"] == 5
    assert said["visible"] is True
    assert said["blocked_by"] is None


def test_a_blocked_line_names_the_hex_that_blocks_and_exits_with_1(ridge: Path) -> None:
    said = answer("sight", ridge, "A2", "F2", exit_code=1)
    assert said["visible"] is False
    assert said["blocked_by"] == "@2,1"
    profile = said["profile"]
    assert isinstance(profile, list)
    assert profile[1] == {
        "hex": "@2,1", "distance": 2, "level": 2, "cover": 0, "height": 2, "limit": 0.4,
        "blocks": True,
    }  # fmt: skip


def test_woods_add_a_level_of_cover_on_the_line_of_the_tank_game(ridge: Path) -> None:
    """Tank S2: settlement and woods rise one level above their ground."""
    profile = answer("sight", ridge, "A2", "F2", exit_code=1)["profile"]
    assert isinstance(profile, list)
    assert [point["cover"] for point in profile] == [0, 0, 1, 0]


def test_a_hex_beyond_the_range_is_not_seen_though_nothing_blocks(ridge: Path) -> None:
    assert answer("sight", ridge, "A3", "F3", "--range", "4", exit_code=1)["visible"] is False


def test_without_a_target_what_is_seen_is_listed_and_the_rest_counted(ridge: Path) -> None:
    said = answer("sight", ridge, "A2")
    visible = said["visible"]
    assert isinstance(visible, list)
    assert "@2,1" in visible
    assert "@5,1" not in visible
    assert len(visible) + int(str(said["hidden"])) == 18


def test_a_range_counts_only_the_hexes_within_it_as_hidden(ridge: Path) -> None:
    said = answer("sight", ridge, "A2", "--range", "1")
    visible = ["@0,0", "@1,0", "@0,1", "@1,1", "@0,2", "@1,2"]
    assert (said["from"], said["visible"], said["hidden"]) == ("@0,1", visible, 0)


def test_the_verdict_is_a_sentence_in_either_language(
    ridge: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")
    assert re.search(r"A2 .*F2", run("sight", ridge, "A2", "F2").stdout)
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "zh")
    assert "A2 与 F2 不通视" in run("sight", ridge, "A2", "F2").stdout


def test_a_sighting_chart_is_drawn_beside_the_answer(ridge: Path, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    assert run("sight", ridge, "A2", "F2", "--chart", chart).exit_code == 1
    words = "".join(ElementTree.parse(chart).getroot().itertext())
    assert "A2" in words
    assert "F2" in words


def test_a_chart_needs_a_target(ridge: Path, tmp_path: Path) -> None:
    result = run("sight", ridge, "A2", "--chart", tmp_path / "chart.png")
    assert result.exit_code == 2
    assert "TO" in result.stderr


@pytest.mark.parametrize("hex_", ["Z9", "@6,0", "@0,3", "4563GH", ""])
def test_a_hex_that_is_none_of_this_map_is_told_what_its_labels_look_like(
    ridge: Path, hex_: str
) -> None:
    result = run("sight", ridge, hex_)
    assert result.exit_code == 1
    assert "A1" in result.stderr
    assert "F3" in result.stderr


def test_reach_lists_every_hex_with_its_cost_the_start_first(ridge: Path) -> None:
    said = answer("reach", ridge, "A1", "--unit", "tank", "--mp", "2")
    assert said["mp"] == 2
    reach = said["reach"]
    assert isinstance(reach, list)
    assert reach[0] == {"hex": "@0,0", "cost": 0}
    assert {"hex": "@2,0", "cost": 2} in reach


def test_a_march_costs_half_points_and_keeps_to_the_road(ridge: Path) -> None:
    """Tank V2: road links only, two hexes to the point."""
    reach = answer("reach", ridge, "A1", "--unit", "tank", "--march")["reach"]
    assert reach == [
        {"hex": "@0,0", "cost": 0}, {"hex": "@1,0", "cost": 0.5},
        {"hex": "@2,0", "cost": 1}, {"hex": "@3,0", "cost": 1.5},
    ]  # fmt: skip


def test_points_that_are_no_number_are_wrong_use(ridge: Path) -> None:
    assert run("reach", ridge, "A1", "--mp", "nan").exit_code == 2


def test_water_is_not_in_reach(ridge: Path) -> None:
    """Tank M5: water areas stop tanks."""
    reach = answer("reach", ridge, "A1", "--unit", "tank")["reach"]
    assert isinstance(reach, list)
    assert "@1,2" not in {step["hex"] for step in reach}


def test_an_unknown_unit_type_is_told_which_there_are(ridge: Path) -> None:
    result = run("reach", ridge, "A1", "--unit", "tonk")
    assert result.exit_code == 1
    assert "tank" in result.stderr


def test_games_lists_the_rule_systems_and_prints_the_tables_of_one() -> None:
    listed = json.loads(run("games", "--json").stdout)
    assert {"id": "tank", "title": {"en": "Tank skirmish", "zh": "坦克兵棋"}} in listed
    tank = answer("games", "tank")
    assert set(tank) == {"id", "title", "tables", "units", "terrain"}
    tables = tank["tables"]
    assert isinstance(tables, dict)
    assert tables["A"]["columns"][1] == "9-20"
    assert tables["A"]["cells"][0][1] == "9"
    assert tables["C"]["cells"][3][8] == "K"  # level 9, roll 5 (tank, worked cases)


def test_an_unknown_game_is_told_which_there_are() -> None:
    result = run("games", "tonk")
    assert result.exit_code == 1
    assert "tank" in result.stderr


@pytest.mark.parametrize("overlay", [["--sight", "A2"], ["--reach", "A1"], ["--zones"]])
def test_an_overlay_changes_the_picture_and_not_its_size(
    ridge: Path, tmp_path: Path, overlay: list[str]
) -> None:
    plain, laid = tmp_path / "plain.png", tmp_path / "laid.png"
    assert run("render", ridge, plain, "--hex-px", "32").exit_code == 0
    assert run("render", ridge, laid, "--hex-px", "32", *overlay).exit_code == 0
    assert plain.read_bytes() != laid.read_bytes()
    assert size(plain) == size(laid)


def size(picture: Path) -> tuple[int, int]:
    """Width and height from a PNG's first chunk."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


def test_costs_stand_in_the_hexes_of_a_reach(ridge: Path, tmp_path: Path) -> None:
    out = tmp_path / "reach.svg"
    assert run("render", ridge, out, "--no-labels", "--no-legend", "--reach", "A1").exit_code == 0
    words = [text.strip() for text in ElementTree.parse(out).getroot().itertext() if text.strip()]
    assert "1" in words
    assert "5" in words


def test_sight_and_reach_do_not_go_together(ridge: Path, tmp_path: Path) -> None:
    result = run("render", ridge, tmp_path / "x.png", "--sight", "A1", "--reach", "A1")
    assert result.exit_code == 2


@pytest.mark.long
def test_warm_says_when_everything_is_compiled() -> None:
    assert answer("warm") == {"warm": True}


def test_a_scenario_is_drawn_as_its_map_under_its_own_title(tmp_path: Path) -> None:
    scenario = SHIPPED / "samples/tank/scenarios/first-shots.scenario.yaml"
    out = tmp_path / "first-shots.svg"
    assert run("render", scenario, out, "--hex-px", "30", "--language", "en").exit_code == 0
    assert "First Shots" in "".join(ElementTree.parse(out).getroot().itertext())


SQUADS = SHIPPED / "samples/valor/maps/orchard-farm.map.yaml"


def test_a_line_that_adds_up_is_told_with_what_it_adds_and_by_which_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = answer("sight", SQUADS, "C6", "I5", "--game", "valor")
    assert (said["visible"], said["modifier"]) == (True, 3)
    passed = said["passed"]
    assert isinstance(passed, list)
    hinders = [(each["rule"], each["adds"]) for each in passed if each["does"] == "hinders"]
    assert hinders == [("V9.3", 1), ("V9.3", 1), ("V9.4", 1)]
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "zh")
    told = text("commands.sight-hindered", "zh", start="C6", end="I5", distance=6, by=3)
    assert told in run("sight", SQUADS, "C6", "I5", "--game", "valor").stdout
