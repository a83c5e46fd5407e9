"""A studio that is killed at work: it does a job in its window, says how far it is, and goes on.

python -m tests.studio.main_window.dying JOB FILE FOLDER

Whatever it says stands on a line of its own; after `busy` it waits for its death.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from PySide6.QtWidgets import QApplication

from engine.files import file_writer
from engine.session.seats import Seat
from studio import app
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import PATIENT, Scripted, at, click, do, press
from tests.studio.workspaces.play.hands import Hand

ANSWERS = 5
ROW = 2  # along which it paints woods, hex by hex
SEED = 8


def main(job: str, file: Path, folder: Path) -> None:
    """Open a file in a window and do a job."""
    app.start_qt_application()
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, folder / "journals", folder / "games")
    window.jobs.patience = PATIENT
    window.show()
    window.filing.open_file(file)
    assert window.map_tab is not None
    while not window.map_tab.canvas.is_settled:
        QApplication.processEvents()
    JOBS[job](window)
    _wait_for_death()


def _stroke(window: MainWindow) -> None:
    """Two finished strokes, and a third one under way."""
    editor = window.required_map_editor
    for column in range(2):
        click(editor, at(editor, column, ROW))
    press(editor, at(editor, 2, ROW))
    assert editor.document.is_stroking


def _writing(window: MainWindow) -> None:
    """A save whose file is written and not yet in its place, and a stroke made meanwhile."""
    fsync = os.fsync

    def put(hang: Callable[[], None]) -> None:
        def hanging(file: int) -> None:
            hang()
            fsync(file)

        os.fsync = hanging  # type: ignore[assignment]  # it is called with a number alone

    _save_until(window, put)


def _renamed(window: MainWindow) -> None:
    """A save that has put its file into its place and not yet said so, and a stroke meanwhile."""
    _save_until(window, lambda hang: setattr(file_writer, "_flush_folder", lambda _: hang()))


def _save_until(window: MainWindow, put: Callable[[Callable[[], None]], None]) -> None:
    editor, reached = window.required_map_editor, threading.Event()
    click(editor, at(editor, 0, ROW))

    def hang() -> None:
        if threading.current_thread() is not threading.main_thread():
            reached.set()
            time.sleep(60)

    put(hang)
    window.jobs.patience = 0.0
    do(window, "save")
    assert reached.wait(PATIENT)
    click(editor, at(editor, 1, ROW))


def _saving(window: MainWindow) -> None:
    """Strokes and saves without end, as fast as they go; says how many strokes are finished."""
    editor = window.required_map_editor
    window.jobs.patience = 0.0
    for column in range(editor.document.map.grid.columns):
        click(editor, at(editor, column, ROW))
        _say(str(column + 1))
        do(window, "save")
        QApplication.processEvents()


def _game(window: MainWindow) -> None:
    """Some answers of a game; what the last one led to is still being shown."""
    prompts = window.prompts
    assert isinstance(prompts, Scripted)
    assert isinstance(window.active_tab, ScenarioTab)
    prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED)
    window.stage.play()
    hand = Hand(window, Random(SEED))
    for _ in range(ANSWERS):
        hand.play.skip()
        hand.give_an_answer()
    _say(json.dumps([repr(answer) for answer in hand.play.session.game.answers]))


def _scenario(window: MainWindow) -> None:
    """Two edits of a scenario."""
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    for title in ("Once", "Twice"):
        tab.document.apply(replace(tab.document.scenario, title={"en": title}), "Rename")


JOBS: dict[str, Callable[[MainWindow], None]] = {
    "stroke": _stroke,
    "writing": _writing,
    "renamed": _renamed,
    "saving": _saving,
    "game": _game,
    "scenario": _scenario,
}


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _wait_for_death() -> None:
    _say("busy")
    time.sleep(60)


def woods(editor: MapEditorTab) -> list[bool]:
    """Along the row that is painted, hex by hex, whether there are woods."""
    map_ = editor.document.map
    hexes = (map_.grid.hex(column, ROW) for column in range(map_.grid.columns))
    return [map_.ground_at(hex_) == "woods" for hex_ in hexes]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
