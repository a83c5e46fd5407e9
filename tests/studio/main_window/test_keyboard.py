"""The studio without a mouse: a map is painted and a game is played by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.files.map_reader import load
from engine.files.source_text import SHIPPED
from engine.hexes.hex import Hex
from engine.play.option_targets import OptionAction
from engine.session.seats import Seat
from studio.actions.action import Menu
from studio.canvas.map_canvas import MapCanvas
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.main_window.shortcuts_dialog import ShortcutsDialog
from studio.preferences import Preferences
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require, require_type
from tests.engine.comparing_maps import facts
from tests.studio.main_window.conftest import PATIENT, Scripted, ground

SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
NONE, CONTROL, ALT, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
MAX_TABS = 80


class Keyboard:
    """Types at whatever has the focus, as a user does."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def focus(self) -> QWidget:
        return self.window.focusWidget() or self.window

    @property
    def canvas(self) -> MapCanvas:
        assert self.window.map_tab is not None
        return self.window.map_tab.canvas

    def press(
        self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        QTest.keyClick(QApplication.activePopupWidget() or self.focus, key, keys)
        QApplication.processEvents()

    def type(self, words: str) -> None:
        QTest.keyClicks(self.focus, words)

    def tab_to(self, wanted: QWidget) -> None:
        """Press Tab until a widget has the focus."""
        for _ in range(MAX_TABS):
            if self.focus is wanted:
                return
            self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not lead to {wanted}, but to {self.focus}")

    def point_at(self, hex_: Hex) -> None:
        """Go to a hex of the map in front, hex by hex."""
        canvas, grid = self.canvas, self.canvas.camera.grid
        column, row = grid.column_row(hex_)
        self.press(Qt.Key.Key_Right, CONTROL)
        while canvas.keyboard_hex != hex_:
            assert canvas.keyboard_hex is not None
            now = grid.column_row(canvas.keyboard_hex)
            if now[0] != column:
                self.press(Qt.Key.Key_Right if now[0] < column else Qt.Key.Key_Left, CONTROL)
            else:
                self.press(Qt.Key.Key_Down if now[1] < row else Qt.Key.Key_Up, CONTROL)

    def find(self, words: str) -> None:
        """Do what the command palette finds for some words."""
        self.press(Qt.Key.Key_P, CONTROL | SHIFT)
        self.type(words)
        self.press(Qt.Key.Key_Return)


@pytest.fixture
def keyboard(qtbot: QtBot, tmp_path: Path) -> Iterator[Keyboard]:
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, tmp_path / "journals", tmp_path / "games")
    window.jobs.patience = PATIENT
    with qtbot.waitActive(window):
        window.show()
    yield Keyboard(window)
    window.playing.stop()
    prompts.answers = [PromptAnswer.NO] * len(window.works)
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


# --- a map ----------------------------------------------------------------------------------------


def test_a_map_is_made_painted_undone_and_saved(keyboard: Keyboard, tmp_path: Path) -> None:
    window = keyboard.window
    assert isinstance(window.prompts, Scripted)
    window.prompts.file = tmp_path / "a.map.yaml"
    keyboard.press(Qt.Key.Key_N, CONTROL)
    editor, grid = window.required_map_editor, window.required_map_editor.document.map.grid
    assert keyboard.focus is editor.canvas
    keyboard.press(Qt.Key.Key_G)
    keyboard.point_at(grid.hex(3, 3))
    keyboard.press(Qt.Key.Key_Return)
    assert ground(editor, 3, 3) == "woods"
    QTest.keyPress(editor.canvas, Qt.Key.Key_Return)
    for _ in range(2):
        keyboard.press(Qt.Key.Key_Down, CONTROL)
    QTest.keyRelease(editor.canvas, Qt.Key.Key_Return)
    assert [ground(editor, 3, row) for row in (4, 5)] == ["woods", "woods"]
    assert editor.document.history.count() == 2, "as long as Return is held it is one stroke"
    keyboard.press(Qt.Key.Key_Z, CONTROL)
    assert ground(editor, 3, 5) == "open"
    keyboard.press(Qt.Key.Key_S, CONTROL)
    assert facts(load(tmp_path / "a.map.yaml")) == facts(editor.document.map)
    keyboard.press(Qt.Key.Key_W, CONTROL)
    assert window.works == []


def test_what_is_painted_is_chosen_in_the_palette_and_tab_leads_there_and_back(
    keyboard: Keyboard,
) -> None:
    window = keyboard.window
    keyboard.press(Qt.Key.Key_N, CONTROL)
    palette, canvas = window.docks.palette, window.required_map_editor.canvas
    keyboard.tab_to(palette.search)
    keyboard.type("lake")
    keyboard.tab_to(next(grid for _, grid in palette.swatches.groups.values()))
    for _ in range(MAX_TABS):
        if window.toolbox.material.kind == "lake":
            break
        keyboard.press(Qt.Key.Key_Down)
        keyboard.press(Qt.Key.Key_Return)
    assert window.toolbox.material.kind == "lake"
    keyboard.tab_to(canvas)


def test_return_in_the_search_line_takes_up_the_first_that_was_found(keyboard: Keyboard) -> None:
    window = keyboard.window
    keyboard.press(Qt.Key.Key_N, CONTROL)
    keyboard.tab_to(window.docks.palette.search)
    keyboard.type("lake")
    keyboard.press(Qt.Key.Key_Return)
    assert window.toolbox.material.kind == "lake"


