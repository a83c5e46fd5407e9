"""A table in the window: its country is drawn, moved and measured by the mouse and by keys."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Protocol

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolBar
from pytestqt.qtbot import QtBot

from engine.files import tabletop_map_reader
from engine.files.source_text import SHIPPED
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import FOOT, INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import text
from studio.canvas.tabletop_canvas import TabletopCanvas
from studio.main_window.main_window import MainWindow
from studio.workspaces.map.tabletop.selection_handles import handles_of
from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab
from studio.workspaces.map.tabletop.tabletop_properties_dialog import TabletopPropertiesDialog
from studio.workspaces.map.tabletop.tabletop_toolbox import PlacementMode
from tests.studio.main_window.conftest import Scripted, do

TWO_FARMS = SHIPPED / "samples" / "littlewars" / "tables" / "two-farms.table.yaml"
LEFT, NO = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


class OnTable(Protocol):
    """A tab with the canvas of a table."""

    canvas: TabletopCanvas


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(TWO_FARMS, tmp_path / "two-farms.table.yaml"))


@pytest.fixture
def tab(window: MainWindow, file: Path, qtbot: QtBot) -> TabletopEditorTab:
    """The two farms in the window."""
    window.resize(1366, 740)
    window.filing.open_file(file)
    qtbot.waitUntil(lambda: window.table is not None)
    assert window.table is not None
    return window.table


@pytest.fixture
def blank(window: MainWindow) -> TabletopEditorTab:
    """An empty table of 8 by 6 feet."""
    window.resize(1366, 740)
    do(window, "new-table")
    assert window.table is not None
    return window.table


def spot(tab: OnTable, x: float, y: float) -> QPoint:
    """A point of the table, in feet, on the canvas."""
    return QPointF(*tab.canvas.camera.screen(x * FOOT, y * FOOT)).toPoint()


def move(tab: OnTable, at: QPoint, keys: Qt.KeyboardModifier, held: Qt.MouseButton) -> None:
    canvas = tab.canvas
    QApplication.sendEvent(
        canvas,
        QMouseEvent(
            QEvent.Type.MouseMove, QPointF(at), QPointF(canvas.mapToGlobal(at)),
            Qt.MouseButton.NoButton, held, keys,
        ),
    )  # fmt: skip


def hover(tab: OnTable, x: float, y: float) -> None:
    move(tab, spot(tab, x, y), NO, Qt.MouseButton.NoButton)


def click(tab: OnTable, x: float, y: float, keys: Qt.KeyboardModifier = NO) -> None:
    hover(tab, x, y)
    QTest.mouseClick(tab.canvas, LEFT, keys, spot(tab, x, y))


def drag(tab: OnTable, *stops: tuple[float, float], keys: Qt.KeyboardModifier = NO) -> None:
    """Press at the first stop, in feet, let go at the last."""
    QTest.mousePress(tab.canvas, LEFT, keys, spot(tab, *stops[0]))
    for stop in stops[1:]:
        move(tab, spot(tab, *stop), keys, LEFT)
    QTest.mouseRelease(tab.canvas, LEFT, keys, spot(tab, *stops[-1]))


def key(tab: OnTable, key_: Qt.Key, keys: Qt.KeyboardModifier = NO) -> None:
    tab.canvas.setFocus()
    QTest.keyClick(tab.canvas, key_, keys)


def corners(tab: TabletopEditorTab, id_: str) -> tuple[Point, ...]:
    shape = tab.table.by_id[id_].shape
    assert isinstance(shape, Polygon | WideLine)
    return shape.points


# --- laying ---------------------------------------------------------------------------------------


def test_a_house_is_laid_from_corner_to_corner_on_the_grid(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("house")
    drag(blank, (2.02, 3.02), (2.5, 3.5), (3.02, 3.98))
    (house,) = blank.table.features
    assert house.kind == "house"
    assert house.shape == Polygon(
        (Point(2 * FOOT, 3 * FOOT), Point(3 * FOOT, 3 * FOOT), Point(3 * FOOT, 4 * FOOT),
         Point(2 * FOOT, 4 * FOOT))
    )  # fmt: skip
    assert house.obstacle
    assert blank.context.selection == (house.id,)
    key(blank, Qt.Key.Key_Z, CONTROL)
    assert blank.table.features == ()


def test_a_hill_is_drawn_corner_by_corner_and_closes_at_its_first(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("hill")
    key(blank, Qt.Key.Key_3)
    for stop in ((1, 1), (4, 1), (4, 4), (1, 4)):
        click(blank, *stop)
    click(blank, 1, 1)
    (hill,) = blank.table.features
    assert isinstance(hill.shape, Polygon)
    assert [(x / FOOT, y / FOOT) for x, y in hill.shape.points] == [(1, 1), (4, 1), (4, 4), (1, 4)]
    assert not blank.hand.is_busy


def test_a_contour_drawn_in_a_hill_is_its_next_level(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("hill")
    key(blank, Qt.Key.Key_2)
    drag(blank, (1, 1), (5, 5))
    drag(blank, (2, 2), (4, 4))
    assert [hill.level for hill in blank.table.features] == [1, 2]
    key(blank, Qt.Key.Key_M)
    click(blank, 3, 3)
    do(window, "table-contour")
    assert [hill.level for hill in blank.table.features] == [1, 2, 3]
    inner, outer = corners(blank, "hill-3"), corners(blank, "hill-2")
    assert min(x for x, _ in inner) > min(x for x, _ in outer)


def test_right_clicks_and_backspace_take_corners_back_and_escape_all_of_them(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("river")
    for stop in ((1, 1), (2, 2), (3, 1), (4, 2)):
        click(blank, *stop)
    QTest.mouseClick(blank.canvas, Qt.MouseButton.RightButton, NO, spot(blank, 4, 2))
    key(blank, Qt.Key.Key_Backspace)
    click(blank, 2, 4)
    key(blank, Qt.Key.Key_Return)
    (river,) = blank.table.features
    assert isinstance(river.shape, WideLine)
    assert [(x / FOOT, y / FOOT) for x, y in river.shape.points] == [(1, 1), (2, 2), (2, 4)]
    assert river.shape.width == 6 * INCH
    click(blank, 5, 5)
    click(blank, 6, 5)
    key(blank, Qt.Key.Key_Escape)
    assert not blank.hand.is_busy
    assert len(blank.table.features) == 1


def test_freehand_draws_an_area_with_few_corners(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("lake")
    key(blank, Qt.Key.Key_4)
    side = [(1 + step / 10, 1.0) for step in range(21)] + [(3, 1 + step / 10) for step in range(21)]
    drag(blank, *side)
    (lake,) = blank.table.features
    assert isinstance(lake.shape, Polygon)
    assert 3 <= len(lake.shape.points) <= 5


def test_a_click_lays_a_tree_and_a_drag_says_how_large(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("tree")
    click(blank, 2, 2)
    drag(blank, (4, 4), (4.25, 4), (4.5, 4))
    assert [tree.shape for tree in blank.table.features] == [
        Disc(Point(2 * FOOT, 2 * FOOT), 2 * INCH),
        Disc(Point(4 * FOOT, 4 * FOOT), 6 * INCH),
    ]


def test_shift_makes_a_square_and_alt_begins_in_the_middle(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("house")
    drag(blank, (2, 2), (3, 2.5), (4, 3), keys=SHIFT)
    assert corners(blank, "house-1")[2] == Point(4 * FOOT, 4 * FOOT)
    drag(blank, (6, 4), (6.5, 4.5), keys=ALT)
    assert corners(blank, "house-2")[0] == Point(round(5.5 * FOOT), round(3.5 * FOOT))


# --- moving, turning, scaling ---------------------------------------------------------------------


def test_a_drag_moves_a_thing_by_the_grid_and_escape_lets_it_be(tab: TabletopEditorTab) -> None:
    before = corners(tab, "west-farm")
    drag(tab, (2.5, 3.6), (3.5, 2.6), (3.5, 1.6))
    after = corners(tab, "west-farm")
    moved = {(x1 - x, y1 - y) for (x, y), (x1, y1) in zip(before, after, strict=True)}
    assert len(moved) == 1
    assert all(length % INCH == 0 for length in after[0])
    QTest.mousePress(tab.canvas, LEFT, NO, spot(tab, 3.5, 1.6))
    move(tab, spot(tab, 5, 1), NO, LEFT)
    key(tab, Qt.Key.Key_Escape)
    QTest.mouseRelease(tab.canvas, LEFT, NO, spot(tab, 5, 1))
    assert corners(tab, "west-farm") == after
    assert tab.document.history.count() == 1


def test_alt_lets_a_copy_move_and_leaves_the_thing(tab: TabletopEditorTab) -> None:
    before = corners(tab, "west-farm")
    drag(tab, (2.5, 3.6), (2.5, 3), (2.5, 1.6), keys=ALT)
    assert corners(tab, "west-farm") == before
    assert "west-farm-1" in tab.table.by_id
    assert tab.context.selection == ("west-farm-1",)


def test_shift_keeps_a_move_straight(tab: TabletopEditorTab) -> None:
    click(tab, 2.5, 3.6)
    before = corners(tab, "west-farm")
    tab.toolbox.snap(is_to_edges=False)
    QTest.mousePress(tab.canvas, LEFT, NO, spot(tab, 2.5, 3.6))
    for stop in ((3, 3.7), (4.5, 3.9)):
        move(tab, spot(tab, *stop), SHIFT, LEFT)
    QTest.mouseRelease(tab.canvas, LEFT, SHIFT, spot(tab, 4.5, 3.9))
    after = corners(tab, "west-farm")
    assert after[0].y == before[0].y
    assert after[0].x > before[0].x


def test_arrow_keys_nudge_and_what_they_do_together_is_one_step(tab: TabletopEditorTab) -> None:
    click(tab, 2.5, 3.6)
    before = corners(tab, "west-farm")[0]
    for _ in range(3):
        key(tab, Qt.Key.Key_Right)
    key(tab, Qt.Key.Key_Up, SHIFT)
    key(tab, Qt.Key.Key_Down, ALT)
    after = corners(tab, "west-farm")[0]
    assert (after.x - before.x, after.y - before.y) == (3 * INCH, FOOT - 1)
    key(tab, Qt.Key.Key_Z, CONTROL)
    assert corners(tab, "west-farm")[0] == before


def handle(tab: TabletopEditorTab, number: int) -> tuple[float, float]:
    """A handle of the frame, in feet, by its number in `handles.SIDES`; the last one turns."""
    x, y = handles_of(tab.context)[number].place(tab.canvas.camera.pixel)
    return x / FOOT, y / FOOT


def test_a_handle_scales_from_the_opposite_corner(tab: TabletopEditorTab) -> None:
    tab.toolbox.snap(is_to_edges=False)
    click(tab, 2.5, 3.6)
    x, y = handle(tab, 2)
    drag(tab, (x, y), (x + 0.5, y + 0.4), (x + 1, y + 0.8))
    first, _, third, _ = corners(tab, "west-farm")
    assert first == Point(2 * FOOT, 614)
    assert third == Point(4 * FOOT, round(4.8333 * FOOT))


def test_the_round_handle_turns_and_shift_turns_by_steps(tab: TabletopEditorTab) -> None:
    click(tab, 2.5, 3.6)
    x, y = handle(tab, 8)
    drag(tab, (x, y), (3.2, 3.7), (3.4, 3.62), keys=SHIFT)
    points = corners(tab, "west-farm")
    across = {x for x, _ in points}
    assert max(across) - min(across) == 154, "turned by 90 degrees it is as wide as it was deep"


def test_a_corner_is_moved_added_and_taken_away(tab: TabletopEditorTab) -> None:
    click(tab, 8.2, 2.0)
    assert len(corners(tab, "knoll")) == 4
    drag(tab, (7.2, 1.4), (7.0, 1.2), (6.5, 1.0))
    assert corners(tab, "knoll")[0] == Point(round(6.5 * FOOT), FOOT)
    QTest.mouseDClick(tab.canvas, LEFT, NO, spot(tab, 7.75, 1.1))
    assert len(corners(tab, "knoll")) == 5
    key(tab, Qt.Key.Key_Delete)
    assert len(corners(tab, "knoll")) == 4
    assert "knoll" in tab.table.by_id


def test_several_are_spanned_aligned_and_spaced(window: MainWindow, tab: TabletopEditorTab) -> None:
    drag(tab, (4.0, 3.3), (5, 4), (6.2, 5.7))
    oaks = [tab.table.by_id[id_] for id_ in sorted(tab.context.selection) if "oak" in id_]
    assert len(oaks) == 4
    tab.deeds.select(*(oak.id for oak in oaks))
    do(window, "table-align-bottom")
    do(window, "table-space-across")
    centres = [tab.table.by_id[oak.id].shape for oak in oaks]
    discs = sorted(disc.centre for disc in centres if isinstance(disc, Disc))
    assert len({y for _, y in discs}) == 1
    gaps = [b.x - a.x for a, b in itertools.pairwise(discs)]
    assert max(gaps) - min(gaps) <= 1


def test_what_is_copied_on_one_table_is_pasted_on_another(
    window: MainWindow, tab: TabletopEditorTab, qtbot: QtBot
) -> None:
    click(tab, 2.5, 3.6)
    do(window, "copy")
    do(window, "new-table")
    other = window.table
    assert other is not None and other is not tab  # noqa: PT018  # for mypy
    hover(other, 3, 3)
    do(window, "paste")
    (house,) = other.table.features
    assert house.name == {
        "en": "West Farm", "zh": "西农庄", "zh-Hant": "西農莊", "ru": "Западная ферма",
    }  # fmt: skip


# --- snapping, the tape, what is shown ------------------------------------------------------------


def test_corners_draw_the_pointer_and_control_lets_it_go(
    window: MainWindow, tab: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("house")
    window.table_toolbox.snap(is_to_grid=False)
    drag(tab, (3.02, 3.21), (3.5, 2.8), (4, 2.5))
    assert Point(3 * FOOT, 614) in corners(tab, "house-1")


def test_the_tape_measures_in_feet_and_inches(tab: TabletopEditorTab) -> None:
    key(tab, Qt.Key.Key_K)
    tab.toolbox.snap(is_to_edges=False)
    drag(tab, (1, 1), (2, 1), (3.5, 1))
    assert tab.context.tape == (Point(FOOT, FOOT), Point(round(3.5 * FOOT), FOOT))
    key(tab, Qt.Key.Key_Escape)
    assert not tab.context.tape
    assert tab.toolbox.settings.manner is PlacementMode.TAPE


def test_what_is_hidden_or_locked_is_not_taken(window: MainWindow, tab: TabletopEditorTab) -> None:
    window.table_toolbox.lock_kind("house", True)
    click(tab, 2.5, 3.6)
    assert not tab.context.selection
    window.table_toolbox.lock_kind("house", False)
    click(tab, 2.5, 3.6)
    assert tab.context.selection == ("west-farm",)


# --- the window -----------------------------------------------------------------------------------


def test_the_panels_of_maps_go_for_a_table_and_come_again(
    window: MainWindow, tab: TabletopEditorTab
) -> None:
    bars = {bar.objectName(): bar for bar in window.findChildren(QToolBar)}
    assert window.table_docks.named["table-palette"].isVisible()
    assert not window.docks.named["palette"].isVisible()
    assert bars["table-tools"].isVisible()
    assert not bars["tools"].isVisible()
    do(window, "new")
    assert not window.table_docks.named["table-palette"].isVisible()
    assert window.docks.named["palette"].isVisible()
    assert bars["tools"].isVisible()
    assert not bars["table-tools"].isVisible()


def test_numbers_are_typed_into_the_inspector(window: MainWindow, tab: TabletopEditorTab) -> None:
    click(tab, 2.5, 3.6)
    inspector = window.table_docks.inspector
    assert inspector is not None
    field = inspector.lengths["left"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1 ft 6 in")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert corners(tab, "west-farm")[0] == Point(18 * INCH, 614)
    field.selectAll()
    QTest.keyClicks(field, "far away")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert corners(tab, "west-farm")[0] == Point(18 * INCH, 614)
    assert "far away" in field.toolTip()


def test_the_list_selects_on_the_table_and_follows_it(
    window: MainWindow, tab: TabletopEditorTab
) -> None:
    things = window.table_docks.things
    assert things is not None
    click(tab, 8.2, 2.0)
    assert [item.data(0, Qt.ItemDataRole.UserRole) for item in things.tree.selectedItems()] == [
        "knoll"
    ]
    item = next(each for each in things.items() if each.text(0) == "West Farm")
    things.tree.clearSelection()
    item.setSelected(True)
    assert tab.context.selection == ("west-farm",)


def test_what_is_doubtful_is_told_while_one_draws(
    window: MainWindow, blank: TabletopEditorTab, qtbot: QtBot
) -> None:
    window.table_toolbox.select_kind("hill")
    key(blank, Qt.Key.Key_3)
    for stop in ((1, 1), (4, 4), (4, 1), (1, 4)):
        click(blank, *stop)
    key(blank, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.docks.problems.count > 0)
    assert {problem.code for problem in blank.problems} >= {"shape-crosses-itself"}
    blank.deeds.select()
    window.docks.problems.step(1)
    assert blank.context.selection == ("hill-1",)


def test_a_table_is_saved_with_its_other_lines_as_they_were(
    window: MainWindow, tab: TabletopEditorTab, file: Path, qtbot: QtBot
) -> None:
    before = file.read_text(encoding="utf-8").splitlines()
    click(tab, 8.2, 2.0)
    key(tab, Qt.Key.Key_Right)
    do(window, "save")
    qtbot.waitUntil(lambda: not tab.document.is_dirty)
    after = file.read_text(encoding="utf-8").splitlines()
    changed = [line for line in after if line not in before]
    assert len(changed) == 1
    assert "knoll" in changed[0]
    assert tabletop_map_reader.load(file) == tab.table


def test_a_table_without_a_file_is_saved_as_a_table(
    window: MainWindow, blank: TabletopEditorTab, prompts: Scripted, tmp_path: Path, qtbot: QtBot
) -> None:
    window.table_toolbox.select_kind("house")
    drag(blank, (2, 2), (3, 3))
    prompts.file = tmp_path / "mine.table.yaml"
    do(window, "save")
    qtbot.waitUntil(lambda: not blank.document.is_dirty)
    assert prompts.offered == Path("table.table.yaml")
    assert tabletop_map_reader.load(tmp_path / "mine.table.yaml") == blank.table


def test_the_table_s_properties_are_one_step(
    window: MainWindow, tab: TabletopEditorTab, prompts: Scripted
) -> None:
    prompts.table = TabletopMap(6 * FOOT, 4 * FOOT)
    do(window, "table-properties")
    assert (tab.table.width, tab.table.depth) == (6 * FOOT, 4 * FOOT)
    do(window, "undo")
    assert tab.table.width == 10 * FOOT


def test_all_is_said_in_chinese(window: MainWindow, tab: TabletopEditorTab) -> None:
    click(tab, 2.5, 3.6)
    window.localize.set_language("zh")
    assert window.table_docks.named["table-palette"].windowTitle() == "地物"
    assert "西农庄" in window.status.selected.text()
    palette = window.table_docks.palette
    assert palette is not None
    assert palette.items()[0].text(0) == "山丘"


def test_a_picture_is_laid_over_the_table_and_fitted_by_two_points(
    window: MainWindow, blank: TabletopEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    photo = QImage(800, 600, QImage.Format.Format_RGB32)
    photo.fill(QColor("#b03030"))
    photo.save(str(tmp_path / "floor.png"))
    prompts.picture = tmp_path / "floor.png"
    do(window, "underlay-load")
    assert blank.table.underlay is not None
    before = blank.canvas.grab().toImage().pixelColor(spot(blank, 4.3, 3.3))
    do(window, "underlay-fit")
    for stop in ((0, 6), (2, 5), (8, 6), (6, 5)):
        click(blank, *stop)
    underlay = blank.table.underlay
    assert underlay.points == (Point(2 * FOOT, 5 * FOOT), Point(6 * FOOT, 5 * FOOT))
    assert abs(underlay.pixels[0].x) <= 2
    assert abs(underlay.pixels[1].x - 800) <= 2
    assert blank.canvas.grab().toImage().pixelColor(spot(blank, 4.3, 3.3)).red() == before.red()
    assert blank.canvas.grab().toImage().pixelColor(spot(blank, 7.3, 3.3)) != before
    do(window, "table-no-underlay")
    assert blank.table.underlay is None
    do(window, "undo")
    assert blank.table.underlay == underlay


def test_a_table_made_in_the_dialog_is_drawn_on_and_its_steps_are_kept(
    window: MainWindow, prompts: Scripted
) -> None:
    """A list of the dialog gives back words where it was filled with scales."""
    form = TabletopPropertiesDialog(None, window.localize)
    form.scale.setCurrentIndex(1)
    prompts.table = form.table()
    form.deleteLater()
    assert prompts.table.scale is FigureScale.KRIEGSPIEL
    do(window, "new-table")
    assert window.table is not None
    window.table_toolbox.select_kind("house")
    drag(window.table, (2, 3), (2.5, 3.5), (3, 4))
    assert len(window.table.table.features) == 1


def test_after_a_lake_as_a_polygon_a_river_is_a_line(
    window: MainWindow, blank: TabletopEditorTab
) -> None:
    window.table_toolbox.select_kind("lake")
    key(blank, Qt.Key.Key_3)
    window.table_toolbox.select_kind("marsh")
    assert [window.table_toolbox.settings.manner] == [PlacementMode.POLYGON], "it stays for areas"
    window.table_toolbox.select_kind("river")
    for stop in ((1, 1), (2, 2), (3, 1)):
        click(blank, *stop)
    key(blank, Qt.Key.Key_Return)
    assert isinstance(blank.table.features[-1].shape, WideLine)
    window.table_toolbox.select_kind("wood")
    key(blank, Qt.Key.Key_4)
    window.table_toolbox.select_kind("house")
    assert [window.table_toolbox.settings.manner] == [PlacementMode.RECTANGLE]


def test_a_doubtful_bridge_is_laid_over_the_water_by_one_click(
    window: MainWindow, blank: TabletopEditorTab, qtbot: QtBot
) -> None:
    window.table_toolbox.select_kind("river")
    for stop in ((4, 0), (4, 6)):
        click(blank, *stop)
    key(blank, Qt.Key.Key_Return)
    water, _ = corners(blank, "river-1")
    window.table_toolbox.select_kind("bridge")
    for stop in ((1, 3), (2, 3)):
        click(blank, *stop)
    key(blank, Qt.Key.Key_Return)
    problems = window.docks.problems
    qtbot.waitUntil(lambda: problems.count == 1)
    problems.list.setCurrentRow(0)
    assert problems.fix_buttons[0].text() == text("tabletop.fix-over-water", "en", thing="bridge-1")
    QTest.mouseClick(problems.fix_buttons[0], LEFT)
    assert blank.document.history.undoText() == text(
        "tabletop.fix-over-water", "en", thing="bridge-1"
    )
    first, last = corners(blank, "bridge-1")
    assert (first.x + last.x) / 2 == water.x
    qtbot.waitUntil(lambda: problems.count == 0)
