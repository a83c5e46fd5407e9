"""Panels on a screen of 1366 × 768: what they are for is in sight, without scrolling."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from studio.main_window.main_window import MainWindow
from studio.widgets.entry_list import EntryCommand
from studio.widgets.sizing import TITLE_BAR
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel
from studio.workspaces.scenario.panels.title_and_briefing_panel import TitleAndBriefingPanel
from studio.workspaces.scenario.panels.victory_panel import VictoryPanel
from tests.assertions import require, require_type
from tests.studio.main_window.conftest import draw_short_roads, type_

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
SMALL = 1366, 768 - TITLE_BAR
ALT, LEFT = Qt.KeyboardModifier.AltModifier, Qt.MouseButton.LeftButton
Key = Qt.Key


def is_whole(widget: QWidget) -> bool:
    """Whether every bit of a widget is in sight."""
    return widget.visibleRegion().boundingRect() == widget.rect()


@pytest.fixture
def scenario(window: MainWindow, qtbot: QtBot) -> ScenarioTabBase:
    """A scenario in front, in a window that fills a small screen."""
    window.resize(*SMALL)
    window.filing.open_file(CROSSROADS)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTabBase))
    assert isinstance(window.active_tab, ScenarioTabBase)
    return window.active_tab


def test_problems_of_a_map_are_read_with_what_is_done_about_them(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    window.resize(*SMALL)
    panel = window.docks.problems
    draw_short_roads(editor)
    qtbot.waitUntil(lambda: panel.list.count() == 6)
    type_(window, Key.Key_F8)
    qtbot.waitUntil(panel.fix_all.isVisible)
    buttons = [*panel.fix_buttons, panel.fix_all, panel.waive]
    qtbot.waitUntil(lambda: all(is_whole(button) for button in buttons))
    lines = [line for button in buttons[:2] for line in button.shown_lines()]
    assert [line for line in lines if "…" in line] == []
    assert panel.list.viewport().height() >= 3 * panel.list.fontMetrics().lineSpacing()


def test_problems_of_a_scenario_are_read_too(
    window: MainWindow, scenario: ScenarioTabBase, qtbot: QtBot
) -> None:
    """Its panel is the lowest: the head, which says what the title says, gives way."""
    window.scenario_docks.show_panel("forces")
    tree = require_type(window.scenario_docks.panels["forces"], ForcesPanel).tree
    tree.setFocus()
    QTest.keyClick(tree, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(tree, Key.Key_Delete)
    panel = window.docks.problems
    qtbot.waitUntil(lambda: panel.count > 0)
    type_(window, Key.Key_F8)
    assert panel.list.viewport().height() >= 2 * panel.list.fontMetrics().lineSpacing()
    assert is_whole(panel.waive)
    assert not panel.summary.isVisible()


def test_an_objective_is_added_without_scrolling(
    window: MainWindow, scenario: ScenarioTabBase, qtbot: QtBot
) -> None:
    """Its page is as high as the panel, whatever the page behind it needs."""
    QTest.keyClick(window, Key.Key_6, ALT)
    panel = window.scenario_docks.panels["aims"]
    assert isinstance(panel, VictoryPanel)
    add = panel.objectives.listing.buttons[EntryCommand.ADD]
    qtbot.waitUntil(lambda: is_whole(add))
    before = len(scenario.document.scenario.objectives)
    QTest.mouseClick(add, LEFT)
    assert len(scenario.document.scenario.objectives) == before + 1
    assert is_whole(panel.objectives.id)


def test_one_bar_scrolls_the_story_of_a_scenario(
    window: MainWindow, scenario: ScenarioTabBase, qtbot: QtBot
) -> None:
    QTest.keyClick(window, Key.Key_5, ALT)
    panel = window.scenario_docks.panels["story"]
    assert isinstance(panel, TitleAndBriefingPanel)
    qtbot.waitUntil(panel.title.isVisible)
    QApplication.processEvents()
    around = [
        require(panel.parent()).parent(),
        *panel.pages.currentWidget().findChildren(QScrollArea),
    ]
    around.append(panel.pages.currentWidget())
    bars = [area for area in around
            if isinstance(area, QScrollArea) and area.verticalScrollBar().isVisible()]  # fmt: skip
    assert len(bars) == 1
