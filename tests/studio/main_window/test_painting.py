"""Whole jobs in a real window: painting with the pointer, undone, redone, saved and read again."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import make_blank_map
from engine.files.map_reader import load
from engine.hexes.grid import Orientation
from engine.map.map import Map
from engine.map.terrain import TerrainClass, load_catalogue
from engine.texts import text
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.workspaces.map.dialogs.name_dialogs import ZoneNames
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_palette_panel import PalettePanel
from studio.workspaces.map.map_toolbox import CoverMode, MaterialFamily, PaletteMaterial
from tests.assertions import require
from tests.engine.comparing_maps import facts
from tests.studio.main_window.conftest import (
    Scripted,
    at,
    click,
    do,
    drag,
    ground,
    hover,
    press,
    release,
)


def same(one: Map, other: Map) -> bool:
    return facts(one) == facts(other)


def choose(window: MainWindow, material: PaletteMaterial) -> None:
    """Click an entry of the palette."""
    swatches = window.docks.palette.swatches
    if swatches.item_of(material) is None:
        show_all_terrain(window.docks.palette)
    item = require(swatches.item_of(material))
    swatches.show_item(item)
    grid = item.listWidget()
    where = grid.visualItemRect(item).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert window.toolbox.material == material


def show_all_terrain(panel: PalettePanel) -> None:
    """Choose the palette's other filter by the keyboard."""
    panel.filter.setFocus()
    QTest.keyClick(panel.filter, Qt.Key.Key_End)


def paint_everything(window: MainWindow, editor: MapEditorTab, prompts: Scripted) -> None:
    """Every kind of the catalogue, levels, a zone, a stamp and a name: one stroke each."""
    kinds = load_catalogue()
    for place, kind in enumerate(kinds.of_class(TerrainClass.GROUND)):
        if kind.id == "open":
            continue
        choose(window, PaletteMaterial(MaterialFamily.GROUND, kind.id))
        row, column = divmod(place, 10)
        drag(editor, at(editor, column, row), at(editor, column + 1, row))
    for place, kind in enumerate(kinds.of_class(TerrainClass.SIDE)):
        choose(window, PaletteMaterial(MaterialFamily.SIDE, kind.id))
        drag(editor, *(at(editor, column, 4 + place % 6, down=-0.45) for column in (2, 3, 4)))
    for place, kind in enumerate(kinds.of_class(TerrainClass.LINK)):
        choose(window, PaletteMaterial(MaterialFamily.LINK, kind.id))
        drag(editor, *(at(editor, column, 3 + place % 6) for column in (6, 7, 8, 9)))
    for kind_ in ("raise", "lower", "set"):
        choose(window, PaletteMaterial(MaterialFamily.LEVEL, kind_))
        drag(editor, at(editor, 1, 8), at(editor, 4, 8))
    prompts.zones, prompts.places = [ZoneNames("red")], ["Neudorf"]
    window.docks.palette.new_zone.click()
    drag(editor, at(editor, 0, 5), at(editor, 2, 5))
    choose(window, PaletteMaterial(MaterialFamily.STAMP, "farm"))
    click(editor, at(editor, 9, 8))
    do(window, "tool-name")
    click(editor, at(editor, 9, 8))


@pytest.mark.parametrize("orientation", list(Orientation))
def test_every_feature_is_painted_undone_redone_saved_and_read_again(
    window: MainWindow, prompts: Scripted, tmp_path: Path, orientation: Orientation
) -> None:
    prompts.map = make_blank_map(12, 10, orientation)
    do(window, "new")
    editor, document = window.required_map_editor, window.required_map_editor.document
    first = deepcopy(document.map)
    paint_everything(window, editor, prompts)
    painted, steps = deepcopy(document.map), document.history.count()
    kinds = load_catalogue()
    assert set(painted.sides) == {kind.id for kind in kinds.of_class(TerrainClass.SIDE)}
    assert set(painted.links) == {kind.id for kind in kinds.of_class(TerrainClass.LINK)}
    assert painted.places
    assert painted.zones["red"].hexes.sum() == 3
    every = {kind.id for kind in kinds.of_class(TerrainClass.GROUND)}
    assert every <= {painted.grounds[place] for place in np.unique(painted.ground)}
    for _ in range(steps):
        do(window, "undo")
    assert same(document.map, first)
    assert not document.is_dirty
    for _ in range(steps):
        do(window, "redo")
    assert same(document.map, painted)
    prompts.file = tmp_path / "new.map.yaml"
    do(window, "save")
    assert not document.is_dirty
    assert prompts.told == []
    assert same(load(prompts.file), document.map)


def test_a_click_paints_the_hex_under_the_pointer_and_is_named_in_the_history(
    window: MainWindow, editor: MapEditorTab
) -> None:
    QTest.keyClick(editor.canvas, Qt.Key.Key_G)
    click(editor, at(editor, 3, 2))
    assert ground(editor, 3, 2) == "woods"
    assert editor.document.history.undoText() == "Woods"


def test_brackets_make_the_brush_larger_and_smaller(
    window: MainWindow, editor: MapEditorTab
) -> None:
    QTest.keyClick(editor.canvas, Qt.Key.Key_BracketRight)
    click(editor, at(editor, 5, 5))
    assert (editor.document.map.ground == editor.document.map.grounds.index("woods")).sum() == 7
    QTest.keyClick(editor.canvas, Qt.Key.Key_BracketLeft)
    assert window.toolbox.size == 0