def test_the_shortcut_sheet_is_searched_by_words_and_by_keys(keyboard: Keyboard) -> None:
    keyboard.window.show_shortcuts()
    sheet = keyboard.window.findChild(ShortcutsDialog)
    assert sheet is not None
    tree = sheet.tree
    for words, found in (("undo", "Undo"), ("ctrl+z", "Undo"), ("nothing like it", None)):
        sheet.search.setText(words)
        heads = [require(tree.topLevelItem(place)) for place in range(tree.topLevelItemCount())]
        shown = [
            require(head.child(place)).text(0)
            for head in heads
            if not head.isHidden()
            for place in range(head.childCount())
            if not require(head.child(place)).isHidden()
        ]
        assert shown == ([] if found is None else [found]), words
    sheet.close()


def test_every_panel_is_reached_by_tab(keyboard: Keyboard) -> None:
    window = keyboard.window
    keyboard.press(Qt.Key.Key_N, CONTROL)
    canvas, met = window.required_map_editor.canvas, []
    for _ in range(MAX_TABS):
        keyboard.press(Qt.Key.Key_Tab)
        met.append(keyboard.focus)
        if keyboard.focus is canvas:
            break
    assert keyboard.focus is canvas, "round and back to the map"
    for name in ("palette", "problems", "lookout"):
        dock = window.docks.named[name]
        assert any(dock.isAncestorOf(widget) for widget in met), name


def test_the_command_palette_finds_an_action_and_the_map_has_the_keys_again(
    keyboard: Keyboard,
) -> None:
    window = keyboard.window
    keyboard.press(Qt.Key.Key_N, CONTROL)
    keyboard.find("rectangle")
    assert window.toolbox.manner == "rectangle"
    assert keyboard.focus is window.required_map_editor.canvas
    keyboard.press(Qt.Key.Key_P, CONTROL | SHIFT)
    keyboard.press(Qt.Key.Key_Escape)
    assert keyboard.focus is window.required_map_editor.canvas


def test_a_menu_opens_by_the_letter_of_its_name(keyboard: Keyboard) -> None:
    window = keyboard.window
    keyboard.press(Qt.Key.Key_N, CONTROL)
    keyboard.press(Qt.Key.Key_Right, CONTROL)
    keyboard.press(Qt.Key.Key_Return)
    assert window.required_map_editor.document.history.index() == 1
    keyboard.press(Qt.Key.Key_E, ALT)
    assert window.bars.menus[Menu.EDIT].isVisible()
    keyboard.press(Qt.Key.Key_Return)
    assert window.required_map_editor.document.history.index() == 0, (
        "the first entry of the menu is undo"
    )
    assert keyboard.focus is window.required_map_editor.canvas


# --- a game ---------------------------------------------------------------------------------------


@pytest.fixture
def playing(keyboard: Keyboard) -> Callable[[], GameController]:
    """The game of the crossroads, begun by a key."""
    window = keyboard.window
    assert isinstance(window.prompts, Scripted)
    window.prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=3)
    window.filing.open_file(SCENARIO)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    keyboard.press(Qt.Key.Key_F5)

    def play() -> GameController:
        assert isinstance(window.active_tab, ScenarioTab)
        assert window.active_tab.guest is not None
        return require_type(window.active_tab.guest, GameOnTab).play

    return play


def test_decisions_are_chosen_in_the_list_by_arrows_and_return(
    keyboard: Keyboard, playing: Callable[[], GameController]
) -> None:
    listed = keyboard.window.playing.decision.list
    for place in range(4):
        keyboard.tab_to(listed)
        question, number = playing().question, playing().session.answer_count
        assert question is not None
        row = min(place, listed.count() - 1)
        keyboard.press(Qt.Key.Key_Home)
        for _ in range(row):
            keyboard.press(Qt.Key.Key_Down)
        wanted = question.choices[row].option
        keyboard.press(Qt.Key.Key_Return)
        assert playing().session.game.answers[number] == wanted
    keyboard.press(Qt.Key.Key_Z, CONTROL)
    assert playing().session.answer_count == number


def test_a_unit_is_sent_on_the_map_by_the_keyboard(
    keyboard: Keyboard, playing: Callable[[], GameController]
) -> None:
    listed = keyboard.window.playing.decision.list
    canvas = keyboard.canvas
    for _ in range(40):
        question = playing().question
        assert question is not None
        steps = [one for one in question.choices if one.pointing.deed is OptionAction.STEP]
        if steps:
            break
        keyboard.tab_to(listed)
        keyboard.press(Qt.Key.Key_Home)
        keyboard.press(Qt.Key.Key_Return)
    number, hex_ = playing().session.answer_count, steps[0].pointing.hex
    assert hex_ is not None
    keyboard.tab_to(canvas)
    keyboard.point_at(hex_)
    keyboard.press(Qt.Key.Key_Return)
    assert playing().session.answer_count > number


def test_a_game_is_ended_by_a_key_and_the_scenario_is_there_again(
    keyboard: Keyboard, playing: Callable[[], GameController]
) -> None:
    playing()
    keyboard.press(Qt.Key.Key_F5, SHIFT)
    assert keyboard.window.playing.play is None
    assert keyboard.focus is keyboard.canvas
