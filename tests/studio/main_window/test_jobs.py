"""Work that lasts goes on behind the window: saved, opened and drawn while the map is edited."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from engine.files import map_reader, map_writer
from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.documents import document as works
from studio.documents import document_loader
from studio.documents.map_document import MapDocument
from studio.framework import file_operations
from studio.framework.background_jobs import JobCancelled, JobProgress, Outcome
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.rendering.map import map_pictures
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.studio.main_window.conftest import Scripted, at, click, do, ground

NONE_HELD = Qt.KeyboardModifier.NoModifier


class Gate:
    """Holds work in its thread until it is let through."""

    def __init__(self) -> None:
        self.reached, self._open = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.reached.set()
        assert self._open.wait(30)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open()


@pytest.fixture
def saving(
    window: MainWindow, prompts: Scripted, tmp_path: Path, gate: Gate,
    monkeypatch: pytest.MonkeyPatch,
) -> MapEditorTab:  # fmt: skip
    """A map that was painted at (1, 1) and is being saved, held just before it is written."""
    do(window, "new")
    editor = window.required_map_editor
    click(editor, at(editor, 1, 1))
    window.jobs.patience = 0.0
    prompts.file = tmp_path / "a.map.yaml"
    write = map_writer.save

    def held(*arguments: Any) -> Any:
        gate()
        return write(*arguments)

    monkeypatch.setattr(map_writer, "save", held)
    do(window, "save")
    assert gate.reached.wait(30)
    return editor


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.jobs.running, timeout=30_000)


# --- saving ---------------------------------------------------------------------------------------


def test_a_map_is_painted_while_it_is_saved(
    window: MainWindow, saving: MapEditorTab, prompts: Scripted, gate: Gate, qtbot: QtBot
) -> None:
    assert window.status.job_line.isVisible()
    assert "a.map.yaml" in window.status.job_line.words.text()
    click(saving, at(saving, 4, 4))
    gate.open()
    settle(qtbot, window)
    assert prompts.file is not None
    written = map_reader.load(prompts.file)
    assert written.ground_at(written.grid.hex(1, 1)) == "woods"
    assert written.ground_at(written.grid.hex(4, 4)) == "open"
    assert ground(saving, 4, 4) == "woods"
    assert saving.document.is_dirty
    do(window, "undo")
    assert not saving.document.is_dirty
    assert not window.status.job_line.isVisible()


def test_saving_again_while_it_is_saved_saves_what_was_painted_since(
    window: MainWindow, saving: MapEditorTab, prompts: Scripted, gate: Gate, qtbot: QtBot
) -> None:
    click(saving, at(saving, 4, 4))
    do(window, "save")
    gate.open()
    settle(qtbot, window)
    assert prompts.file is not None
    written = map_reader.load(prompts.file)
    assert written.ground_at(written.grid.hex(4, 4)) == "woods"
    assert not saving.document.is_dirty


def test_a_save_is_always_finished(window: MainWindow, saving: MapEditorTab, gate: Gate) -> None:
    window.status.job_line.refresh()
    assert not window.status.job_line.cancel.isEnabled()
    do(window, "escape")
    assert len(window.jobs.running) == 1


def test_closing_waits_for_the_save(
    window: MainWindow, saving: MapEditorTab, prompts: Scripted, gate: Gate
) -> None:
    QTimer.singleShot(50, gate.open)
    assert window.close()
    assert prompts.asked == []
    assert prompts.file is not None
    assert map_reader.load(prompts.file).grid == Grid(12, 10)


def test_what_was_painted_during_the_save_is_asked_about_on_closing(
    window: MainWindow, saving: MapEditorTab, prompts: Scripted, gate: Gate
) -> None:
    click(saving, at(saving, 4, 4))
    prompts.answers = [PromptAnswer.YES]
    QTimer.singleShot(50, gate.open)
    do(window, "close")
    assert window.tabs.editors == []
    assert prompts.file is not None
    written = map_reader.load(prompts.file)
    assert written.ground_at(written.grid.hex(4, 4)) == "woods"


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_fills_up_behind_the_window_loses_nothing(
    window: MainWindow, saving: MapEditorTab, prompts: Scripted, gate: Gate, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    journal = saving.document.journal
    monkeypatch.setattr("os.fsync", full)
    gate.open()
    settle(qtbot, window)
    monkeypatch.undo()
    assert "No space left" in prompts.told[0]
    assert saving.document.is_dirty
    assert journal is not None
    assert saving.document.journal == journal
    assert prompts.file is not None
    assert not prompts.file.exists()
    assert list(prompts.file.parent.glob(".*.tmp")) == []
    do(window, "save")
    settle(qtbot, window)
    assert not saving.document.is_dirty


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to_keeps_all(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    do(window, "new")
    click(window.required_map_editor, at(window.required_map_editor, 1, 1))
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    prompts.file = folder / "a.map.yaml"
    do(window, "save")
    assert "not" in prompts.told[0]
    assert window.required_map_editor.document.is_dirty


def test_an_error_nobody_expected_ends_the_save_too(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    prompts.file = tmp_path / "a.map.yaml"

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(map_writer, "save", broken)
    with pytest.raises(ZeroDivisionError):
        window.filing.save(editor.document)
    monkeypatch.undo()
    do(window, "save")
    assert prompts.file.exists()


# --- opening --------------------------------------------------------------------------------------


@pytest.fixture
def opening(
    window: MainWindow, tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A map file that is being read."""
    file = tmp_path / "large.map.yaml"
    map_writer.save(Map.blank(Grid(30, 20)), file)
    read = document_loader.read_document_or_text

    def held(path: Path) -> Any:
        found = read(path)
        gate()
        return found

    monkeypatch.setattr(file_operations, "read_document_or_text", held)
    window.jobs.patience = 0.0
    window.filing.open_file(file)
    assert gate.reached.wait(30)
    return file


