"""The workspaces of what is in front, the top bar, and the columns beside the work."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.actions import Menu
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.document_tab import MapDocumentTab
from studio.framework.workbench import Side
from studio.main_window.main_window import MainWindow
from studio.main_window.workspace_switch import Workspace
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.assertions import require_type
from tests.studio.main_window.conftest import Scripted, do

SAMPLES = SHIPPED / "samples"
SCENARIO = SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml"
LEFT = Qt.MouseButton.LeftButton
PERSONS = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=3)


@pytest.fixture
def opened(make_window: Callable[..., MainWindow], qtbot: QtBot) -> MainWindow:
    """A window with a scenario in front."""
    window = make_window()
    window.resize(1366, 728)
    window.filing.open_file(SCENARIO)
    qtbot.waitUntil(lambda: window.active_tab is not None)
    QApplication.processEvents()
    return window


def choose(window: MainWindow, workspace: Workspace) -> None:
    """Click a workspace in the top bar."""
    QTest.mouseClick(window.workspaces.control.segments[workspace], LEFT)


def checked(window: MainWindow) -> list[str]:
    segments = window.workspaces.control.segments.items()
    return [name for name, segment in segments if segment.isChecked()]


def test_the_start_page_leads_to_no_workspace_and_says_why(
    make_window: Callable[..., MainWindow],
) -> None:
    window = make_window()
    assert checked(window) == []
    for segment in window.workspaces.control.segments.values():
        assert not segment.isEnabled()
        assert segment.toolTip() == window.localize("workspace-needs-file")


def test_one_goes_from_a_scenario_to_its_map_and_back_over_the_same_hexes(
    opened: MainWindow, qtbot: QtBot
) -> None:
    scenario = require_type(opened.active_tab, MapDocumentTab)
    assert checked(opened) == [Workspace.SCENARIO]
    scenario.canvas.set_scale(scenario.canvas.scale * 2)
    camera = scenario.canvas.camera
    choose(opened, Workspace.MAP)
    qtbot.waitUntil(lambda: opened.active_map_editor is not None)
    editor = opened.required_map_editor
    assert (
        editor.document.path == require_type(scenario.document, ScenarioDocument).map_file.resolve()
    )
    assert checked(opened) == [Workspace.MAP]
    qtbot.waitUntil(lambda: editor.canvas.has_sheet and editor.canvas.scale == camera.scale)
    choose(opened, Workspace.SCENARIO)
    assert opened.active_tab is scenario
    assert scenario.canvas.scale == pytest.approx(camera.scale)


def test_a_game_is_begun_and_left_by_the_workspaces(
    opened: MainWindow, prompts: Scripted, qtbot: QtBot
) -> None:
    prompts.setup = PERSONS
    choose(opened, Workspace.PLAY)
    qtbot.waitUntil(lambda: opened.playing.play is not None)
    assert checked(opened) == [Workspace.PLAY]
    prompts.confirmed = [True]
    choose(opened, Workspace.SCENARIO)
    assert opened.playing.play is None
    assert checked(opened) == [Workspace.SCENARIO]


def test_f4_folds_the_right_column_and_brings_it_back(opened: MainWindow) -> None:
    bench = opened.layouts.bench
    before = opened.middle.width()
    QTest.keyClick(opened, Qt.Key.Key_F4)
    assert not bench.is_shown(Side.RIGHT)
    assert opened.middle.width() > before
    assert not opened.bars.actions["fold-right"].isChecked()
    QTest.keyClick(opened, Qt.Key.Key_F4)
    assert bench.is_shown(Side.RIGHT)
    QTest.keyClick(opened, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert not bench.is_shown(Side.LEFT)
    opened.scenario_docks.show_panel("forces")
    assert bench.is_shown(Side.LEFT), "a panel that is asked for brings its column back"


def test_one_column_gives_way_where_there_is_no_room_for_two(opened: MainWindow) -> None:
    bench = opened.layouts.bench
    opened.looks.set_text_size(200)
    QApplication.processEvents()
    assert bench.is_shown(Side.RIGHT)
    assert not bench.is_shown(Side.LEFT)
    opened.scenario_docks.show_panel("forces")
    assert bench.is_shown(Side.LEFT)
    assert not bench.is_shown(Side.RIGHT)
    opened.looks.set_text_size(100)


def test_the_whole_menu_opens_by_its_button_and_by_alt(opened: MainWindow, qtbot: QtBot) -> None:
    bar = opened.top_bar
    QTest.mouseClick(bar.menu_button, LEFT)
    qtbot.waitUntil(bar.menu.isVisible)
    assert {action.menu() for action in bar.menu.actions()} == set(opened.bars.menus.values())
    bar.menu.close()
    QTest.keyClick(opened, Qt.Key.Key_Alt)
    qtbot.waitUntil(bar.menu.isVisible)
    bar.menu.close()
    QTest.keyPress(opened, Qt.Key.Key_Alt)
    QTest.mouseClick(opened.required_active_tab, LEFT, pos=QPoint(60, 60))
    QTest.keyRelease(opened, Qt.Key.Key_Alt)
    assert not bar.menu.isVisible(), "Alt was held for the click"
    assert not opened.bars.menus[Menu.FILE].isVisible()


def test_the_files_stand_in_the_top_bar_with_unsaved_ones_marked(opened: MainWindow) -> None:
    do(opened, "new")
    assert opened.tabs.bar.count() == 2
    assert opened.tabs.tabText(0) == "crossroads"
    assert opened.tabs.bar.tabToolTip(0) == str(SCENARIO)
    opened.tabs.bar.moveTab(1, 0)
    assert opened.works[0] is opened.active_tab
    assert opened.tabs.tabText(1) == "crossroads"


def test_the_keyboard_comes_to_the_tabs_of_files_while_there_are_any(opened: MainWindow) -> None:
    bar = opened.tabs.bar
    assert bar.focusPolicy() is Qt.FocusPolicy.TabFocus
    opened.close_tab(opened.works[0])
    assert bar.focusPolicy() is Qt.FocusPolicy.NoFocus
    do(opened, "new")
    assert bar.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_a_click_on_the_count_of_problems_opens_them(opened: MainWindow) -> None:
    opened.docks.sections["problems"].set_open(False)
    QTest.mouseClick(opened.status.problems, LEFT)
    assert opened.docks.problems.isVisible()
