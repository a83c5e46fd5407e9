"""On 1366 × 768 nothing lies beyond a sideways bar or behind arrows of tabs, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES
from engine.session.seats import Seat
from engine.session.session import Session
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.widgets.list_widgets import FittedColumnsView, share_width
from studio.widgets.sizing import TITLE_BAR
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.decks.deck_tab import DeckTab
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.rules.rule_table_view import RuleTableView
from tests.studio.main_window.conftest import Scripted

SMALL = 1366, 768 - TITLE_BAR
SAMPLES = SHIPPED / "samples"
WORKS = ("tank/maps/crossroads.map.yaml", "tank/scenarios/crossroads.scenario.yaml")
DECK = "tank/decks/standard.deck.yaml"
GAMES = ("tank/scenarios/crossroads", "valor/scenarios/chapel-hill", "tide/scenarios/canal-bridge",
         "littlewars/scenarios/branch-line")  # fmt: skip
LEFT = Qt.MouseButton.LeftButton
SPREAD = (RuleTableView,)  # a printed table has as many columns as it has


def opened(window: MainWindow, name: str, qtbot: QtBot) -> None:
    window.resize(*SMALL)
    window.show()
    window.filing.open_file(SAMPLES / name)
    qtbot.waitUntil(lambda: len(window.works) == 1)


def sideways(window: MainWindow) -> set[str]:
    """Panels that are seen and have a sideways bar, and bars of tabs that have arrows."""
    return {*_with_bars(window), *_with_arrows(window)}


def _with_bars(window: MainWindow) -> Iterator[str]:
    for dock in window.layouts.sections.values():
        for area in dock.panel.findChildren(QAbstractScrollArea):
            is_seen = area.isVisible() and not area.visibleRegion().isEmpty()
            if is_seen and area.horizontalScrollBar().isVisible() and not isinstance(area, SPREAD):
                yield f"{dock.objectName()}: {type(area).__name__}"


def _with_arrows(window: MainWindow) -> Iterator[str]:
    for bar in window.findChildren(QTabBar):
        if bar.isVisible() and any(each.isVisible() for each in bar.findChildren(QToolButton)):
            yield f"tabs: {bar.tabText(0)}"


def every_panel(window: MainWindow) -> set[str]:
    """What is sideways when each panel in turn is in front; panels that are there are raised."""
    docks = [each for each in window.layouts.sections.values()
             if each.toggle_action.isVisible() and not each.isHidden()]  # fmt: skip
    assert len(docks) >= 4
    found = set()
    for dock in docks:
        window.layouts.reveal(dock)
        QTest.qWait(30)
        found |= sideways(window)
    return found


def in_every_language(window: MainWindow) -> dict[str, set[str]]:
    found = {}
    for language in LANGUAGES:
        window.looks.choose_language(language)
        QTest.qWait(100)
        assert window.width() == SMALL[0]
        found[language] = every_panel(window)
    window.looks.choose_language("en")
    return {language: each for language, each in found.items() if each}


@pytest.mark.parametrize("name", WORKS)
def test_no_panel_of_a_work_is_wider_than_its_place(
    make_window: Callable[..., MainWindow], qtbot: QtBot, name: str
) -> None:
    window = make_window()
    opened(window, name, qtbot)
    assert in_every_language(window) == {}
    assert isinstance(window.prompts, Scripted)
    window.prompts.answers = [PromptAnswer.NO]


@pytest.mark.parametrize("name", GAMES)
def test_no_panel_of_a_game_is_wider_than_its_place(
    make_window: Callable[..., MainWindow], qtbot: QtBot, name: str
) -> None:
    window = make_window()
    opened(window, f"{name}.scenario.yaml", qtbot)
    tab = window.active_tab
    assert isinstance(tab, ScenarioTabBase)
    assert isinstance(tab.document, ScenarioDocument)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    scenario = tab.document.scenario
    seats = dict.fromkeys((side.id for side in scenario.sides), Seat.PERSON)
    window.playing.play_session(tab, Session.begin(scenario, seats, 3))
    QTest.qWait(200)
    assert in_every_language(window) == {}
    assert isinstance(window.prompts, Scripted)
    window.prompts.answers = [PromptAnswer.NO]  # a game that has begun by itself is not kept
    window.playing.stop()


@pytest.mark.parametrize("size", [100, 150])
def test_no_page_of_a_deck_makes_the_window_wider_than_it_was(
    make_window: Callable[..., MainWindow], qtbot: QtBot, size: int
) -> None:
    """The fields above the chances and above a test draw go to the next row."""
    window = make_window()
    opened(window, DECK, qtbot)
    window.looks.set_text_size(size)
    tab = window.active_tab
    assert isinstance(tab, DeckTab)
    pages = tab.panel.pages
    widths = set()
    for language, place in product(LANGUAGES, range(pages.count())):
        window.looks.choose_language(language)
        QTest.mouseClick(pages.tabBar(), LEFT, pos=pages.tabBar().tabRect(place).center())
        QTest.qWait(50)
        assert pages.currentIndex() == place
        widths.add(window.width())
    window.looks.choose_language("en")
    window.looks.set_text_size(100)
    assert widths == {SMALL[0]}


def test_a_column_that_somebody_draws_wide_stays_so_beyond_a_bar(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_window()
    opened(window, WORKS[1], qtbot)
    forces = window.findChild(FittedColumnsView)
    assert forces is not None
    qtbot.waitUntil(lambda: not forces.visibleRegion().isEmpty())
    assert "forces: FittedColumnsView" not in sideways(window)
    header = forces.header()
    edge = QPoint(header.sectionSize(0) - 1, header.height() // 2)
    QTest.mousePress(header.viewport(), LEFT, pos=edge)
    QTest.mouseMove(header.viewport(), edge + QPoint(300, 0))
    QTest.mouseRelease(header.viewport(), LEFT, pos=edge + QPoint(300, 0))
    drawn = header.sectionSize(0)
    assert drawn > edge.x() + 200
    qtbot.waitUntil(lambda: "forces: FittedColumnsView" in sideways(window))
    forces.share()
    assert header.sectionSize(0) == drawn


def test_columns_get_what_they_need_and_the_widest_less_where_there_is_no_room() -> None:
    assert share_width([10, 20, 30], 100) == [10, 20, 30]
    assert share_width([10, 90, 30], 100) == [10, 60, 30]
    assert share_width([80, 90, 10], 100) == [45, 45, 10]
