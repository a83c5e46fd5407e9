"""A scenario nobody can read opens as text, is checked as it is typed, and opens once it can."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files import scenario_reader
from engine.files.source_text import SHIPPED
from studio.documents.deck_document import DeckDocument
from studio.documents.document_loader import recover_document
from studio.documents.map_document import MapDocument
from studio.documents.recovery_journal import find_recoveries
from studio.documents.text_document import TextDocument
from studio.framework.prompts import PromptAnswer
from studio.framework.text_editor_tab import TextEditorTab
from studio.main_window.main_window import MainWindow
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted, make_window, prompts  # noqa: F401  # fixtures

Open = Callable[[Callable[[str], str]], TextEditorTab]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED / "samples" / "tank", tmp_path / "tank")
    return tmp_path / "tank" / "scenarios" / "crossroads.scenario.yaml"


@pytest.fixture
def window(make_window: Callable[..., MainWindow], prompts: Scripted) -> Iterator[MainWindow]:  # noqa: F811  # fixtures
    made = make_window()
    made.resize(1300, 850)
    made.show()
    yield made
    for tab in list(made.works):
        prompts.answers = [PromptAnswer.NO]
        assert made.close_tab(tab)


@pytest.fixture
def open_(window: MainWindow, file: Path, qtbot: QtBot) -> Open:
    """Opens the file with its text spoilt."""

    def opened(spoil: Callable[[str], str]) -> TextEditorTab:
        file.write_text(spoil(file.read_text(encoding="utf-8")), encoding="utf-8")
        window.filing.open_file(file)
        qtbot.waitUntil(lambda: isinstance(window.active_tab, TextEditorTab))
        tab = window.active_tab
        assert isinstance(tab, TextEditorTab)
        qtbot.waitUntil(lambda: not tab.checking.is_waiting, timeout=20_000)
        return tab

    return opened


def unclosed(said: str) -> str:
    return said.replace("deck: standard}", "deck: standard", 1)


def test_broken_yaml_is_text_with_its_place_marked_and_opens_once_mended(
    window: MainWindow, open_: Open, file: Path, qtbot: QtBot
) -> None:
    tab = open_(unclosed)
    (problem,) = tab.problems
    marks = tab.area.extraSelections()
    assert len(marks) == 1
    line = tab.area.textCursor().blockNumber() + 1
    assert line == problem.mark.line
    assert window.docks.problems.count == 1
    lines = file.read_text(encoding="utf-8").splitlines()
    place = next(n for n, each in enumerate(lines) if each.endswith("deck: standard"))
    cursor = QTextCursor(tab.area.document().findBlockByNumber(place))
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    tab.area.setTextCursor(cursor)
    QTest.keyClick(tab.area, Qt.Key.Key_BraceRight)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab), timeout=20_000)
    assert len(window.works) == 1
    document = window.required_active_tab.document
    assert document.is_dirty
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not document.is_dirty)
    assert len(scenario_reader.load(file).units) == 8


def test_a_moved_map_is_found_by_the_user(
    window: MainWindow,
    open_: Open,
    file: Path,
    prompts: Scripted,  # noqa: F811  # the fixture
    qtbot: QtBot,
) -> None:
    moved = file.parent / "elsewhere.map.yaml"
    shutil.move(file.parent.parent / "maps" / "crossroads.map.yaml", moved)
    tab = open_(lambda said: said + "\n# a word at the end\n")
    assert tab.find_map.isVisible()
    prompts.file = moved
    QTest.mouseClick(tab.find_map, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab), timeout=20_000)
    assert isinstance(window.active_tab, ScenarioTab)
    assert window.active_tab.document.map_file == moved
    text = window.active_tab.document.writing()().text
    assert "map: elsewhere.map.yaml" in text
    assert "# a word at the end" in text


def test_what_is_typed_is_undone_by_the_window_and_checked(
    window: MainWindow, open_: Open, qtbot: QtBot
) -> None:
    tab = open_(unclosed)
    was = tab.document.value
    tab.area.setFocus()
    QTest.keyClicks(tab.area, "[[")
    assert tab.document.value != was
    qtbot.waitUntil(lambda: not tab.checking.is_waiting, timeout=20_000)
    assert tab.problems
    QTest.keyClick(tab.area, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert tab.document.value == was
    assert tab.area.toPlainText() == was


def test_a_text_keeps_its_line_ends_and_outlasts_a_crash(file: Path, tmp_path: Path) -> None:
    said = unclosed(file.read_text(encoding="utf-8")).replace("\n", "\r\n")
    document = TextDocument(said, file, tmp_path / "journals")
    assert "\r" not in document.value
    document.apply(document.value + "# more\n", "typed")
    journal = document._protection._journal
    assert journal is not None
    assert journal._lock is not None
    journal._syncing.close()
    journal._lock.close()  # the program is gone, and its locks with it
    journal._steps.close()
    (left,) = find_recoveries(tmp_path / "journals")
    again = recover_document(left)
    assert isinstance(again, TextDocument)
    assert again.value == document.value
    again.save()
    assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n")


@pytest.mark.parametrize(
    ("sample", "spoil"),
    [
        ("crossroads.map.yaml", "sides: {\n"),
        ("crossroads.map.yaml", "colours: [red]\n"),
        ("standard.deck.yaml", "cards: [{id: a}\n"),
    ],
)
def test_a_broken_map_or_deck_is_text_until_it_is_mended(
    window: MainWindow, tmp_path: Path, sample: str, spoil: str, qtbot: QtBot
) -> None:
    found = next((SHIPPED / "samples" / "tank").rglob(sample))
    file = tmp_path / found.name
    sound = found.read_text(encoding="utf-8")
    file.write_text(sound + spoil, encoding="utf-8")
    window.filing.open_file(file)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, TextEditorTab), timeout=20_000)
    tab = window.active_tab
    assert isinstance(tab, TextEditorTab)
    qtbot.waitUntil(lambda: not tab.checking.is_waiting, timeout=20_000)
    assert tab.problems
    assert tab.problems[0].mark.line >= sound.count("\n")
    cursor = tab.area.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    tab.area.setTextCursor(cursor)
    for _ in spoil:
        QTest.keyClick(tab.area, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: not isinstance(window.active_tab, TextEditorTab), timeout=20_000)
    assert isinstance(
        window.required_active_tab.document, MapDocument if "map" in sample else DeckDocument
    )
    assert window.required_active_tab.document.is_dirty
