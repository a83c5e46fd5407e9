"""Scenarios on a table: the table in place of a map, bodies in place of units."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.files import scenario_reader, scenario_writer
from engine.problems import InvalidFileError
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import WrongMapKindError
from engine.tabletop.shapes import Point

TABLE = """\
sandtable: table/1
title: Yard
width: 8 ft
depth: 6 ft
edges: {south: "", north: ""}
"""
SCENARIO = """\
sandtable: scenario/2
title: Yard fight
game: littlewars
table: yard.table.yaml   # the yard behind the house
turns: 6
sides: [{id: red}, {id: blue}]
bodies:
  - {id: guard, side: red, type: foot, strength: 20, at: "1 ft 6 in,6 in 3 ft,6 in"}
  - {id: battery, side: red, type: gun, at: "4 ft,10 in", facing: 0, skill: practised}
  - {id: lancers, side: blue, type: horse, strength: 8}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "yard.table.yaml").write_text(TABLE, encoding="utf-8")
    path = tmp_path / "yard.scenario.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def test_bodies_are_laid_by_lengths_as_people_write_them(file: Path) -> None:
    scenario = scenario_reader.load(file)
    assert scenario.bodies == (
        FigureGroup("guard", "red", "foot", 20, (Point(288, 96), Point(576, 96))),
        FigureGroup("battery", "red", "gun", at=(Point(768, 160),), facing=0, skill="practised"),
        FigureGroup("lancers", "blue", "horse", 8),
    )
    assert scenario.is_on_table
    assert (scenario.table.width, scenario.ground_path) == (1536, "yard.table.yaml")


@pytest.mark.parametrize(
    ("whole", "written"),
    [("turns: 6", "turns: 6.0"), ("strength: 20", "strength: 2e1"), ("facing: 0", "facing: -0.0")],
)
def test_a_whole_number_may_be_written_with_a_point(file: Path, whole: str, written: str) -> None:
    plain = scenario_reader.load(file)
    assert whole in SCENARIO
    file.write_text(SCENARIO.replace(whole, written), encoding="utf-8")
    assert repr(scenario_reader.load(file)) == repr(plain), (
        "6.0 == 6, so it is their words that count"
    )


def test_who_asks_for_the_map_of_a_table_is_told_plainly(file: Path) -> None:
    scenario = scenario_reader.load(file)
    with pytest.raises(WrongMapKindError, match="on a table"):
        _ = scenario.map


def test_a_file_that_was_not_edited_keeps_every_byte(file: Path) -> None:
    was = scenario_reader.open_file(file)
    assert scenario_writer.rewrite(was.scenario, was).text == SCENARIO


def test_an_edited_body_alone_is_written_anew_in_the_manner_of_the_file(file: Path) -> None:
    was = scenario_reader.open_file(file)
    first, second, third = was.scenario.bodies
    moved = replace(second, at=(Point(768, 168),))
    text = scenario_writer.rewrite(replace(was.scenario, bodies=(first, moved, third)), was).text
    changed = [n for n, o in zip(text.splitlines(), SCENARIO.splitlines(), strict=True) if n != o]
    assert len(changed) == 1
    assert "10 1/2 in" in changed[0]


def test_a_new_file_reads_back_as_itself(file: Path, tmp_path: Path) -> None:
    scenario = scenario_reader.load(file)
    again = tmp_path / "again.scenario.yaml"
    scenario_writer.save(scenario, again)
    assert scenario_reader.load(again) == scenario
    assert scenario_reader.load(again).fingerprint() == scenario.fingerprint()


def test_a_body_more_is_another_scenario_and_a_wall_more_another_table(file: Path) -> None:
    scenario = scenario_reader.load(file)
    less = replace(scenario, bodies=scenario.bodies[1:])
    assert less.fingerprint() != scenario.fingerprint()
    assert scenario.ground_fingerprint() == scenario.table.fingerprint()


@pytest.mark.parametrize(
    ("was", "now", "code", "line"),
    [
        ("table: yard.table.yaml", "table: lawn.table.yaml", "no-such-table", 4),
        ("table: yard", "map: a.map.yaml\ntable: yard", "of-another-ground", 4),
        ("bodies:", "forces: {}\nbodies:", "of-another-ground", 7),
        ("side: blue, type", "side: blu, type", "no-such-side", 10),
        ("4 ft,10 in", "4 ft,10 inn", "no-points", 9),
        ("4 ft,10 in", "1,1 2,2 3,3", "too-many-points", 9),
        ("id: lancers", "id: guard", "id-twice", 10),
        ("strength: 8", "strength: 0", "out-of-range", 10),
        ("strength: 20", "formation: crowd", "not-an-option", 8),
        ("table: yard.table.yaml ", "", "missing-key", 1),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    file: Path, was: str, now: str, code: str, line: int
) -> None:
    assert was in SCENARIO
    file.write_text(SCENARIO.replace(was, now), encoding="utf-8")
    with pytest.raises(InvalidFileError) as caught:
        scenario_reader.open_file(file)
    assert (code, line) in [(each.code, each.mark.line) for each in caught.value.problems]


def test_bodies_do_not_go_with_a_map(tmp_path: Path) -> None:
    path = tmp_path / "odd.scenario.yaml"
    path.write_text(
        "sandtable: scenario/2\ngame: tank\nmap: a.map.yaml\nsides: [{id: red}]\n"
        "forces: {}\nbodies: []\n",
        encoding="utf-8",
    )
    with pytest.raises(InvalidFileError) as caught:
        scenario_reader.open_file(path)
    assert "of-another-ground" in [problem.code for problem in caught.value.problems]
