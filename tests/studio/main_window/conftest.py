"""A window that nobody sees, with answers given instead of dialogs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import BlankMapChoice, make_blank_map
from engine.editing.map_metadata_edits import Field
from engine.editing.sheet_transforms import Margins
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.tabletop.shapes import FOOT
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import LocalText
from studio.framework.prompts import PromptAnswer
from studio.framework.recovery_dialog import RecoveryChoice, RecoveryQuestion
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.previews.background_loading import background_loader
from studio.printing.game_print_dialog import GamePrintRequest
from studio.printing.map_print_dialog import MapPrintRequest
from studio.printing.picture_export import PictureExportRequest
from studio.printing.printing_questions import (
    GamePrintQuestion,
    MapPrintQuestion,
    PictureExportQuestion,
    TabletopPrintQuestion,
)
from studio.workspaces.map.dialogs.map_dialog_questions import (
    MapPropertiesQuestion,
    MapSizeQuestion,
    NewMapQuestion,
    PlaceNameQuestion,
    ReplaceTerrainQuestion,
    ZoneQuestion,
)
from studio.workspaces.map.dialogs.name_dialogs import PlaceNameText, ZoneNames
from studio.workspaces.map.dialogs.replace_terrain_dialog import ReplaceTerrainRequest
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from studio.workspaces.map.tabletop.tabletop_editor_provider import TabletopPropertiesQuestion
from studio.workspaces.map.terrain_import.import_setup import ImportedMap, ReimportedMap
from studio.workspaces.map.terrain_import.terrain_import_question import TerrainImportQuestion
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.play.start_game_question import StartGameQuestion
from studio.workspaces.umpire.umpire_controller import UmpiredGameQuestion
from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup
from tests.studio.main_window.window_loan import WindowFolders, WindowLender

PATIENT = 60.0  # seconds: what the window does is done when the next line looks at it


class Scripted:
    """Answers what the window asks; a question nobody expected fails the test."""

    def __init__(self) -> None:
        self.map: Map | None = make_blank_map(12, 10)
        self.open: list[Path] = []
        self.file: Path | None = None
        self.offered: Path | None = None
        self.answers: list[PromptAnswer] = []
        self.deeds: list[int | None] = []
        self.lines: list[str | None] = []
        self.templates: list[str] = []
        self.game_of_map = ""
        self.values: dict[Field, Any] | None = None
        self.margins: Margins | None = None
        self.begun_with: Margins | None = None
        self.zones: list[ZoneNames | None] = []
        self.places: list[LocalText | None] = []
        self.colours: list[str | None] = []
        self.confirmed: list[bool] = []
        self.replacing: ReplaceTerrainRequest | None = None
        self.order: MapPrintRequest | None = None
        self.game_printed: GamePrintRequest | None = None
        self.table_printed: GamePrintRequest | None = None
        self.picture: Path | None = None
        self.pictured: PictureExportRequest | None = None
        self.told: list[str] = []
        self.approves = True
        self.setup: GameSetup | None = None
        self.room_setup: UmpiredGameSetup | None = None
        self.chosen_one: int | None = 0
        self.table: TabletopMap | None = TabletopMap(8 * FOOT, 6 * FOOT)
        self.asked: list[str] = []
        self.ground: ImportedMap | None = None
        self.grounds_asked: list[ReimportedMap | None] = []

    def ask(self, question: Any) -> Any:
        """What a dialog of a room would give back."""
        match question:
            case NewMapQuestion(template):
                self.templates.append(template)
                return None if self.map is None else BlankMapChoice(self.map, self.game_of_map)
            case TerrainImportQuestion(again):
                return self.real_ground(again)
            case MapPropertiesQuestion():
                return self.values
            case MapSizeQuestion():
                self.begun_with = question.begin
                return self.margins
            case ZoneQuestion():
                return self.zones.pop(0)
            case ReplaceTerrainQuestion():
                return self.replacing
            case PlaceNameQuestion(was, hex_, look):
                self.asked.append(f"{was} @ {hex_}")
                name = self.places.pop(0)
                return None if name is None else PlaceNameText(name, look)
            case PictureExportQuestion():
                return self.pictured or PictureExportRequest(question.layers.look)
            case MapPrintQuestion():
                return self.order
            case GamePrintQuestion():
                return self.game_printed
            case TabletopPrintQuestion():
                return self.table_printed
            case TabletopPropertiesQuestion():
                return self.table
            case StartGameQuestion():
                return self.setup
            case UmpiredGameQuestion():
                return self.room_setup
            case RecoveryQuestion(found):
                answers = [self.answers.pop(0) for _ in found]
                return RecoveryChoice(
                    [
                        each
                        for each, said in zip(found, answers, strict=True)
                        if said is PromptAnswer.YES
                    ],
                    [
                        each
                        for each, said in zip(found, answers, strict=True)
                        if said is PromptAnswer.NO
                    ],
                )
        raise AssertionError(f"nobody expected {question}")

    def real_ground(self, again: ReimportedMap | None) -> ImportedMap | None:
        self.grounds_asked.append(again)
        return self.ground

    def colour(self, was: str, title: str) -> str | None:
        self.asked.append(title)
        return self.colours.pop(0)

    def confirm(self, words: str, yes: str) -> bool:
        self.asked.append(words)
        return self.confirmed.pop(0)

    def file_to_read(self, title: str, endings: Sequence[str], was: Path | None) -> Path | None:
        self.asked.append(title)
        return self.picture or self.file

    def pdf_file(self, was: Path) -> Path | None:
        self.offered = was
        return self.file

    def ask_files_to_open(self) -> list[Path]:
        return self.open

    def file_to_save(self, was: Path | None) -> Path | None:
        self.offered = was
        return self.file

    def picture_file(self, was: Path | None) -> Path | None:
        self.offered = was
        return self.file

    def page_file(self, was: str, endings: Sequence[str]) -> Path | None:
        self.asked.append(was)
        return self.file

    def ask_games_file(self, was: Path | None) -> Path | None:
        self.offered = was
        return self.file

    def map_file(self, was: Path | None) -> Path | None:
        self.asked.append(str(was))
        return self.file

    def scenario_file(self, words: str) -> Path | None:
        self.asked.append(words)
        return self.file

    def number(self, title: str, question: str, was: int, bounds: tuple[int, int]) -> int | None:
        self.asked.append(question)
        return was

    def folder(self, title: str) -> Path | None:
        self.asked.append(title)
        return self.file

    def line(self, title: str, question: str, was: str = "") -> str | None:
        self.asked.append(question)
        return self.lines.pop(0)

    def choose_index(self, title: str, question: str, words: list[str]) -> int | None:
        self.asked += words
        return self.chosen_one

    def question(self, words: str, yes: str, no: str) -> PromptAnswer:
        self.asked.append(words)
        return self.answers.pop(0)

    def choose_command(self, words: str, deeds: Sequence[str]) -> int | None:
        self.asked.append(words)
        return self.deeds.pop(0)

    def show_message(self, words: str) -> None:
        self.told.append(words)

    def report(self, title: str, words: str, report: str) -> None:
        self.told.append(report)

    def approve(self, title: str, words: str, report: str, deed: str) -> bool:
        self.told.append(report)
        return self.approves


_ANSWERS = Scripted()  # of the window that is lent, however often


@pytest.fixture
def prompts() -> Scripted:
    """Answers as they are before the first question."""
    _ANSWERS.__dict__ = Scripted().__dict__
    return _ANSWERS


@pytest.fixture
def make_window(
    qtbot: QtBot, tmp_path: Path, prompts: Scripted, window_lender: WindowLender
) -> Iterator[Callable[..., MainWindow]]:
    """Makes shown windows that share settings and journals; they are closed unsaved."""
    window_lender.make_way()
    made: list[MainWindow] = []

    def make(*, safe_mode: bool = False) -> MainWindow:
        settings = Preferences(None if safe_mode else tmp_path / "studio.ini")
        window = MainWindow(settings, prompts, tmp_path / "journals")
        window.jobs.patience = PATIENT
        made.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    yield make
    for window in made:
        close_unsaved(window, prompts)


def close_unsaved(window: MainWindow, prompts: Scripted) -> None:
    """Leave the game that is played, and close the window; nothing in it is saved."""
    prompts.answers = [PromptAnswer.NO]
    window.playing.stop()
    prompts.answers = [PromptAnswer.NO] * len(window.works)
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(
    qtbot: QtBot, window_lender: WindowLender, prompts: Scripted, tmp_path: Path
) -> Iterator[MainWindow]:
    """A window as it is after a start without settings; that of the test before, where it can be.

    A test of starting, of closing or of what is kept from start to start takes `make_window`.
    """
    folders = WindowFolders(tmp_path / "studio.ini", tmp_path / "journals")
    yield window_lender.lend(lambda: show_window(qtbot, folders, prompts), folders)
    window_lender.take_back()


def show_window(qtbot: QtBot, folders: WindowFolders, prompts: Scripted) -> MainWindow:
    """Show a window of its own, which has the keys."""
    window = MainWindow(Preferences(folders.settings), prompts, folders.journals)
    window.jobs.patience = PATIENT
    with qtbot.waitActive(window, timeout=round(1000 * PATIENT)):
        window.show()
        window.activateWindow()
    return window


@pytest.fixture
def editor(window: MainWindow) -> MapEditorTab:
    """A blank map of 12 × 10 hexes in the window, what previews need loaded."""
    background_loader().future.result()
    do(window, "new")
    return window.required_map_editor


def type_(window: MainWindow, key: Qt.Key, keys: Qt.KeyboardModifier | None = None) -> None:
    """Press a key where the focus is, and nothing else: no menu is opened, nothing refreshed."""
    focus = QApplication.focusWidget() or window.focusWidget()
    QTest.keyClick(focus, key, keys or Qt.KeyboardModifier.NoModifier)


def do(window: MainWindow, action: str) -> None:
    """Do what a menu entry does; it must be enabled."""
    window.bars.refresh()
    assert window.bars.actions[action].isEnabled(), action
    window.bars.actions[action].trigger()


def wait(is_so: Callable[[], object]) -> None:
    """Let the window go on until something is so."""
    until = time.monotonic() + PATIENT
    while not is_so():
        assert time.monotonic() < until
        QTest.qWait(5)


def choose_by_mouse(box: QComboBox, wanted: str) -> None:
    """Open a list with the mouse and click an entry."""
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    wait(box.view().isVisible)
    index = box.model().index(box.findData(wanted), 0)
    assert index.isValid(), wanted
    box.view().scrollTo(index)
    QTest.qWait(QApplication.doubleClickInterval() + 50)  # the list ignores one as quick as that
    spot = box.view().visualRect(index).center()
    QTest.mouseClick(box.view().viewport(), Qt.MouseButton.LeftButton, pos=spot)
    wait(lambda: not box.view().isVisible())


def at(
    editor: MapEditorTab, column: int, row: int, right: float = 0.0, down: float = 0.0
) -> QPoint:
    """A point of the canvas: the middle of a hex, or so many hex widths beside it."""
    x, y = editor.canvas.camera.centre(editor.document.map.grid.hex(column, row))
    width = editor.canvas.hex_width
    return QPoint(round(x + right * width), round(y + down * width))


def click(editor: MapEditorTab, point: QPoint, keys: Qt.KeyboardModifier | None = None) -> None:
    """Press and let go."""
    modifiers = keys or Qt.KeyboardModifier.NoModifier
    QTest.mouseMove(editor.canvas, point)
    QTest.mouseClick(editor.canvas, Qt.MouseButton.LeftButton, modifiers, point)


def press(editor: MapEditorTab, point: QPoint) -> None:
    QTest.mouseMove(editor.canvas, point)
    QTest.mousePress(editor.canvas, Qt.MouseButton.LeftButton, pos=point)


def release(editor: MapEditorTab, point: QPoint) -> None:
    QTest.mouseRelease(editor.canvas, Qt.MouseButton.LeftButton, pos=point)


def drag(editor: MapEditorTab, *points: QPoint) -> None:
    """Press at the first point, move through the others, let go at the last."""
    press(editor, points[0])
    for point in points[1:]:
        QTest.mouseMove(editor.canvas, point)
    release(editor, points[-1])


def draw_short_roads(editor: MapEditorTab) -> None:
    """Draw three roads that lead nowhere: each is told of at both its ends."""
    editor.toolbox.take(PaletteMaterial(MaterialFamily.LINK, "road"))
    for row in (2, 5, 8):
        drag(editor, at(editor, 2, row), at(editor, 3, row), at(editor, 4, row))


def hover(editor: MapEditorTab, column: int, row: int) -> Hex:
    """Move the pointer to the middle of a hex, and let what follows it come."""
    QTest.mouseMove(editor.canvas, at(editor, column, row))
    QCoreApplication.processEvents()
    return editor.document.map.grid.hex(column, row)


def ground(editor: MapEditorTab, column: int, row: int) -> str:
    map_ = editor.document.map
    return map_.ground_at(map_.grid.hex(column, row))
