"""Plays a battle in the window of the program that is installed, by keys alone; says what was done.

Run by the Python of that installation, which has no tests: it knows nothing but the program.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

import studio
from studio import app
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import StartGameDialog
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab

MAX_ANSWERS, WANTED_TURN = 200, 2


def begin() -> None:
    """Take what the dialog of a new game offers, with dice that are always the same."""
    (dialog,) = (each for each in QApplication.topLevelWidgets()
                 if isinstance(each, StartGameDialog) and each.isVisible())  # fmt: skip
    dialog.seed.setValue(7)
    QTest.keyClick(dialog, Qt.Key.Key_Return)


application = app.start_qt_application()
window = app.open_window([Path(sys.argv[1])], safe_mode=True)
window.resize(1366, 740)
window.show()
QTest.qWaitForWindowExposed(window)
while not isinstance(window.active_tab, ScenarioTab):
    QTest.qWait(10)
window.playing.set_speed(PlaybackSpeed.SKIP)
QTimer.singleShot(300, begin)
QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_F5)
assert not any(isinstance(each, QDialog) and each.isVisible() for each in window.children())
game: Any = window.active_tab.guest
assert isinstance(game, GameOnTab)
answers, session = 0, game.play.session
while answers < MAX_ANSWERS and session.game.state.turn < WANTED_TURN:
    listed, number = window.playing.decision.list, session.answer_count
    while not (game.play.question or session.game.is_over):
        QTest.qWait(10)
    listed.setFocus()
    QTest.keyClick(listed, Qt.Key.Key_Home)
    QTest.keyClick(listed, Qt.Key.Key_Return)
    answers += session.answer_count > number
    QTest.qWait(10)
window.grab().save(sys.argv[2])
told = {"turn": session.game.state.turn, "answers": answers, "title": window.windowTitle(),
        "from": str(Path(studio.__file__).parent)}  # fmt: skip
sys.stdout.write(json.dumps(told) + "\n")
sys.stdout.flush()
os._exit(0)
