"""Files in the window: opened, saved, lost and found again, and what the window remembers."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from engine.checks.check import check
from engine.editing.blank_maps import make_blank_map
from engine.editing.map_metadata_edits import SetField
from engine.files import map_reader, scenario_reader, source_text
from engine.files.source_text import SHIPPED, SaveError
from engine.hexes.labels import KmSquare
from engine.texts import text
from studio.app import UnhandledErrorReporter
from studio.documents.map_document import MapDocument
from studio.documents.recovery_journal import find_recoveries
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.file_operations import file_name, underlay_path
from studio.framework.prompts import DialogPrompts, PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.main_window.start_page import MAPS
from studio.workspaces.map.dialogs.new_map_dialog import NewMapDialog
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.panels.order_of_battle_forms import AddUnitsForm
from tests.studio.main_window.conftest import Scripted, at, click, do, ground, press, type_

SAMPLE = SHIPPED / "samples" / "tank" / "maps" / "crossroads.map.yaml"


def saved(window: MainWindow, prompts: Scripted, file: Path) -> MapEditorTab:
    """A new map, painted once and saved."""
    do(window, "new")
    click(window.required_map_editor, at(window.required_map_editor, 1, 1))
    prompts.file = file
    do(window, "save")
    return window.required_map_editor


def test_names_of_files_are_offered_from_titles() -> None:
    assert file_name("Mill & Farm") == "mill-farm"
    assert file_name("磨坊 2") == "磨坊-2"
    assert underlay_path(Path("a/mill.map.yaml")) == Path("a/mill.png")
    assert underlay_path(Path("a/mill.yaml")) == Path("a/mill.png")


def test_the_first_page_opens_a_sample(window: MainWindow) -> None:
    assert window.middle.currentWidget() is window.middle.first_page
    window.welcome.choose_filter(MAPS)
    window.welcome.buttons[str(SAMPLE)].click()
    assert window.required_map_editor.document.path == SAMPLE
    assert not window.required_map_editor.document.is_dirty


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("hill", "hill.map.yaml"),
        ("hill 1.5", "hill 1.5.map.yaml"),
        ("St.Lo", "St.Lo.map.yaml"),
        ("hill.map.yaml", "hill.map.yaml"),
        ("HILL.MAP.YAML", "HILL.MAP.YAML"),
        ("hill.yml", "hill.yml"),
        ("hill.scenario.yaml", "hill.map.yaml"),
    ],
)
def test_a_map_is_saved_under_a_name_by_which_it_is_found_again(
    make_window: Callable[..., MainWindow],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    written: str,
) -> None:
    window = make_window()
    do(window, "new")
    window.filing.prompts = DialogPrompts(window, window.localize, window.preferences)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / typed), ""))
    QTest.keyClick(
        window.required_map_editor.canvas, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier
    )
    assert window.required_map_editor.document.path == tmp_path / written
    assert (tmp_path / written).exists()


def test_a_pdf_and_a_picture_have_their_ending_behind_a_number_with_a_point(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = str(tmp_path / "hill 1.5"), ""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: typed)
    dialogs = DialogPrompts(window, window.localize, window.preferences)
    assert dialogs.pdf_file(tmp_path) == tmp_path / "hill 1.5.pdf"
    assert dialogs.picture_file(None) == tmp_path / "hill 1.5.png"


def test_a_file_that_is_open_in_another_tab_is_not_written_over(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.map.yaml", tmp_path / "second.map.yaml"
    saved(window, prompts, first)
    editor = saved(window, prompts, second)
    before = first.read_bytes()
    click(editor, at(editor, 3, 3))
    prompts.file = first
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(editor.canvas, Qt.Key.Key_S, both)
    assert "first.map.yaml is open in another tab" in prompts.told[-1]
    assert first.read_bytes() == before
    assert (editor.document.path, editor.document.is_dirty) == (second, True)
    prompts.file = second  # its own is written as ever
    QTest.keyClick(editor.canvas, Qt.Key.Key_S, both)
    assert not editor.document.is_dirty


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_file_that_is_open_comes_to_the_front_by_whatever_way_it_is_found(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "maps")
    editor = saved(window, prompts, tmp_path / "maps" / "mill.map.yaml")
    do(window, "new")
    window.filing.open_file(tmp_path / "link" / "mill.map.yaml")
    assert window.active_tab is editor
    assert len(window.works) == 2


def retitled(window: MainWindow, title: str) -> None:
    """A step in the work in front."""
    assert window.active_tab is not None
    match window.active_tab.document:
        case ScenarioDocument() as document:
            document.apply(replace(document.scenario, title=title), "title")
        case MapDocument() as document:
            document.apply(SetField("title", title), "title")


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Samples of a program that lies where its user may write."""
    folder = tmp_path / "program" / "samples"
    shutil.copytree(source_text.SAMPLES / "tank", folder / "tank")
    monkeypatch.setattr(source_text, "SAMPLES", folder)
    return folder