def test_a_large_map_opens_behind_the_window(
    window: MainWindow, opening: Path, gate: Gate, qtbot: QtBot
) -> None:
    assert window.tabs.editors == []
    assert window.status.job_line.isVisible()
    gate.open()
    settle(qtbot, window)
    assert window.required_map_editor.document.path == opening
    assert window.required_map_editor.document.thread() is window.thread()


def test_opening_is_given_up_by_its_button(
    window: MainWindow, opening: Path, gate: Gate, qtbot: QtBot
) -> None:
    QTest.mouseClick(window.status.job_line.cancel, Qt.MouseButton.LeftButton)
    assert not window.status.job_line.isVisible()
    gate.open()
    QTest.qWait(50)
    assert window.tabs.editors == []


def test_opening_is_given_up_by_escape(window: MainWindow, opening: Path) -> None:
    do(window, "escape")
    assert window.jobs.running == []


def test_a_window_that_closes_gives_up_what_it_opens(window: MainWindow, opening: Path) -> None:
    assert window.close()
    assert window.jobs.running == []


# --- drawing --------------------------------------------------------------------------------------


@pytest.fixture
def drawing(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path, gate: Gate,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:  # fmt: skip
    """A picture that is being drawn, held in its midst."""
    render = map_pictures.render_map

    def held(*arguments: Any, report: Callable[[float], None], **others: Any) -> Any:
        def slowly(share: float) -> None:
            report(share)
            if share > 0.3:
                gate()
                report(share)

        return render(*arguments, **{**others, "report": slowly})

    monkeypatch.setattr(map_pictures, "render_map", held)
    window.jobs.patience = 0.0
    prompts.file = tmp_path / "map.png"
    do(window, "export")
    assert gate.reached.wait(30)
    return prompts.file


def test_a_picture_is_drawn_behind_the_window(
    window: MainWindow, drawing: Path, gate: Gate, qtbot: QtBot
) -> None:
    window.status.job_line.refresh()
    assert 300 <= window.status.job_line.bar.value() < 600
    gate.open()
    settle(qtbot, window)
    assert drawing.stat().st_size > 1000


def test_a_picture_that_is_given_up_leaves_no_file(
    window: MainWindow, drawing: Path, gate: Gate, qtbot: QtBot
) -> None:
    do(window, "escape")
    assert window.jobs.running == []
    gate.open()
    QTest.qWait(100)
    assert not drawing.exists()
    assert list(drawing.parent.glob(".*.tmp")) == []


# --- jobs themselves ------------------------------------------------------------------------------


def test_what_is_short_is_over_at_once_and_nothing_flickers(window: MainWindow) -> None:
    changes: list[object] = []
    window.jobs.changed.connect(lambda: changes.append(window.status.job_line.isVisible()))
    taken: list[int] = []
    job = window.jobs.start("short", lambda _: 6 * 7, lambda found: taken.append(found()))
    assert taken == [42]
    assert job.is_over
    assert changes == []


def test_a_job_can_be_given_up_until_it_commits_itself() -> None:
    early, late = JobProgress(), JobProgress()
    assert early.cancel()
    with pytest.raises(JobCancelled):
        early.commit()
    late.commit()
    assert not late.cancel()
    late.report(1.0)


def press_cancel(dialog: QProgressDialog) -> None:
    dialog.findChildren(QPushButton)[0].click()


def press_escape(dialog: QProgressDialog) -> None:
    """As a dialog hears it that is not the active window yet, where shortcuts do nothing."""
    QApplication.sendEvent(dialog, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, NONE_HELD))


@pytest.mark.parametrize("give_up", [press_cancel, press_escape])
def test_waiting_for_a_job_shows_a_dialog_that_can_give_it_up(
    window: MainWindow, gate: Gate, give_up: Callable[[QProgressDialog], None]
) -> None:
    ends: list[str] = []

    def then(outcome: Outcome[None]) -> None:
        with pytest.raises(JobCancelled):
            outcome()
        ends.append("given up")

    window.jobs.patience = 0.0
    job = window.jobs.start("long", lambda _: gate(), then)

    def look() -> None:
        (dialog,) = window.findChildren(QProgressDialog)
        if dialog.isVisible():
            give_up(dialog)

    clock = QTimer(window, interval=20)
    clock.timeout.connect(look)
    clock.start()
    window.jobs.wait(job)
    clock.stop()
    assert ends == ["given up"]


def test_documents_are_saved_without_a_window_too(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = MapDocument.new(Map.blank(Grid(4, 3)))
    document.save(tmp_path / "a.map.yaml")
    assert isinstance(document, works.Document)
    assert document.path == tmp_path / "a.map.yaml"
    assert not document.is_saving
