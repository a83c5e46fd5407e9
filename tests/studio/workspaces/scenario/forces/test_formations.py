"""Formations in the order of battle: a tree by mouse and keys, copied, pasted, spread out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.editing.deployment_patterns import DeploymentPattern
from engine.scenario.formations import formations_by_id
from engine.scenario.scenario import VictoryCondition, VictoryKind
from engine.texts import text
from studio.workspaces.scenario.order_of_battle.command_ids import FormationCommand
from studio.workspaces.scenario.order_of_battle.forces_tree_rows import ForcesColumn
from studio.workspaces.scenario.order_of_battle.formation_commands import run_formation_command
from studio.workspaces.scenario.order_of_battle.formations_editor import FormationsEditor
from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel
from tests.studio.workspaces.scenario.desks import Desk

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def forces(context: Desk) -> ForcesPanel:
    panel: ForcesPanel = context.panel(ForcesPanel)
    return panel


def grown(context: Desk) -> tuple[str, str]:
    """Red's four tanks in a platoon, which is in a company; the two ids."""
    deeds = FormationsEditor(context.tab.forces)
    company = deeds.create_formation("red", {"en": "A Company", "zh": "一连"})
    context.tab.forces.choose(["r1", "r2", "r3", "r4"])
    return company, deeds.create_formation("red", "1st Platoon", company)


def row(panel: ForcesPanel, *key: str) -> str:
    return str(panel.model.find(key, ForcesColumn.NAME).data())


def test_formations_stand_within_each_other(context: Desk, forces: ForcesPanel) -> None:
    company, platoon = grown(context)
    index = forces.model.find(("formation", "red", platoon))
    assert forces.model.parent(index) == forces.model.find(("formation", "red", company))
    assert forces.model.rowCount(index) == 4
    assert row(forces, "formation", "red", company) == "A Company"
    forces.localize.set_language("zh")
    assert row(forces, "formation", "red", company) == "一连"


def test_a_formation_tells_what_it_holds_at_any_depth(context: Desk, forces: ForcesPanel) -> None:
    company, _ = grown(context)
    said = forces.model.find(("formation", "red", company), ForcesColumn.PLACE).data()
    points = text("forces.forces-points", "en", points=4)
    assert said == f"{text('forces.units', 'en', count=4)}, {points}"


def test_the_form_names_sizes_and_gives_a_headquarters(context: Desk, forces: ForcesPanel) -> None:
    company, _ = grown(context)
    forces.tree.setCurrentIndex(forces.model.find(("formation", "red", company)))
    assert forces.formation.isVisible()
    line = forces.formation.name.lines["en"]
    line.setFocus()
    line.end(False)
    QTest.keyClicks(line, " (Guards)")
    forces.formation.headquarters.setFocus()
    QTest.keyClick(forces.formation.headquarters, Qt.Key.Key_Down)
    found = formations_by_id(context.scenario.formations)[company]
    assert found.name == {"en": "A Company (Guards)", "zh": "一连"}
    assert found.headquarters == "r1"
    context.undo()
    assert formations_by_id(context.scenario.formations)[company].headquarters == ""


def test_a_branch_is_dragged_with_all_it_holds(context: Desk, forces: ForcesPanel) -> None:
    company, platoon = grown(context)
    model = forces.model
    mime = model.mimeData([model.find(("formation", "red", platoon))])
    onto = model.find(("side", "blue"))
    assert model.dropMimeData(mime, Qt.DropAction.CopyAction, -1, -1, onto)
    found = formations_by_id(context.scenario.formations)
    assert (found[platoon].side, found[platoon].within) == ("blue", "")
    assert {u.side for u in context.scenario.units if u.formation == platoon} == {"blue"}
    assert found[company].side == "red"
    context.undo()
    assert formations_by_id(context.scenario.formations)[platoon].within == company


def test_a_formation_never_stands_within_itself(context: Desk, forces: ForcesPanel) -> None:
    company, platoon = grown(context)
    was, model = context.scenario, forces.model
    mime = model.mimeData([model.find(("formation", "red", company))])
    model.dropMimeData(
        mime, Qt.DropAction.CopyAction, -1, -1, model.find(("formation", "red", platoon))
    )
    assert context.scenario is was


def test_a_word_becomes_a_formation_when_something_is_put_into_it(
    context: Desk, forces: ForcesPanel
) -> None:
    context.tab.forces.choose(["b1", "b2"])
    context.tab.forces.set_formation("Second line")
    _, platoon = grown(context)
    model = forces.model
    mime = model.mimeData([model.find(("formation", "red", platoon))])
    onto = model.find(("formation", "blue", "Second line"))
    model.dropMimeData(mime, Qt.DropAction.CopyAction, -1, -1, onto)
    found = formations_by_id(context.scenario.formations)
    assert found[platoon].within == "Second-line"
    assert found["Second-line"].name == "Second line"
    assert {u.formation for u in context.scenario.units if u.id in ("b1", "b2")} == {"Second-line"}