@pytest.mark.parametrize("name", ["maps/crossroads.map.yaml", "scenarios/crossroads.scenario.yaml"])
def test_a_sample_stays_as_it_is_when_what_was_made_of_it_is_saved(
    window: MainWindow, prompts: Scripted, shipped: Path, tmp_path: Path, name: str
) -> None:
    sample = shipped / "tank" / name
    was = sample.read_bytes()
    window.filing.open_file(sample)
    assert window.active_tab is not None
    retitled(window, "mine")
    prompts.file = None
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert prompts.offered == Path(sample.name)
    assert window.active_tab.document.is_dirty
    prompts.file = mine = tmp_path / sample.name
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert (window.active_tab.document.path, window.active_tab.document.is_dirty) == (mine, False)
    prompts.file = None
    retitled(window, "mine too")
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert "mine too" in mine.read_text(encoding="utf-8")
    assert sample.read_bytes() == was
    if mine.name.endswith(".scenario.yaml"):
        assert scenario_reader.load(mine).map.title == scenario_reader.load(sample).map.title


def test_a_file_is_opened_once(window: MainWindow, prompts: Scripted) -> None:
    prompts.open = [SAMPLE, SAMPLE]
    do(window, "open")
    assert len(window.tabs.editors) == 1


def test_a_dropped_file_is_opened(window: MainWindow) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(SAMPLE))])
    window.dropEvent(
        QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            dropped,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    assert window.required_map_editor.document.path == SAMPLE


def test_what_keeps_a_file_from_opening_is_told(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    (tmp_path / "a.map.yaml").write_text("title: says nothing of its kind\n")
    window.filing.open_file(tmp_path / "a.map.yaml")
    assert "a.map.yaml:1:" in prompts.told[0]
    assert window.tabs.editors == []


def test_a_disk_that_is_full_loses_nothing(
    window: MainWindow, prompts: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = saved(window, prompts, tmp_path / "a.map.yaml")
    before = (tmp_path / "a.map.yaml").read_bytes()
    click(editor, at(editor, 4, 4))

    def full(path: Path, content: str | bytes) -> None:
        raise SaveError("no space left")

    monkeypatch.setattr(source_text, "write", full)
    do(window, "save")
    assert "no space left" in prompts.told[0]
    assert editor.document.is_dirty
    assert ground(editor, 4, 4) == "woods"
    assert (tmp_path / "a.map.yaml").read_bytes() == before
    monkeypatch.undo()
    do(window, "save")
    assert not editor.document.is_dirty


def test_a_write_protected_file_is_not_replaced_and_nothing_is_lost(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    file = tmp_path / "a.map.yaml"
    editor = saved(window, prompts, file)
    before = file.read_bytes()
    click(editor, at(editor, 4, 4))
    file.chmod(0o444)
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert str(text("problems.write-protected", None, file=file)) in prompts.told[0]
    assert file.read_bytes() == before
    assert editor.document.is_dirty
    file.chmod(0o644)
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert not editor.document.is_dirty


def test_a_map_goes_back_to_its_file_and_forth_again(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    editor = saved(window, prompts, tmp_path / "a.map.yaml")
    click(editor, at(editor, 4, 4))
    do(window, "revert")
    assert ground(editor, 4, 4) == "open"
    do(window, "undo")
    assert ground(editor, 4, 4) == "woods"


def test_a_change_by_others_is_noticed_and_taken(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    editor = saved(window, prompts, tmp_path / "a.map.yaml")
    file = tmp_path / "a.map.yaml"
    file.write_text(file.read_text("utf-8").replace("hex_metres: 50", "hex_metres: 75"), "utf-8")
    prompts.answers = [PromptAnswer.YES]
    window.look_at_disk()
    assert editor.document.map.hex_metres == 75


def test_saving_over_a_change_by_others_is_asked_about(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    editor = saved(window, prompts, tmp_path / "a.map.yaml")
    click(editor, at(editor, 4, 4))
    (tmp_path / "a.map.yaml").write_text("somebody else's\n")
    prompts.deeds = [2]
    do(window, "save")
    assert not editor.document.is_dirty


def test_a_change_by_others_that_keeps_size_and_time_is_asked_about(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    editor = saved(window, prompts, tmp_path / "a.map.yaml")
    click(editor, at(editor, 4, 4))
    file = tmp_path / "a.map.yaml"
    facts, theirs = file.stat(), file.read_bytes().replace(b"hex_metres: 50", b"hex_metres: 75")
    file.write_bytes(theirs)
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    prompts.deeds = [None]
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert prompts.deeds == [], "nobody was asked"
    assert file.read_bytes() == theirs
    assert editor.document.is_dirty
    prompts.deeds = [2]
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert map_reader.load(file).hex_metres == 50
    assert not editor.document.is_dirty


def test_a_scenario_on_a_new_map_is_not_told_that_its_map_has_changed(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    dialog = NewMapDialog(window.localize, parent=window)
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.result() == NewMapDialog.DialogCode.Accepted
    prompts.map = dialog.map()
    assert isinstance(prompts.map.label_style, KmSquare)
    do(window, "new")
    prompts.file = tmp_path / "new.map.yaml"
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    do(window, "new-scenario")
    prompts.file = tmp_path / "new.scenario.yaml"
    type_(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    codes = [problem.code for problem in check(tmp_path / "new.scenario.yaml")]
    assert "map-changed" not in codes


def test_a_change_by_others_is_kept_by_saving_under_another_name(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    editor = saved(window, prompts, tmp_path / "a.map.yaml")
    click(editor, at(editor, 4, 4))
    (tmp_path / "a.map.yaml").write_text("somebody else's\n")
    prompts.deeds, prompts.file = [0], tmp_path / "b.map.yaml"
    do(window, "save")
    assert not editor.document.is_dirty
    assert editor.document.path == tmp_path / "b.map.yaml"
    assert (tmp_path / "a.map.yaml").read_text() == "somebody else's\n"


def test_closing_a_dirty_map_can_save_it(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    do(window, "new")
    click(window.required_map_editor, at(window.required_map_editor, 1, 1))
    prompts.answers, prompts.file = [PromptAnswer.YES], tmp_path / "a.map.yaml"
    do(window, "close")
    assert prompts.file.exists()
    assert window.tabs.editors == []
    assert window.middle.currentWidget() is window.middle.first_page


def test_a_window_with_a_dirty_map_stays_when_its_user_thinks_better(
    window: MainWindow, prompts: Scripted
) -> None:
    do(window, "new")
    click(window.required_map_editor, at(window.required_map_editor, 1, 1))
    prompts.answers = [PromptAnswer.CANCEL]
    assert not window.close()
    assert len(window.tabs.editors) == 1


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_picture_is_exported(
    window: MainWindow, prompts: Scripted, tmp_path: Path, ending: str
) -> None:
    do(window, "new")
    prompts.file = tmp_path / f"map.{ending}"
    do(window, "export")
    assert prompts.file.stat().st_size > 1000


def test_a_picture_of_an_unknown_kind_is_refused(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    do(window, "new")
    prompts.file = tmp_path / "map.bmp"
    do(window, "export")
    assert ".png, .svg or .pdf" in prompts.told[0]


def test_work_left_by_a_killed_program_is_offered_and_recovered(
    make_window: Callable[..., MainWindow], prompts: Scripted, tmp_path: Path
) -> None:
    first = make_window()
    do(first, "new")
    click(first.required_map_editor, at(first.required_map_editor, 2, 3))
    journal = first.required_map_editor.document.journal
    assert journal is not None
    left = tmp_path / "left" / journal.name
    left.parent.mkdir()
    left.mkdir()
    for file in journal.iterdir():
        (left / file.name).write_bytes(file.read_bytes())
    second = make_window()
    second.filing.journals = left.parent
    prompts.answers = [PromptAnswer.YES]
    second.filing.offer_recovery()
    assert ground(second.required_map_editor, 2, 3) == "woods"
    assert second.required_map_editor.document.is_dirty
    assert all(recovery.folder != left for recovery in find_recoveries(left.parent))


def test_the_window_remembers_language_theme_and_files(
    make_window: Callable[..., MainWindow], prompts: Scripted, tmp_path: Path
) -> None:
    first = make_window()
    saved(first, prompts, tmp_path / "a.map.yaml")
    do(first, "language-zh")
    do(first, "theme-dark")
    first.layouts.reveal(first.docks.sections["history"])
    first.docks.sections["palette"].set_open(False)
    assert first.close()
    second = make_window()
    assert second.localize.language == "zh"
    assert second.looks.theme == "dark"
    assert [action.text() for action in second.bars.recent.actions()] == [
        str((tmp_path / "a.map.yaml").resolve())
    ]
    saved(second, prompts, tmp_path / "b.map.yaml")
    assert second.docks.sections["history"].is_open
    assert not second.docks.sections["palette"].is_open


def test_safe_mode_neither_reads_nor_keeps_settings(
    make_window: Callable[..., MainWindow],
) -> None:
    first = make_window()
    do(first, "theme-dark")
    safe = make_window(safe_mode=True)
    assert safe.looks.theme == "system"
    do(safe, "theme-light")
    assert make_window().looks.theme == "dark"


def test_the_dialog_of_a_new_map_makes_what_it_says(window: MainWindow) -> None:
    dialog = NewMapDialog(window.localize, parent=window)
    dialog.columns.setValue(9)
    dialog.rows.setValue(7)
    dialog.orientation.setCurrentIndex(1)
    dialog.labels.style_box.setCurrentIndex(1)
    dialog.title.setText("Ridge")
    map_ = dialog.map()
    assert (map_.grid.columns, map_.grid.rows, map_.grid.orientation) == (9, 7, "flat")
    assert map_.labels.label(map_.grid.hex(1, 2)) == "B3"
    assert map_.title == "Ridge"


def test_an_error_nobody_expected_is_written_down_and_names_the_journal(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    do(window, "new")
    click(window.required_map_editor, at(window.required_map_editor, 2, 3))
    error = RuntimeError("a bug")
    UnhandledErrorReporter(window, tmp_path)(RuntimeError, error, None)
    assert "a bug" in (tmp_path / "crash.txt").read_text("utf-8")
    assert str(window.required_map_editor.document.journal) in prompts.told[0]


def test_a_stroke_under_way_is_saved_with_the_map(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    do(window, "new")
    prompts.file = tmp_path / "a.map.yaml"
    press(window.required_map_editor, at(window.required_map_editor, 2, 2))
    QTest.keyClick(
        window.required_map_editor.canvas, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier
    )
    assert not window.required_map_editor.document.is_dirty
    assert "w" in prompts.file.read_text("utf-8").split("ground")[1]


def test_a_scenario_is_begun_on_the_map_in_front_and_saved_beside_it(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    saved(window, prompts, tmp_path / "a.map.yaml")
    do(window, "new-scenario")
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    assert [side.id for side in tab.document.scenario.sides] == ["red", "blue"]
    assert tab.document.is_dirty, "it has no file yet"
    prompts.file = tmp_path / "a.scenario.yaml"
    do(window, "save")
    assert scenario_reader.load(tmp_path / "a.scenario.yaml").ground_path == "a.map.yaml"
    assert not tab.document.is_dirty


def test_sides_raised_by_enter_alone_stand_in_corners_of_their_own(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    """Were they in one hex, close combat there would be the whole battle."""
    saved(window, prompts, tmp_path / "a.map.yaml")
    do(window, "new-scenario")
    do(window, "units-add")
    tab, form = window.active_tab, window.findChild(AddUnitsForm)
    assert isinstance(tab, ScenarioTab)
    assert form is not None
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down):
        QTest.keyClick(form.side, key)
        for _ in range(2):
            QTest.keyClick(form.count, Qt.Key.Key_Return)
    scenario = tab.document.scenario
    assert [unit.side for unit in scenario.units] == ["red", "red", "blue", "blue"]
    grid = scenario.map.grid
    corner, opposite = grid.hex(0, 0), grid.hex(grid.columns - 1, grid.rows - 1)
    assert [unit.at for unit in scenario.units] == [corner, corner, opposite, opposite]


@pytest.mark.parametrize(("template", "game"), [("primer", "primer"), ("", "tank")])
def test_a_scenario_on_a_map_from_a_games_template_is_of_that_game(
    window: MainWindow, prompts: Scripted, tmp_path: Path, template: str, game: str
) -> None:
    prompts.map, prompts.game_of_map = make_blank_map(4, 4), template
    do(window, "new")
    prompts.file = tmp_path / "new.map.yaml"
    do(window, "new-scenario")
    assert isinstance(window.active_tab, ScenarioTab)
    assert window.active_tab.document.scenario.game == game
    assert window.lookout.outlook.game == game


def test_no_panel_makes_the_window_outgrow_a_small_screen(window: MainWindow) -> None:
    window.resize(1280, 720)
    for file in (SAMPLE, SAMPLE.parent.parent / "scenarios" / "crossroads.scenario.yaml"):
        window.filing.open_file(file)
        QTest.qWait(50)
        assert window.width() == 1280
        assert window.height() < 740, "the line at the foot may need a little"
