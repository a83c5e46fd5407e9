"""The clock that ends a move, and that goes on where a kept game stood (littlewars L3)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.games.littlewars.men_phase import MoveMen
from engine.play.time_limits import TimeLeft
from engine.session.session import Session
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.move_clock import MoveClock
from tests.games.littlewars.boards import laid, scenario
from tests.studio.workspaces.play.on_table import LEFT, OnTable


def clocked(qtbot: QtBot) -> tuple[OnTable, MoveClock, list[float]]:
    """A game of twenty men a side, a minute a move, in which time ends the move."""
    bodies = [
        laid("r", "red", "foot", 20, 10, 10, 40, 10), laid("b", "blue", "foot", 20, 40, 50, 10, 50),
    ]  # fmt: skip
    made = OnTable(scenario=scenario(bodies, rules={"clock": "end"}))
    qtbot.addWidget(made)
    clock, now = MoveClock(made.play), [0.0]
    qtbot.addWidget(clock)
    clock.now = lambda: now[0]
    return made, clock, now


def test_at_time_the_move_ends_where_it_stands(qtbot: QtBot) -> None:
    """littlewars L3.2: At "time" the move ends where it stands."""
    made, clock, now = clocked(qtbot)
    assert isinstance(made.session.game.decision, MoveMen)
    assert (made.session.game.state.active, clock.text()) == ("red", "▸ 1:00")
    assert "4 to 5 minutes" in clock.toolTip(), "L3.3"
    QTest.mouseClick(clock, LEFT)
    now[0] = 59.0
    clock.tick()
    assert made.session.game.state.active == "red"
    now[0] = 60.5
    clock.tick()
    QApplication.processEvents()
    assert made.session.game.state.active == "blue"
    assert clock.text() == "▸ 1:00", "the other side's clock stands until it says go"


def test_a_kept_game_has_the_time_that_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    made, clock, now = clocked(qtbot)
    QTest.mouseClick(clock, LEFT)
    now[0] = 20.0
    clock.tick()
    assert made.session.time_left == TimeLeft("red 1", 40_000)
    made.session.save(tmp_path / "a.session")
    again = Session.resume(tmp_path / "a.session", made.session.scenario)
    assert again.time_left == TimeLeft("red 1", 40_000)
    other = MoveClock(GameController(again, made.board, Localizer("en")))
    qtbot.addWidget(other)
    assert other.text() == "▸ 0:40"
    QCoreApplication.processEvents()
