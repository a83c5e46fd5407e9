"""Scenarios with faults open as far as they can be read, and nothing of their files is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.editing import scenario_edits as edits
from engine.files import scenario_reader
from engine.files.source_text import SHIPPED
from engine.languages import MADE_IN
from engine.problems import Problem
from studio.documents.scenario_document import ScenarioDocument
from studio.workspaces.scenario.editor.scenario_checker import find_scenario_problems

Spoil = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED / "samples" / "tank", tmp_path / "tank")
    return tmp_path / "tank" / "scenarios" / "crossroads.scenario.yaml"


def opened(file: Path, spoil: Spoil) -> ScenarioDocument:
    was = file.read_text(encoding="utf-8")
    said = spoil(was)
    assert said != was
    file.write_text(said, encoding="utf-8")
    return ScenarioDocument.open(file)


def problems(document: ScenarioDocument) -> list[Problem]:
    return find_scenario_problems(document.writing(), document.scenario.map)


def units(document: ScenarioDocument) -> set[str]:
    return {unit.id for unit in document.scenario.units}


def off_the_map(said: str) -> str:
    return _with_unit(said, "{id: lost, type: tank, at: '@99,3'}")


def misspelt(said: str) -> str:
    return _with_unit(said, "{id: lost, type: tank, at: 4563ZZ}")


def twice(said: str) -> str:
    return _with_unit(said, "{id: b1, type: tank, at: '@3,3'}")


def nowhere(said: str) -> str:
    return _with_unit(said, "{id: lost, type: tank}")


def two_places(said: str) -> str:
    return _with_unit(said, "{id: lost, type: tank, at: '@3,3', zone: westerby}")


def _with_unit(said: str, unit: str) -> str:
    """The file with a unit more, first of blue's."""
    head, mark, tail = said.partition("\n  blue:\n")
    assert mark
    indent = tail[: tail.index("-")]
    return f"{head}{mark}{indent}- {unit}\n{tail}"


SPOILT = {
    "unknown-hex": off_the_map,
    "unknown-hex-label": misspelt,
    "id-twice": twice,
    "unit-place": nowhere,
    "unit-place-two": two_places,
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_faulty_unit_is_told_and_each_mend_puts_it_right_and_is_undone(
    file: Path, name: str
) -> None:
    document = opened(file, SPOILT[name])
    code = next(each for each in ("unknown-hex", "unit-place", "id-twice") if each in name)
    (problem,) = [each for each in problems(document) if each.code == code]
    before = document.writing()().text
    offered = document.fixes_for_unread_part(problem)
    assert len(offered) >= 2
    assert [mend.is_destructive for mend in offered] == sorted(m.is_destructive for m in offered)
    for mend in offered:
        assert all(mend.name(language) for language in MADE_IN)
        document.apply_file_fix(mend, mend.name("en"))
        assert code not in [each.code for each in problems(document)]
        if not mend.is_destructive:
            assert len(units(document)) == 9
        document.history.undo()
        assert document.writing()().text == before
        assert code in [each.code for each in problems(document)]


def test_what_was_not_read_outlasts_edits_of_its_neighbours_and_saves(file: Path) -> None:
    document = opened(file, off_the_map)
    others = [unit.id for unit in document.scenario.units if unit.side == "blue"]
    moved = edits.with_units_at(document.scenario, others[:1], document.scenario.map.grid.hex(3, 3))
    document.apply(edits.without_units(moved, others[1:2]), "edited")
    document.save()
    said = file.read_text(encoding="utf-8")
    assert said.count("id: lost") == 1
    assert "@99,3" in said
    again = ScenarioDocument.open(file)
    assert units(again) == units(document)
    assert "unknown-hex" in [each.code for each in problems(again)]


def test_a_fix_of_a_neighbour_is_not_done_to_another(file: Path) -> None:
    from engine.quick_fixes.scenario_fixes import scenario_fixes

    document = opened(file, off_the_map)
    blue = [unit.id for unit in document.scenario.units if unit.side == "blue"]
    late = edits.with_units_arriving(document.scenario, [blue[0]], 40, "south-edge")
    document.apply(late, "late")
    (problem,) = [each for each in problems(document) if each.code == "arrives-too-late"]
    first = scenario_fixes(document.scenario, problem)[0]
    (changed,) = [unit for unit in first.scenario.units if unit.arrives and unit.id in blue[:1]]
    assert changed.arrives is not None
    assert changed.arrives.turn == document.scenario.turns


def test_a_mend_undone_after_a_save_under_another_name_leaves_the_old_file_alone(
    file: Path,
) -> None:
    document = opened(file, misspelt)
    faulty, other = file.read_bytes(), file.with_name("other.scenario.yaml")
    (problem,) = (each for each in problems(document) if document.fixes_for_unread_part(each))
    document.apply_file_fix(document.fixes_for_unread_part(problem)[0], "mended")
    document.save(other)
    document.history.undo()
    assert document.path == other
    document.save()
    assert file.read_bytes() == other.read_bytes() == faulty


def test_a_mended_file_keeps_its_comments_and_is_sound(file: Path) -> None:
    document = opened(file, lambda said: twice(said).replace("\n  blue:\n", "\n  blue:  # ours\n"))
    (problem,) = [each for each in problems(document) if each.code == "id-twice"]
    document.apply_file_fix(document.fixes_for_unread_part(problem)[0], "mended")
    document.save()
    assert "# ours" in file.read_text(encoding="utf-8")
    assert "b1-1" in {unit.id for unit in scenario_reader.load(file).units}
