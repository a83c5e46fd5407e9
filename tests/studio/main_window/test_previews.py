"""Previews in the window, with the mouse and with keys: sight, line, reach, heat, reasons."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolTip
from pytestqt.qtbot import QtBot

from engine.games import rule_system_of
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, distance
from engine.map.map import Map
from engine.movement.path_search import PathSearch
from engine.sight.line_trace import TraceRule
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.previews import visibility_heat
from studio.previews.background_loading import PreviewLoadingStatus
from studio.previews.preview_overlays import CheapestPathOverlay, SightLineOverlay, VisibilityLegend
from studio.previews.preview_result import PreviewKind
from studio.previews.preview_settings import PreviewOptions, RangeUnit
from studio.rendering.map.preview_tints import ReachOverlay, ViewshedOverlay
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from tests.studio.main_window.conftest import Scripted, at, click, do, drag, ground, hover

V, L, R, H, Q = (getattr(Qt.Key, f"Key_{letter}") for letter in "VLRHQ")


def sight(editor: MapEditorTab) -> ViewshedOverlay:
    assert editor.canvas.position is not None
    overlay = editor.canvas.position.overlay
    assert isinstance(overlay, ViewshedOverlay)
    return overlay


def reach(editor: MapEditorTab) -> ReachOverlay:
    assert editor.canvas.position is not None
    overlay = editor.canvas.position.overlay
    assert isinstance(overlay, ReachOverlay)
    return overlay


def way(editor: MapEditorTab) -> CheapestPathOverlay:
    ways = [mark for mark in editor.scout.marks if isinstance(mark, CheapestPathOverlay)]
    assert ways
    return ways[0]


def settle(editor: MapEditorTab, qtbot: QtBot) -> None:
    """Wait for the heat map of the map as it is."""
    qtbot.waitUntil(lambda: not editor.scout.heat.is_waiting, timeout=10_000)


def hex_at(editor: MapEditorTab, column: int, row: int) -> Hex:
    return editor.map.grid.hex(column, row)


# --- what a hex sees ------------------------------------------------------------------------------


def test_the_visible_area_follows_the_pointer(window: MainWindow, editor: MapEditorTab) -> None:
    for column in (3, 4, 7):
        hover(editor, column, 3)
        QTest.keyPress(editor.canvas, V)
        assert sight(editor).origin == hex_at(editor, column, 3)
    QTest.keyRelease(editor.canvas, V)


def test_many_moves_between_two_frames_ask_once(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(window, "preview-sight")
    asked: list[Hex] = []
    rules = editor.scout.rules
    was = rules.calculate_preview

    def shown(preview: PreviewKind, here: Hex, last: Hex | None, pin: Hex | None) -> object:
        asked.append(here)
        return was(preview, here, last, pin)

    monkeypatch.setattr(rules, "calculate_preview", shown)
    for column in (2, 3, 4, 5):
        QTest.mouseMove(editor.canvas, at(editor, column, 4), delay=-1)
    qtbot.waitUntil(lambda: bool(asked) and asked[-1] == hex_at(editor, 5, 4))
    assert len(asked) <= 4
    assert sight(editor).origin == hex_at(editor, 5, 4)


def test_sight_is_limited_in_hexes_and_in_metres(window: MainWindow, editor: MapEditorTab) -> None:
    origin = hover(editor, 5, 5)
    do(window, "preview-sight")
    window.lookout.update(bound=RangeUnit.HEXES, range=2)
    expected = [distance(origin, hex_) <= 2 for hex_ in editor.map.grid]
    assert sight(editor).seen.ravel().tolist() == expected
    window.lookout.update(bound=RangeUnit.METRES, range=int(3.5 * editor.map.hex_metres))
    expected = [distance(origin, hex_) <= 3 for hex_ in editor.map.grid]
    assert sight(editor).seen.ravel().tolist() == expected


def test_sight_while_painting_is_that_of_the_painted_map(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    do(window, "preview-sight")
    drag(editor, *(at(editor, column, 4) for column in (2, 5, 8)))
    here = hover(editor, 6, 6)
    qtbot.waitUntil(lambda: sight(editor).origin == here)
    fresh = rule_system_of("tank").handbook({}).sight(editor.map, TraceRule.CROSSED)
    assert (sight(editor).seen == fresh.viewshed(here)).all()
    assert not sight(editor).seen.all()
    do(window, "undo")
    qtbot.waitUntil(lambda: bool(sight(editor).seen.all()))


def test_a_flipped_map_is_judged_anew(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    do(window, "preview-sight")
    drag(editor, *(at(editor, column, 2) for column in (1, 4)))
    do(window, "flip-left-right")
    here = hover(editor, 5, 5)
    qtbot.waitUntil(lambda: sight(editor).origin == here)
    fresh = rule_system_of("tank").handbook({}).sight(editor.map, TraceRule.CROSSED)
    assert (sight(editor).seen == fresh.viewshed(here)).all()


def test_until_the_kernels_are_loaded_the_window_says_so_and_then_shows_the_preview(
    window: MainWindow, editor: MapEditorTab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PreviewLoadingStatus, "has", lambda self, group: False)
    hover(editor, 3, 3)
    do(window, "preview-sight")
    assert editor.canvas.position is not None
    assert editor.canvas.position.overlay is None
    assert window.status.reading.text().startswith(text("previews.preparing", "en"))
    monkeypatch.undo()
    window.lookout.preparing.advanced.emit()
    assert sight(editor).origin == hex_at(editor, 3, 3)
    assert window.status.reading.text().startswith(f"{label(editor, 3, 3)} sees 119 hexes")


def label(editor: MapEditorTab, column: int, row: int) -> str:
    return editor.map.labels.label(hex_at(editor, column, row))


# --- the line of sight ----------------------------------------------------------------------------


def test_the_line_is_told_clear_blocked_or_too_long(
    window: MainWindow, editor: MapEditorTab
) -> None:
    click(editor, at(editor, 1, 4))
    hover(editor, 7, 4)
    do(window, "preview-line")
    start, end = label(editor, 1, 4), label(editor, 7, 4)
    assert window.status.reading.text().startswith(f"{start} and {end} see each other")
    window.lookout.update(bound=RangeUnit.HEXES, range=4)
    assert window.status.reading.text().startswith(
        text("previews.line-far", "en", start=start, end=end)
    )
    assert SightLineOverlay(window.docks.chart.profile, True) in editor.scout.marks  # type: ignore[arg-type] # there is one
    click(editor, at(editor, 4, 4))
    click(editor, at(editor, 1, 4))
    hover(editor, 7, 4)
    QTest.qWait(1)
    assert f"{label(editor, 4, 4)} blocks it" in window.status.reading.text()


# --- moves ----------------------------------------------------------------------------------------


def test_a_click_pins_where_moves_start_and_paints_nothing(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    hover(editor, 5, 5)
    QTest.keyPress(editor.canvas, R)
    click(editor, at(editor, 5, 5))
    assert editor.document.history.count() == 0
    there = hover(editor, 8, 5)
    qtbot.waitUntil(lambda: way(editor).hexes[-1] == there)
    assert reach(editor).origin == hex_at(editor, 5, 5)
    route = PathSearch(rule_system_of("tank").handbook({}).mobility("tank"), editor.map).route(
        hex_at(editor, 5, 5), there
    )
    assert route is not None
    assert way(editor) == CheapestPathOverlay(route.hexes, tuple(map(float, route.spent)), 4)
    said = f"{label(editor, 5, 5)} to {label(editor, 8, 5)}: 3 of 5 MP"
    assert said in window.status.reading.text()


def test_a_way_beyond_the_movement_points_is_shown_to_its_end(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    do(window, "preview-reach")
    click(editor, at(editor, 1, 5))
    hover(editor, 9, 5)
    qtbot.waitUntil(lambda: len(editor.scout.marks) == 1)
    assert (len(way(editor).hexes), way(editor).affordable) == (9, 6)


def test_with_the_origin_pinned_clicks_paint_and_costs_follow(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    do(window, "preview-reach")
    click(editor, at(editor, 5, 5))
    click(editor, at(editor, 6, 5))
    assert ground(editor, 6, 5) == "woods"
    wood = hex_at(editor, 6, 5)
    qtbot.waitUntil(lambda: reach(editor).costs[wood] == 2)
    fresh = PathSearch(rule_system_of("tank").handbook({}).mobility("tank"), editor.map).reach(
        hex_at(editor, 5, 5), 5
    )
    assert reach(editor).costs == {hex_: float(cost) for hex_, cost in fresh.items()}


def test_escape_unpins_then_leaves_the_preview(window: MainWindow, editor: MapEditorTab) -> None:
    do(window, "preview-reach")
    click(editor, at(editor, 5, 5))
    here = hover(editor, 7, 5)
    do(window, "escape")
    assert editor.scout.pin is None
    assert reach(editor).origin == here
    do(window, "escape")
    assert editor.preview is None


def test_the_keyboard_pins_and_leads_the_way(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    canvas = editor.canvas
    canvas.setFocus()
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(canvas, Qt.Key.Key_Right, control)
    do(window, "preview-reach")
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    origin = canvas.keyboard_hex
    for _ in range(3):
        QTest.keyClick(canvas, Qt.Key.Key_Right, control)
    qtbot.waitUntil(lambda: way(editor).hexes[-1] == canvas.keyboard_hex)
    assert way(editor).hexes[0] == origin
    assert len(way(editor).hexes) == 4
    assert editor.document.history.count() == 0


def test_the_march_keeps_to_roads_and_points_can_be_given(
    window: MainWindow, editor: MapEditorTab
) -> None:
    for column in range(9):
        editor.map.set_link("road", hex_at(editor, column, 4), 0)
    hover(editor, 4, 4)
    panel = window.docks.lookout
    panel.refresh()
    panel.manner.setCurrentIndex(1)
    panel.manner.activated.emit(1)
    panel.points.setValue(1)
    do(window, "preview-reach")
    expected = {hex_at(editor, 4 + step, 4): abs(step) / 2 for step in range(-2, 3)}
    assert reach(editor).costs == expected
    assert "marching from" in window.status.reading.text()


# --- the heat map ---------------------------------------------------------------------------------


def test_the_heat_map_counts_who_sees_each_hex_and_follows_the_painting(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    QTest.keyClick(editor.canvas, H)
    settle(editor, qtbot)
    assert editor.canvas.position is not None
    heat = editor.canvas.position.heat
    assert heat is not None
    assert (heat == 119).all()
    drag(editor, at(editor, 3, 2), at(editor, 6, 6))
    settle(editor, qtbot)
    fresh = rule_system_of("tank").handbook({}).sight(editor.map, TraceRule.CROSSED)
    heat = editor.canvas.position.heat
    assert heat is not None
    for hex_ in editor.map.grid:
        assert heat[editor.map.grid.index(hex_)] == fresh.viewshed(hex_).sum() - 1
    assert (
        VisibilityLegend(text("previews.heat-key", "en"), int(heat.min()), int(heat.max()))
        in editor.scout.marks
    )
    here = hover(editor, 0, 0)
    assert f"seen by {heat[editor.map.grid.index(here)]} hexes" in window.status.reading.text()
    QTest.keyClick(editor.canvas, H)
    assert editor.canvas.position.heat is None
    assert editor.scout.marks == ()


def test_the_heat_map_counts_no_further_than_asked(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    do(window, "preview-heat")
    window.docks.lookout.heat.setValue(2)
    settle(editor, qtbot)
    assert editor.scout.heat.plane is not None
    assert editor.scout.heat.plane[5, 5] == 18
    window.lookout.update(bound=RangeUnit.HEXES, range=1)
    settle(editor, qtbot)
    assert editor.scout.heat.plane[5, 5] == 6
    window.lookout.update(bound=RangeUnit.NONE, heat=0)
    settle(editor, qtbot)
    assert editor.scout.heat.plane[5, 5] == 119


def test_a_long_count_shows_its_progress_and_is_given_up_by_escape(
    window: MainWindow, prompts: Scripted, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visibility_heat, "LONG", 0.0)
    prompts.map = Map.blank(Grid(100, 100))
    do(window, "new")
    editor = window.required_map_editor
    window.lookout.update(heat=0)
    do(window, "preview-heat")
    qtbot.waitUntil(window.status.heat_progress.isVisible)
    assert "(Esc)" in window.status.heat_progress.text()
    QTest.keyClick(editor.canvas, Qt.Key.Key_Escape)
    assert not editor.scout.heat.is_on
    assert not window.status.heat_progress.isVisible()


def test_a_map_of_another_size_is_counted_anew(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    do(window, "preview-heat")
    settle(editor, qtbot)
    do(window, "flip-left-right")
    settle(editor, qtbot)
    assert editor.canvas.position is not None
    assert editor.canvas.position.heat is editor.scout.heat.plane
    assert editor.scout.heat.plane is not None


# --- why a hex costs what it costs ----------------------------------------------------------------


def test_resting_on_a_hex_tells_what_it_costs_and_why(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    window.activateWindow()
    click(editor, at(editor, 5, 5))
    editor.map.set_side("stream", hex_at(editor, 5, 5), 0)
    window.toolbox.take(PaletteMaterial(MaterialFamily.OTHER, "pick"))
    hover(editor, 4, 5)
    hover(editor, 5, 5)
    qtbot.waitUntil(QToolTip.isVisible, timeout=3000)
    words = QToolTip.text()
    assert f"Into {label(editor, 5, 5)}" in words
    assert f"from {label(editor, 6, 5)}: Stream: 3 MP" in words
    assert "tank, marching" in words
    hover(editor, 8, 5)
    qtbot.waitUntil(lambda: not QToolTip.isVisible(), timeout=3000)


def test_nothing_is_explained_while_painting_and_over_what_is_seen(
    window: MainWindow, editor: MapEditorTab
) -> None:
    window.activateWindow()
    scout = editor.scout
    for family, kind in (
        (MaterialFamily.GROUND, "woods"),
        (MaterialFamily.LINK, "road"),
        (MaterialFamily.STAMP, "wood"),
    ):
        window.toolbox.take(PaletteMaterial(family, kind))
        hover(editor, 5, 5)
        click(editor, at(editor, 5, 5))
        hover(editor, 4, 5)
        assert not scout._still.isActive(), kind
    for kind in ("select", "pick", "name"):
        window.toolbox.take(PaletteMaterial(MaterialFamily.OTHER, kind))
        hover(editor, 5, 5)
        hover(editor, 4, 5)
        assert scout._still.isActive(), kind
    scout.choose_preview(PreviewKind.SIGHT)
    hover(editor, 2, 5)
    assert not scout._still.isActive()
    window.toolbox.take(PaletteMaterial(MaterialFamily.GROUND, "woods"))
    scout.choose_preview(PreviewKind.REACH)
    hover(editor, 3, 5)
    assert scout._still.isActive()


def test_the_keyboard_asks_for_the_reasons_of_its_hex(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    window.lookout.update(explains=False)
    editor.canvas.setFocus()
    QTest.keyClick(editor.canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(editor.canvas, Q)
    qtbot.waitUntil(QToolTip.isVisible)
    at_ = editor.canvas.keyboard_hex
    assert at_ is not None
    assert f"Into {editor.map.labels.label(at_)}" in QToolTip.text()
    QToolTip.hideText()


# --- the panel ------------------------------------------------------------------------------------


def test_what_is_asked_is_remembered(make_window: Callable[..., MainWindow]) -> None:
    window = make_window()
    window.lookout.update(points=7, on_march=True, bound=RangeUnit.METRES, range=600, heat=12)
    again = make_window()
    expected = PreviewOptions(points=7, on_march=True, bound=RangeUnit.METRES, range=600, heat=12)
    assert again.lookout.outlook == expected
    assert again.docks.lookout.points.value() == 7
    assert again.docks.lookout.range.value() == 600


@pytest.mark.parametrize(
    "words", ["", "{", "[1]", '{"game": "chess", "points": -3, "heat": "hot", "colour": 1}']
)
def test_settings_that_make_no_sense_are_as_at_first(words: str) -> None:
    assert PreviewOptions.from_text(words) == PreviewOptions()


def test_the_panel_switches_previews_and_shows_which_are_on(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    panel = window.docks.lookout
    hover(editor, 4, 4)
    assert "<b>V</b>" in panel.how.text()
    assert text("previews.how-sight", "en") in panel.how.text()
    panel.buttons["preview-sight"].click()
    assert editor.preview is PreviewKind.SIGHT
    assert panel.buttons["preview-sight"].isChecked()
    assert not panel.how.isVisible()
    panel.buttons["preview-reach"].click()
    assert "Click a hex" in panel.how.text()
    assert not panel.buttons["preview-sight"].isChecked()
    panel.buttons["preview-reach"].click()
    assert editor.preview is None


def test_the_panel_speaks_the_language_of_the_window(
    window: MainWindow, editor: MapEditorTab, qtbot: QtBot
) -> None:
    panel = window.docks.lookout
    qtbot.waitUntil(lambda: panel.unit.currentText() == "tank")
    english = {box.text() for box in panel.findChildren(QLabel)}
    do(window, "language-zh")
    assert english & {box.text() for box in panel.findChildren(QLabel)} <= {""}
    assert panel.unit.currentText() == "坦克"
    assert panel.buttons["preview-heat"].text() == "暴露度"
    hover(editor, 3, 3)
    do(window, "preview-sight")
    assert text("previews.sees", "zh", hex="", count=119) in window.status.reading.text()


def test_an_outlook_turns_limits_into_hexes() -> None:
    assert PreviewOptions().radius(50) is None
    assert PreviewOptions(bound=RangeUnit.METRES, range=120).radius(50) == 2
    assert PreviewOptions(bound=RangeUnit.HEXES, range=9, heat=0).heat_radius(50) == 9
    assert PreviewOptions(heat=0).heat_radius(50) is None


def test_a_preview_is_there_in_another_tab_only_when_asked_for(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted
) -> None:
    do(window, "preview-sight")
    prompts.map = Map.blank(Grid(5, 5))
    do(window, "new")
    assert window.required_map_editor.preview is None
    assert editor.preview is PreviewKind.SIGHT
    assert np.all(window.required_map_editor.map.level == 0)
