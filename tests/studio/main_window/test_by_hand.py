"""The window led by keys and the mouse alone, from a new map to a saved one, and to a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.session.seats import FogOfWar, Seat
from engine.session.stop_conditions import NO_STOPS, StopCondition
from engine.texts import text
from studio.framework.prompts import DialogPrompts
from studio.main_window.main_window import MainWindow
from studio.main_window.manual_dialog import ManualDialog
from studio.main_window.preferences_dialog import PreferencesDialog
from studio.main_window.tutorial import STEPS
from studio.preferences import THEMES, Preferences
from studio.previews.hex_texts import hex_text
from studio.rendering.length_units import LengthUnits
from studio.workspaces.map.dialogs.generate_map_dialog import GenerateMapDialog
from studio.workspaces.map.dialogs.new_map_dialog import NewMapDialog
from studio.workspaces.map.dialogs.replace_terrain_dialog import ReplaceTerrainDialog
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup, StartGameDialog
from studio.workspaces.play.start_game_question import StartGameQuestion
from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel
from tests.assertions import require
from tests.studio.main_window.conftest import at, click, do, drag, ground, hover
from tests.studio.main_window.conftest import type_ as type_where_focus_is

Key = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def hands(window: MainWindow, tmp_path: Path) -> Iterator[MainWindow]:
    """The window with its real dialogs; the system's one for files names `made.map.yaml`."""
    dialogs, file = (
        DialogPrompts(window, window.localize, Preferences(None)),
        tmp_path / "made.map.yaml",
    )
    dialogs.file_to_save = lambda was: file  # type: ignore[method-assign]
    scripted = window.filing.prompts
    askers = (window.filing, window.requests, window.playing)
    for each in askers:
        setattr(each, "prompts" if hasattr(each, "prompts") else "_prompts", dialogs)
    yield window
    for each in askers:
        setattr(each, "prompts" if hasattr(each, "prompts") else "_prompts", scripted)


def in_dialog(kind: type[QDialog], deed: Callable[..., None]) -> None:
    """Do something in the dialog that comes next."""

    def do() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, kind), dialog
        try:
            deed(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, do)


