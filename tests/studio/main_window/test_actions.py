"""One table makes menus, bars, the command palette and the shortcut sheet; previews; languages."""

from __future__ import annotations

import ast
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES
from engine.texts import has_text, text
from studio.actions import ACTIONS
from studio.actions.action import NO_REASON, is_always_enabled, reason_of
from studio.main_window.main_window import MainWindow
from studio.rendering.map.preview_tints import ReachOverlay, ViewshedOverlay
from studio.widgets.icons import ICONS
from studio.widgets.localization import text_key
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.studio.main_window.conftest import at, click, do, hover
from tools.rooms import modules


def test_every_action_has_a_name_and_its_id_is_its_own() -> None:
    ids = [action.id for action in ACTIONS]
    said = set(ids) - {f"language-{code}" for code in LANGUAGES}  # called by their own names
    assert len(set(ids)) == len(ids)
    assert [each for each in said if not has_text(text_key(f"action-{each}"))] == []


def test_no_two_actions_share_a_key() -> None:
    keys = [
        QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
        for action in ACTIONS
        for key in action.shortcuts
    ]
    assert [key for key, count in Counter(keys).items() if count > 1 or not key] == []


def test_every_tool_on_the_bar_has_a_picture() -> None:
    assert [action.id for action in ACTIONS if action.on_bar and action.id not in ICONS] == []


def test_every_sentence_the_window_says_is_there() -> None:
    said = [
        node.args[0].value
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if name.startswith("studio.")
        and isinstance(node, ast.Call)
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and ast.unparse(node.func)
        in ("localize", "self.localize", "self._localize", "studio.localize")
    ]
    assert len(said) > 60
    assert [key for key in said if not has_text(text_key(key))] == []


def test_every_condition_of_an_action_says_what_is_missing() -> None:
    conditional = [action for action in ACTIONS if action.when is not is_always_enabled]
    assert [each.id for each in conditional if reason_of(each.when) == NO_REASON] == []


def test_every_action_is_in_its_menu(window: MainWindow) -> None:
    menus = [*window.bars.menus.values(), *window.bars.choices.values()]
    shown = {action.objectName() for menu in menus for action in menu.actions()}
    assert {action.id for action in ACTIONS} <= shown


def test_what_needs_a_map_is_off_without_one(window: MainWindow) -> None:
    for action in ("save", "export", "undo", "zoom-in", "preview-sight"):
        assert not window.bars.actions[action].isEnabled()
    do(window, "new")
    for action in ("save", "export", "zoom-in", "preview-sight"):
        assert window.bars.actions[action].isEnabled()


@pytest.mark.parametrize(("file", "is_playable"), [
    ("tank/maps/crossroads.map.yaml", True),
    ("tank/scenarios/crossroads.scenario.yaml", True),
    ("tank/decks/standard.deck.yaml", False),
    ("littlewars/tables/two-farms.table.yaml", False),
])  # fmt: skip
def test_only_what_can_be_played_offers_to_be(
    window: MainWindow, qtbot: QtBot, file: str, is_playable: bool
) -> None:
    window.filing.open_file(SHIPPED / "samples" / file)
    qtbot.waitUntil(lambda: window.active_tab is not None)
    assert window.bars.actions["play"].isEnabled() == is_playable


