"""Formations, sizes and layouts of counters in files: read, written, told, no part of play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.checks.check import check
from engine.files import scenario_reader, scenario_writer
from engine.scenario.formations import (
    formations_by_id,
    formations_within,
    parent_formations,
    top_level_formations,
    units_of,
)
from engine.scenario.scenario import Formation
from engine.session.scenario_handout import scenario_handout
from tests.engine.scenario_texts import SCENARIO, folder

FORMATIONS = """\
formations:
  - {id: bde, side: red, name: {en: 7th Brigade, zh: 第7旅}, size: brigade, headquarters: r1}
  - {id: bn, side: red, name: {en: 1st Battalion, zh: 第1营}, within: bde, size: battalion}
  - {id: coy, side: red, name: {en: A, zh: 一连}, within: bn, size: company, colour: "#102030"}
  - {id: foe, side: blue, name: {en: Watch, zh: 警卫队}}
"""


def text(more: str = FORMATIONS) -> str:
    said = SCENARIO.replace("scenario/1", "scenario/2")
    return said.replace("{id: r1, type: tank", "{id: r1, type: tank, formation: coy") + more


def test_a_tree_of_any_depth_is_read_and_saved_untouched(tmp_path: Path) -> None:
    file = scenario_reader.open_file(folder(tmp_path, text()))
    known = formations_by_id(file.scenario.formations)
    assert [each.id for each in parent_formations(known, "coy")] == ["coy", "bn", "bde"]
    assert [each.id for each in formations_within(file.scenario.formations, "bde")] == [
        "bde",
        "bn",
        "coy",
    ]
    assert [each.id for each in top_level_formations(file.scenario, "red")] == ["bde"]
    assert [unit.id for unit in units_of(file.scenario, "bde")] == ["r1"]
    assert scenario_writer.rewrite(file.scenario, file).text == text()


def test_an_edit_of_a_formation_changes_its_line_alone(tmp_path: Path) -> None:
    file = scenario_reader.open_file(folder(tmp_path, text()))
    changed = tuple(
        replace(each, size="regiment") if each.id == "bn" else each
        for each in file.scenario.formations
    )
    now = scenario_writer.rewrite(replace(file.scenario, formations=changed), file).text
    lines = [(a, b) for a, b in zip(text().splitlines(), now.splitlines(), strict=True) if a != b]
    assert len(lines) == 1
    assert "size: regiment" in lines[0][1]


def test_how_counters_look_bears_on_no_replay(tmp_path: Path) -> None:
    scenario = scenario_reader.load(folder(tmp_path, text()))
    dressed = replace(
        scenario, counters="classic", formations=(Formation("x", "red"),),
        units=tuple(replace(unit, size="company") for unit in scenario.units),
    )  # fmt: skip
    assert dressed.fingerprint() == scenario.fingerprint()


def test_a_misspelt_layout_is_told_with_what_was_meant(tmp_path: Path) -> None:
    problems = check(folder(tmp_path, text("counters: clasic\n")))
    (problem,) = (each for each in problems if each.code == "no-such-layout")
    assert "classic" in problem.hint("en")


def test_a_side_knows_nothing_of_the_others_formations(tmp_path: Path) -> None:
    scenario = scenario_reader.load(folder(tmp_path, text()))
    assert [each.id for each in scenario_handout(scenario, "blue").formations] == ["foe"]
