"""Maps of other programs, by the menu."""

from __future__ import annotations

import zipfile
from pathlib import Path
from time import sleep

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.hexes.grid import Orientation
from engine.interchange.import_result import Loss, Report
from engine.interchange.plugin_formats import ImportTarget
from engine.map.map import Map
from engine.texts import text
from studio.documents import document_loader
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.prompts import DialogPrompts
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.underlay.underlay_image import UnderlaySettings
from studio.widgets.localization import Localizer
from studio.widgets.report_dialog import ReportDialog
from studio.workspaces.map.import_export import export_formats, import_formats
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.engine.interchange.test_picture_import import drawn
from tests.engine.interchange.test_vassal_import import some_module
from tests.studio.main_window.conftest import Scripted, do

BOARD = 'size 2 2\nhex 0101 1 "woods:1" ""\nhex 0201 0 "mud:1" ""\nhex 0102 0 "" ""\nend\n'


def test_a_board_opens_as_a_map_without_a_file_and_tells_its_losses(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "a.board"
    prompts.file.write_text(BOARD, encoding="utf-8")
    do(window, "import")
    document = window.required_map_editor.document
    assert document.map.ground_at(document.map.grid.hex(0, 0)) == "woods"
    assert (document.path, document.is_dirty) == (None, True)
    assert "mud:1" in prompts.told[0]


def test_whom_to_thank_is_asked_though_nothing_was_lost(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "a.board"
    prompts.file.write_text('size 1 1\nhex 0101 0 "" ""\nend\n', encoding="utf-8")
    do(window, "import")
    assert prompts.told == [text("interchange.board-credits", "en")]


def test_what_is_to_be_known_of_a_module_is_told(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    window.open_tab(
        document_loader.open_document(SHIPPED / "samples/tank/scenarios/first-shots.scenario.yaml")
    )
    prompts.file = tmp_path / "a.vmod"
    do(window, "export-map")
    assert text("interchange.vassal-note", "en") in prompts.told[-1]


def test_a_broken_file_is_told_and_opens_nothing(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "a.board"
    prompts.file.write_text("size x\n", encoding="utf-8")
    do(window, "import")
    assert "a.board:1:1" in prompts.told[0]
    assert window.works == []


def test_an_ending_nobody_knows_is_told(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file = tmp_path / "a.doc"
    do(window, "import")
    assert ".board" in prompts.told[0]


def test_the_map_in_front_is_written_for_every_program(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    for ending in export_formats(of_scenario=False):
        prompts.confirmed = [True]  # a.tmj has the picture of a.tmx, scenes share one
        prompts.file = tmp_path / f"a{ending}"
        do(window, "export-map")
        assert prompts.file.stat().st_size > 0, ending
    assert editor.document.path is None


def test_a_module_of_the_scenario_in_front_has_its_counters(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    window.open_tab(
        document_loader.open_document(SHIPPED / "samples/tank/scenarios/first-shots.scenario.yaml")
    )
    prompts.file = tmp_path / "a.vmod"
    do(window, "export-map")
    assert "images/counter-1.png" in zipfile.ZipFile(prompts.file).namelist()
    assert prompts.asked[-1].endswith(".vmod")


def test_a_picture_that_is_there_is_written_over_only_if_the_user_says_so(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file, picture = tmp_path / "a.tmx", tmp_path / "a.tiles.png"
    picture.write_text("mine", encoding="utf-8")
    prompts.confirmed = [False]
    do(window, "export-map")
    assert (prompts.file.exists(), picture.read_text("utf-8")) == (False, "mine")
    assert "a.tiles.png" in prompts.asked[-1]


SET_UP = """\
MMSVersion: 2
name: Pass
map: a.board
options: {on: [x]}
factions:
- {name: Red, units: [{fullname: Atlas, at: [1, 1]}]}
- {name: Blue, units: [{fullname: Locust}]}
"""


def test_a_set_up_becomes_a_scenario_with_its_map_where_the_user_says(
    window: MainWindow, prompts: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.board").write_text(BOARD, encoding="utf-8")
    (tmp_path / "a.mms").write_text(SET_UP, encoding="utf-8")
    monkeypatch.setattr(prompts, "file_to_read", lambda *_: tmp_path / "a.mms")
    prompts.file = tmp_path / "b.scenario.yaml"
    do(window, "import")
    document = window.required_active_tab.document
    assert isinstance(document, ScenarioDocument)
    assert (document.path, document.map_file) == (prompts.file, tmp_path / "b.map.yaml")
    assert [unit.name for unit in document.scenario.units] == ["Atlas", "Locust"]
    assert prompts.offered == tmp_path / "a.scenario.yaml"
    assert "options" in prompts.told[0]


def test_a_module_becomes_a_scenario_and_its_board_lies_under_the_map(
    window: MainWindow, prompts: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.vmod").write_bytes(some_module())
    monkeypatch.setattr(prompts, "file_to_read", lambda *_: tmp_path / "a.vmod")
    prompts.file = tmp_path / "b.scenario.yaml"
    do(window, "import")
    document = window.required_active_tab.document
    assert isinstance(document, ScenarioDocument)
    assert [unit.name for unit in document.scenario.units] == ["Panzer", "Mine", "Allies 2"]
    assert "Lost" in prompts.told[0]
    window.open_tab(document_loader.open_document(tmp_path / "b.map.yaml"))
    assert window.underlays.is_shown
    window.underlays._do("remove")
    assert (
        UnderlaySettings.of(window.preferences.underlay(tmp_path / "b.map.yaml"), tmp_path) is None
    )


def test_a_picture_with_hexes_becomes_a_map_with_the_picture_under_it(
    window: MainWindow, prompts: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scan.png").write_bytes(drawn(30.0, Orientation.FLAT))
    monkeypatch.setattr(prompts, "file_to_read", lambda *_: tmp_path / "scan.png")
    prompts.file = tmp_path / "mill.map.yaml"
    do(window, "import")
    document = window.required_map_editor.document
    assert (document.path, document.map.grid.orientation) == (prompts.file, Orientation.FLAT)
    assert prompts.offered == tmp_path / "scan.map.yaml"
    assert window.underlays.is_shown
    assert "30." in prompts.told[0]


@pytest.mark.parametrize("may", [True, False])
def test_a_name_without_its_ending_is_asked_about_with_it(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may: bool
) -> None:
    (tmp_path / "a.tmx").write_text("mine", encoding="utf-8")
    typed, asked = (str(tmp_path / "a"), ""), list[str]()

    def confirm(_: DialogPrompts, words: str, yes: str) -> bool:
        asked.append(words)
        return may

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: typed)
    monkeypatch.setattr(DialogPrompts, "confirm", confirm)
    found = DialogPrompts(window, Localizer("en"), window.preferences).page_file("a.tmx", [".tmx"])
    assert found == (tmp_path / "a.tmx" if may else None)
    assert "a.tmx" in asked[0]


def test_what_is_lost_is_read_before_a_file_is_written(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    prompts.file, prompts.approves = tmp_path / "a.board", False
    do(window, "export-map")
    assert "30 m" in prompts.told[-1]
    assert not prompts.file.exists()
    prompts.approves = True
    do(window, "export-map")
    assert prompts.file.exists()


def test_a_deed_is_done_by_its_button_and_left_by_the_other(qtbot: QtBot) -> None:
    for button, result in (("Write it", 1), ("Cancel", 0)):
        dialog = ReportDialog("Export", "Lost:", "mud:1", Localizer("en"), deed="Write it")
        qtbot.addWidget(dialog)
        dialog.show()
        (found,) = (each for each in dialog.findChildren(QPushButton) if each.text() == button)
        found.click()
        assert dialog.result() == result


def test_what_can_be_read_can_be_written_but_for_worldographer() -> None:
    read = {ending for ending, one in import_formats().items() if one.target is ImportTarget.MAP}
    assert read - export_formats(of_scenario=False).keys() == {".wxx"}


def test_a_report_is_copied_by_its_button(qtbot: QtBot) -> None:
    dialog = ReportDialog("Import", "Lost:", "mud:1\nice:1", Localizer("en"))
    qtbot.addWidget(dialog)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "mud:1\nice:1"


def test_boards_of_vasl_are_among_the_files_of_the_dialog(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their names have no ending, but a beginning."""
    shown: list[str] = []

    def choose(_: QWidget, title: str, folder: str, kinds: str) -> tuple[str, str]:
        shown.append(kinds)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose)
    dialogs = DialogPrompts(window, window.localize, Preferences(None))
    monkeypatch.setattr(window.filing, "prompts", dialogs)
    do(window, "import")
    assert shown[0].endswith(" bd*)")
    assert " *.wxx " in shown[0]


def test_a_long_export_shows_its_progress_and_is_cancelled_without_a_file(
    window: MainWindow,
    editor: MapEditorTab,
    prompts: Scripted,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(map_: Map, path: Path, report: Report) -> list[Loss]:
        path.write_text("half")
        while True:
            report(0.5)
            sleep(0.001)

    monkeypatch.setattr("engine.interchange.wesnoth.write", endless)
    monkeypatch.setattr(window.jobs, "patience", 0.0)
    prompts.file = tmp_path / "a.map"
    do(window, "export-map")
    (job,) = window.jobs.running
    qtbot.wait_until(lambda: job.progress.share == 0.5)
    QTest.mouseClick(window.status.job_line.cancel, Qt.MouseButton.LeftButton)
    qtbot.wait_until(job.future.done)
    assert window.jobs.running == []
    assert list(tmp_path.glob("*.map")) == []
    assert prompts.told == []
