"""What the hand does on the map is seen before it is done: pasting, stamps, outlines, manners."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QToolTip
from pytestqt.qtbot import QtBot

from engine.texts import text
from studio.framework.prompts import DialogPrompts
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import CoverMode, MaterialFamily, PaletteMaterial
from studio.workspaces.map.swatch_grid import MATERIAL
from tests.assertions import require
from tests.studio.main_window.conftest import (
    at,
    click,
    drag,
    draw_short_roads,
    ground,
    hover,
    type_,
)

Key, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def woods(editor: MapEditorTab) -> list[tuple[int, int]]:
    grid = editor.map.grid
    return [
        (column, row)
        for row in range(grid.rows)
        for column in range(grid.columns)
        if ground(editor, column, row) == "woods"
    ]


def shape(editor: MapEditorTab) -> Qt.CursorShape:
    return editor.canvas.cursor().shape()


# --- pasting --------------------------------------------------------------------------------------


@pytest.fixture
def copied(window: MainWindow, editor: MapEditorTab) -> MapEditorTab:
    """Woods in (2, 2) and (3, 2), selected and copied by the keys."""
    drag(editor, at(editor, 2, 2), at(editor, 3, 2))
    type_(window, Key.Key_M)
    drag(editor, at(editor, 2, 2), at(editor, 3, 2))
    type_(window, Key.Key_C, CONTROL)
    return editor


def test_what_is_pasted_hangs_at_the_pointer_until_a_click_lays_it(
    window: MainWindow, copied: MapEditorTab
) -> None:
    steps = copied.document.history.count()
    hover(copied, 5, 5)
    type_(window, Key.Key_V, CONTROL)
    assert copied.document.history.count() == steps, "nothing is laid yet"
    hover(copied, 8, 6)
    position = copied.canvas.position
    assert position is not None
    assert copied.map.grid.hex(8, 6) in position.outline.hexes, "the outline follows"
    click(copied, at(copied, 8, 6))
    assert len(woods(copied)) == 4
    assert (8, 6) in woods(copied)
    assert copied.document.history.count() == steps + 1
    assert copied.context.selection.size == 2, "what was laid is selected"
    click(copied, at(copied, 6, 8))
    assert len(woods(copied)) == 4, "one click lays it, the next selects again"


def test_enter_lays_what_hangs_where_the_pointer_is(
    window: MainWindow, copied: MapEditorTab
) -> None:
    hover(copied, 8, 6)
    type_(window, Key.Key_V, CONTROL)
    type_(window, Key.Key_Return)
    assert (8, 6) in woods(copied)
    assert not copied.is_hanging


def test_the_arrow_keys_lead_what_hangs(window: MainWindow, copied: MapEditorTab) -> None:
    hover(copied, 8, 6)
    type_(window, Key.Key_V, CONTROL)
    type_(window, Key.Key_Right, CONTROL)
    type_(window, Key.Key_Right, CONTROL)
    here = copied.canvas.keyboard_hex
    assert here is not None
    type_(window, Key.Key_Return)
    assert copied.map.grid.column_row(here) in woods(copied)


@pytest.mark.parametrize("way", ["escape", "undo", "right button", "another tool"])
def test_what_hangs_is_dropped(window: MainWindow, copied: MapEditorTab, way: str) -> None:
    before, selected = woods(copied), copied.context.selection
    hover(copied, 8, 6)
    type_(window, Key.Key_V, CONTROL)
    assert copied.is_hanging
    if way == "escape":
        type_(window, Key.Key_Escape)
    elif way == "undo":
        type_(window, Key.Key_Z, CONTROL)
    elif way == "right button":
        QTest.mouseClick(copied.canvas, RIGHT, pos=at(copied, 8, 6))
    else:
        type_(window, Key.Key_I)
    assert not copied.is_hanging
    click(copied, at(copied, 8, 6))
    assert woods(copied) == before
    if way == "escape":
        assert selected.size == 2, "Escape dropped what hung and nothing else"


def test_what_hangs_is_turned_and_mirrored(window: MainWindow, copied: MapEditorTab) -> None:
    hover(copied, 6, 6)
    type_(window, Key.Key_V, CONTROL)
    type_(window, Key.Key_R, CONTROL)
    type_(window, Key.Key_M, CONTROL)
    assert copied.is_hanging
    click(copied, at(copied, 6, 6))
    laid = set(woods(copied)) - {(2, 2), (3, 2)}
    assert len(laid) == 2
    assert len({row for _, row in laid}) == 2, "it lies across the rows now"


def test_a_paste_on_no_hex_of_the_map_stays_in_hand(
    window: MainWindow, copied: MapEditorTab
) -> None:
    before = woods(copied)
    copied.canvas.pan(-300.0, 0.0)
    hover(copied, 5, 5)
    type_(window, Key.Key_V, CONTROL)
    off = QPoint(4, copied.canvas.height() // 2)
    click(copied, off)
    assert woods(copied) == before
    assert copied.is_hanging


# --- what limits painting -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "material",
    [
        PaletteMaterial(MaterialFamily.STAMP, "wood"),
        PaletteMaterial(MaterialFamily.GROUND, "lake"),
        PaletteMaterial(MaterialFamily.SIDE, "stream"),
        PaletteMaterial(MaterialFamily.OTHER, "name"),
    ],
    ids=lambda material: material.kind,
)  # fmt: skip
def test_where_a_selection_bars_painting_the_pointer_shows_it_and_a_click_says_why(
    window: MainWindow, editor: MapEditorTab, material: PaletteMaterial, qtbot: QtBot
) -> None:
    type_(window, Key.Key_M)
    drag(editor, at(editor, 1, 1), at(editor, 2, 1))
    window.toolbox.take(material)
    hover(editor, 1, 1)
    assert shape(editor) is not Qt.CursorShape.ForbiddenCursor
    hover(editor, 8, 6)
    assert shape(editor) is Qt.CursorShape.ForbiddenCursor
    steps = editor.document.history.count()
    click(editor, at(editor, 8, 6))
    assert editor.document.history.count() == steps
    qtbot.waitUntil(QToolTip.isVisible)
    none = text("studio.action-select-none", "en")
    limit = text("tools.action-limit-painting", "en")
    assert QToolTip.text() == text("tools.refused-outside", "en", count=2, none=none, limit=limit)
    type_(window, Key.Key_D, CONTROL)
    hover(editor, 8, 6)
    assert shape(editor) is not Qt.CursorShape.ForbiddenCursor


def test_a_stroke_that_changes_something_is_not_refused(
    window: MainWindow, editor: MapEditorTab
) -> None:
    type_(window, Key.Key_M)
    drag(editor, at(editor, 3, 3), at(editor, 3, 4))
    type_(window, Key.Key_G)
    said: list[str] = []
    editor.refused.connect(said.append)
    drag(editor, at(editor, 2, 3), at(editor, 3, 3), at(editor, 4, 3))
    assert woods(editor) == [(3, 3)]
    assert said == []


# --- outlines and manners -------------------------------------------------------------------------


def test_enter_closes_a_polygon(window: MainWindow, editor: MapEditorTab) -> None:
    type_(window, Key.Key_3)
    for place in ((2, 2), (6, 2), (6, 6), (2, 6)):
        click(editor, at(editor, *place))
    assert woods(editor) == []
    type_(window, Key.Key_Return)
    assert (4, 4) in woods(editor)
    assert editor.document.history.count() == 1


def test_a_polygon_is_drawn_by_the_keyboard_and_closed_by_a_second_enter(
    window: MainWindow, editor: MapEditorTab
) -> None:
    type_(window, Key.Key_3)
    for key, count in ((Key.Key_Right, 1), (Key.Key_Right, 4), (Key.Key_Down, 4)):
        for _ in range(count):
            type_(window, key, CONTROL)
        type_(window, Key.Key_Return)
    assert woods(editor) == []
    type_(window, Key.Key_Return)
    assert len(woods(editor)) > 3


@pytest.mark.parametrize(
    ("tool", "manners"),
    [
        (Key.Key_G, set(CoverMode) - {CoverMode.WAY}),
        (Key.Key_E, set(CoverMode) - {CoverMode.WAY}),
        (Key.Key_X, set(CoverMode) - {CoverMode.WAY}),
        (Key.Key_M, set(CoverMode) - {CoverMode.WAY}),
        (Key.Key_D, {CoverMode.BRUSH, CoverMode.WAY}),
        (Key.Key_S, {CoverMode.BRUSH}),
        (Key.Key_T, {CoverMode.BRUSH}),
        (Key.Key_N, {CoverMode.BRUSH}),
    ],
)
def test_only_manners_that_do_what_they_say_can_be_chosen(
    window: MainWindow, editor: MapEditorTab, tool: Qt.Key, manners: set[CoverMode]
) -> None:
    type_(window, Key.Key_2)
    type_(window, tool)
    actions = {each: window.bars.actions[f"manner-{each.value}"] for each in CoverMode}
    assert {each for each, action in actions.items() if action.isEnabled()} == manners
    on = [each for each, action in actions.items() if action.isChecked()]
    assert on == [CoverMode.RECTANGLE if CoverMode.RECTANGLE in manners else CoverMode.BRUSH]
    type_(window, Key.Key_G)
    assert actions[CoverMode.RECTANGLE].isChecked(), "ground has its rectangle again"


# --- the palette's search -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sought", "kind"),
    [("road", "road"), ("stream", "stream"), ("woods", "woods"), ("lake", "lake")],
)
def test_enter_takes_the_best_match_and_it_stays_in_view(
    window: MainWindow, editor: MapEditorTab, sought: str, kind: str
) -> None:
    palette = window.docks.palette
    palette.search.setFocus()
    QTest.keyClicks(palette.search, sought)
    assert palette.items()[0].data(MATERIAL).kind == kind
    type_(window, Key.Key_Return)
    assert window.toolbox.material.kind == kind
    palette.search.setFocus()
    for _ in sought:
        type_(window, Key.Key_Backspace)
    held = require(palette.swatches.item_of(window.toolbox.material))
    grid = held.listWidget()
    assert held.isSelected()
    middle = grid.viewport().mapTo(palette.swatches, grid.visualItemRect(held).center())
    assert palette.swatches.rect().contains(middle)


# --- questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "answer"), [(Key.Key_Return, 0), (Key.Key_Escape, None)])
def test_enter_does_the_safest_of_several_deeds_and_escape_none(
    window: MainWindow, key: Qt.Key, answer: int | None
) -> None:
    dialogs = DialogPrompts(window, window.localize, Preferences(None))

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        QTest.keyClick(box, key)

    QTimer.singleShot(50, press)
    assert dialogs.choose_command("Changed by others", ["Elsewhere", "Again", "Replace"]) == answer


# --- problems -------------------------------------------------------------------------------------


def test_buttons_of_fixes_stay_where_they_are_and_the_list_shows_several(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    panel = window.docks.problems
    draw_short_roads(editor)
    qtbot.waitUntil(lambda: panel.list.count() == 6)
    type_(window, Key.Key_F8)
    QCoreApplication.processEvents()
    first = panel.fix_buttons[0]
    places = [button.geometry() for button in (*panel.fix_buttons, panel.fix_all, panel.waive)]
    assert first.shown_lines() != []
    assert not any("…" in line for line in first.shown_lines())
    while panel.list.count():
        count = panel.list.count()
        QTest.mouseClick(first, LEFT)
        qtbot.waitUntil(lambda: panel.list.count() < count)  # noqa: B023 (called at once)
        QCoreApplication.processEvents()
        now = [button.geometry() for button in (*panel.fix_buttons, panel.fix_all, panel.waive)]
        assert now == places
    row = panel.list.fontMetrics().lineSpacing()
    assert panel.list.viewport().height() >= 6 * row
