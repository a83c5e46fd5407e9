"""Every key does what it should at the moment it goes down, whatever happened just before."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.texts import text
from studio.main_window.keyboard import action_named
from studio.main_window.main_window import MainWindow
from studio.main_window.shortcuts_dialog import ShortcutsDialog
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import CoverMode, MaterialFamily, PaletteMaterial
from tests.assertions import require
from tests.studio.main_window.conftest import Scripted, at, drag, ground, type_

Key = Qt.Key
LINE, BRUSH = (text(f"studio.action-manner-{manner}", "en") for manner in ("line", "brush"))
NONE, CONTROL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def selected(editor: MapEditorTab) -> int:
    return int(editor.context.selection.size)


@pytest.fixture
def woods(window: MainWindow, editor: MapEditorTab) -> MapEditorTab:
    """Woods in the hexes (3, 3) and (4, 3), and the keys on the map."""
    drag(editor, at(editor, 3, 3), at(editor, 4, 3))
    assert QApplication.focusWidget() is editor.canvas
    return editor


def select(window: MainWindow, editor: MapEditorTab) -> None:
    """Select the woods by the keys and the mouse alone."""
    type_(window, Key.Key_M)
    drag(editor, at(editor, 3, 3), at(editor, 4, 3))
    assert selected(editor) == 2


# --- right after selecting ------------------------------------------------------------------------


def test_del_clears_what_has_just_been_selected(window: MainWindow, woods: MapEditorTab) -> None:
    select(window, woods)
    type_(window, Key.Key_Delete)
    assert [ground(woods, 3, 3), ground(woods, 4, 3)] == ["open", "open"]


def test_ctrl_x_cuts_what_has_just_been_selected(window: MainWindow, woods: MapEditorTab) -> None:
    select(window, woods)
    type_(window, Key.Key_X, CONTROL)
    assert ground(woods, 3, 3) == "open"
    assert window.toolbox.clipboard is not None


def test_each_key_that_needs_a_selection_works_right_after_it(
    window: MainWindow, woods: MapEditorTab
) -> None:
    select(window, woods)
    type_(window, Key.Key_Period, CONTROL)
    assert selected(woods) > 2, "grown"
    type_(window, Key.Key_Comma, CONTROL)
    assert selected(woods) == 2, "shrunk"
    type_(window, Key.Key_R, CONTROL)
    assert woods.document.history.count() == 2, "turned"
    type_(window, Key.Key_D, CONTROL)
    assert selected(woods) == 0


def test_keys_of_a_selection_do_nothing_once_it_is_gone(
    window: MainWindow, woods: MapEditorTab
) -> None:
    select(window, woods)
    type_(window, Key.Key_Escape)
    assert selected(woods) == 0
    type_(window, Key.Key_Delete)
    type_(window, Key.Key_C, CONTROL)
    assert ground(woods, 3, 3) == "woods"
    assert window.toolbox.clipboard is None


# --- while something is typed ---------------------------------------------------------------------


def fields() -> dict[str, Callable[[], QWidget]]:
    """Everything that takes text, as it might stand in any panel."""

    def table() -> QWidget:
        return QTableWidget(3, 3)

    def choices() -> QWidget:
        box = QComboBox()
        box.addItems(["alpha", "beta"])
        return box

    def written() -> QWidget:
        box = QComboBox()
        box.setEditable(True)
        return box

    return {
        "line": QLineEdit, "text": QPlainTextEdit, "number": QSpinBox, "table": table,
        "choices": choices, "written choices": written,
    }  # fmt: skip


def panel(window: MainWindow, field: QWidget, qtbot: QtBot, *, floats: bool = False) -> QDockWidget:
    """A panel with a field that has the focus."""
    dock = QDockWidget(window)
    dock.setObjectName("tested")
    dock.setWidget(field)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    dock.setFloating(floats)
    dock.show()
    handle = dock.window().windowHandle()
    assert handle is not None
    handle.requestActivate()
    assert QTest.qWaitForWindowActive(handle)
    field.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is field)
    return dock


@pytest.mark.parametrize("kind", fields())
@pytest.mark.parametrize("floats", [False, True], ids=["docked", "floating"])
def test_no_letter_is_a_shortcut_while_something_takes_text(
    window: MainWindow, woods: MapEditorTab, qtbot: QtBot, kind: str, floats: bool
) -> None:
    select(window, woods)
    before, steps = window.toolbox.material, woods.document.history.count()
    dock = panel(window, fields()[kind](), qtbot, floats=floats)
    for letter in "GSDEZTNXMIB1234FWVLRHQ?[],.":
        QTest.keyClicks(require(QApplication.focusWidget()), letter)
    for key in (Key.Key_Delete, Key.Key_PageUp, Key.Key_PageDown):
        type_(window, key)
    assert window.toolbox.material == before
    assert window.toolbox.manner is CoverMode.BRUSH
    assert woods.preview is None
    assert woods.document.history.count() == steps, "Del cleared nothing on the map"
    window.removeDockWidget(dock)
    dock.deleteLater()


def test_digits_typed_into_a_table_reach_its_cell(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    table = QTableWidget(2, 2)
    dock = panel(window, table, qtbot)
    table.setCurrentCell(0, 0)
    for key in (Key.Key_1, Key.Key_H, Key.Key_Return):
        type_(window, key)
    qtbot.waitUntil(lambda: table.item(0, 0) is not None)
    assert require(table.item(0, 0)).text() == "1h"
    assert QApplication.focusWidget() is table, "the next cell can be typed over"
    window.removeDockWidget(dock)
    dock.deleteLater()


def test_letters_in_the_lists_of_problems_and_steps_still_take_tools(
    window: MainWindow, editor: MapEditorTab
) -> None:
    for panel in (window.docks.problems.list, window.docks.history):
        window.toolbox.take(PaletteMaterial(MaterialFamily.GROUND, "woods"))
        panel.setFocus()
        type_(window, Key.Key_D)
        assert window.toolbox.material.family is MaterialFamily.LINK


# --- leaving a field ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Escape])
def test_enter_and_escape_leave_the_palette_s_search_for_the_map(
    window: MainWindow, woods: MapEditorTab, key: Qt.Key
) -> None:
    select(window, woods)
    window.docks.palette.search.setFocus()
    QTest.keyClicks(window.docks.palette.search, "lake")
    type_(window, key)
    assert QApplication.focusWidget() is woods.canvas
    assert selected(woods) == 2, "Escape left the field, not the selection"
    type_(window, Key.Key_Z, CONTROL)
    assert ground(woods, 3, 3) == "open", "undo is the map's again"


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Escape])
def test_enter_and_escape_leave_a_number_for_the_map(
    window: MainWindow, editor: MapEditorTab, key: Qt.Key
) -> None:
    window.toolbox.take(PaletteMaterial(MaterialFamily.LEVEL, "set"))
    level = window.docks.palette.settings.level
    level.setFocus()
    level.selectAll()
    type_(window, Key.Key_3)
    type_(window, key)
    assert QApplication.focusWidget() is editor.canvas
    assert window.toolbox.level == 3
    type_(window, Key.Key_G)
    assert window.toolbox.material.family is MaterialFamily.GROUND


def test_a_choice_made_by_the_mouse_leaves_the_keys_to_the_map(
    window: MainWindow, editor: MapEditorTab
) -> None:
    for box in (window.docks.palette.settings.brush_size, window.docks.palette.settings.symmetry):
        QTest.mouseClick(box, Qt.MouseButton.LeftButton)
        popup = QApplication.activePopupWidget()
        assert popup is not None
        QTest.keyClick(box.view(), Key.Key_Down)
        QTest.keyClick(box.view(), Key.Key_Return)
        assert QApplication.focusWidget() is editor.canvas


# --- from problem to problem ----------------------------------------------------------------------


def test_f8_then_enter_puts_the_problem_right_and_paints_nothing(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    type_(window, Key.Key_D)
    drag(editor, at(editor, 2, 3), at(editor, 3, 3), at(editor, 4, 3))
    panel = window.docks.problems
    qtbot.waitUntil(lambda: panel.list.count() == 2)
    type_(window, Key.Key_S)
    type_(window, Key.Key_F8)
    first = panel.fix_buttons[0].text()
    type_(window, Key.Key_Return)
    assert editor.document.history.undoText() == first
    assert not any(map(len, (editor.map.sides,)))
    qtbot.waitUntil(lambda: panel.list.count() == 1)


def test_f8_opens_the_panel_of_problems_if_it_is_closed(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    type_(window, Key.Key_D)
    drag(editor, at(editor, 2, 3), at(editor, 3, 3))
    qtbot.waitUntil(lambda: window.docks.problems.list.count() > 0)
    window.docks.sections["problems"].set_open(False)
    type_(window, Key.Key_F8)
    assert QApplication.focusWidget() is window.docks.problems.list
    type_(window, Key.Key_Escape)
    assert QApplication.focusWidget() is editor.canvas


# --- other keys -----------------------------------------------------------------------------------


@pytest.fixture
def sheet(window: MainWindow, editor: MapEditorTab) -> ShortcutsDialog:
    """The shortcut sheet, opened by its key."""
    type_(window, Key.Key_F1)
    sheet = window.findChild(ShortcutsDialog)
    assert sheet is not None
    assert QTest.qWaitForWindowActive(sheet)
    return sheet


def choose(sheet: ShortcutsDialog, words: str) -> None:
    """Look an action up by its name and click it."""
    sheet.search.clear()
    sheet.search.setFocus()
    QTest.keyClicks(sheet.search, words)
    found = sheet.tree.findItems(words, Qt.MatchFlag.MatchRecursive)[0]
    place = sheet.tree.visualItemRect(found).center()
    QTest.mouseClick(sheet.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert sheet.chosen


def press_into(
    sheet: ShortcutsDialog, key: Qt.Key, keys: Qt.KeyboardModifier | None = None
) -> None:
    sheet.keys.setFocus()
    QTest.keyClick(sheet.keys, key, keys or Qt.KeyboardModifier.NoModifier)


def push(button: QPushButton) -> None:
    assert button.isEnabled(), button.text()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def shown(sheet: ShortcutsDialog, words: str) -> str:
    return sheet.tree.findItems(words, Qt.MatchFlag.MatchRecursive)[0].text(1)


def back_to_map(sheet: ShortcutsDialog, editor: MapEditorTab) -> None:
    sheet.close()
    editor.window().activateWindow()
    assert QTest.qWaitForWindowActive(editor.window())


def test_a_free_key_is_given_and_works(
    window: MainWindow, editor: MapEditorTab, sheet: ShortcutsDialog
) -> None:
    choose(sheet, LINE)
    press_into(sheet, Key.Key_Y)
    push(sheet.set_keys)
    assert shown(sheet, LINE) == "Y"
    back_to_map(sheet, editor)
    type_(window, Key.Key_Y)
    assert window.toolbox.manner is CoverMode.LINE


def test_a_key_that_is_taken_is_refused_until_it_is_taken_over(
    window: MainWindow,
    editor: MapEditorTab,
    sheet: ShortcutsDialog,
    capfd: pytest.CaptureFixture[str],
) -> None:
    choose(sheet, LINE)
    press_into(sheet, Key.Key_Y, CONTROL)
    assert not sheet.set_keys.isEnabled()
    assert "“Redo”" in sheet.notice.text()
    push(sheet.take_over)
    assert [shown(sheet, LINE), shown(sheet, "Redo")] == ["Ctrl+Y", "Ctrl+Shift+Z"]
    back_to_map(sheet, editor)
    type_(window, Key.Key_Y, CONTROL)
    assert window.toolbox.manner is CoverMode.LINE
    assert "Ambiguous" not in capfd.readouterr().err


def test_two_actions_swap_their_keys(
    window: MainWindow, editor: MapEditorTab, sheet: ShortcutsDialog
) -> None:
    choose(sheet, LINE)
    press_into(sheet, Key.Key_B)
    push(sheet.swap)
    back_to_map(sheet, editor)
    type_(window, Key.Key_B)
    assert [window.toolbox.manner] == [CoverMode.LINE]
    type_(window, Key.Key_1)
    assert [window.toolbox.manner] == [CoverMode.BRUSH]


@pytest.mark.parametrize(
    ("key", "keys"),
    [
        (Key.Key_Return, None), (Key.Key_Enter, None), (Key.Key_Space, None), (Key.Key_Up, None),
        (Key.Key_Left, CONTROL), (Key.Key_Plus, None), (Key.Key_Backspace, None),
        (Key.Key_Return, SHIFT), (Key.Key_F, Qt.KeyboardModifier.AltModifier),
    ],
)  # fmt: skip
def test_keys_of_the_map_of_fields_and_of_menus_are_refused(
    sheet: ShortcutsDialog, key: Qt.Key, keys: Qt.KeyboardModifier | None
) -> None:
    choose(sheet, LINE)
    press_into(sheet, key, keys)
    assert sheet.notice.text().startswith(sheet.keys.text())
    assert not any(button.isEnabled() for button in (sheet.set_keys, sheet.take_over, sheet.swap))


def test_tab_leaves_the_field_and_escape_the_sheet(sheet: ShortcutsDialog) -> None:
    choose(sheet, LINE)
    press_into(sheet, Key.Key_Y)
    QTest.keyClick(sheet.keys, Key.Key_Tab)
    assert sheet.focusWidget() is sheet.set_keys
    QTest.keyClick(sheet.set_keys, Key.Key_Escape)
    assert sheet.isHidden()


def test_usual_keys_come_back_for_one_and_for_all(
    window: MainWindow, sheet: ShortcutsDialog
) -> None:
    usual = [entry.keys for entry in window.bars.entries()]
    for words, key in ((LINE, Key.Key_B), ("Redo", Key.Key_X), ("Undo", Key.Key_C)):
        choose(sheet, words)
        press_into(sheet, key, NONE if key is Key.Key_B else CONTROL)
        push(sheet.take_over)
    choose(sheet, BRUSH)
    push(sheet.usual)
    assert [shown(sheet, BRUSH), shown(sheet, LINE)] == ["B", "1"]
    push(sheet.all_usual)
    assert [entry.keys for entry in window.bars.entries()] == usual


def test_keys_last_and_clashes_that_were_kept_do_not(
    make_window: Callable[..., MainWindow], prompts: Scripted
) -> None:
    first = make_window()
    first.bars.give("redo", "Ctrl+J")
    first.preferences.keep_shortcut("cut", "Ctrl+Z")
    first.preferences.keep_shortcut("copy", "Return")
    keymap = make_window().bars.keymap
    assert keymap.keys(action_named("redo")) == ("Ctrl+J",)
    assert keymap.keys(action_named("cut")) == ("Ctrl+X",)
    assert keymap.keys(action_named("copy")) == ("Ctrl+C",)


def test_the_sheet_speaks_the_language_of_the_window(
    window: MainWindow, editor: MapEditorTab
) -> None:
    window.looks.choose_language("zh")
    type_(window, Key.Key_F1)
    sheet = window.findChild(ShortcutsDialog)
    assert sheet is not None
    said = [part.text() for part in sheet.findChildren(QPushButton) if part.text()]
    said += [part.text() for part in sheet.findChildren(QLabel) if part.text()]
    said += [line.placeholderText() for line in sheet.findChildren(QLineEdit)]
    assert len(said) > 7
    assert [words for words in said if not re.search("[\u4e00-\u9fff]", words)] == []
