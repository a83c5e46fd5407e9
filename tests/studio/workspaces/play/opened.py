"""A window with games of samples, for tests that play by mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import PATIENT, Scripted


@contextmanager
def opened(qtbot: QtBot, folder: Path, size: tuple[int, int] = (1300, 850)) -> Iterator[MainWindow]:
    """A window whose games are kept in a folder; what is played in it ends with it."""
    made = MainWindow(Preferences(None), Scripted(), folder / "journals", folder / "games")
    made.jobs.patience = PATIENT
    made.resize(*size)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.playing.stop()
    assert made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def begin(window: MainWindow, qtbot: QtBot, file: Path, setup: GameSetup) -> None:
    """Open a scenario on a map and begin a game of it, without waiting for what is watched."""
    assert isinstance(window.prompts, Scripted)
    window.prompts.setup = setup
    window.filing.open_file(file)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
    window.playing.set_speed(PlaybackSpeed.SKIP)
    window.stage.play()