def type_(window: MainWindow, key: Qt.Key, keys: Qt.KeyboardModifier | None = None) -> None:
    """Press a key once the window is in front again, as it is when a dialog has closed."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # it is gone, then
    if QApplication.activeWindow() is not window:
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window)
    type_where_focus_is(window, key, keys)


def enter(widget: QWidget) -> None:
    QTest.keyClick(widget, Key.Key_Return)


def woods(editor: MapEditorTab) -> int:
    map_ = editor.map
    return sum(map_.ground_at(hex_) == "woods" for hex_ in map_.grid)


def test_a_map_is_made_painted_copied_replaced_undone_saved_and_opened_again(
    hands: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    in_dialog(NewMapDialog, enter)
    type_(hands, Key.Key_N, CONTROL)  # new map
    editor = hands.required_map_editor
    editor.focus()
    drag(editor, at(editor, 2, 2), at(editor, 4, 2))  # paint
    assert woods(editor) == 3
    type_(hands, Key.Key_M)  # select
    drag(editor, at(editor, 2, 2), at(editor, 4, 2))
    type_(hands, Key.Key_C, CONTROL)  # copy
    hover(editor, 6, 6)
    type_(hands, Key.Key_V, CONTROL)  # paste, turned
    type_(hands, Key.Key_R, CONTROL)
    click(editor, at(editor, 6, 6))
    assert woods(editor) == 6
    type_(hands, Key.Key_D, CONTROL)  # nothing selected any more
    type_(hands, Key.Key_T)  # stamp
    click(editor, at(editor, 9, 3))
    assert any(editor.map.ground_at(hex_) == "settlement" for hex_ in editor.map.grid)

    def by_crops(dialog: ReplaceTerrainDialog) -> None:
        QTest.keyClicks(dialog.was, "Woods")
        QTest.keyClicks(dialog.becomes, "Standing")
        assert dialog.told.text() == "Hexes found: 6"
        QTest.mouseClick(dialog.replace, LEFT)

    in_dialog(ReplaceTerrainDialog, by_crops)
    type_(hands, Key.Key_H, CONTROL)  # find and replace
    assert (woods(editor), ground(editor, 2, 2)) == (0, "crops")
    type_(hands, Key.Key_F, CONTROL)  # go to
    QTest.keyClicks(hands.search.popup.line, "@8,7")
    enter(hands.search.popup.line)
    assert editor.canvas.keyboard_hex == editor.map.labels.find("@8,7")
    steps = editor.document.history.count()
    for _ in range(steps):
        type_(hands, Key.Key_Z, CONTROL)  # undo all
    assert (editor.document.history.index(), woods(editor)) == (0, 0)
    assert ground(editor, 2, 2) == "open"
    for _ in range(steps):
        type_(hands, Key.Key_Z, CONTROL | SHIFT)  # redo all
    assert ground(editor, 2, 2) == "crops"
    type_(hands, Key.Key_S, CONTROL)  # save
    qtbot.waitUntil(lambda: not editor.document.is_dirty, timeout=5000)
    type_(hands, Key.Key_W, CONTROL)
    assert hands.active_tab is None
    cards = hands.welcome.buttons
    QTest.mouseClick(cards[str(tmp_path / "made.map.yaml")], LEFT)  # reopen, by its picture
    qtbot.waitUntil(lambda: hands.active_map_editor is not None, timeout=5000)
    assert ground(hands.required_map_editor, 2, 2) == "crops"


def test_from_nothing_to_a_game_by_a_dozen_keys(hands: MainWindow, qtbot: QtBot) -> None:
    hands.helping.tutorial()
    guide = hands.helping.guide
    assert guide is not None

    def small(dialog: GenerateMapDialog) -> None:
        for box, size in ((dialog.columns, "16"), (dialog.rows, "12"), (dialog.seed, "5")):
            box.selectAll()
            QTest.keyClicks(box, size)
        enter(dialog)

    in_dialog(GenerateMapDialog, small)
    type_(hands, Key.Key_N, CONTROL | ALT)
    assert hands.required_map_editor.document.is_dirty
    qtbot.waitUntil(lambda: not hands.required_map_editor.checking.is_waiting, timeout=5000)
    for _ in STEPS[:4]:  # the country has a map, woods and roads, and nothing doubtful
        guide.look()
    assert STEPS[guide.step].id == "save"
    type_(hands, Key.Key_N, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: hands.active_map_editor is None, timeout=5000)
    for side in range(2):
        type_(hands, Key.Key_J, CONTROL | SHIFT)
        panel = hands.scenario_docks.named["forces"].findChild(ForcesPanel)
        require(panel).form.side.setCurrentIndex(side)
        QCoreApplication.processEvents()
        enter(require(panel).form.count)
    assert {unit.side for unit in require(require(hands.active_tab).document.scenario).units} == {
        "red",
        "blue",
    }
    in_dialog(StartGameDialog, enter)
    type_(hands, Key.Key_F5)
    assert hands.playing.play is not None
    while STEPS[guide.step].id != "move":
        was = guide.step
        guide.look()
        guide.step += guide.step == was == 4  # the map was saved on the way
    QTest.mouseClick(guide.end, LEFT)
    assert hands.helping.guide is None


def test_the_manual_is_searched_and_its_links_lead_on(window: MainWindow) -> None:
    type_(window, Key.Key_F1, CONTROL)
    manual = window.helping._manual
    assert isinstance(manual, ManualDialog)
    count = manual.list.count()
    assert count > 20
    QTest.keyClicks(manual.line, "priority-flood")
    assert [manual.list.item(row).text() for row in range(manual.list.count())] == [
        "Generated maps"
    ]
    assert manual.page.textCursor().selectedText().casefold() == "priority-flood"
    manual.read("tutorials/first-battlefield")
    assert "Mill Hill" in manual.page.toPlainText()
    manual.page.anchorClicked.emit(QUrl("../studio.md"))
    assert manual.list.currentItem().text() == "The studio"
    manual.read("studio")
    assert manual.list.count() == count
    manual.page.anchorClicked.emit(QUrl("real-ground.md#in-the-window"))
    assert manual.list.currentItem().text() == "Real terrain"
    window.localize.set_language("ru")
    do(window, "guides")
    assert manual.list.currentItem().text() == "Первое поле боя за десять минут"
    manual.read("how-to/maps")
    assert manual.page.folder.parts[-2:] == ("how-to", "ru")
    manual.line.setText(text("playtest.seat-greedy", "ru"))  # keys of tests write Latin alone
    assert manual.list.item(0).text() == "Первое поле боя за десять минут"
    window.localize.set_language("en")
    manual.close()


def test_preferences_hold_at_once(window: MainWindow) -> None:
    def change(dialog: PreferencesDialog) -> None:
        QTest.keyClick(dialog.theme, Key.Key_End)
        dialog.minutes.selectAll()
        QTest.keyClicks(dialog.minutes, "5")
        enter(dialog)

    in_dialog(PreferencesDialog, change)
    type_(window, Key.Key_P, CONTROL | ALT)
    assert window.preferences.autosave == 5
    assert window.looks.theme == THEMES[-1]
    window.looks.set_theme("system")


def test_what_is_liked_is_used_and_reset(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Preferences(tmp_path / "studio.ini")
    for each in (window, window.helping, window.looks, window.new_maps, window.playing.pace):
        name = "preferences" if each is window else "_preferences"
        monkeypatch.setattr(each, name, kept)

    def like(dialog: PreferencesDialog) -> None:
        for box in (dialog.map_style, dialog.units, dialog.players.first, dialog.players.fog):
            QTest.keyClick(box, Key.Key_End)
        QTest.keyClick(dialog.players.first_temper, Key.Key_End)
        QTest.keyClick(dialog.players.other, Key.Key_Home)
        QTest.keyClick(dialog.players.pace, Key.Key_Home)
        QTest.keyClick(dialog.players.stops[StopCondition.LOSS], Key.Key_Space)

    in_dialog(PreferencesDialog, like)
    type_(window, Key.Key_P, CONTROL | ALT)
    style = window.looks.layers.style
    assert style is not None
    assert window.looks.layers.look.units is LengthUnits.IMPERIAL
    type_(window, Key.Key_N, CONTROL)
    assert window.required_map_editor.map.style == style
    editor, hexes = window.required_map_editor, window.required_map_editor.map.grid.hex
    away = text("studio.reading-distance", "en", count=2, hex="0202", length="109 yd")
    assert away in hex_text(editor.map, hexes(3, 1), hexes(1, 1), window.localize)
    scenario = load(SHIPPED / "samples/tank/scenarios/crossroads.scenario.yaml")
    dialogs = DialogPrompts(window, window.localize, kept)
    begun: list[GameSetup] = []
    in_dialog(StartGameDialog, lambda dialog: begun.append(dialog.setup()))
    dialogs.ask(StartGameQuestion(scenario, [], None))
    assert list(begun[0].seats.values()) == [Seat.ELITE, Seat.PERSON]
    assert list(begun[0].tempers.values()) == ["purposeful", "steady"]
    assert (begun[0].fog, window.playing.speed) == (FogOfWar.PER_SIDE, PlaybackSpeed.SLOW)
    assert window.playing.stops == {StopCondition.LOSS}
    in_dialog(StartGameDialog, lambda dialog: begun.append(dialog.setup()))
    dialogs.ask(StartGameQuestion(scenario, [], replace(begun[0], fog=FogOfWar.OPEN)))
    assert begun[1].fog is FogOfWar.OPEN  # what was chosen last is proposed again

    likes = PreferencesDialog(kept, window.looks, window.playing, window.localize, window)
    likes.show()
    QTest.mouseClick(likes.reset, LEFT)
    assert likes.units.currentData() == LengthUnits.METRIC
    likes.reject()
    assert window.looks.layers.style is None
    assert (window.localize.units, window.playing.stops) == (LengthUnits.METRIC, NO_STOPS)
    in_dialog(StartGameDialog, lambda dialog: begun.append(dialog.setup()))
    dialogs.ask(StartGameQuestion(scenario, [], begun[0]))  # it was liked otherwise then
    assert list(begun[2].seats.values()) == [Seat.PERSON, Seat.GREEDY]
    assert begun[2].fog is FogOfWar.PER_SIDE  # as the rules hide it


def test_files_are_saved_by_themselves_when_it_is_time(
    window: MainWindow, hands: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    in_dialog(NewMapDialog, enter)
    type_(hands, Key.Key_N, CONTROL)
    type_(hands, Key.Key_S, CONTROL)
    qtbot.waitUntil(lambda: hands.required_map_editor.document.path is not None, timeout=5000)
    editor = hands.required_map_editor
    editor.focus()
    click(editor, at(editor, 2, 2))
    assert editor.document.is_dirty
    hands.preferences.autosave = 2
    hands.helping.on_minute()
    assert editor.document.is_dirty
    hands.helping.on_minute()
    qtbot.waitUntil(lambda: not editor.document.is_dirty, timeout=5000)
