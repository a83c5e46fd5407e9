"""The search by keys and mouse: it finds commands, terrain, settings, places, units and help."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import make_blank_map
from engine.files.source_text import SHIPPED
from studio.framework.manual_pages import manual_pages, page_headings
from studio.main_window.main_window import MainWindow
from studio.main_window.manual_dialog import ManualDialog
from studio.main_window.preferences_dialog import PreferencesDialog
from studio.search.search_entry import SearchEntry
from studio.search.sources.program_entries import NEW_GAMES, PREFERENCES
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.scenario.decks.scenario_decks_panel import ScenarioDecksPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require, require_type
from tests.studio.main_window.conftest import Scripted, do, type_, wait

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
KEYSTROKE = 0.030  # seconds of the processor


def search(window: MainWindow, words: str) -> None:
    """Open the search by its key and type words."""
    type_(window, Qt.Key.Key_K, CONTROL)
    assert window.search.popup.isVisible()
    assert QApplication.focusWidget() is window.search.popup.line
    QTest.keyClicks(window.search.popup.line, words)


def found(window: MainWindow) -> list[SearchEntry]:
    """The entries that are listed."""
    rows = window.search.popup.rows
    entries = (rows.entry(row) for row in range(rows.rowCount()))
    return [entry for entry in entries if entry is not None]


def ids(window: MainWindow) -> list[str]:
    return [entry.id for entry in found(window)]


def choose(window: MainWindow, id_: str) -> None:
    """Go to an entry with the arrow keys and press Enter."""
    popup = window.search.popup
    for _ in found(window):
        entry = popup.rows.entry(popup.list.currentIndex().row())
        if entry is not None and entry.id == id_:
            break
        QTest.keyClick(popup.line, Qt.Key.Key_Down)
    assert require(popup.rows.entry(popup.list.currentIndex().row())).id == id_
    QTest.keyClick(popup.line, Qt.Key.Key_Return)


@pytest.fixture
def scenario(window: MainWindow, qtbot: QtBot) -> ScenarioTab:
    """The crossroads in the window."""
    window.filing.open_file(CROSSROADS)
    qtbot.waitUntil(lambda: window.active_tab is not None, timeout=60_000)
    return require_type(window.active_tab, ScenarioTab)


def test_a_command_is_found_and_done_and_the_map_has_the_keys_again(
    window: MainWindow, editor: MapEditorTab
) -> None:
    editor.focus()
    search(window, "rectangle")
    assert ids(window)[0] == "command:manner-rectangle"
    QTest.keyClick(window.search.popup.line, Qt.Key.Key_Return)
    assert window.toolbox.manner == "rectangle"
    assert not window.search.popup.isVisible()
    assert QApplication.focusWidget() is editor.canvas


def test_escape_and_the_same_key_close_it(window: MainWindow, editor: MapEditorTab) -> None:
    editor.focus()
    search(window, "zoom")
    QTest.keyClick(window.search.popup.line, Qt.Key.Key_Escape)
    assert not window.search.popup.isVisible()
    assert QApplication.focusWidget() is editor.canvas
    search(window, "zoom")
    type_(window, Qt.Key.Key_K, CONTROL)
    assert not window.search.popup.isVisible()
    assert QApplication.focusWidget() is editor.canvas


def test_a_click_chooses_and_a_click_elsewhere_closes(
    window: MainWindow, editor: MapEditorTab
) -> None:
    search(window, "lasso")
    popup = window.search.popup
    row = ids(window).index("command:manner-lasso") + 1  # below its heading
    spot = popup.list.visualRect(popup.rows.index(row)).center()
    QTest.mouseClick(popup.list.viewport(), LEFT, pos=spot)
    assert window.toolbox.manner == "lasso"
    search(window, "lasso")
    editor.canvas.setFocus()
    assert not popup.isVisible()


def test_terrain_is_taken_by_another_word(window: MainWindow, editor: MapEditorTab) -> None:
    search(window, "swamp")
    choose(window, "ground:marsh")
    assert window.toolbox.material.kind == "marsh"


@pytest.mark.parametrize(("language", "words", "id_"), [
    ("en", "forest", "ground:woods"),
    ("en", "water", "ground:lake"),
    ("en", "hill", "command:tool-level"),
    ("en", "elev", "command:tool-level"),
    ("en", "mud", "ground:marsh"),
    ("en", "rotate", "command:turn"),
    ("en", "settings", "command:preferences"),
    ("en", "dice", "command:room-dice"),
    ("en", "mirror", "command:flip-left-right"),
    ("en", "zoom", "command:zoom-fit"),
    ("en", "undo", "command:undo"),
    ("zh", "森林", "ground:woods"),
    ("zh", "骰子", "command:room-dice"),
    ("zh", "设置", "command:preferences"),
    ("zh-Hant", "森林", "ground:woods"),
    ("zh-Hant", "設定", "command:preferences"),
    ("ru", "деревья", "ground:woods"),
    ("ru", "кубики", "command:room-dice"),
    ("ru", "параметры", "command:preferences"),
    ("ru", "forest", "ground:woods"),
])  # fmt: skip
def test_synonyms_lead_there_in_every_language(
    window: MainWindow, editor: MapEditorTab, language: str, words: str, id_: str
) -> None:
    window.looks.choose_language(language)
    window.search.open()
    window.search.popup.line.setText(words)
    assert id_ in ids(window)


def test_a_command_that_cannot_be_used_says_why_and_does_nothing(window: MainWindow) -> None:
    search(window, "select all")
    entry = found(window)[0]
    assert (entry.id, entry.reason) == ("command:select-all", window.localize("needs-drawing"))
    QTest.keyClick(window.search.popup.line, Qt.Key.Key_Return)
    assert window.search.popup.isVisible(), "the reason stays in sight"
    QTest.keyClick(window.search.popup.line, Qt.Key.Key_Escape)
    do(window, "new")
    search(window, "undo")
    assert found(window)[0].reason == window.localize("needs-step")


def test_every_command_that_is_off_has_a_reason(window: MainWindow, scenario: ScenarioTab) -> None:
    for _ in range(2):
        window.search.open()
        window.bars.refresh()
        told = {each.id: each.reason for each in window.search.index.entries}
        for name, action in window.bars.actions.items():
            assert bool(told[f"command:{name}"]) != action.isEnabled(), name
        window.search.popup.leave()
        window.close_front()  # once more without a file


def test_where_nothing_is_found_the_nearest_is_offered(window: MainWindow) -> None:
    search(window, "prefrnsez")
    rows = window.search.popup.rows
    assert "prefrnsez" in rows.spoken(-1)
    assert ids(window)[:1] == ["command:preferences"]
    window.search.popup.line.setText("zxqwv")
    assert rows.rowCount() == 1
    assert found(window) == []


def test_what_was_chosen_last_comes_first(window: MainWindow, editor: MapEditorTab) -> None:
    for words, id_ in (("lasso", "command:manner-lasso"), ("zoom in", "command:zoom-in")):
        search(window, words)
        choose(window, id_)
    type_(window, Qt.Key.Key_K, CONTROL)
    assert ids(window)[:2] == ["command:zoom-in", "command:manner-lasso"]
    assert window.preferences.searched == ["command:zoom-in", "command:manner-lasso"]


@pytest.mark.parametrize("name", [*PREFERENCES, *NEW_GAMES])
def test_the_preferences_open_at_the_one_that_was_chosen(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    met = []

    def look(dialog: PreferencesDialog) -> None:
        dialog.show()
        wait(lambda: dialog.isActiveWindow())
        label = {**dialog._labels, **dialog.players.labels}[name]
        field = label.buddy() or next(iter(dialog.players.stops.values()))
        met.append(dialog.focusWidget() is field)
        dialog.close()

    monkeypatch.setattr(PreferencesDialog, "exec", look)
    window.search.open()
    window.search.popup.line.setText(window.localize(f"preferences-{name}").rstrip(":"))
    choose(window, f"setting:{name}")
    assert met == [True]


def test_every_preference_of_the_dialog_is_found(window: MainWindow) -> None:
    dialog = PreferencesDialog(window.preferences, window.looks, window.playing, window.localize)
    assert {*dialog._labels} == {*PREFERENCES}
    assert {*dialog.players.labels} == {*NEW_GAMES}
    dialog.deleteLater()


def test_a_place_comes_to_the_middle_of_the_map(window: MainWindow, scenario: ScenarioTab) -> None:
    canvas, place = scenario.canvas, scenario.map.places[0]
    canvas.zoom_to(6.0)
    search(window, window.localize.localize_text(place.name))
    QTest.keyClick(window.search.popup.line, Qt.Key.Key_Return)
    x, y = canvas.camera.centre(place.at)
    assert canvas.keyboard_hex == place.at
    assert abs(x - canvas.width() / 2) < 2
    assert abs(y - canvas.height() / 2) < 2


def test_a_hex_is_found_by_its_label(window: MainWindow, editor: MapEditorTab) -> None:
    hex_ = editor.map.grid.hex(8, 7)
    search(window, editor.map.labels.label(hex_))
    QTest.keyClick(window.search.popup.line, Qt.Key.Key_Return)
    assert editor.canvas.keyboard_hex == hex_


def test_go_to_lists_places_alone(window: MainWindow, scenario: ScenarioTab) -> None:
    scenario.focus()
    type_(window, Qt.Key.Key_F, CONTROL)
    kinds = {entry.kind.value for entry in found(window)}
    assert kinds == {"place"}
    QTest.keyClicks(window.search.popup.line, "red 1")
    assert ids(window) == ["unit:r1"]


def test_a_unit_is_selected_and_shown(window: MainWindow, scenario: ScenarioTab) -> None:
    unit = scenario.scenario.units[0]
    search(window, window.localize.localize_text(unit.name) or unit.id)
    choose(window, f"unit:{unit.id}")
    assert scenario.forces.chosen == (unit.id,)


def test_cards_and_decks_are_found_where_they_are_edited(
    window: MainWindow, qtbot: QtBot, scenario: ScenarioTab
) -> None:
    deck_id, deck = next(iter(scenario.scenario.decks.items()))
    card = deck.cards[1]
    search(window, window.localize.localize_text(card.title) or card.id)
    choose(window, f"card:{deck_id}:{card.id}")
    panel = window.scenario_docks.panels["decks"]
    assert require(require_type(panel, ScenarioDecksPanel).panel.cards.first).id == card.id
    window.filing.open_file(SHIPPED / "samples" / "tank" / "decks" / "standard.deck.yaml")
    qtbot.waitUntil(lambda: len(window.works) == 2, timeout=60_000)
    window.search.open()
    kinds = [entry.kind.value for entry in window.search.index.entries]
    assert "card" in kinds
    assert not {"place", "unit"} & {*kinds}


def test_a_panel_opens(window: MainWindow, editor: MapEditorTab) -> None:
    history = window.docks.sections["history"]
    history.set_open(False)
    search(window, "history")
    choose(window, "panel:history")
    assert history.is_open
    window.close_front()
    window.search.open()
    assert not any(each.id.startswith("panel:") for each in window.search.index.entries)


def test_a_page_of_the_manual_opens_at_the_heading(window: MainWindow) -> None:
    path, title = next(
        (path, title) for path, title in manual_pages("en") if path.stem == "program"
    )
    heading = list(page_headings(path))[-1]
    search(window, heading)
    entry = found(window)[0]
    assert (entry.title, entry.detail) == (heading, title)
    QTest.keyClick(window.search.popup.line, Qt.Key.Key_Return)
    (manual,) = window.findChildren(ManualDialog)
    assert manual.isVisible()
    assert manual.page.textCursor().block().text() == entry.title
    manual.close()


def test_a_screen_reader_hears_name_kind_keys_and_reason(window: MainWindow) -> None:
    search(window, "save as")
    spoken = window.search.popup.rows.spoken(1)
    for part in (
        window.localize.action("save-as"), window.localize("search-group-command"),
        window.localize("needs-file"),
    ):  # fmt: skip
        assert part in spoken
    assert window.search.popup.line.accessibleName()


def test_the_popup_fits_a_small_window(window: MainWindow) -> None:
    size = window.size()
    window.search.open()
    popup = window.search.popup
    inside = window.rect()
    assert inside.contains(popup.geometry())
    middle = popup.mapTo(window, QPoint(popup.width() // 2, 0)).x()
    assert abs(middle - window.width() // 2) <= 1
    assert window.size() == size


def test_the_palette_is_filtered_by_the_same_synonyms(
    window: MainWindow, editor: MapEditorTab
) -> None:
    palette = window.docks.palette
    palette.search.setText("forest")
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert window.toolbox.material.kind == "woods"
    palette.search.setText("nothing like it")
    assert palette.items() == []


def test_a_large_map_with_many_units_answers_a_key_in_time(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.map = make_blank_map(200, 200)
    do(window, "new")
    window.search.open()
    line = window.search.popup.line
    for letter in "f01forest wods":
        start = time.process_time()
        line.insert(letter)
        assert time.process_time() - start < 2 * KEYSTROKE, letter
    search_only = min(_seconds(window, words) for words in ("forest", "0110", "wods"))
    assert search_only < KEYSTROKE


def _seconds(window: MainWindow, words: str) -> float:
    start = time.process_time()
    assert window.search.find_rows(words)
    return time.process_time() - start
