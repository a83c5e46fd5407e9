"""Set-ups of MegaMek as scenarios: boards, sides, units, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from engine.files.scenario_reader import open_file
from engine.interchange.import_result import ImportedScenario
from engine.interchange.imported_scenario_writer import map_beside, write
from engine.interchange.megamek_setups import read
from engine.problems import InvalidFileError, TextPosition
from engine.scenario.scenario import Arrival, Scenario, ScenarioUnit, VictoryCondition, VictoryKind
from studio.cli import main

BOARD = (
    'size 4 2\nhex 0101 1 "woods:1" ""\nhex 0201 0 "road:1:8" ""\nhex 0301 0 "" ""\n'
    'hex 0401 0 "" ""\nhex 0102 0 "" ""\nhex 0202 0 "road:1:9" ""\nend\n'
)
RED = "- {name: Red, units: [{fullname: Atlas AS7-D, id: 101}, {fullname: Locust, id: 102}]}\n"
BLUE = "- {name: Blue, units: [{fullname: Archer ARC-2R, id: 201}]}\n"


def brought(
    folder: Path, *, map_: str = "map: a.board", factions: str = RED + BLUE, more: str = ""
) -> ImportedScenario:
    (folder / "a.board").write_text(BOARD, encoding="utf-8")
    said = f"MMSVersion: 2\nname: The Pass\n{map_}\nfactions:\n{factions}{more}"
    (folder / "a.mms").write_text(said, encoding="utf-8")
    return read(folder / "a.mms", "tank")


def unit(scenario: Scenario, name: str) -> ScenarioUnit:
    return next(unit for unit in scenario.units if unit.name == name)


def zone(scenario: Scenario, name: str) -> list[str]:
    """The hexes of a zone as a drawing: `#` in it, `.` out of it."""
    plane = scenario.map.zones[name].hexes
    return ["".join(".#"[hex_] for hex_ in row) for row in plane.astype(int).tolist()]


def codes(found: ImportedScenario) -> set[tuple[str, str]]:
    return {(loss.code, loss.what) for loss in found.losses}


# --- maps -----------------------------------------------------------------------------------------


def test_the_board_beside_the_set_up_is_its_map(tmp_path: Path) -> None:
    map_ = brought(tmp_path).scenario.map
    assert (map_.grid.columns, map_.grid.rows) == (4, 2)
    assert map_.ground_at(map_.grid.hex(0, 0)) == "woods"


def test_a_board_is_found_in_the_folder_of_boards_above(tmp_path: Path) -> None:
    (tmp_path / "boards/Sub").mkdir(parents=True)
    (tmp_path / "boards/Sub/9x9 B.board").write_text(BOARD, encoding="utf-8")
    (tmp_path / "scenarios/Mine").mkdir(parents=True)
    found = brought(tmp_path / "scenarios/Mine", map_="map: Sub/9x9 B.board")
    assert found.scenario.map.grid.columns == 4


def test_boards_are_laid_in_rows_and_roads_run_on_from_one_to_the_next(tmp_path: Path) -> None:
    words = "map: {cols: 1, boards: [a.board, {file: a.board, modify: rotate}]}"
    map_ = brought(tmp_path, map_=words).scenario.map
    assert (map_.grid.columns, map_.grid.rows) == (4, 4)
    # 0202 leads south, off its board; turned it is 0303 of the whole, and leads north.
    assert map_.links["road"][:, 1].tolist() == [8, 9, 1, 0]
    assert map_.links["road"][:, 2].tolist() == [0, 8, 9, 1]
    assert map_.level[3, 3] == 1


@pytest.mark.parametrize(
    ("words", "size", "loss"),
    [
        ("map: 30x15 Valley.board", (30, 15), ("setup-no-board", "30x15 Valley.board")),
        ("map: Unknown.board", (16, 17), ("setup-no-board", "Unknown.board")),
        ("map: ../a.board", (16, 17), ("setup-no-board", "../a.board")),
        ("map: /etc/passwd.board", (16, 17), ("setup-no-board", "/etc/passwd.board")),
        ("map: a.txt", (16, 17), ("setup-no-board", "a.txt")),
        ("map: {type: space, width: 9, height: 8}", (9, 8), ("setup-no-ground", "space")),
        ("map: {surprise: [a.board, b.board]}", (4, 2), ("setup-surprise", "")),
        ("maps: [a.board, b.board]", (4, 2), ("setup-more-maps", "")),
        ("map: {file: a.board, modify: fliph}", (4, 2), ("setup-modify", "fliph")),
        ("map: {file: a.board, embed: []}", (4, 2), ("setup-key", "map: embed")),
        ("x: y", (16, 17), ("setup-no-map", "")),
    ],
)
def test_a_map_that_cannot_be_had_is_told(
    tmp_path: Path, words: str, size: tuple[int, int], loss: tuple[str, str]
) -> None:
    found = brought(tmp_path, map_=words)
    grid = found.scenario.map.grid
    assert (grid.columns, grid.rows) == size
    assert loss in codes(found)


def test_what_the_board_loses_is_told_with_its_hexes(tmp_path: Path) -> None:
    (tmp_path / "b.board").write_text('size 2 1\nhex 0201 0 "mud:1" ""\n', encoding="utf-8")
    losses = {loss.what: loss for loss in brought(tmp_path, map_="map: b.board").losses}
    assert (losses["mud:1"].count, losses["mud:1"].at) == (1, ("@1,0",))


# --- sides and units ------------------------------------------------------------------------------


def test_a_faction_is_a_side_and_its_units_stand_where_the_set_up_has_them(tmp_path: Path) -> None:
    red = (
        "- name: Red\n  deploy: N\n  units:\n"
        "  - {fullname: At, at: [2, 1]}\n  - {fullname: Xy, x: 4, y: 2}\n"
        "  - {fullname: Late, deploymentround: 3}\n  - {fullname: Off, at: [9, 9]}\n"
    )
    scenario = brought(tmp_path, factions=red + BLUE).scenario
    grid = scenario.map.grid
    assert [(side.id, side.name) for side in scenario.sides] == [("red", "Red"), ("blue", "Blue")]
    assert unit(scenario, "At").at == grid.hex(1, 0)
    assert unit(scenario, "Xy").at == grid.hex(3, 1)
    assert unit(scenario, "Late").arrives == Arrival(3, "deploy-red")
    assert unit(scenario, "Off").zone == "deploy-red"


def test_factions_of_a_team_fight_on_one_side_each_in_a_formation(tmp_path: Path) -> None:
    green = "- {name: Green, team: 1, units: [{fullname: Wolf, force: 'Clan|1||Star A|2'}]}\n"
    red = RED.replace("name: Red", "name: Red, team: 1")
    scenario = brought(tmp_path, factions=red + BLUE + green).scenario
    assert [side.name for side in scenario.sides] == ["Red, Green", "Blue"]
    assert unit(scenario, "Locust").formation == "Red"
    assert unit(scenario, "Wolf").formation == "Star A"


def test_a_faction_without_units_is_left_out_where_two_others_fight(tmp_path: Path) -> None:
    found = brought(tmp_path, factions="- name: Observer\n" + RED + BLUE)
    assert [side.id for side in found.scenario.sides] == ["red", "blue"]
    assert ("setup-faction", "Observer") in codes(found)


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        ("N", ["########", "########", "########", "........", "........", "........"]),
        ("{edge: S, width: 1}", ["........"] * 5 + ["########"]),
        ("{edge: W, width: 2, offset: 1}", ["........", *[".##....."] * 4, "........"]),
        ("NW", ["####....", "####....", "####....", "........", "........", "........"]),
        ("{edge: EDG, width: 1}", ["########", *["#......#"] * 4, "########"]),
        ("CTR", ["........", "........", "..####..", "..####..", "..####..", "........"]),
        ("Any", ["########"] * 6),
        ("{area: {list: [[1, 1], [8, 6]]}}", ["#.......", *["........"] * 4, ".......#"]),
        ("{area: {list: [2, 1]}}", [".#......", *["........"] * 5]),
        ("{area: {rectangle: [[3, 2], [2, 4]]}}",
         ["........", *[".##....."] * 3, "........", "........"]),
        ("{area: {circle: {center: [3, 3], radius: 1}}}",
         ["........", ".###....", ".###....", "..#.....", "........", "........"]),
        ("{area: {circle: {center: [2, 3], radius: 1}}}",
         ["........", ".#......", "###.....", "###.....", "........", "........"]),
        ("{area: {difference: {first: {rectangle: [[1, 1], [3, 3]]}, second: {list: [2, 2]}}}}",
         ["###.....", "#.#.....", "###.....", "........", "........", "........"]),
        ("{area: {halfplane: {coordinate: 2, extends: above}}}",
         ["########", "########", *["........"] * 4]),
        ("{area: {border: {edges: [east], mindistance: 1, maxdistance: 2}}}", [".....##."] * 6),
    ],
)  # fmt: skip
def test_a_faction_deploys_where_megamek_lets_it(
    tmp_path: Path, words: str, drawn: list[str]
) -> None:
    red = RED.replace("name: Red", f"name: Red, deploy: {words}")
    sheet = "map: {type: sky, width: 8, height: 6}"
    scenario = brought(tmp_path, map_=sheet, factions=red + BLUE).scenario
    assert zone(scenario, "deploy-red") == drawn
    assert np.all(scenario.map.zones["deploy-blue"].hexes)


# --- ends -----------------------------------------------------------------------------------------


def test_the_last_round_of_the_end_is_the_last_turn(tmp_path: Path) -> None:
    end = "end: [{trigger: {type: roundend, round: 8}}]\n"
    assert brought(tmp_path, more=end).scenario.turns == 8


def test_a_set_up_without_a_last_round_says_what_it_got(tmp_path: Path) -> None:
    assert ("setup-turns", "12") in codes(brought(tmp_path))


@pytest.mark.parametrize(
    ("trigger", "condition"),
    [
        ("{type: battlefieldcontrol}", VictoryCondition(VictoryKind.LOSSES, "blue")),
        ("{type: killedunits, player: Red, atleast: 1}",
         VictoryCondition(VictoryKind.LOSSES, "blue", percent=50)),
        ("{type: killedunits, units: [101, 102], count: 2}",
         VictoryCondition(VictoryKind.LOSSES, "blue")),
        ("{type: activeunits, player: Red, atmost: 1}",
         VictoryCondition(VictoryKind.LOSSES, "blue", percent=50)),
        ("{type: roundend, round: 5}", VictoryCondition(VictoryKind.TURN_LIMIT, "blue")),
        ("{type: killedunits, units: [101], atleast: 1}", None),
        ("{type: killedunits, player: Red, atmost: 1}", None),
        ("{type: fledunits, player: Blue, atleast: 1}", None),
        ("{type: battlefieldcontrol, modify: not}", None),
        ("{type: killedunit, unit: 101}", None),
        ("{type: and, triggers: [{type: battlefieldcontrol}]}", None),
    ],
)  # fmt: skip
def test_a_faction_wins_by_what_a_scenario_can_say(
    tmp_path: Path, trigger: str, condition: VictoryCondition | None
) -> None:
    blue = BLUE.replace("name: Blue", f"name: Blue, victory: [{{trigger: {trigger}}}]")
    found = brought(tmp_path, factions=RED + blue)
    assert found.scenario.victory == ((condition,) if condition else ())
    assert ("setup-trigger" in {loss.code for loss in found.losses}) is (condition is None)


# --- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code", "mark"),
    [
        ("MMSVersion=7\nName=Old\n", "setup-version", TextPosition(1, 1)),
        ("# old\n  MMSVersion = 0\n", "setup-version", TextPosition(2, 1)),
        ("name: x\n", "setup-version", TextPosition(1, 1)),
        ("MMSVersion: 3\n", "setup-version", TextPosition(1, 13)),
        ("[1]", "setup-value", TextPosition(1, 1)),
        ("MMSVersion: 2\n", "setup-factions", TextPosition(1, 1)),
        ("MMSVersion: 2\nfactions: 7\n", "setup-value", TextPosition(2, 11)),
        ("MMSVersion: 2\nfactions:\n- name: A\n  units: [x]\n", "setup-value", TextPosition(4, 11)),
        ("MMSVersion: 2\nfactions:\n- units: [{id: 1}]\n", "setup-value", TextPosition(3, 11)),
        (
            "MMSVersion: 2\nfactions:\n- units: [{name: a, at: 3}]\n",
            "setup-value",
            TextPosition(3, 25),
        ),
        ("MMSVersion: 2\nfactions:\n- team: 99999999999\n", "setup-value", TextPosition(3, 9)),
        ("MMSVersion: 2\nmap: {boards: [a, b], cols: 3}\n", "setup-rows", TextPosition(2, 6)),
        ("MMSVersion: 2\nmap: {type: sky, width: 99999}\n", "sheet-size", TextPosition(2, 6)),
        ("MMSVersion: 2\nname: [\n", "broken-yaml", TextPosition(3, 1)),
        ("MMSVersion: 2\nname: &a x\nmap: *a\n", "alias", TextPosition(2, 7)),
        ("MMSVersion: 2\nx: " + "[" * 100, "too-deep", TextPosition(2, 35)),
    ],
)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, said: str, code: str, mark: TextPosition
) -> None:
    (tmp_path / "a.mms").write_text(said, encoding="utf-8")
    with pytest.raises(InvalidFileError) as failed:
        read(tmp_path / "a.mms", "tank")
    (problem,) = failed.value.problems
    assert (problem.code, problem.mark) == (code, mark)
    assert problem.message("en")
    assert problem.message("zh")


# --- files ----------------------------------------------------------------------------------------


def test_what_is_written_is_read_again_with_its_map(tmp_path: Path) -> None:
    found, out = brought(tmp_path), tmp_path / "o.scenario.yaml"
    write(found, out)
    scenario = open_file(out).scenario
    assert scenario.ground_path == map_beside(out).name
    assert [unit.name for unit in scenario.units] == ["Atlas AS7-D", "Locust", "Archer ARC-2R"]


def test_the_command_writes_both_files_and_tells_the_losses(tmp_path: Path) -> None:
    brought(tmp_path, more="planetaryconditions: {light: dusk}\n")
    words = [str(tmp_path / "a.mms"), str(tmp_path / "o.scenario.yaml")]
    said = CliRunner().invoke(main, ["import", "mms", *words, "--json"])
    answer = json.loads(said.stdout)
    assert answer["written"] == [words[1], str(tmp_path / "o.map.yaml")]
    assert "planetaryconditions" in [loss["what"] for loss in answer["losses"]]


@pytest.mark.parametrize("name", ["o.scenario.yaml", "o.map.yaml"])
def test_neither_file_is_written_over_unless_that_is_wanted(tmp_path: Path, name: str) -> None:
    brought(tmp_path)
    (tmp_path / name).write_text("mine", encoding="utf-8")
    words = ["import", "mms", str(tmp_path / "a.mms"), str(tmp_path / "o.scenario.yaml")]
    said = CliRunner().invoke(main, words)
    assert (said.exit_code, (tmp_path / name).read_text("utf-8")) == (1, "mine")
    assert "--overwrite" in said.stderr
    assert CliRunner().invoke(main, [*words, "--overwrite"]).exit_code == 0
    assert (tmp_path / name).read_text("utf-8") != "mine"


def test_a_board_named_by_the_user_is_the_map(tmp_path: Path) -> None:
    brought(tmp_path, map_="map: Elsewhere.board")
    words = ["import", "mms", str(tmp_path / "a.mms"), str(tmp_path / "o.scenario.yaml")]
    CliRunner().invoke(main, [*words, "--board", str(tmp_path / "a.board")])
    assert open_file(tmp_path / "o.scenario.yaml").scenario.map.grid.columns == 4