def test_the_outline_shows_what_a_click_would_do(window: MainWindow, editor: MapEditorTab) -> None:
    hex_ = hover(editor, 4, 4)
    assert editor.canvas.position is not None
    assert editor.canvas.position.outline.hexes == {hex_}


def test_escape_gives_the_stroke_up(window: MainWindow, editor: MapEditorTab) -> None:
    press(editor, at(editor, 2, 2))
    assert ground(editor, 2, 2) == "woods"
    QTest.keyClick(editor.canvas, Qt.Key.Key_Escape)
    release(editor, at(editor, 2, 2))
    assert ground(editor, 2, 2) == "open"
    assert editor.document.history.count() == 0


def test_a_drag_is_one_step(window: MainWindow, editor: MapEditorTab) -> None:
    drag(editor, at(editor, 1, 1), at(editor, 4, 1), at(editor, 8, 1))
    assert editor.document.history.count() == 1
    assert {ground(editor, column, 1) for column in range(1, 9)} == {"woods"}


def test_the_history_panel_jumps_to_a_step(window: MainWindow, editor: MapEditorTab) -> None:
    for column in range(4):
        click(editor, at(editor, column, 0))
    window.docks.history.setCurrentIndex(window.docks.history.model().index(2, 0))
    assert [ground(editor, column, 0) for column in range(4)] == ["woods", "woods", "open", "open"]


def test_alt_picks_what_lies_in_a_hex(window: MainWindow, editor: MapEditorTab) -> None:
    window.toolbox.take(PaletteMaterial(MaterialFamily.GROUND, "lake"))
    click(editor, at(editor, 3, 3))
    window.toolbox.take(PaletteMaterial(MaterialFamily.GROUND, "woods"))
    click(editor, at(editor, 3, 3), Qt.KeyboardModifier.AltModifier)
    assert window.toolbox.material == PaletteMaterial(MaterialFamily.GROUND, "lake")


def test_a_bucket_fills_what_hangs_together(window: MainWindow, editor: MapEditorTab) -> None:
    do(window, "manner-bucket")
    click(editor, at(editor, 0, 0))
    assert {ground(editor, column, 9) for column in range(12)} == {"woods"}


def test_every_manner_paints(window: MainWindow, editor: MapEditorTab) -> None:
    for manner in sorted(window.toolbox.available_manners):
        do(window, f"manner-{manner.value}")
        before = editor.document.history.index()
        if manner is CoverMode.POLYGON:
            for point in ((1, 6), (4, 6), (4, 9), (1, 6)):
                click(editor, at(editor, *point))
        else:
            drag(editor, at(editor, 1, 1), at(editor, 3, 1), at(editor, 3, 3))
        assert editor.document.history.index() == before + 1, manner
        do(window, "undo")


def test_what_is_selected_is_copied_and_pasted_at_the_pointer(
    window: MainWindow, editor: MapEditorTab
) -> None:
    click(editor, at(editor, 2, 2))
    do(window, "tool-select")
    click(editor, at(editor, 2, 2))
    do(window, "copy")
    hover(editor, 8, 6)
    do(window, "paste")
    click(editor, at(editor, 8, 6))
    assert ground(editor, 8, 6) == "woods"


@pytest.mark.parametrize("action", ["flip-left-right", "flip-top-bottom", "turn-map"])
def test_a_flipped_map_is_flipped_back_by_undo(
    window: MainWindow, editor: MapEditorTab, action: str
) -> None:
    click(editor, at(editor, 1, 2))
    before = deepcopy(editor.document.map)
    do(window, action)
    assert not same(editor.document.map, before)
    do(window, "undo")
    assert same(editor.document.map, before)


def test_the_line_at_the_foot_reads_the_hex_under_the_pointer(
    window: MainWindow, editor: MapEditorTab
) -> None:
    click(editor, at(editor, 0, 0))
    hover(editor, 3, 0)
    away = text("studio.reading-distance", "en", count=3, hex="0101", length="150 m")
    lies = "0401 @3,0", text("studio.reading-level", "en", level=0), "Open ground", away
    assert window.status.reading.text() == "  ·  ".join(lies)
    do(window, "language-zh")
    assert "3 格" in window.status.reading.text()


def test_a_warning_is_found_visited_and_kept_with_a_reason(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, qtbot: QtBot
) -> None:
    window.toolbox.take(PaletteMaterial(MaterialFamily.LINK, "road"))
    drag(editor, at(editor, 3, 3), at(editor, 4, 3), at(editor, 5, 3))
    qtbot.waitUntil(lambda: window.docks.problems.list.count() == 2)
    listed = window.docks.problems.list
    row = listed.visualItemRect(listed.item(0)).center()
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert editor.canvas.keyboard_hex == editor.document.map.grid.hex(3, 3)
    prompts.lines = ["a track to a quarry"]
    window.docks.problems.waive.click()
    qtbot.waitUntil(lambda: window.docks.problems.list.count() == 1)
    assert editor.document.map.waived[0].reason == "a track to a quarry"
    do(window, "undo")
    qtbot.waitUntil(lambda: window.docks.problems.list.count() == 2)


def test_a_dirty_map_is_marked_and_asked_about(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    assert not window.isWindowModified()
    click(editor, at(editor, 1, 1))
    assert window.isWindowModified()
    assert window.tabs.tabText(0).startswith("●")
    prompts.answers = [PromptAnswer.CANCEL]
    do(window, "close")
    assert window.tabs.editors == [editor]
    prompts.answers = [PromptAnswer.NO]
    do(window, "close")
    assert window.tabs.editors == []
