"""Cells of a game's tables go to a spreadsheet and come back by Ctrl+C and Ctrl+V, as one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.play.forecast_blocks import PrintedTableCell
from engine.texts import text
from studio.workspaces.scenario.rules.rule_tables_panel import RuleTablesPanel
from tests.studio.workspaces.scenario.desks import Desk

CONTROL = Qt.KeyboardModifier.ControlModifier


def choose(tables: RuleTablesPanel, top: int, left: int, bottom: int, right: int) -> None:
    """Choose a block of cells, the keys at its first one."""
    model = tables.model
    block = QItemSelection(model.index(top, left), model.index(bottom, right))
    tables.view.setCurrentIndex(model.index(top, left))
    select = QItemSelectionModel.SelectionFlag.ClearAndSelect
    tables.view.selectionModel().select(block, select)
    tables.view.setFocus()


def press(tables: RuleTablesPanel, key: Qt.Key) -> None:
    QTest.keyClick(tables.view, key, CONTROL)


def paste(tables: RuleTablesPanel, words: str) -> None:
    QGuiApplication.clipboard().setText(words)
    press(tables, Qt.Key.Key_V)


@pytest.fixture
def tables(context: Desk) -> RuleTablesPanel:
    found: RuleTablesPanel = context.panel(RuleTablesPanel)
    found.choose("C")
    return found


def test_a_block_of_cells_is_copied_for_a_spreadsheet(tables: RuleTablesPanel) -> None:
    choose(tables, 4, 6, 5, 9)
    press(tables, Qt.Key.Key_C)
    assert QGuiApplication.clipboard().text() == "·\tS\tK\tK\n·\t·\t·\tK\n"


def test_what_a_spreadsheet_gives_back_is_typed_over_as_one_step(
    context: Desk, tables: RuleTablesPanel
) -> None:
    choose(tables, 4, 8, 4, 8)
    paste(tables, '"S"\tK\r\ns\t·\r\n')  # Excel ends every line so
    assert context.steps == [text("aims.step-cells", "en", sheet="C")]
    cells = tables.model.sheet.cells if tables.model.sheet else {}
    assert [cells[PrintedTableCell("C", row, column)] for row in "67" for column in ("9",
                                                                                     "10")] == [
        "S", "K", "S", "·",
    ]  # fmt: skip
    context.tab.undo()
    assert context.scenario.rules == {}


def test_one_word_goes_into_every_chosen_cell(context: Desk, tables: RuleTablesPanel) -> None:
    choose(tables, 0, 0, 1, 2)
    paste(tables, "M")
    rows = context.scenario.rules["tables"]["C"].splitlines()
    assert [row.split()[1:4] for row in rows if row[:2].strip() in ("2", "3")] == [["M"] * 3] * 2


def test_what_is_refused_stays_and_the_rest_is_taken(
    context: Desk, tables: RuleTablesPanel
) -> None:
    tables.choose("A")
    choose(tables, 0, 5, 0, 5)
    paste(tables, "7,0\tmany\t9\n")
    sheet = tables.model.sheet
    assert sheet is not None
    last = [tables.model.index(0, column).data() for column in (5, 6)]
    assert last == ["7", "many"]
    assert (
        text("game.table-number", "en", found="many")
        in next(iter(tables.model.refused.values()))[1]
    )
    assert tables.fault.text() == text("aims.data-beyond", "en", count=1)
    assert len(context.steps) == 1
