"""The tools in a real window: symmetry, the selection, stamps, limits and the settings shown."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest

from engine.editing.blank_maps import make_blank_map
from engine.editing.edit_extent import MapPart
from engine.editing.map_metadata_edits import SetZone
from engine.map.map import Map, Zone
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.map_tools.brush_tools import LARGEST, BrushShapeKind
from studio.map_tools.symmetry import PaintSymmetry
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import CoverMode, MaterialFamily, PaletteMaterial
from studio.workspaces.map.swatch_grid import MATERIAL
from studio.workspaces.map.tool_settings_panel import ToolSettingsPanel
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

WOODS = PaletteMaterial(MaterialFamily.GROUND, "woods")
SELECT = PaletteMaterial(MaterialFamily.OTHER, "select")
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def settings(window: MainWindow) -> ToolSettingsPanel:
    return window.docks.palette.settings


def woods(editor: MapEditorTab) -> list[tuple[int, int]]:
    """Columns and rows of all woods."""
    map_ = editor.document.map
    if "woods" not in map_.grounds:
        return []
    places = np.argwhere(map_.ground == map_.grounds.index("woods"))
    return sorted((column, row) for row, column in places.tolist())


def select(editor: MapEditorTab, *hexes: tuple[int, int]) -> None:
    """Select hexes by column and row."""
    columns = editor.document.map.grid.columns
    editor.context.selection = np.array(sorted(row * columns + column for column, row in hexes))
    editor.show_selection()
    editor.pointed.emit()


def selected(editor: MapEditorTab) -> list[tuple[int, int]]:
    columns = editor.document.map.grid.columns
    return sorted(
        (place % columns, place // columns) for place in editor.context.selection.tolist()
    )


def undone(window: MainWindow, editor: MapEditorTab, before: Map) -> bool:
    do(window, "undo")
    return facts(editor.document.map) == facts(before)


# --- the settings shown ---------------------------------------------------------------------------


def shown(window: MainWindow) -> set[str]:
    panel = settings(window)
    return {setting.value for setting, row in panel._rows.items() if row.isVisibleTo(panel)}


@pytest.mark.parametrize(
    ("material", "manner", "heeded"),
    [
        (WOODS, CoverMode.BRUSH, {"shape", "symmetry"}),
        (WOODS, CoverMode.BUCKET, {"limits", "symmetry"}),
        (WOODS, CoverMode.LASSO, {"symmetry"}),
        (
            PaletteMaterial(MaterialFamily.LEVEL, "raise"),
            CoverMode.BRUSH,
            {"shape", "step", "symmetry"},
        ),
        (
            PaletteMaterial(MaterialFamily.LEVEL, "smooth"),
            CoverMode.RECTANGLE,
            {"strength", "symmetry"},
        ),
        (PaletteMaterial(MaterialFamily.LEVEL, "set"), CoverMode.LASSO, {"level", "symmetry"}),
        (PaletteMaterial(MaterialFamily.LINK, "road"), CoverMode.BRUSH, {"way", "symmetry"}),
        (
            PaletteMaterial(MaterialFamily.STAMP, "farm"),
            CoverMode.BRUSH,
            {"turning", "parts", "symmetry"},
        ),
        (
            PaletteMaterial(MaterialFamily.OTHER, "erase"),
            CoverMode.BRUSH,
            {"shape", "erased", "symmetry"},
        ),
        (SELECT, CoverMode.BUCKET, {"limits", "choice", "parts"}),
        (PaletteMaterial(MaterialFamily.OTHER, "pick"), CoverMode.BRUSH, set()),
    ],
    ids=lambda each: each.kind if isinstance(each, PaletteMaterial) else "",
)
def test_only_the_settings_of_the_tool_in_hand_are_shown(
    window: MainWindow,
    editor: MapEditorTab,
    material: PaletteMaterial,
    manner: CoverMode,
    heeded: set[str],
) -> None:
    window.toolbox.take(material)
    window.toolbox.set_cover_mode(manner)
    assert shown(window) == heeded


def test_a_shape_is_picked_by_its_picture_and_turned_by_the_keys(
    window: MainWindow, editor: MapEditorTab
) -> None:
    panel = settings(window)
    panel.forms.button(list(BrushShapeKind).index(BrushShapeKind.BAR)).click()
    click(editor, at(editor, 5, 5))
    assert woods(editor) == [(4, 5), (5, 5), (6, 5)]
    do(window, "undo")
    QTest.keyClick(editor.canvas, Qt.Key.Key_BracketRight, SHIFT)
    assert window.toolbox.settings.turned == 1
    click(editor, at(editor, 5, 5))
    assert {row for _, row in woods(editor)} == {4, 5, 6}
    QTest.keyClick(editor.canvas, Qt.Key.Key_BracketLeft, SHIFT)
    assert window.toolbox.settings.turned == 0


def test_the_brush_grows_to_its_largest_size_and_no_further(
    window: MainWindow, editor: MapEditorTab
) -> None:
    for _ in range(LARGEST + 3):
        do(window, "brush-larger")
    assert window.toolbox.size == LARGEST
    assert settings(window).brush_size.currentText() == "721"


def test_levels_are_raised_by_the_step_that_page_up_sets(
    window: MainWindow, editor: MapEditorTab
) -> None:
    window.toolbox.take(PaletteMaterial(MaterialFamily.LEVEL, "raise"))
    QTest.keyClick(editor.canvas, Qt.Key.Key_PageUp)
    QTest.keyClick(editor.canvas, Qt.Key.Key_PageUp)
    assert settings(window).step.value() == 3
    click(editor, at(editor, 2, 2))
    assert int(editor.document.map.level[2, 2]) == 3
    assert editor.document.history.undoText() == "Raise by 3"


def test_the_level_to_set_is_picked_up_from_the_map(
    window: MainWindow, editor: MapEditorTab
) -> None:
    window.toolbox.set_level(7)
    click(editor, at(editor, 1, 1))
    window.toolbox.set_level(2)
    click(editor, at(editor, 1, 1), ALT)
    assert settings(window).level.value() == 7
    click(editor, at(editor, 4, 4))
    assert int(editor.document.map.level[4, 4]) == 7


def test_what_is_erased_is_chosen(window: MainWindow, editor: MapEditorTab) -> None:
    click(editor, at(editor, 2, 2))
    window.toolbox.take(PaletteMaterial(MaterialFamily.LEVEL, "raise"))
    click(editor, at(editor, 2, 2))
    window.toolbox.take(PaletteMaterial(MaterialFamily.OTHER, "erase"))
    panel = settings(window)
    for part in panel.erased:
        if panel.erased[part].isChecked() != (part is MapPart.GROUND):
            panel.erased[part].click()
    click(editor, at(editor, 2, 2))
    assert ground(editor, 2, 2) == "open"
    assert int(editor.document.map.level[2, 2]) == 1


def test_the_bucket_stops_at_the_hexsides_chosen_in_its_menu(
    window: MainWindow, editor: MapEditorTab
) -> None:
    map_ = editor.document.map
    for row in range(10):
        for direction in (0, 1, 5):
            map_.set_side("stream", map_.grid.hex(3, row), direction)
    window.toolbox.set_cover_mode(CoverMode.BUCKET)
    next(each for each in settings(window).wall_kinds if each.data() == "stream").trigger()
    click(editor, at(editor, 0, 0))
    assert ground(editor, 0, 9) == "woods"
    assert ground(editor, 8, 5) == "open"


def test_the_settings_speak_the_other_language_at_once(
    window: MainWindow, editor: MapEditorTab
) -> None:
    do(window, "language-zh")
    assert settings(window).erased[MapPart.LINKS].text() == "道路"
    assert settings(window).symmetry.itemText(1) == "旋转 180°"


# --- symmetry -------------------------------------------------------------------------------------


def test_symmetry_chosen_in_the_palette_paints_the_other_side(
    window: MainWindow, editor: MapEditorTab
) -> None:
    panel = settings(window)
    panel.symmetry.setCurrentIndex(list(PaintSymmetry).index(PaintSymmetry.TURNED))
    panel.symmetry.activated.emit(panel.symmetry.currentIndex())
    before = deepcopy(editor.document.map)
    drag(editor, at(editor, 0, 0), at(editor, 2, 0))
    assert len(woods(editor)) in (5, 6)  # a hex at the edge may have no image
    assert {(0, 0), (1, 0), (2, 0)} < set(woods(editor))
    assert undone(window, editor, before)


def test_under_symmetry_a_selection_is_moved_on_both_sides(
    window: MainWindow, editor: MapEditorTab
) -> None:
    window.toolbox.set(symmetry=PaintSymmetry.LEFT_RIGHT)
    click(editor, at(editor, 0, 0))
    assert len(woods(editor)) == 2
    before = deepcopy(editor.document.map)
    select(editor, (0, 0))
    do(window, "tool-move")
    drag(editor, at(editor, 0, 0), at(editor, 1, 1), at(editor, 2, 0))
    moved = woods(editor)
    assert (2, 0) in moved
    assert (0, 0) not in moved
    assert len(moved) == 2
    assert selected(editor) == [(2, 0)]
    assert undone(window, editor, before)


# --- the selection --------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["cut", "clear", "turn", "mirror"])
def test_what_is_done_with_a_selection_is_one_step_and_undone(
    window: MainWindow, editor: MapEditorTab, action: str
) -> None:
    drag(editor, at(editor, 2, 2), at(editor, 3, 2))
    before, steps = deepcopy(editor.document.map), editor.document.history.count()
    select(editor, (2, 2), (3, 2), (4, 2))
    do(window, action)
    assert editor.document.history.count() == steps + 1
    assert woods(editor) != [(2, 2), (3, 2)]
    assert undone(window, editor, before)


def test_a_selection_is_turned_six_times_by_its_key_and_is_as_before(
    window: MainWindow, editor: MapEditorTab
) -> None:
    drag(editor, at(editor, 4, 4), at(editor, 5, 4))
    window.toolbox.take(SELECT)
    select(editor, (4, 4), (5, 4), (6, 4))
    before = woods(editor)
    for _ in range(6):
        QTest.keyClick(editor.canvas, Qt.Key.Key_R, CONTROL)
    assert woods(editor) == before
    assert len(selected(editor)) == 3


def test_with_control_the_move_tool_leaves_a_copy(window: MainWindow, editor: MapEditorTab) -> None:
    click(editor, at(editor, 1, 1))
    select(editor, (1, 1))
    do(window, "tool-move")
    press(editor, at(editor, 1, 1))
    QTest.mouseMove(editor.canvas, at(editor, 6, 1))
    QTest.mouseRelease(editor.canvas, Qt.MouseButton.LeftButton, CONTROL, at(editor, 6, 1))
    assert woods(editor) == [(1, 1), (6, 1)]


def test_what_is_pasted_brings_its_zones_and_only_the_parts_ticked(
    window: MainWindow, editor: MapEditorTab
) -> None:
    hexes = np.zeros(editor.document.map.grid.shape, np.bool_)
    hexes[1, 1] = True
    editor.apply(SetZone("red", Zone(hexes)), "zone")
    click(editor, at(editor, 1, 1))
    select(editor, (1, 1))
    do(window, "copy")
    window.toolbox.take(SELECT)
    settings(window).parts[MapPart.GROUND].click()
    hover(editor, 6, 6)
    do(window, "paste")
    click(editor, at(editor, 6, 6))
    assert woods(editor) == [(1, 1)]
    assert bool(editor.document.map.zones["red"].hexes[6, 6])


def test_zones_are_pasted_into_another_map(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    hexes = np.zeros(editor.document.map.grid.shape, np.bool_)
    hexes[1, 1] = True
    editor.apply(SetZone("red", Zone(hexes, "Red", "#aa0000")), "zone")
    select(editor, (1, 1))
    do(window, "copy")
    prompts.map = make_blank_map(8, 8)
    do(window, "new")
    other = window.required_map_editor
    assert other is not editor
    hover(other, 3, 3)
    do(window, "paste")
    click(other, at(other, 3, 3))
    assert np.argwhere(other.document.map.zones["red"].hexes).tolist() == [[3, 3]]


def test_shift_adds_alt_takes_away_in_the_select_tool(
    window: MainWindow, editor: MapEditorTab
) -> None:
    window.toolbox.take(SELECT)
    click(editor, at(editor, 1, 1))
    click(editor, at(editor, 3, 1), SHIFT)
    assert selected(editor) == [(1, 1), (3, 1)]
    click(editor, at(editor, 1, 1), ALT)
    assert selected(editor) == [(3, 1)]
    assert window.toolbox.material == SELECT


def test_a_selection_is_inverted_grown_and_shrunk(window: MainWindow, editor: MapEditorTab) -> None:
    select(editor, (5, 5))
    do(window, "select-grow")
    assert len(selected(editor)) == 7
    do(window, "select-shrink")
    assert selected(editor) == [(5, 5)]
    do(window, "select-invert")
    assert len(selected(editor)) == 119


def test_all_of_what_is_in_hand_and_all_as_under_the_pointer_is_selected(
    window: MainWindow, editor: MapEditorTab
) -> None:
    drag(editor, at(editor, 2, 2), at(editor, 4, 2))
    do(window, "select-material")
    assert selected(editor) == [(2, 2), (3, 2), (4, 2)]
    hover(editor, 8, 8)
    do(window, "select-ground")
    assert len(selected(editor)) == 117
    do(window, "select-level")
    assert len(selected(editor)) == 120


def test_a_selection_limits_painting_is_told_at_the_foot_and_can_be_switched_off(
    window: MainWindow, editor: MapEditorTab
) -> None:
    select(editor, (1, 1), (2, 1))
    assert window.status.selected.text() == text("tools.status-limited", "en", count=2)
    drag(editor, at(editor, 0, 1), at(editor, 4, 1))
    assert woods(editor) == [(1, 1), (2, 1)]
    QTest.keyClick(editor.canvas, Qt.Key.Key_L, CONTROL | SHIFT)
    assert window.status.selected.text() == "2 selected"
    click(editor, at(editor, 5, 5))
    assert (5, 5) in woods(editor)
    do(window, "select-none")
    assert window.status.selected.text() == ""


# --- stamps ---------------------------------------------------------------------------------------


def keep(window: MainWindow, editor: MapEditorTab, prompts: Scripted, name: str = "Copse") -> str:
    """Two hexes of woods kept as a stamp."""
    drag(editor, at(editor, 1, 1), at(editor, 2, 1))
    select(editor, (1, 1), (2, 1))
    prompts.lines = [name]
    do(window, "keep-stamp")
    select(editor)
    return window.toolbox.material.kind


def test_a_selection_is_kept_as_a_stamp_laid_and_there_the_next_day(
    window: MainWindow,
    editor: MapEditorTab,
    prompts: Scripted,
    make_window: Callable[..., MainWindow],
    tmp_path: Path,
) -> None:
    stamp = keep(window, editor, prompts)
    assert (tmp_path / "stamps" / "copse.map.yaml").exists()
    click(editor, at(editor, 6, 6))
    assert len(woods(editor)) == 4
    later = make_window()
    entries = [item.text() for item in later.docks.palette.items()]
    assert "Copse" in entries
    assert later.toolbox.stamps.clip(stamp) is not None


def test_a_stamp_in_hand_is_turned_and_mirrored_by_the_keys_of_the_selection(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    keep(window, editor, prompts)
    hover(editor, 6, 6)
    QTest.keyClick(editor.canvas, Qt.Key.Key_R, CONTROL)
    assert editor.canvas.position is not None
    rows = {editor.map.grid.column_row(each)[1] for each in editor.canvas.position.outline.hexes}
    assert len(rows) == 2, "the outline turns at once"
    click(editor, at(editor, 6, 6))
    assert len({row for column, row in woods(editor) if column > 3}) == 2
    steps = editor.document.history.count()
    QTest.keyClick(editor.canvas, Qt.Key.Key_M, CONTROL)
    assert window.toolbox.settings.is_mirrored
    assert editor.document.history.count() == steps


def test_a_stamp_in_hand_is_seen_over_the_map_before_it_is_laid(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    keep(window, editor, prompts)
    hover(editor, 0, 9)
    before = QPixmap(editor.canvas.grab()).toImage()
    hover(editor, 7, 6)
    after = editor.canvas.grab().toImage()
    point = at(editor, 7, 6)
    assert before.pixelColor(point) != after.pixelColor(point)
    assert ground(editor, 7, 6) == "open"


def test_a_stamp_is_renamed_and_thrown_away(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    stamp = keep(window, editor, prompts)
    prompts.lines = ["Thicket"]
    do(window, "rename-stamp")
    names = {item.data(MATERIAL).kind: item.text() for item in window.docks.palette.items()}
    assert names[stamp] == "Thicket"
    prompts.confirmed = [False, True]
    do(window, "remove-stamp")
    assert stamp in window.toolbox.stamps.kept
    do(window, "remove-stamp")
    assert stamp not in window.toolbox.stamps.kept
    assert list((tmp_path / "stamps").iterdir()) == []
    click(editor, at(editor, 6, 6))
    assert len(woods(editor)) == 2


def test_a_broken_stamp_is_told_and_the_window_opens(
    make_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    (tmp_path / "stamps").mkdir()
    (tmp_path / "stamps" / "bad.map.yaml").write_text("sandtable: map/1\n")
    window = make_window()
    assert "bad.map.yaml" in window.statusBar().currentMessage()


def test_escape_gives_a_move_up(window: MainWindow, editor: MapEditorTab) -> None:
    click(editor, at(editor, 1, 1))
    select(editor, (1, 1))
    do(window, "tool-move")
    press(editor, at(editor, 1, 1))
    QTest.mouseMove(editor.canvas, at(editor, 5, 5))
    QTest.keyClick(editor.canvas, Qt.Key.Key_Escape)
    release(editor, at(editor, 5, 5))
    assert woods(editor) == [(1, 1)]
