"""The start page: what can be begun, files opened lately, samples by game; by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontMetrics, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.files.source_text import SAMPLES
from engine.games import title_of
from engine.languages import LANGUAGES
from engine.texts import localised, text
from studio.main_window.accessible_names import spoken_name
from studio.main_window.file_summary import (
    list_samples,
    sample_facts,
    samples_by_title,
    summarise,
)
from studio.main_window.main_window import MainWindow
from studio.main_window.start_cards import (
    BESIDE,
    HINT_LINES,
    SMALL,
    ActionCard,
    FileCard,
    StartCard,
    relative_font,
)
from studio.main_window.start_page import ACTIONS, MAPS
from studio.preferences import Preferences
from studio.widgets.localization import Localizer
from studio.widgets.sizing import TITLE_BAR
from studio.widgets.wrapping import break_lines
from tests.studio.main_window.conftest import Scripted, do

CROSSROADS = SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml"
MAP = SAMPLES / "tank" / "maps" / "crossroads.map.yaml"
BAYREUTH = SAMPLES / "tank" / "maps" / "bayreuth-200.map.yaml"
CITIES = SAMPLES / "primer" / "scenarios" / "three-cities.scenario.yaml"
LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
SIZES = (1366, 768 - TITLE_BAR), (1600, 1000 - TITLE_BAR)


def names(window: MainWindow) -> list[str]:
    """The files shown, in their order."""
    return [name for name in window.welcome.buttons if name not in ACTIONS]


# --- the samples ----------------------------------------------------------------------------------


def test_every_listed_sample_is_there_and_every_scenario_is_listed() -> None:
    assert set(sample_facts()) <= set(list_samples())
    scenarios = {file for file in list_samples() if summarise(file).kind == "scenario"}
    assert scenarios <= set(sample_facts())
    for file in scenarios:
        facts = sample_facts()[file]
        assert 0 < facts.fewest <= facts.most
        assert facts.minutes > 0


def test_the_best_samples_come_first_and_each_title_once() -> None:
    assert samples_by_title()[:3] == (CROSSROADS, BAYREUTH, CITIES)
    assert summarise(BAYREUTH).style == "kriegsspiel-1824"
    for language in LANGUAGES:
        titles = [localised(summarise(file).title, language) for file in samples_by_title()]
        assert len(titles) == len(set(titles))


def test_a_title_that_lacks_the_traditional_characters_is_read_in_the_simplified() -> None:
    title = {"en": "Mill", "zh": "磨坊山", "ru": "Мельница"}
    assert localised(title, "zh-Hant") == "磨坊山"
    assert localised({"en": "Mill", "ru": "Мельница"}, "zh-Hant") == "Mill"


@pytest.mark.parametrize(
    ("content", "title", "kind"),
    [
        ("sandtable: map/1\ntitle: A mill\n", "A mill", "map"),
        ("sandtable: map/1\ntitle: {en: [\n", "Far hill", "map"),
        ("# nothing\n", "Far hill", ""),
        ("sandtable: scenario/1\ntitle:\n  en: Two\n  zh: 二\n", "Two", "scenario"),
    ],
)
def test_a_summary_is_read_from_the_first_lines(
    tmp_path: Path, content: str, title: str, kind: str
) -> None:
    file = tmp_path / "far-hill.map.yaml"
    file.write_text(content, encoding="utf-8")
    found = summarise(file)
    assert (localised(found.title, "en"), found.kind) == (title, kind)


def test_a_chip_shows_the_samples_of_its_game_and_is_remembered(window: MainWindow) -> None:
    page = window.welcome
    assert page.filter == ""
    QTest.mouseClick(page.chips["primer"], LEFT)
    assert names(window) == [str(CITIES)]
    assert window.preferences.sample_filter == "primer"
    QTest.mouseClick(page.chips[MAPS], LEFT)
    assert str(MAP) in names(window)
    assert {summarise(Path(name)).kind for name in names(window)} == {"map"}
    QTest.mouseClick(page.chips[""], LEFT)
    assert names(window) == [str(file) for file in samples_by_title()]


def test_the_filter_is_there_at_the_next_start(make_window: Callable[..., MainWindow]) -> None:
    make_window().welcome.choose_filter("tide")
    page = make_window().welcome
    assert page.chips["tide"].isChecked()
    games = {summarise(Path(name)).game for name in page.buttons if name not in ACTIONS}
    assert games == {"tide"}


def test_a_card_says_the_game_the_players_and_the_time(window: MainWindow) -> None:
    for language in LANGUAGES:
        window.localize.set_language(language)
        card = window.welcome.buttons[str(CROSSROADS)]
        facts = sample_facts()[CROSSROADS]
        assert card.title == localised(summarise(CROSSROADS).title, language)
        assert localised(title_of("tank"), language) in card.detail
        assert str(facts.most) in card.detail
        assert str(facts.minutes) in card.detail
        assert spoken_name(card) == card.title
    window.localize.set_language("en")


# --- files opened lately --------------------------------------------------------------------------


def test_without_recent_files_the_page_says_what_will_be_there(window: MainWindow) -> None:
    assert window.welcome.recent_hint.isVisible()
    assert window.welcome.recent_hint.text() == text("studio.welcome-recent-empty", "en")


def test_a_recent_file_says_what_it_is_and_when_it_was_opened(window: MainWindow) -> None:
    window.preferences.add_recent(CROSSROADS)
    window._show_front()
    card = window.welcome.buttons[str(CROSSROADS)]
    assert not window.welcome.recent_hint.isVisible()
    assert names(window)[0] == str(CROSSROADS)
    assert names(window).count(str(CROSSROADS)) == 1
    assert localised(title_of("tank"), "en") in card.detail
    assert text("studio.day-today", "en") in card.detail


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_is_called_as_one_speaks_of_it(language: str) -> None:
    localize, today = Localizer(language), date(2026, 3, 12)  # a Thursday
    days = [localize.day(datetime(2026, 3, day, 9), today) for day in (12, 11, 7, 1)]
    assert days[:2] == [text(f"studio.day-{name}", language) for name in ("today", "yesterday")]
    assert days[2] == {"en": "Saturday", "ru": "суббота"}.get(language, "星期六")
    assert "2026" in days[3]
    assert len(set(days)) == len(days)


def test_a_recent_file_is_removed_from_the_list_by_its_menu(
    window: MainWindow, qtbot: QtBot
) -> None:
    for file in (MAP, CITIES):
        window.preferences.add_recent(file)
    window._show_front()
    card = window.welcome.buttons[str(CITIES)]
    card.menu_wanted.emit(card.mapToGlobal(QPoint(5, 5)))  # type: ignore[attr-defined]
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    QTest.keyClick(popup, Key.Key_Down)
    QTest.keyClick(popup, Key.Key_Return)
    assert window.preferences.recent == [MAP]
    assert [each.text() for each in window.bars.recent.actions()] == [str(MAP)]
    assert names(window)[0] == str(MAP)


def test_the_folder_of_a_recent_file_is_shown(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", shown.append)
    window.welcome.menu(CITIES).actions()[1].trigger()
    assert [Path(url.toLocalFile()) for url in shown] == [CITIES.parent]


# --- keys -----------------------------------------------------------------------------------------


def press(key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def focused(window: MainWindow) -> str:
    return window.welcome._name_in_focus()


def test_arrows_move_between_cards_and_return_opens(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(*SIZES[1])
    page = window.welcome
    page.buttons["new"].setFocus()
    for key, there in (
        (Key.Key_Right, "ground"), (Key.Key_Right, "country"), (Key.Key_Right, "open"),
        (Key.Key_Left, "country"), (Key.Key_Down, "tutorial"), (Key.Key_Up, "country"),
        (Key.Key_Left, "ground"), (Key.Key_Left, "new"), (Key.Key_Left, "new"),
        (Key.Key_Down, "open"), (Key.Key_Down, str(CROSSROADS)), (Key.Key_Right, str(BAYREUTH)),
        (Key.Key_Left, str(CROSSROADS)),
    ):  # fmt: skip
        press(key)
        assert focused(window) == there
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.active_tab is not None)
    assert window.required_active_tab.document.path == CROSSROADS


def test_the_first_card_does_the_same_as_its_menu_entry(
    window: MainWindow, prompts: Scripted
) -> None:
    window.welcome.begin()
    press(Key.Key_Return)
    assert len(prompts.templates) == 1


def test_a_card_shows_the_keys_the_user_has_given(window: MainWindow) -> None:
    card = window.welcome.buttons["new"]
    usual = window.bars.actions["new"].shortcut()
    assert card.keys == usual.toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")  # type: ignore[attr-defined]
    window.bars.give("new", "Ctrl+J")
    assert card.keys == "Ctrl J"  # type: ignore[attr-defined]
    window.bars.reset("new")


# --- what is beside it, and how it fits -----------------------------------------------------------


def shown_docks(window: MainWindow) -> list[str]:
    return sorted(name for name, each in window.layouts.sections.items() if each.panel.isVisible())


def test_no_panel_is_beside_the_page_until_a_file_is_open(window: MainWindow) -> None:
    assert shown_docks(window) == []
    assert not window.bars.tools.isVisible()
    do(window, "new")
    assert "palette" in shown_docks(window)
    assert window.bars.tools.isVisible()
    do(window, "close")
    assert shown_docks(window) == []
    assert window.middle.currentWidget() is window.middle.first_page


def test_panels_come_back_as_they_were_left(window: MainWindow) -> None:
    do(window, "new")
    window.docks.sections["palette"].set_open(False)
    before = shown_docks(window)
    do(window, "close")
    do(window, "new")
    assert shown_docks(window) == before


def cut_words(card: StartCard) -> list[str]:
    """The words of a card that have no room for all of them."""
    bold, small = (QFontMetrics(relative_font(card, size, bold=size == 1.0)) for size in (1, SMALL))
    if isinstance(card, FileCard):
        room = card.width() - 2 * BESIDE
        found = [card.title] if bold.horizontalAdvance(card.title) > room else []
        return found + ([card.detail] if small.horizontalAdvance(card.detail) > room else [])
    assert isinstance(card, ActionCard)
    room = card._room(card.width())
    lines = break_lines(card.detail, small, room, HINT_LINES)
    keys = small.horizontalAdvance(card.keys) + 2 * small.height() if card.keys else 0
    found = [card.title] if bold.horizontalAdvance(card.title) + keys > room else []
    return found + [line for line in lines if "…" in line]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_words_are_cut_off_at_usual_sizes(
    window: MainWindow, language: str, size: tuple[int, int]
) -> None:
    window.resize(*size)
    window.localize.set_language(language)
    window.looks.set_text_size(100)
    QApplication.processEvents()
    for card in window.welcome.buttons.values():
        cut = cut_words(card)
        assert card.title not in cut
        assert all(words in card.toolTip() for words in cut), cut
    assert window.middle.first_page.horizontalScrollBar().maximum() == 0
    window.localize.set_language("en")


def test_with_large_words_the_page_scrolls_down_alone(window: MainWindow) -> None:
    window.resize(*SIZES[0])
    window.looks.set_text_size(200)
    QApplication.processEvents()
    assert window.middle.first_page.horizontalScrollBar().maximum() == 0
    for name in ACTIONS:
        assert cut_words(window.welcome.buttons[name]) == []
    window.looks.set_text_size(100)


def test_safe_mode_remembers_nothing() -> None:
    preferences = Preferences(None)
    preferences.add_recent(CROSSROADS)
    preferences.sample_filter = "tank"
    assert preferences.opened_at(CROSSROADS) is None
    assert preferences.sample_filter == ""
