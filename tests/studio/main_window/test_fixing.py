"""The problems panel puts things right: one, all of a kind, by button, Enter and menu."""

from __future__ import annotations

from copy import deepcopy

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.widgets.problems_panel import PROBLEM, ProblemsPanel
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from tests.engine.comparing_maps import facts
from tests.studio.main_window.conftest import at, do, drag


@pytest.fixture
def panel(window: MainWindow, editor: MapEditorTab, qtbot: QtBot) -> ProblemsPanel:
    """The panel over a map with two roads that end in the open at both ends."""
    window.toolbox.take(PaletteMaterial(MaterialFamily.LINK, "road"))
    drag(editor, at(editor, 2, 3), at(editor, 3, 3), at(editor, 4, 3))
    drag(editor, at(editor, 2, 7), at(editor, 3, 7), at(editor, 4, 7))
    panel = window.docks.problems
    qtbot.waitUntil(lambda: panel.list.count() == 4)
    return panel


def test_a_button_joins_a_road_and_undo_brings_the_problem_back(
    window: MainWindow, editor: MapEditorTab, panel: ProblemsPanel, qtbot: QtBot
) -> None:
    before = facts(deepcopy(editor.document.map))
    panel.step(1)
    join = panel.fix_buttons[0]
    assert join.text().startswith("Join the road to ")
    name = join.text()
    join.click()
    assert editor.document.history.undoText() == name
    qtbot.waitUntil(lambda: panel.list.count() == 3)
    do(window, "undo")
    qtbot.waitUntil(lambda: panel.list.count() == 4)
    assert facts(editor.document.map) == before


def test_the_second_button_takes_the_road_away(
    editor: MapEditorTab, panel: ProblemsPanel, qtbot: QtBot
) -> None:
    panel.step(1)
    way = text("tools.fix-take-back", "en", hex="0304", kind="road")
    assert panel.fix_buttons[1].text() == way
    panel.fix_buttons[1].click()
    qtbot.waitUntil(lambda: panel.list.count() == 2)
    assert not editor.document.map.links["road"][3].any()


def test_a_problem_in_view_moves_no_map_and_its_mark_goes_with_it(
    editor: MapEditorTab, panel: ProblemsPanel, qtbot: QtBot
) -> None:
    canvas, camera = editor.canvas, editor.canvas.camera
    panel.step(1)
    assert canvas.camera == camera
    assert canvas.keyboard_hex is not None
    panel.fix_buttons[1].click()
    qtbot.waitUntil(lambda: panel.list.count() == 2)
    qtbot.waitUntil(lambda: canvas.keyboard_hex is None)
    canvas.zoom_to(8.0)
    panel.list.setCurrentRow(-1)
    panel.step(-1)
    assert canvas.keyboard_hex is not None
    assert canvas.is_well_in_view(canvas.keyboard_hex)


def test_all_problems_of_a_kind_are_put_right_in_one_step(
    window: MainWindow, editor: MapEditorTab, panel: ProblemsPanel, qtbot: QtBot
) -> None:
    before, steps = facts(deepcopy(editor.document.map)), editor.document.history.count()
    panel.step(1)
    assert panel.fix_all.text() == text("tools.fix-all", "en", count="4")
    panel.fix_all.click()
    assert editor.document.history.count() == steps + 1
    qtbot.waitUntil(lambda: panel.list.count() == 0)
    assert not panel.fix_all.isVisible()
    do(window, "undo")
    assert facts(editor.document.map) == before


def test_enter_puts_one_right_after_another(panel: ProblemsPanel, qtbot: QtBot) -> None:
    panel.list.setCurrentRow(0)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.list.count() == 3)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.list.count() <= 2)


def test_the_menu_of_a_problem_names_its_fixes_and_does_them(
    panel: ProblemsPanel, qtbot: QtBot
) -> None:
    panel.list.setCurrentRow(1)
    menu = panel.menu()
    names = [action.text() for action in menu.actions() if action.text()]
    assert names[:2] == [button.text() for button in panel.fix_buttons]
    assert names[2:] == [
        text("tools.fix-all", "en", count="4"),
        text("tools.problem-visit", "en"),
        panel.waive.text(),
    ]
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: panel.list.count() == 2)


def test_f8_goes_from_one_problem_to_the_next_and_round(
    window: MainWindow, editor: MapEditorTab, panel: ProblemsPanel
) -> None:
    seen = []
    for _ in range(5):
        QTest.keyClick(editor.canvas, Qt.Key.Key_F8)
        seen.append(editor.canvas.keyboard_hex)
    assert len(set(seen)) == 4
    assert seen[0] == seen[4]
    QTest.keyClick(editor.canvas, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert editor.canvas.keyboard_hex == seen[3]


def test_the_panel_s_title_counts_and_the_list_shows_one_severity(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    dock = window.docks.named["problems"]
    assert dock.windowTitle() == "Problems (4)"
    assert panel.severity.itemText(0) == "All (4)"
    panel.severity.setCurrentIndex(1)
    panel.severity.activated.emit(1)
    assert panel.severity.currentText() == "Errors (0)"
    assert panel.list.count() == 0
    assert dock.windowTitle() == "Problems (4)"


def test_problems_and_fixes_are_told_in_the_window_s_language(
    window: MainWindow, panel: ProblemsPanel, qtbot: QtBot
) -> None:
    panel.step(1)
    do(window, "language-zh")
    assert window.docks.named["problems"].windowTitle() == "问题（4）"
    assert panel.fix_buttons[0].text().startswith("将公路接到")
    qtbot.waitUntil(lambda: "公路" in panel.list.item(0).text())
    assert panel.list.item(0).data(PROBLEM).code == "dangling-link"
