"""The window for who hears it, reads it large, or has no mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QMenu,
    QStyle,
    QStyleOptionTab,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES
from studio.actions import ACTIONS
from studio.framework.prompts import PromptAnswer
from studio.main_window.accessible_names import focusable_widgets, set_accessible_names, spoken_name
from studio.main_window.main_window import MainWindow
from studio.main_window.preferences_dialog import PreferencesDialog
from studio.preferences import Preferences
from studio.rendering.qt_environment import is_motion_reduced
from studio.widgets.sizing import TITLE_BAR, text_scale
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.decks.scenario_decks_panel import ScenarioDecksPanel
from tests.studio.main_window.conftest import Scripted

SAMPLES = SHIPPED / "samples" / "tank"
WORKS = ("maps/crossroads.map.yaml", "scenarios/crossroads.scenario.yaml")
SMALL = 1366, 768 - TITLE_BAR


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """A window with a map and a scenario; its preferences are kept in a file."""
    folder: Path = tmp_path_factory.mktemp("access")
    prompts = Scripted()
    made = MainWindow(Preferences(folder / "studio.ini"), prompts, folder / "journals")
    for name in WORKS:
        made.filing.open_file(SAMPLES / name)
    while len(made.works) < len(WORKS):
        QTest.qWait(20)
    made.resize(*SMALL)
    made.show()
    yield made
    made.looks.set_text_size(100)
    made.looks.set_motion("system")
    prompts.answers = [PromptAnswer.NO] * len(made.works)
    assert made.close()
    made.deleteLater()


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> PreferencesDialog:
    made = PreferencesDialog(
        window.preferences, window.looks, window.playing, window.localize, window
    )
    made.show()
    return made


def choose(dialog: PreferencesDialog, field: str, value: object) -> None:
    box = getattr(dialog, field)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())
    QTest.qWait(50)


def cut_off(panel: QWidget) -> list[str]:
    """Words of a panel that are shown, and have less room than they need."""
    found = []
    for part in panel.findChildren(QWidget):
        if not part.isVisible() or not isinstance(part, QLabel | QAbstractButton):
            continue
        words = part.text().replace("&", "")
        is_wrapped = isinstance(part, QLabel) and part.wordWrap()
        if is_wrapped:
            needed = part.heightForWidth(part.width()) > part.height()
        else:
            letters = QFontMetrics(part.font())
            lines = [letters.horizontalAdvance(line) for line in words.split("\n")]
            needed = "<" not in words and max(lines) > part.width()
            needed = needed or (bool(words) and letters.height() > part.height() + 2)
        if words and needed:
            found.append(f"{type(part).__name__} {words}")
    return found


def test_every_part_the_keyboard_comes_to_has_a_name_and_a_role(window: MainWindow) -> None:
    set_accessible_names(window)
    parts = list(focusable_widgets(window))
    assert len(parts) > 100
    unnamed = [f"{type(each).__name__} in {type(each.parentWidget()).__name__}"
               for each in parts if not spoken_name(each)]  # fmt: skip
    assert unnamed == []
    roles = {QAccessible.queryAccessibleInterface(each).role() for each in parts}
    assert QAccessible.Role.NoRole not in roles
    assert {QAccessible.Role.Button, QAccessible.Role.ComboBox, QAccessible.Role.Tree} <= roles


def test_lent_names_follow_the_language(window: MainWindow) -> None:
    set_accessible_names(window)
    dock = window.docks.named["problems"].windowTitle()
    QAccessible.setActive(True)
    window.looks.choose_language("zh")
    spoken = {spoken_name(each) for each in focusable_widgets(window)}
    window.looks.choose_language("en")
    QAccessible.setActive(False)
    assert dock not in spoken
    assert dock in {spoken_name(each) for each in focusable_widgets(window)}


def test_every_act_has_a_key_or_stands_in_a_menu_that_a_key_opens(window: MainWindow) -> None:
    def within(menu: QMenu) -> Iterator[str]:
        for action in menu.actions():
            inner = action.menu()
            if isinstance(inner, QMenu):
                yield from within(inner)
            else:
                yield action.objectName()

    letters = {menu: QKeySequence.mnemonic(menu.title()) for menu in window.bars.menus.values()}
    assert all(not letter.isEmpty() for letter in letters.values())
    assert len({letter.toString() for letter in letters.values()}) == len(letters)
    reached = {name for menu in letters for name in within(menu)}
    keyless = [each.id for each in ACTIONS if each.id not in reached and not each.shortcuts]
    assert keyless == []
    titles = {action.text() for action in window.bars.panels.actions()}
    assert {dock.windowTitle() for dock in window.docks.named.values()} <= titles


@pytest.mark.parametrize("work", range(len(WORKS)))
def test_words_of_twice_the_size_have_room_on_a_small_screen(
    window: MainWindow, dialog: PreferencesDialog, work: int
) -> None:
    """On 1366 × 768; panels may scroll."""
    choose(dialog, "text_size", 200)
    window.tabs.setCurrentIndex(work)
    window.resize(*SMALL)
    QTest.qWait(150)
    assert (window.width(), window.height()) == SMALL
    assert text_scale() == pytest.approx(2)
    docks = [each for each in window.layouts.sections.values() if each.panel.isVisible()]
    assert len(docks) >= 2
    assert {each.objectName(): cut_off(each) for each in docks if cut_off(each)} == {}
    assert cut_off(dialog) == []
    assert dialog.width() <= SMALL[0]
    assert dialog.height() <= QApplication.primaryScreen().availableSize().height() - TITLE_BAR
    choose(dialog, "text_size", 100)
    assert text_scale() == pytest.approx(1)
    assert window.preferences.text_size == 100


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("work", range(len(WORKS)))
def test_nothing_is_cut_off_in_any_language_on_a_small_screen(
    window: MainWindow, language: str, work: int
) -> None:
    """On 1366 × 768: labels, buttons, tabs within panels."""
    window.looks.choose_language(language)
    window.tabs.setCurrentIndex(work)
    window.resize(*SMALL)
    QTest.qWait(100)
    assert (window.width(), window.height()) == SMALL
    docks = [each for each in window.layouts.sections.values() if each.panel.isVisible()]
    bars = [each for each in window.findChildren(QTabBar) if each.isVisible() and each.count()]
    assert len(docks) >= 2
    found = {each.objectName(): cut_off(each) for each in docks if cut_off(each)}
    shortened = [bar.tabText(place) for bar in bars for place in shortened_tabs(bar)]
    window.looks.choose_language("en")
    assert (found, shortened) == ({}, [])


def test_the_languages_of_a_card_are_read_whole_beside_the_widest_list(
    window: MainWindow, qtbot: QtBot
) -> None:
    """The line before the card is drawn as far to the right as it goes."""
    window.tabs.setCurrentIndex(1)
    found = window.scenario_docks.show_panel("decks")
    assert isinstance(found, ScenarioDecksPanel)
    panel = found.panel
    languages = panel.preview.languages
    qtbot.waitUntil(languages.isVisible)
    assert panel.parts.sizes()[2] > panel.preview.minimumSizeHint().width()
    drag(panel.parts.handle(2), QPoint(400, 0))
    assert panel.parts.sizes()[2] == panel.preview.minimumSizeHint().width()
    assert shortened_tabs(languages) == []
    assert languages.tabRect(languages.count() - 1).right() <= languages.width()
    window.scenario_docks.show_panel("turn-track")


def drag(handle: QWidget, by: QPoint) -> None:
    """Press the middle of a part, draw it away, let go."""
    start = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + by / 2)
    QTest.mouseMove(handle, start + by)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + by)


def shortened_tabs(bar: QTabBar) -> list[int]:
    """Tabs with less room for their words than these need."""
    found = []
    for place in filter(bar.isTabVisible, range(bar.count())):
        option = QStyleOptionTab()
        bar.initStyleOption(option, place)
        room = bar.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, bar)
        words = bar.tabText(place).replace("&", "")
        if bar.fontMetrics().horizontalAdvance(words) > room.width():
            found.append(place)
    return found


def test_without_motion_nothing_moves_by_itself(
    window: MainWindow, dialog: PreferencesDialog
) -> None:
    assert not is_motion_reduced()
    choose(dialog, "motion", "none")
    assert is_motion_reduced()
    assert [window.playing.speed] == [PlaybackSpeed.SKIP]
    assert not window.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
    choose(dialog, "motion", "system")
    assert not is_motion_reduced()
    assert [window.playing.speed] == [PlaybackSpeed.NORMAL]
