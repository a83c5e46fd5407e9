"""Maps of other programs, by the menu."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from studio.panels.editor import Editor
from studio.panels.interchange import READERS, WRITERS
from studio.panels.report_dialog import ReportDialog
from studio.panels.speech import Speech
from studio.window import MainWindow
from tests.studio.window.conftest import Scripted, do

BOARD = 'size 2 2\nhex 0101 1 "woods:1" ""\nhex 0201 0 "mud:1" ""\nhex 0102 0 "" ""\nend\n'


def test_a_board_opens_as_a_map_without_a_file_and_tells_its_losses(
    window: MainWindow, asking: Scripted, tmp_path: Path
) -> None:
    asking.file = tmp_path / "a.board"
    asking.file.write_text(BOARD, encoding="utf-8")
    do(window, "import")
    document = window.front.document
    assert document.map.ground_at(document.map.grid.hex(0, 0)) == "woods"
    assert (document.path, document.is_dirty) == (None, True)
    assert "mud:1" in asking.told[0]


def test_a_broken_file_is_told_and_opens_nothing(
    window: MainWindow, asking: Scripted, tmp_path: Path
) -> None:
    asking.file = tmp_path / "a.board"
    asking.file.write_text("size x\n", encoding="utf-8")
    do(window, "import")
    assert "a.board:1:1" in asking.told[0]
    assert window.works == []


def test_an_ending_nobody_knows_is_told(
    window: MainWindow, asking: Scripted, tmp_path: Path
) -> None:
    asking.file = tmp_path / "a.doc"
    do(window, "import")
    assert ".board" in asking.told[0]


def test_the_map_in_front_is_written_for_every_program(
    window: MainWindow, editor: Editor, asking: Scripted, tmp_path: Path
) -> None:
    for ending in WRITERS:
        asking.file = tmp_path / f"a{ending}"
        do(window, "export-map")
        assert asking.file.stat().st_size > 0, ending
    assert editor.document.path is None


def test_what_can_be_read_can_be_written() -> None:
    assert READERS.items() <= WRITERS.items()


def test_a_report_is_copied_by_its_button(qtbot: QtBot) -> None:
    dialog = ReportDialog("Import", "Lost:", "mud:1\nice:1", Speech("en"))
    qtbot.addWidget(dialog)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "mud:1\nice:1"
