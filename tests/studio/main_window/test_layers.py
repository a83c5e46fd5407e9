"""The panel of layers, by mouse and keys: what is seen, how far, what is locked, in which style."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog

from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.documents.map_document import MapDocument
from studio.framework.prompts import DialogPrompts
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.rendering.map.render_options import RenderOptions, UnknownLayer, with_layer_spec
from studio.widgets.localization import Localizer
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.assertions import require

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings") / "studio.ini"


@pytest.fixture(scope="module")
def layered(settings: Path, qapp: object) -> Iterator[MainWindow]:
    window = MainWindow(Preferences(settings))
    window.open_tab(MapDocument(Map.blank(Grid(12, 9))))
    window.resize(1366, 740)
    window.show()
    window.docks.show_layers()
    yield window
    for tab in list(window.works):
        tab.document.history.setClean()
        window.close_tab(tab)
    window.deleteLater()


def click_box(window: MainWindow, layer: str) -> None:
    box = window.docks.layers.shown[layer]
    QTest.mouseClick(box, LEFT, pos=QPoint(10, box.height() // 2))


def test_a_click_hides_a_layer_and_the_next_start_remembers_it(
    layered: MainWindow, settings: Path
) -> None:
    click_box(layered, "links")
    click_box(layered, "spots")
    editor = layered.active_tab
    assert isinstance(editor, MapEditorTab)
    assert editor.canvas.position is not None
    layers = editor.canvas.position.layers
    assert not layers.links
    assert layers.spots
    assert "links" in layers.look.hidden
    assert layers.look.spots
    again = Preferences(settings)
    assert "links" in again.hidden_layers
    assert again.added_layers == {"spots"}
    click_box(layered, "links")
    assert layered.looks.layers.links


def test_the_slider_of_a_layer_is_moved_by_keys_and_remembered(
    layered: MainWindow, settings: Path
) -> None:
    slider = layered.docks.layers.parts["ground"]
    slider.setFocus()
    for _ in range(8):
        QTest.keyClick(slider, Qt.Key.Key_Left)
    assert layered.looks.layers.opacity("ground") == 0.6
    assert Preferences(settings).opacities == (("ground", 0.6),)
    assert layered.looks.layers.look.opacity("ground") == 0.6
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert layered.looks.layers.opacities == ()


def test_a_locked_layer_is_not_painted_and_the_click_says_why(layered: MainWindow) -> None:
    editor = layered.active_tab
    assert isinstance(editor, MapEditorTab)
    said: list[str] = []
    editor.refused.connect(said.append)
    QTest.mouseClick(layered.docks.layers.locks["ground"], LEFT)
    x, y = editor.canvas.camera.centre(editor.map.grid.hex(5, 4))
    at = QPoint(round(x), round(y))
    QTest.mouseClick(editor.canvas, LEFT, pos=at)
    assert editor.document.history.count() == 0
    assert "locked" in said[-1]
    QTest.mouseClick(layered.docks.layers.locks["ground"], LEFT)
    QTest.mouseClick(editor.canvas, LEFT, pos=at)
    assert editor.map.ground_at(editor.map.grid.hex(5, 4)) == "woods"
    require(layered.active_tab).undo()


def test_a_style_is_chosen_by_keys_for_every_map(layered: MainWindow, settings: Path) -> None:
    styles = layered.docks.layers.styles
    styles.setFocus()
    QTest.keyClick(styles, Qt.Key.Key_End)
    QTest.keyClick(styles, Qt.Key.Key_Return)
    chosen = styles.currentData()
    assert layered.looks.layers.style is not None
    assert layered.looks.layers.style.id == chosen == Preferences(settings).map_style
    QTest.keyClick(styles, Qt.Key.Key_Home)
    assert layered.looks.layers.style is None


def test_keys_that_move_a_slider_take_up_no_tool(layered: MainWindow) -> None:
    slider = layered.docks.layers.parts["ground"]
    tool, was = layered.toolbox.tool, layered.toolbox.level
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_PageDown)
    assert slider.value() == 90
    assert (layered.toolbox.tool, layered.toolbox.level) == (tool, was)
    QTest.keyClick(slider, Qt.Key.Key_PageUp)
    assert layered.looks.layers.opacities == ()
    assert (layered.toolbox.tool, layered.toolbox.level) == (tool, was)


def test_locks_are_drawn_in_the_ink_of_the_theme(layered: MainWindow) -> None:
    lock = layered.docks.layers.locks["ground"]

    def brightest() -> int:
        drawn = lock.icon().pixmap(16, 16).toImage()
        points = [drawn.pixelColor(x, y) for x in range(16) for y in range(16)]
        return max(point.lightness() for point in points if point.alpha() > 128)

    was = layered.looks.theme
    layered.looks.set_theme("light")
    assert brightest() < 100
    layered.looks.set_theme("dark")
    assert brightest() > 180
    layered.looks.set_theme(was)


def test_layers_are_named_on_the_command_line() -> None:
    look = with_layer_spec(RenderOptions(), "ground,grid")
    assert look.grid
    assert not look.labels
    assert "links" in look.hidden
    look = with_layer_spec(RenderOptions(), "+spots,-labels,ground:40")
    assert look.spots
    assert look.writes("places")
    assert not look.writes("labels")
    assert look.opacity("ground") == 0.4
    with pytest.raises(UnknownLayer, match="grund"):
        with_layer_spec(RenderOptions(), "grund")


def test_a_part_of_a_layer_beyond_all_of_it_is_refused() -> None:
    with pytest.raises(UnknownLayer, match=r"ground:140.*100"):
        with_layer_spec(RenderOptions(), "ground:140")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_question_for_a_line_speaks_the_language_of_the_window(
    layered: MainWindow, language: str
) -> None:
    said: list[str] = []

    def look_and_write() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QInputDialog)
        said.extend((box.okButtonText(), box.cancelButtonText()))
        field = box.focusWidget()  # of the box, whichever window is in front
        try:
            assert field is not None
            QTest.keyClicks(field, "Too open?")
            QTest.keyClick(field, Qt.Key.Key_Return)
        finally:
            if box.isVisible():
                box.reject()

    QTimer.singleShot(50, look_and_write)
    prompts = DialogPrompts(layered, Localizer(language), Preferences(None))
    assert prompts.line("Note", "For the designer alone") == "Too open?"
    assert said == (["OK", "Cancel"] if language == "en" else ["确定", "取消"])


def test_styles_beside_a_map_are_listed_as_soon_as_it_is_open(
    layered: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "mine.style.yaml").write_text("sandtable: style/1\nname: My own\n", "utf-8")
    MapDocument(Map.blank(Grid(4, 4))).save(tmp_path / "hill.map.yaml")
    styles, before = layered.docks.layers.styles, len(layered.works)
    assert styles.findText("My own") < 0
    layered.filing.open_file(tmp_path / "hill.map.yaml")
    assert len(layered.works) == before + 1
    styles.setFocus()
    QTest.keyClicks(styles, "My own")
    assert layered.looks.map_style == "mine"
    QTest.keyClick(styles, Qt.Key.Key_Home)
    layered.close_tab(layered.works[-1])
    assert styles.findText("My own") < 0
