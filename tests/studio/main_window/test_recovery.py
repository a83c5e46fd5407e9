"""Work that a killed program left is recovered where it belongs, wherever the next one starts."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import make_blank_map
from engine.files import map_reader, map_writer, source_text
from engine.files.source_text import SAMPLES
from engine.hexes.grid import Grid
from studio.documents.document_loader import open_document, recover_document
from studio.documents.recovery_journal import RecoverableDocument, find_recoveries
from studio.framework.prompts import DialogPrompts, PromptAnswer
from studio.framework.recovery_dialog import RecoveryDialog
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.widgets.localization import Localizer
from tests.studio.main_window.conftest import Scripted, at, click, do, type_

CONTROL = Qt.KeyboardModifier.ControlModifier
Windows = Callable[..., MainWindow]


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders, each with a map of the same name."""
    made = tmp_path / "a", tmp_path / "b"
    for folder in made:
        folder.mkdir()
        map_writer.save(make_blank_map(12, 10), folder / "m.map.yaml")
    return made


def paint(window: MainWindow) -> None:
    click(window.required_map_editor, at(window.required_map_editor, 2, 3))


def is_painted(file: Path) -> bool:
    return map_reader.load(file).ground_at(Grid(12, 10).hex(2, 3)) == "woods"


def started_again(make_window: Windows, first: MainWindow, left: Path) -> MainWindow:
    """Another window that finds the journals as they would be, had the first been killed."""
    journals = [tab.document.journal for tab in first.works]
    for journal in journals:
        assert journal is not None
        shutil.copytree(journal, left / journal.name)
    second = make_window()
    second.filing.journals = left
    return second


def test_a_map_opened_by_a_short_name_is_saved_where_it_was(
    make_window: Windows,
    prompts: Scripted,
    folders: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = folders
    monkeypatch.chdir(here)
    first = make_window()
    first.filing.open_file(Path("m.map.yaml"))
    paint(first)
    second, others = started_again(make_window, first, tmp_path / "left"), there / "m.map.yaml"
    before = others.read_bytes()
    monkeypatch.chdir(there)
    prompts.answers = [PromptAnswer.YES]
    second.filing.offer_recovery()
    assert str(here) in prompts.asked[-1]
    type_(second, Qt.Key.Key_S, CONTROL)
    assert not second.required_map_editor.document.is_dirty
    assert is_painted(here / "m.map.yaml")
    assert others.read_bytes() == before


def test_a_map_saved_by_a_short_name_stays_there(
    make_window: Windows, prompts: Scripted, folders: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    here, there = folders
    monkeypatch.chdir(here)
    window, prompts.file = make_window(), Path("new.map.yaml")
    do(window, "new")
    type_(window, Qt.Key.Key_S, CONTROL)
    monkeypatch.chdir(there)
    paint(window)
    type_(window, Qt.Key.Key_S, CONTROL)
    assert is_painted(here / "new.map.yaml")
    assert not (there / "new.map.yaml").exists()


def test_every_kind_of_work_has_a_path_that_is_the_same_from_everywhere(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = [next(SAMPLES.rglob(f"*.{kind}.yaml")) for kind in ("map", "scenario", "deck", "table")]
    for file in files:
        work = open_document(Path(os.path.relpath(file)))
        assert work.path == source_text.resolve_links(file)
        work.close()


def test_what_an_earlier_version_left_of_a_file_in_an_unknown_folder_has_no_file(
    make_window: Windows, folders: tuple[Path, Path], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    first = make_window()
    first.filing.open_file(folders[0] / "m.map.yaml")
    paint(first)
    started_again(make_window, first, tmp_path / "left")
    (steps,) = (tmp_path / "left").glob("*/steps")
    head, rest = steps.read_bytes().split(b"\n", 1)
    line = json.dumps({**json.loads(head[9:]), "path": "m.map.yaml"}).encode()
    steps.write_bytes(b"%08x %b\n" % (zlib.crc32(line), line) + rest)
    monkeypatch.chdir(folders[1])
    (recovery,) = find_recoveries(tmp_path / "left")
    work = recover_document(recovery)
    assert work.path is None
    assert work.is_dirty


# --- several works --------------------------------------------------------------------------------


def test_several_works_are_offered_in_one_list_and_all_recovered(
    make_window: Windows,
    prompts: Scripted,
    folders: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = make_window()
    for folder in folders:
        first.filing.open_file(folder / "m.map.yaml")
        paint(first)
    do(first, "new")
    paint(first)
    second = started_again(make_window, first, tmp_path / "left")
    monkeypatch.setattr(
        prompts, "ask", DialogPrompts(second, second.localize, Preferences(None)).ask
    )
    seen: list[tuple[str, str]] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, RecoveryDialog)
        try:
            rows = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
            seen.extend((row.text(0), row.text(1)) for row in rows if row is not None)
            QTest.keyClick(dialog.list, Qt.Key.Key_Return)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, answer)
    second.filing.offer_recovery()
    unsaved = second.localize("unnamed"), second.localize("recover-no-folder")
    assert sorted(seen) == sorted([*(("m.map.yaml", str(each)) for each in folders), unsaved])
    assert len(second.works) == 3
    assert {tab.document.path for tab in second.works} == {
        None, *(folder / "m.map.yaml" for folder in folders)
    }  # fmt: skip
    assert all(tab.document.is_dirty for tab in second.works)
    assert find_recoveries(tmp_path / "left") == []


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> RecoveryDialog:
    """A list of three works."""
    found = [
        RecoverableDocument(tmp_path / name, tmp_path / name / "m.map.yaml", "", 10.0**9, 3)
        for name in "abc"
    ]
    made = RecoveryDialog(found, Localizer("en"))
    qtbot.addWidget(made)
    made.show()
    return made


def chosen(dialog: RecoveryDialog) -> tuple[str, str]:
    """The folders of what is recovered, and of what is discarded."""
    recovered, discarded = dialog.choice
    return "".join(each.folder.name for each in recovered), "".join(
        each.folder.name for each in discarded
    )


def press(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_one_of_several_is_recovered_and_the_rest_left(dialog: RecoveryDialog) -> None:
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    press(dialog.some)
    assert dialog.result() == RecoveryDialog.DialogCode.Accepted
    assert chosen(dialog) == ("b", "")


def test_what_is_struck_out_is_discarded_and_the_rest_recovered(dialog: RecoveryDialog) -> None:
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert not dialog.some.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    press(dialog.discard)
    press(dialog.discard)
    press(dialog.all)
    assert chosen(dialog) == ("bc", "a")


def test_all_may_be_discarded(dialog: RecoveryDialog) -> None:
    QTest.keyClick(dialog.list, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    press(dialog.all)
    assert chosen(dialog) == ("", "abc")


def test_later_leaves_everything(dialog: RecoveryDialog) -> None:
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.result() == RecoveryDialog.DialogCode.Rejected
