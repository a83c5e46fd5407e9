"""Words of bodies and forces that mean nothing are told at their place, with those that would."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checks.check import check
from engine.problems import Problem
from tests.engine.files.test_figure_group_reader import SCENARIO, TABLE
from tests.engine.scenario_texts import changed

FORCE = """\
sandtable: forces/1
game: tank
units:
  - {id: a, type: [wrong]}
  - {id: b, type: tonk}
"""


def told_of(file: Path, words: str) -> list[Problem]:
    """What `check` says of a file, every sentence and hint of it put together."""
    file.write_text(words, encoding="utf-8")
    found = check(file)
    for language in ("en", "zh"):
        assert all(problem.as_json(language)["message"] for problem in found)
    return found


def test_a_formation_that_a_body_has_not_is_told_with_those_it_has(tmp_path: Path) -> None:
    (tmp_path / "yard.table.yaml").write_text(TABLE, encoding="utf-8")
    words = SCENARIO.replace("skill: practised", "skill: practized")
    (told,) = [each for each in told_of(tmp_path / "a.scenario.yaml", words)
               if each.code == "strange-body-word"]  # fmt: skip
    assert told.where == "bodies[1].skill"
    assert told.hint("en") == "did you mean 'practised'?"


def test_an_unknown_type_of_a_force_is_told_at_its_own_entry(tmp_path: Path) -> None:
    file = tmp_path / "a.forces.yaml"
    (told,) = [each for each in told_of(file, FORCE) if each.code == "unknown-unit-type"]
    assert (told.where, told.mark.line) == ("units[1].type", 5)
    assert told.hint("en") == "did you mean 'tank'?"
    (told,) = [each for each in told_of(file, FORCE.replace("tonk", "zzz"))
               if each.code == "unknown-unit-type"]  # fmt: skip
    assert told.values["known"] == "tank"
    assert "tank" in told.hint("en")


def test_formations_that_are_no_list_are_told(tmp_path: Path) -> None:
    told = told_of(tmp_path / "a.forces.yaml", FORCE + "formations: none\n")
    assert "formations" in [each.where for each in told]


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [("facing: 0, skill: practised", "aboard: guard", "body-place"),
     ("type: foot, strength: 20", "type: foot, formation: heap, strength: 20", "not-an-option"),
     ('type: gun, at: "4 ft,10 in"', "type: gun, aboard: nobody", "no-such-body"),
     ('"4 ft,10 in"', '"4 ft,10 in 5 ft,10 in"', "body-in-a-line")],
)  # fmt: skip
def test_bodies_that_begin_in_no_way_there_is_are_told_before_they_are_laid(
    tmp_path: Path, was: str, now: str, code: str
) -> None:
    (tmp_path / "yard.table.yaml").write_text(TABLE, encoding="utf-8")
    words = changed(SCENARIO, (was, now))
    assert code in [each.code for each in told_of(tmp_path / "a.scenario.yaml", words)]


@pytest.mark.parametrize("type_", ["foot", "boat", "foto"])
def test_an_army_of_a_defence_is_weighed_where_its_kinds_are_known(
    tmp_path: Path, type_: str
) -> None:
    (tmp_path / "yard.table.yaml").write_text(TABLE, encoding="utf-8")
    rules = "rules: {game: defence, defender: blue}\n"
    words = changed(SCENARIO, ("type: horse", f"type: {type_}")) + rules
    codes = {each.code for each in told_of(tmp_path / "a.scenario.yaml", words)}
    assert ("unknown-body-type" in codes) is (type_ == "foto")