def test_copied_units_are_pasted_with_their_formations(context: Desk, forces: ForcesPanel) -> None:
    _, platoon = grown(context)
    forces.tree.setCurrentIndex(forces.model.find(("formation", "red", platoon)))
    QTest.keyClick(forces.tree, Qt.Key.Key_C, CONTROL)
    assert "sandtable: forces/1" in QGuiApplication.clipboard().text()
    QTest.keyClick(forces.tree, Qt.Key.Key_V, CONTROL)
    assert len(context.scenario.units) == 12
    (copy,) = {u.formation for u in context.scenario.units if u.id in context.tab.forces.chosen}
    found = formations_by_id(context.scenario.formations)
    assert copy != platoon
    assert found[copy].name == "1st Platoon"
    context.undo()
    assert len(context.scenario.units) == 8


def test_what_is_no_force_is_not_pasted_and_that_is_said(
    context: Desk, forces: ForcesPanel
) -> None:
    said: list[str] = []
    context.tab.forces.told.connect(said.append)
    QGuiApplication.clipboard().setText("hello: [")
    QTest.keyClick(forces.tree, Qt.Key.Key_V, CONTROL)
    assert said == [text("forces.paste-nothing", "en")]


def test_a_condition_that_goes_with_its_unit_is_told(context: Desk, forces: ForcesPanel) -> None:
    """Who wins changes with it: the check has nothing to say of what is not there."""
    said: list[str] = []
    context.tab.forces.told.connect(said.append)
    victory = context.scenario.victory
    keep = VictoryCondition(VictoryKind.SURVIVE, "red", units=("r1",))
    context.document.apply(replace(context.scenario, victory=(keep, *victory)), "Condition")
    forces.tree.setCurrentIndex(forces.model.find(("unit", "r2")))
    QTest.keyClick(forces.tree, Qt.Key.Key_Delete)
    assert said == []
    forces.tree.setCurrentIndex(forces.model.find(("unit", "r1")))
    QTest.keyClick(forces.tree, Qt.Key.Key_Delete)
    assert context.scenario.victory == victory
    assert said == [text("forces.deleted-conditions", "en", count=1)]


ROWS = (
    "Id\tSide\tType\tname_en\tname_zh\tzone\tformation\r\n"
    'r9\tred\ttank\t"Red ""Nine"""\t红九\tred-setup\tHQ\r\n'
    "b1\tblue\ttank\tBlue 1 again\t蓝方1号车\tblue-setup\t\r\n"
)


def test_rows_of_a_spreadsheet_are_pasted_and_change_the_units_of_their_ids(
    context: Desk, forces: ForcesPanel
) -> None:
    said: list[str] = []
    context.tab.forces.told.connect(said.append)
    QGuiApplication.clipboard().setText(ROWS)
    QTest.keyClick(forces.tree, Qt.Key.Key_V, CONTROL)
    units = {unit.id: unit for unit in context.scenario.units}
    assert len(units) == 9
    assert units["r9"].name == {"en": 'Red "Nine"', "zh": "红九"}
    assert units["b1"].zone == "blue-setup"
    assert set(context.tab.forces.chosen) == {"r9", "b1"}
    assert said == [f"{text('forces.clipboard', 'en')}: 1 added, 1 changed, 0 removed"]
    context.undo()
    assert len(context.scenario.units) == 8


def test_what_is_wrong_with_pasted_rows_is_said_by_its_cell(
    context: Desk, forces: ForcesPanel
) -> None:
    said: list[str] = []
    context.tab.forces.told.connect(said.append)
    QGuiApplication.clipboard().setText(ROWS.replace("blue\ttank", "blue\ttnak"))
    QTest.keyClick(forces.tree, Qt.Key.Key_V, CONTROL)
    assert len(context.scenario.units) == 8
    assert len(said) == 1
    assert said[0].startswith("C3: ")


def test_units_are_spread_out_by_a_pattern(context: Desk, forces: ForcesPanel) -> None:
    grid = context.scenario.map.grid
    context.tab.forces.place_at(["r1", "r2", "r3", "r4"], grid.hex(8, 8))
    context.tab.forces.choose(["r1", "r2", "r3", "r4"])
    FormationsEditor(context.tab.forces).apply_pattern(DeploymentPattern.WEDGE)
    places = {u.id: u.at for u in context.scenario.units if u.side == "red"}
    assert places["r1"] == grid.hex(8, 8)
    assert len(set(places.values())) == 4
    assert context.steps[-1].startswith("Spread out")


def test_what_is_kept_in_the_library_is_offered_again(
    context: Desk, forces: ForcesPanel, tmp_path: Path
) -> None:
    grown(context)
    context.tab.forces.choose(["r1", "r2"])
    context.prompts.lines = ["Two tanks"]
    run_formation_command(FormationCommand.KEEP, context.tab.forces, context.prompts, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["Two-tanks.forces.yaml"]
    context.prompts.chosen_one = 0
    run_formation_command(FormationCommand.LIBRARY, context.tab.forces, context.prompts, tmp_path)
    assert len(context.scenario.units) == 10
