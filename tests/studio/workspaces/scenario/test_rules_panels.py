"""Choices and tables of the game in their panels: changed, marked, and put back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.play.forecast_blocks import PrintedTableCell
from engine.texts import text
from studio.workspaces.scenario.rules.rule_table_model import STATE
from studio.workspaces.scenario.rules.rule_tables_panel import RuleTablesPanel
from studio.workspaces.scenario.rules.rules_panel import RulesPanel
from tests.studio.workspaces.scenario.desks import Desk

LEVEL_10 = PrintedTableCell("C", "7", "10")  # the level at which a shot at eight hexes is resolved


def test_a_choice_is_made_marked_and_put_back(context: Desk) -> None:
    rules = context.panel(RulesPanel)
    row = rules.rows["results"]
    row.control.group.button(1).click()
    assert context.scenario.rules == {"results": "firefight"}
    assert context.steps == ["Rule: Results of direct fire"]
    assert "●" in row.title.text()
    assert rules.told.text() == text("aims.rules-changed", "en", count=1)
    row.back.click()
    assert context.scenario.rules == {}
    assert "●" not in row.title.text()


def test_a_number_is_typed_as_one_step(context: Desk) -> None:
    box = context.panel(RulesPanel).rows["stacking"].control.box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "12")
    assert context.scenario.rules == {"stacking": 12}
    assert len(context.steps) == 1


def test_cards_are_fixed_for_each_side_apart(context: Desk) -> None:
    control = context.panel(RulesPanel).rows["cards_per_turn"].control
    control.apart.click()
    control.boxes["blue"].setValue(2)
    assert context.scenario.rules == {"cards_per_turn": {"red": 1, "blue": 2}}
    control.apart.click()
    assert context.scenario.rules == {}


def test_all_choices_go_back_in_one_step_and_tables_stay(context: Desk) -> None:
    rules = context.panel(RulesPanel)
    rules.rows["strict"].control.box.click()
    rules.rows["stacking"].control.box.setValue(2)
    tables = context.panel(RuleTablesPanel)
    tables.edit_cell(PrintedTableCell("units", "tank", "mp"), "6")
    rules.back.click()
    assert context.scenario.rules == {"units": {"tank": {"mp": 6}}}
    assert context.steps[-1] == text("aims.step-rules-back", "en")


# --- tables ---------------------------------------------------------------------------------------


def test_a_result_is_typed_over_by_the_keyboard_and_marked(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    tables.choose("C")
    index = tables.model.index(5, 9)
    assert tables.model.cell(index) == LEVEL_10
    tables.view.setCurrentIndex(index)
    tables.view.setFocus()
    tables.view.edit(index)
    (box,) = tables.view.findChildren(QComboBox)
    QTest.keyClick(box, Qt.Key.Key_S)
    QTest.keyClick(box, Qt.Key.Key_Return)
    QCoreApplication.processEvents()
    assert "7   · · · · · · · · ·  S" in context.scenario.rules["tables"]["C"]
    assert index.data(STATE).is_changed
    assert tables.which.currentText().startswith("●")
    assert text("aims.data-usual", "en", usual="K") in index.data(Qt.ItemDataRole.ToolTipRole)


def test_arrow_keys_run_through_the_results_of_a_cell_and_enter_takes_one(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    tables.choose("C")
    index = tables.model.index(5, 9)
    tables.view.setCurrentIndex(index)
    tables.view.setFocus()
    QTest.keyClick(tables.view, Qt.Key.Key_F2)
    (box,) = tables.view.findChildren(QComboBox)
    was, more = index.data(), [Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down]
    for key in more:
        QTest.keyClick(box, key)
        assert box.isVisible()
        assert tables.view.findChildren(QComboBox) == [box]
    assert context.steps == []
    chosen = box.currentData()
    QTest.keyClick(box, Qt.Key.Key_Return)
    QCoreApplication.processEvents()
    assert was != index.data() == chosen
    assert len(context.steps) == 1


def test_what_the_game_refuses_stays_in_its_cell_with_the_reason(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    tables.choose("A")
    index = tables.model.index(0, 0)
    tables.view.setCurrentIndex(index)
    tables.view.edit(index)
    (line,) = tables.view.viewport().findChildren(QLineEdit)
    line.setText("many")
    QTest.keyClick(line, Qt.Key.Key_Return)
    QCoreApplication.processEvents()
    assert context.steps == []
    assert index.data() == "many"
    assert text("game.table-number", "en", found="many") in index.data(STATE).fault
    assert text("game.table-number", "en", found="many") in tables.fault.text()
    tables.edit_cell(PrintedTableCell("A", "85mm", "0-8"), "9")
    assert index.data() == "9"
    assert tables.fault.text() == ""


def test_delete_puts_the_chosen_cells_back_as_one_step(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    tables.choose("C")
    for row in ("7", "8"):
        tables.edit_cell(PrintedTableCell("C", row, "10"), "·")
    tables.view.selectColumn(9)
    tables.view.setFocus()
    QTest.keyClick(tables.view, Qt.Key.Key_Delete)
    assert context.scenario.rules == {}
    assert len(context.steps) == 3


def test_a_table_and_all_tables_go_back(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    tables.edit_cell(PrintedTableCell("units", "tank", "mp"), "6")
    tables.choose("C")
    tables.edit_cell(LEVEL_10, "·")
    tables.reset_table()
    assert context.scenario.rules == {"units": {"tank": {"mp": 6}}}
    tables.reset_all_tables()
    assert context.scenario.rules == {}


def test_a_type_is_added_like_another_and_removed_unless_it_is_used(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    context.prompts.lines = ["heavy"]
    tables.add_row()
    assert tables.chosen == PrintedTableCell("units", "heavy", "name-en")
    tables.edit_cell(PrintedTableCell("units", "heavy", "armour"), "heavy")
    assert context.scenario.rules["units"]["heavy"]["armour"] == "heavy"
    first = context.scenario.units[0].id
    from engine.editing.scenario_edits import changed_units

    context.document.apply(changed_units(context.scenario, [first], type="heavy"), "so")
    tables.remove_row()
    assert first in context.prompts.told[0]
    context.undo()
    tables.remove_row()
    assert context.scenario.rules == {}


def test_the_chances_before_and_after_are_shown_at_once(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    tables.choose("C")
    odds = tables.trial.odds
    assert odds.before == odds.after
    assert odds.before is not None
    tables.edit_cell(LEVEL_10, "·")
    assert odds.after["·"] - odds.before.get("·", 0) == Fraction(6, 36)
    lines = {line[0]: line[4] for line in odds.lines()}
    assert lines["·"] == "+16.7"


def test_a_type_the_rulebook_lacks_has_no_chances_before(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    context.prompts.lines = ["heavy"]
    tables.add_row()
    firer = tables.trial.boxes["firer"]
    firer.setCurrentIndex(firer.findData("heavy"))
    firer.activated.emit(0)
    assert tables.trial.odds.before is None
    assert tables.trial.odds.after


def test_cells_that_mean_nothing_cannot_be_typed_over(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    tables.choose("terrain")
    stream = [row.id for row in tables.sheet.rows].index("stream")
    entry, crossing = (tables.model.index(stream, place) for place in (0, 1))
    assert not entry.flags() & Qt.ItemFlag.ItemIsEditable
    assert crossing.flags() & Qt.ItemFlag.ItemIsEditable


# --- a game of another kind -----------------------------------------------------------------------


@pytest.fixture
def primer(qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(qtbot, SHIPPED / "samples/primer/scenarios/three-cities.scenario.yaml")
    yield made
    made.close()


def test_a_result_is_shown_by_its_code_as_it_is_printed(primer: Desk) -> None:
    tables = primer.panel(RuleTablesPanel)
    tables.choose("results")
    assert tables.model.index(0, 0).data() == "pX"
    tables.edit_cell(PrintedTableCell("results", "1", "0"), "n1")
    assert tables.model.index(0, 0).data() == "n1"
    assert tables.model.index(0, 0).data(STATE).is_changed
    tables.reset_table()
    assert primer.scenario.rules == {}


def test_a_fight_of_neighbours_is_compared_at_first(primer: Desk) -> None:
    tables = primer.panel(RuleTablesPanel)
    trial = tables.trial
    assert trial.boxes["range"].value() == 1
    assert sum(trial.odds.before.values()) == 1
    tables.edit_cell(PrintedTableCell("units", "infantry", "strength"), "9")
    tables.edit_cell(PrintedTableCell("units", "armour", "strength"), "9")
    target = trial.boxes["target"]
    target.setCurrentIndex(target.findData("armour"))
    target.activated.emit(target.currentIndex())
    assert trial.odds.before != trial.odds.after


@pytest.mark.parametrize(("which", "is_asked"), [("primer", False), ("context", True)])
def test_what_makes_no_difference_to_a_fight_is_not_asked(
    request: pytest.FixtureRequest, qtbot: QtBot, which: str, is_asked: bool
) -> None:
    trial = request.getfixturevalue(which).panel(RuleTablesPanel).trial
    qtbot.waitUntil(lambda: bool(trial.boxes))
    assert ("ground" in trial.boxes, "higher" in trial.boxes) == (is_asked, is_asked)
    assert all(box.isVisible() for box in trial.boxes.values())


def test_a_step_is_called_by_what_the_heads_say(primer: Desk) -> None:
    primer.localize.set_language("zh")
    tables = primer.panel(RuleTablesPanel)
    tables.edit_cell(PrintedTableCell("units", "armour", "strength"), "7")
    tables.edit_cell(PrintedTableCell("entry", "woods", "armour"), "2")
    assert primer.steps == ["兵种：装甲部队，战斗力", "地形：树林，装甲部队"]


def test_a_step_is_called_so_though_nobody_has_seen_the_tables(primer: Desk) -> None:
    tables = RuleTablesPanel(primer.localize, primer.prompts)
    primer.made.append(tables)
    tables.show_scenario(primer.tab)
    assert tables.sheets == ()
    tables.edit_cell(PrintedTableCell("units", "armour", "strength"), "7")
    assert primer.steps == ["Unit types: armour, Strength"]


def test_tables_are_said_again_in_another_language(context: Desk) -> None:
    tables = context.panel(RuleTablesPanel)
    context.localize.set_language("zh")
    assert tables.which.itemText(0).startswith("单位类型")
    assert tables.model.headerData(3, Qt.Orientation.Horizontal) == "机动力"
