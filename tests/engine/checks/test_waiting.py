"""Reinforcements that wait for a die or a condition: files, checks, edits, tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checks.check import check_source
from engine.editing import scenario_edits as edits
from engine.editing import victory_edits, zone_edits
from engine.files import scenario_reader, scenario_writer
from engine.interchange import order_of_battle_csv
from engine.languages import MADE_IN
from engine.quick_fixes.scenario_fixes import scenario_fixes
from engine.scenario.scenario import Arrival, Scenario, VictoryCondition, VictoryKind
from tests.engine.scenario_texts import SCENARIO, changed, folder, found

SECOND = changed(SCENARIO, ("scenario/1", "scenario/2"))
ONCE = "{turn: 2, zone: east, die: 4, once: {by: objectives, side: red, objectives: [mill]}}"
WAITING = changed(SECOND, ("{turn: 2, zone: east}", ONCE))
MILL = VictoryCondition(VictoryKind.OBJECTIVES, "red", ("mill",))


def b2(scenario: Scenario) -> Arrival:
    """When b2 comes."""
    found = next(unit.arrives for unit in scenario.units if unit.id == "b2")
    assert found is not None
    return found


def test_a_file_says_what_reinforcements_wait_for_and_keeps_it(tmp_path: Path) -> None:
    was = scenario_reader.read_leniently(folder(tmp_path, WAITING))
    assert b2(was.scenario) == Arrival(2, "east", 4, MILL)
    assert scenario_writer.rewrite(was.scenario, was).text == WAITING
    later = edits.with_units_arriving(was.scenario, ["b2"], 3, "east")
    assert b2(later) == Arrival(3, "east", 4, MILL), "who is deferred waits for the same"
    Path(was.source.file).write_text(scenario_writer.rewrite(later, was).text, encoding="utf-8")
    assert scenario_reader.load(Path(was.source.file)).units == later.units


def test_the_first_version_knows_neither(tmp_path: Path) -> None:
    told = [code for code, _ in found(folder(tmp_path, changed(WAITING, ("io/2", "io/1"))))]
    assert told.count("newer-version") >= 2


def test_what_is_sound_is_not_reproached(tmp_path: Path) -> None:
    before = {code for code, _ in found(folder(tmp_path, SECOND))}
    assert {code for code, _ in found(folder(tmp_path, WAITING))} == before


FAULTS = [
    ("once-key", [("objectives: [mill]}}", "objectives: [mill], at_once: true}}")], "true"),
    ("once-turn-limit", [("by: objectives, side: red, objectives: [mill]", "by: turn-limit")],
     "turn-limit"),
    ("unknown-objective", [("objectives: [mill]}}", "objectives: [mlil]}}")], "mlil"),
    ("unknown-zone", [("by: objectives, side: red, objectives: [mill]",
                       "by: clear, side: red, zone: esat")], "esat"),
    ("unknown-aim", [("by: objectives, side: red, objectives: [mill]",
                      "by: exit, side: red, zone: east, count: 1")], "exit"),
    ("victory-for-nobody", [("by: objectives, side: red", "by: objectives")], "{by: objectives, o"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "changes", "place"), FAULTS)
def test_faults_are_told_at_their_place_and_no_fix_harms_the_unit(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    file = folder(tmp_path, changed(WAITING, *changes))
    told = found(file)
    assert any(each == code and said.startswith(place) for each, said in told), told
    was = scenario_reader.read_leniently(file)
    problems = [each for each in check_source(was.source) if each.code == code]
    for language in MADE_IN:
        assert "{" not in problems[0].sentence(language)
    for fix in scenario_fixes(was.scenario, problems[0]):
        assert b2(fix.scenario).zone == "east"


def test_what_is_renamed_is_renamed_in_what_reinforcements_wait_for(tmp_path: Path) -> None:
    scenario = scenario_reader.load(folder(tmp_path, WAITING))
    mill = scenario.objectives[0]
    assert b2(victory_edits.without_objective(scenario, "mill")).once is None
    other = victory_edits.with_objective(
        scenario, type(mill)("windmill", at=mill.at, points=2), "mill"
    )
    assert b2(other).once == VictoryCondition(VictoryKind.OBJECTIVES, "red", ("windmill",))
    red = scenario.side("red")
    renamed = edits.with_side(scenario, type(red)("west", red.name, red.colour), "red")
    assert b2(renamed).once == VictoryCondition(VictoryKind.OBJECTIVES, "west", ("mill",))
    assert b2(edits.without_side(scenario, "red")).once is None


def test_a_zone_that_reinforcements_wait_for_is_needed(tmp_path: Path) -> None:
    once = "{by: clear, side: blue, zone: ford}"
    waiting = "{turn: 2, zone: east, once: " + once + "}"
    text = changed(SECOND, ("{turn: 2, zone: east}", waiting))
    text += "zones: {ford: ['@3,0']}\n"
    scenario = scenario_reader.load(folder(tmp_path, text))
    assert "b2" in zone_edits.zone_users(scenario, "ford")
    renamed = zone_edits.renamed_zone(scenario, "ford", "bridge")
    assert b2(renamed).once == VictoryCondition(VictoryKind.CLEAR, "blue", zone="bridge")


def test_tables_have_the_die_and_leave_the_condition(tmp_path: Path) -> None:
    scenario = scenario_reader.load(folder(tmp_path, WAITING))
    table = order_of_battle_csv.compose(scenario)
    assert "arrives_die" in table.splitlines()[0]
    path = tmp_path / "a.csv"
    path.write_text(table.replace(",east,4,", ",east,5,"), encoding="utf-8", newline="")
    merged = order_of_battle_csv.read(path, scenario).value
    assert isinstance(merged, Scenario)
    assert b2(merged) == Arrival(2, "east", 5, MILL)
