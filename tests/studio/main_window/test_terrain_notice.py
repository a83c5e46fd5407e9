"""Terrain the game has no rule for is named when it is painted, with what can be done about it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.editing.terrain_replacement import TerrainReplacement
from engine.games import title_of
from engine.map.terrain import TerrainClass
from studio.main_window.main_window import MainWindow
from studio.workspaces.map.dialogs.replace_terrain_dialog import ReplaceTerrainRequest
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from studio.workspaces.map.terrain_notice import TerrainNotice
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.rules.rule_tables_panel import RuleTablesPanel
from tests.assertions import require, require_type
from tests.studio.main_window.conftest import Scripted, at, click, do, ground, type_, wait

LEFT = Qt.MouseButton.LeftButton


def notice_of(editor: MapEditorTab) -> TerrainNotice:
    (found,) = editor.canvas.findChildren(TerrainNotice)
    return found


def paint(editor: MapEditorTab, kind: str, family: MaterialFamily = MaterialFamily.GROUND) -> None:
    editor.toolbox.take(PaletteMaterial(family, kind))
    click(editor, at(editor, 3, 2))
    QApplication.processEvents()


def choose_tank(window: MainWindow) -> None:
    window.stage.select_preview_game("tank")


def test_unknown_terrain_is_named_at_once_and_known_terrain_is_not(
    window: MainWindow, editor: MapEditorTab
) -> None:
    choose_tank(window)
    notice = notice_of(editor)
    paint(editor, "woods")
    assert not notice.isVisible()
    paint(editor, "marsh")
    assert notice.isVisible()
    for words in ("Marsh", window.localize.localize_text(title_of("tank"))):
        assert words in notice.words.text()
    assert editor.canvas.rect().contains(notice.geometry())


def test_it_goes_with_the_terrain_the_tool_and_the_game(
    window: MainWindow, editor: MapEditorTab
) -> None:
    choose_tank(window)
    notice = notice_of(editor)
    paint(editor, "marsh")
    do(window, "undo")
    QApplication.processEvents()
    assert not notice.isVisible(), "nothing of it is left"
    paint(editor, "marsh")
    assert notice.isVisible()
    editor.toolbox.take(PaletteMaterial(MaterialFamily.GROUND, "woods"))
    assert not notice.isVisible()
    paint(editor, "marsh")
    window.stage.select_preview_game("valor")
    assert not notice.isVisible(), "this game has a rule"


def test_closed_it_says_no_more_of_that_terrain(window: MainWindow, editor: MapEditorTab) -> None:
    choose_tank(window)
    notice = notice_of(editor)
    paint(editor, "marsh")
    QTest.mouseClick(notice.close_, LEFT)
    click(editor, at(editor, 5, 2))
    QApplication.processEvents()
    assert not notice.isVisible()
    paint(editor, "wall", MaterialFamily.SIDE)
    assert notice.isVisible(), "other terrain is still named"


def test_it_is_replaced_from_there(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    choose_tank(window)
    paint(editor, "marsh")
    what = TerrainReplacement(TerrainClass.GROUND, "marsh", "woods")
    prompts.replacing = ReplaceTerrainRequest(what, is_within=False)
    QTest.mouseClick(notice_of(editor).replace, LEFT)
    QApplication.processEvents()
    assert ground(editor, 3, 2) == "woods"
    assert not notice_of(editor).isVisible()


def test_its_cost_is_given_in_the_table_of_a_scenario_on_the_map(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    choose_tank(window)
    prompts.file = tmp_path / "a.map.yaml"
    do(window, "save")
    wait(lambda: not editor.document.is_dirty)
    paint(editor, "marsh")
    QTest.mouseClick(notice_of(editor).cost, LEFT)
    wait(lambda: window.active_tab is not editor)
    scenario = require_type(window.active_tab, ScenarioTab)
    tables = require_type(window.scenario_docks.panels["data"], RuleTablesPanel)
    assert tables.isVisible()
    assert require(tables.sheet).id == "terrain"
    window.tabs.setCurrentWidget(editor)
    QTest.mouseClick(notice_of(editor).cost, LEFT)
    assert window.active_tab is scenario, "the one that is open"
    assert len(window.works) == 2


def test_letters_are_keys_of_tools_after_a_material_was_found(
    window: MainWindow, editor: MapEditorTab
) -> None:
    palette = window.docks.palette
    palette.search.setFocus()
    QTest.keyClicks(palette.search, "lake")
    item = palette.items()[0]
    grid = require(item.listWidget())
    QTest.mouseClick(grid.viewport(), LEFT, pos=grid.visualItemRect(item).center())
    assert window.toolbox.material.kind == "lake"
    assert palette.search.text() == "lake", "it belongs to the tool"
    type_(window, Qt.Key.Key_S)
    assert window.toolbox.material.family is MaterialFamily.SIDE
    assert palette.search.text() == "", "another tool shows its materials"


def test_the_chart_ends_with_its_key_and_covers_less_than_a_quarter_of_the_map(
    window: MainWindow, editor: MapEditorTab
) -> None:
    chart, canvas = window.docks.chart_dock, editor.canvas
    click(editor, at(editor, 2, 2))
    QTest.keyPress(canvas, Qt.Key.Key_L)
    QTest.mouseMove(canvas, at(editor, 6, 5))
    wait(chart.isVisible)
    assert 4 * chart.width() * chart.height() < canvas.width() * canvas.height()
    QTest.keyRelease(canvas, Qt.Key.Key_L)
    wait(lambda: not chart.isVisible())
    do(window, "preview-line")
    QTest.mouseMove(canvas, at(editor, 7, 6))
    wait(chart.isVisible)
    do(window, "new")
    assert not chart.isVisible(), "another map is in front"
