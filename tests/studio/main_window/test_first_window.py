"""The first window fits its screen; layers that are switched off stay off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.actions import Menu
from studio.canvas.canvas_content import UNUSUAL
from studio.main_window.main_window import FIRST_SIZE, MainWindow
from studio.previews.background_loading import RULES
from studio.widgets.sizing import clamp_to_screen
from tests.studio.main_window.conftest import at, click, do, hover

CROSSROADS = Path(__file__).parents[3] / "samples" / "tank" / "maps" / "crossroads.map.yaml"


@pytest.mark.parametrize("screen", [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160)])
def test_the_first_window_with_its_frame_fits_the_screen(screen: tuple[int, int]) -> None:
    size = clamp_to_screen(QSize(*screen), *FIRST_SIZE)
    assert size.width() <= screen[0]
    assert size.height() + 40 <= screen[1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_its_panels_leave_it_as_small_as_a_screen_of_1280_by_720(
    window: MainWindow, language: str
) -> None:
    window.looks.choose_language(language)
    window.filing.open_file(CROSSROADS)
    for dock in window.docks.named.values():
        dock.show()
    QTest.qWait(0)
    least = window.minimumSizeHint()
    first = clamp_to_screen(QSize(1280, 720), *FIRST_SIZE)
    assert least.width() <= first.width()
    assert least.height() <= first.height()


def test_layers_switched_off_in_the_menu_are_off_at_the_next_start(
    make_window: Callable[..., MainWindow],
) -> None:
    first = make_window()
    do(first, "new")
    menu = first.bars.menus[Menu.VIEW]
    for layer in ("hillshade", "grid"):
        menu.popup(first.pos())
        entry = menu.actionGeometry(first.bars.actions[f"layer-{layer}"]).center()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=entry)
    assert first.looks.layers.hidden - UNUSUAL == {"hillshade", "grid"}
    again = make_window()
    assert again.looks.layers.hidden - UNUSUAL == {"hillshade", "grid"}
    assert not again.bars.actions["layer-grid"].isChecked()
    assert again.bars.actions["layer-labels"].isChecked()


def test_the_sighting_chart_opens_over_the_map_and_moves_nothing(
    window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: window.lookout.preparing.has(RULES), timeout=30_000)
    do(window, "new")
    canvas = window.required_map_editor.canvas
    click(window.required_map_editor, at(window.required_map_editor, 2, 2))
    hover(window.required_map_editor, 6, 2)
    before = canvas.size(), canvas.camera
    QTest.keyPress(canvas, Qt.Key.Key_L)
    chart = window.docks.chart_dock
    assert chart.isVisible()
    assert chart.isFloating()
    assert (canvas.size(), canvas.camera) == before
    QTest.keyRelease(canvas, Qt.Key.Key_L)
    assert not chart.isVisible()
