"""What `check` says of a primer scenario whose rules name zones and whose armies are bought."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checks.check import check
from engine.problems import Problem

MAP = """\
sandtable: map/1
grid: {columns: 6, rows: 4}
zones: {west: ["@0,0", "@0,1"], east: ["@5,0", "@5,1"], red-deployment: ["@1,0"]}
"""
SCENARIO = """\
sandtable: scenario/1
title: {en: Two cities, zh: 双城}
game: primer
map: board.map.yaml
turns: 6
sides:
  - {id: red, budget: 10}
  - {id: blue, budget: 10, begins: true}
forces: {}
objectives: [{id: northgate, at: "@3,1", holder: red}]
rules:
  deployment: {blue: west}
  rings: {northgate: east}
"""


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")


def told(folder: Path, *changes: tuple[str, str]) -> list[Problem]:
    """What is found after some changes to the scenario."""
    text = SCENARIO
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "board.map.yaml").write_text(MAP, encoding="utf-8")
    file = folder / "two.scenario.yaml"
    file.write_text(text, encoding="utf-8")
    return check(file)


def test_zones_may_be_named_for_sides_and_objectives(tmp_path: Path) -> None:
    assert [problem.sentence() for problem in told(tmp_path)] == []


@pytest.mark.parametrize(
    ("change", "code", "line", "column", "near"),
    [
        (("{blue: west}", "{blue: wset}"), "no-such-zone", 12, 22, "west"),
        (("{blue: west}", '{blue: "0101"}'), "no-such-zone", 12, 22, ""),
        (("{northgate: east}", "{northgate: eats}"), "no-such-zone", 13, 22, "east"),
        (("{northgate: east}", "{nordgate: east}"), "unknown-objective", 13, 21, "northgate"),
        (("{blue: west}", "{blue: 5}"), "unquoted", 12, 22, ""),
    ],
)
def test_a_name_that_means_nothing_there_is_told_where_it_stands(
    tmp_path: Path, change: tuple[str, str], code: str, line: int, column: int, near: str
) -> None:
    (problem,) = told(tmp_path, change)
    assert problem.code == code
    assert (problem.mark.line, problem.mark.column) == (line, column)
    assert near in (problem.hint() or "")


def test_a_side_that_could_buy_units_is_asked_for_a_budget_or_units(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, ("{id: red, budget: 10}", "{id: red}"))
    assert problem.code == "no-budget"
    assert "sides[0].budget" in problem.hint()
    assert "forces.red" in problem.hint()


@pytest.mark.parametrize("side", ["{id: red, budget: 10}", "{id: red}"])
def test_no_units_are_asked_for_beside_an_unknown_rule(tmp_path: Path, side: str) -> None:
    bought, rule = "{id: red, budget: 10}", ("{blue: west}", "{bleu: west}")
    (problem,) = told(tmp_path, (bought, side), rule)
    assert (problem.code, problem.hint()) == ("invalid-rules", "did you mean 'blue'?")
    assert (problem.mark.line, problem.mark.column) == (12, 22)


def test_a_side_without_a_zone_is_told_where_it_would_deploy(tmp_path: Path) -> None:
    (problem,) = told(tmp_path, ("  deployment: {blue: west}\n", ""))
    assert (problem.code, problem.where) == ("no-deployment", "sides[1].budget")
    assert "blue-deployment" in problem.message()
    assert "rules: {deployment: {blue: …}}" in problem.hint()


DATA = """\
  units: {infantry: {strength: 2}}
  terrain:
    entry: |
      ground   infantry armour artillery recon
      road            2      1         1     1
      waste           1      2         1     1
      city            1      –         1     1
      woods           1      –         1     1
      mountain        3      –         –     –
      river           –      –         –     1
    alike: {settlement: city}
    road_links: [road, track]
    concealing: [woods]
"""


def test_all_data_of_the_game_may_be_changed(tmp_path: Path) -> None:
    assert [problem.sentence() for problem in told(tmp_path, ("rules:\n", f"rules:\n{DATA}"))] == []


def test_data_of_another_game_is_refused_where_it_stands(tmp_path: Path) -> None:
    (found,) = told(tmp_path, ("rules:\n", "rules:\n  terrain: {march_links: [road]}\n"))
    assert (found.code, found.mark.line, found.mark.column) == ("invalid-rules", 12, 26)


def test_the_tank_game_refuses_the_primer_s_terrain(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        ("game: primer", "game: tank"),
        ("rules:\n  deployment: {blue: west}\n  rings: {northgate: east}\n",
         "rules:\n  terrain: {concealing: [woods]}\n"),
    )  # fmt: skip
    assert any(problem.code == "invalid-rules" and problem.mark.line == 12 for problem in found)
