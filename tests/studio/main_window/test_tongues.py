"""What a reader of another language meets in the window: history, commands, directions, Qt."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from engine.hexes.grid import Orientation
from studio.main_window.main_window import MainWindow
from studio.search.search_entry import SearchEntry
from studio.widgets.localization import Localizer, compass_names
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.studio.main_window.conftest import at, click, do


def found(window: MainWindow, words: str) -> list[str]:
    """The ids of what the search finds."""
    rows = window.search.find_rows(words)
    return [row.id for row in rows if isinstance(row, SearchEntry)]


def test_another_language_is_spoken_by_all_at_once(
    window: MainWindow, editor: MapEditorTab
) -> None:
    """The steps that were done, the forms of characters, the words of Qt, the search."""
    click(editor, at(editor, 1, 1))
    english = editor.document.history.undoText()
    do(window, "language-zh-Hant")
    assert editor.document.history.undoText() == "叢林地" != english
    assert QApplication.font().families()[0] == "Noto Sans CJK TC"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"
    do(window, "language-zh")
    assert editor.document.history.undoText() == "丛林地"
    assert QApplication.font().families()[0] == "Noto Sans CJK SC"
    window.search.open()
    assert "command:zoom-in" in found(window, "zoom in")
    do(window, "language-en")
    assert editor.document.history.undoText() == english
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    window.search.open()
    assert "command:zoom-in" in found(window, "放大")


def test_directions_are_told_in_the_reader_s_language() -> None:
    assert compass_names(Orientation.POINTY, Localizer("en")) == ("E", "NE", "NW", "W", "SW", "SE")
    assert compass_names(Orientation.FLAT, Localizer("zh"))[:2] == ("北", "东北")
    assert compass_names(Orientation.FLAT, Localizer("zh-Hant"))[1] == "東北"