def test_the_shortcut_sheet_lists_every_action_and_changes_keys(
    window: MainWindow, editor: MapEditorTab
) -> None:
    do(window, "shortcuts")
    sheet = window._sheet
    assert sheet is not None
    found = sheet.tree.findItems(
        text("studio.action-manner-line", "en"), Qt.MatchFlag.MatchRecursive
    )
    sheet.tree.setCurrentItem(found[0])
    sheet.keys.setKeySequence(QKeySequence("Ctrl+J"))
    sheet.set_keys.click()
    sheet.close()
    window.activateWindow()
    QTest.keyClick(editor.canvas, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert window.toolbox.manner == "line"


def test_a_layer_is_hidden_and_shown(window: MainWindow, editor: MapEditorTab) -> None:
    do(window, "layer-grid")
    assert editor.canvas.position is not None
    assert not editor.canvas.position.layers.grid
    do(window, "layer-grid")
    assert editor.canvas.position.layers.grid


def test_zooming_fits_enlarges_and_prints(window: MainWindow, editor: MapEditorTab) -> None:
    fitted = editor.canvas.hex_width
    do(window, "zoom-in")
    assert editor.canvas.hex_width == pytest.approx(1.25 * fitted)
    do(window, "zoom-fit")
    assert editor.canvas.hex_width == pytest.approx(fitted)
    do(window, "zoom-print")
    assert window.status.zoom.text().startswith(f"{editor.canvas.hex_width:.3g}")


def test_another_language_is_spoken_at_once(window: MainWindow, editor: MapEditorTab) -> None:
    do(window, "language-zh")
    assert window.bars.menus[ACTIONS[0].menu].title() == "文件(&F)"
    assert window.docks.named["history"].windowTitle() == "历史"
    assert any(item.text() == "丛林地" for item in window.docks.palette.items())
    assert editor.canvas.position is not None
    assert editor.canvas.position.layers.language == "zh"
    click(editor, at(editor, 1, 1))
    assert editor.document.history.undoText() == "丛林地"


def test_every_word_changes_with_the_language(window: MainWindow, editor: MapEditorTab) -> None:
    own = {language.name for language in LANGUAGES.values()}
    english = {action.text() for action in window.bars.actions.values()} - own
    do(window, "language-zh")
    assert english & {action.text() for action in window.bars.actions.values()} == set()


def test_holding_v_shows_what_the_hex_under_the_pointer_sees(
    window: MainWindow, editor: MapEditorTab
) -> None:
    hex_ = hover(editor, 3, 3)
    QTest.keyPress(editor.canvas, Qt.Key.Key_V)
    assert editor.canvas.position is not None
    overlay = editor.canvas.position.overlay
    assert isinstance(overlay, ViewshedOverlay)
    assert overlay.origin == hex_
    assert overlay.seen.all()
    there = hover(editor, 4, 3)
    overlay = editor.canvas.position.overlay
    assert isinstance(overlay, ViewshedOverlay)
    assert overlay.origin == there
    QTest.keyRelease(editor.canvas, Qt.Key.Key_V)
    assert editor.canvas.position.overlay is None


def test_what_is_seen_follows_the_painting(window: MainWindow, editor: MapEditorTab) -> None:
    do(window, "preview-sight")
    hover(editor, 3, 3)
    click(editor, at(editor, 5, 3))
    hover(editor, 3, 3)
    assert editor.canvas.position is not None
    overlay = editor.canvas.position.overlay
    assert isinstance(overlay, ViewshedOverlay)
    assert not overlay.seen[3, 8]


def test_holding_l_shows_the_line_to_the_last_click_with_its_chart(
    window: MainWindow, editor: MapEditorTab
) -> None:
    click(editor, at(editor, 2, 2))
    hover(editor, 8, 2)
    QTest.keyPress(editor.canvas, Qt.Key.Key_L)
    profile = window.docks.chart.profile
    assert profile is not None
    assert (profile.start, profile.end) == (
        editor.document.map.grid.hex(2, 2),
        editor.document.map.grid.hex(8, 2),
    )
    assert window.docks.named["chart"].isVisible()
    QTest.keyRelease(editor.canvas, Qt.Key.Key_L)
    assert editor.preview is None


def test_holding_r_shows_the_reach_of_the_first_unit_type(
    window: MainWindow, editor: MapEditorTab
) -> None:
    hex_ = hover(editor, 5, 5)
    QTest.keyPress(editor.canvas, Qt.Key.Key_R)
    assert editor.canvas.position is not None
    overlay = editor.canvas.position.overlay
    assert isinstance(overlay, ReachOverlay)
    assert overlay.costs[hex_] == 0
    assert len(overlay.costs) > 7
    QTest.keyRelease(editor.canvas, Qt.Key.Key_R)


def test_letters_typed_into_a_line_are_no_shortcuts(
    window: MainWindow, editor: MapEditorTab
) -> None:
    line: QLineEdit = window.docks.palette.search
    line.setFocus()
    QTest.keyClicks(line, "vgs")
    assert line.text() == "vgs"
    assert editor.preview is None
    assert window.toolbox.material.kind == "woods"


def test_the_keyboard_alone_paints(window: MainWindow, editor: MapEditorTab) -> None:
    canvas = editor.canvas
    canvas.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(canvas, key, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert editor.document.history.count() == 1
