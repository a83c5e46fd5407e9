"""Real dice in the window: a die that was entered wrongly is taken back from the next box."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.workspaces.play.opened import begin, opened

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A game of machines that waits for the first die on the table."""
    with opened(qtbot, tmp_path) as made:
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow)
        seats = {"red": Seat.RANDOM, "blue": Seat.RANDOM}
        begin(made, qtbot, CROSSROADS, GameSetup(seats, seed=5, by_hand=True))
        qtbot.waitUntil(lambda: made.playing.decision.dice.isVisible())
        yield made


def play(window: MainWindow) -> GameController:
    assert window.playing.play is not None
    return window.playing.play


def focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def lay(window: MainWindow, qtbot: QtBot) -> int:
    """Type a face and lay the die; how many answers there were."""
    session, box = play(window).session, window.playing.decision.dice.boxes[0]
    at = session.answer_count
    assert box.hasFocus()
    QTest.keyClick(box, Key.Key_3)
    QTest.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: session.answer_count > at and session.awaited_roll is not None)
    return at


def test_ctrl_z_in_the_next_box_takes_the_die_back(window: MainWindow, qtbot: QtBot) -> None:
    at = lay(window, qtbot)
    QTest.keyClick(focus(), Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: play(window).session.answer_count == at)
    assert play(window).session.awaited_roll is not None
    assert window.playing.decision.dice.boxes[0].text() == "–"


def test_ctrl_l_leads_to_the_dice_where_they_are_what_is_asked(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.playing.decision.list.setFocus()
    QTest.keyClick(focus(), Key.Key_L, CONTROL)
    assert window.playing.decision.dice.boxes[0].hasFocus()
    lay(window, qtbot)
