"""A game between machines stops where a person wants it to, and can be stepped through."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.session.seats import Seat
from engine.session.session import Session
from engine.session.stop_conditions import StopCondition
from engine.texts import text
from studio.canvas.map_canvas import MapCanvas
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.game_view.recap_strip import RecapStrip
from tests.engine.session.sessions import crossroads

GREEDY = {"red": Seat.GREEDY, "blue": Seat.GREEDY}


class Watched:
    """A game between machines on a canvas of its own, with the strip below it."""

    def __init__(self, over: QWidget) -> None:
        self.session = Session.begin(crossroads(), GREEDY, 5)
        self.canvas, localize = MapCanvas(over), Localizer("en")
        QVBoxLayout(over).addWidget(self.canvas)
        self.canvas.show_map(self.session.scenario.map)
        self.board = MapGameView(self.session.scenario, self.canvas, "en")
        self.play = GameController(self.session, self.board, localize)
        self.play.speed = PlaybackSpeed.SKIP
        self.strip = RecapStrip(
            self.play, MapGamePointer(self.play, self.board), self.canvas, localize
        )

    def click(self, button: QWidget) -> None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def watched(qtbot: QtBot) -> Iterator[Watched]:
    over = QWidget()
    qtbot.addWidget(over)
    over.resize(600, 300)
    found = Watched(over)
    yield found
    found.play.end()


def test_a_run_of_machines_pauses_before_the_turn_ends_and_goes_on(
    watched: Watched, qtbot: QtBot
) -> None:
    play, session = watched.play, watched.session
    play.stops = frozenset({StopCondition.TURN})
    play.begin()
    qtbot.waitUntil(lambda: play.is_paused, timeout=20_000)
    assert play.stopped == {StopCondition.TURN}
    assert session.game.position().turn == 1
    assert session.can_redo, "the answer that ends the turn is kept"
    assert text("playtest.stopped-turn", "en") in watched.strip.accessibleName()
    watched.click(watched.strip.now)
    assert session.game.position().turn == 2
    assert not play.is_paused
    qtbot.waitUntil(lambda: play.is_paused, timeout=20_000)
    assert (set(play.stopped), session.game.position().turn) == ({StopCondition.TURN}, 2)


def test_a_run_of_machines_pauses_at_a_loss_and_is_stepped_through(
    watched: Watched, qtbot: QtBot
) -> None:
    play, strip = watched.play, watched.strip
    play.stops = frozenset({StopCondition.LOSS})
    play.begin()
    qtbot.waitUntil(lambda: play.is_paused, timeout=20_000)
    assert play.stopped == {StopCondition.LOSS}
    assert len(play.standing.lost) == 1
    now = play.standing
    watched.click(strip.on)
    assert (strip.place, play.is_recalling, play.may_answer) == (0, True, False)
    assert not play.standing.lost, "the board shows the first event"
    watched.click(strip.back)
    assert not play.is_recalling
    assert play.standing.pieces == now.pieces
    watched.click(strip.back)
    assert "is annihilated" in strip.words.toolTip()
    assert play.standing.pieces == now.pieces, "the last event is how things are"


def test_switches_of_the_strip_are_wanted_from_whoever_keeps_them(
    watched: Watched, qtbot: QtBot
) -> None:
    wanted: list[tuple[StopCondition, bool]] = []
    watched.play.stop_wanted.connect(lambda stop, is_on: wanted.append((stop, is_on)))
    watched.strip.menu.aboutToShow.emit()
    for action in watched.strip.menu.actions():
        action.trigger()
    assert wanted == [(stop, True) for stop in StopCondition]
