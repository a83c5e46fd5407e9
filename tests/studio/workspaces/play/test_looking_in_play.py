"""Previews while a game is played: by its position, over what can be done, and gone again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.hexes.hex import Hex
from engine.session.seats import Seat
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.previews.preview_overlays import SightLineOverlay
from studio.rendering.map.preview_tints import ReachOverlay, ViewshedOverlay
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require_type
from tests.studio.main_window.conftest import Scripted

V, L, R, H, Q = (getattr(Qt.Key, f"Key_{letter}") for letter in "VLRHQ")
SAMPLES = SHIPPED / "samples"
CROSSROADS = SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml"
ORCHARD = SAMPLES / "valor" / "scenarios" / "orchard-farm.scenario.yaml"

Opened = Callable[[Path], MainWindow]


@pytest.fixture
def begin(qtbot: QtBot, tmp_path: Path) -> Iterator[Opened]:
    """Plays a scenario, all sides by a person at this screen."""
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, tmp_path / "journals", tmp_path / "games")
    window.resize(1400, 900)
    window.show()
    qtbot.waitExposed(window)

    def begun(path: Path) -> MainWindow:
        window.filing.open_file(path)
        qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
        sides = [side.id for side in tab_of(window).scenario.sides]
        prompts.setup = GameSetup(dict.fromkeys(sides, Seat.PERSON), seed=5)
        window.playing.set_speed(PlaybackSpeed.SKIP)
        window.stage.play()
        preparing = window.lookout.preparing
        qtbot.waitUntil(lambda: preparing.has("movement"), timeout=60_000)
        return window

    yield begun
    window.playing.stop()
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def tab_of(window: MainWindow) -> ScenarioTab:
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    return tab


def point(window: MainWindow, hex_: Hex) -> None:
    """Move the mouse into a hex."""
    canvas = tab_of(window).canvas
    canvas.show_hex(hex_)
    x, y = canvas.camera.centre(hex_)
    QTest.mouseMove(canvas, QPoint(round(x) + 1, round(y) + 1))
    QTest.mouseMove(canvas, QPoint(round(x), round(y)))
    QCoreApplication.processEvents()


def press(window: MainWindow, key: Qt.Key) -> None:
    canvas = tab_of(window).canvas
    canvas.setFocus()
    QTest.keyClick(canvas, key)
    QCoreApplication.processEvents()


def hold(window: MainWindow, key: Qt.Key) -> None:
    """Press a key and keep it down."""
    canvas = tab_of(window).canvas
    canvas.setFocus()
    QTest.keyPress(canvas, key)
    QCoreApplication.processEvents()


def let_go(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyRelease(tab_of(window).canvas, key)
    QCoreApplication.processEvents()


def overlay(window: MainWindow) -> object:
    position = tab_of(window).canvas.position
    assert position is not None
    return position.overlay


def is_seen_from(window: MainWindow, here: Hex) -> bool:
    """Whether what is seen from a hex is shown while the pointer is in it."""
    point(window, here)  # anew: the map may have been fitted meanwhile
    shown = overlay(window)
    return isinstance(shown, ViewshedOverlay) and shown.origin == here


def test_what_a_hex_sees_is_shown_in_set_up_and_goes_again(begin: Opened, qtbot: QtBot) -> None:
    window = begin(CROSSROADS)
    grid = tab_of(window).map.grid
    before = overlay(window)
    for column in (4, 9):
        here = grid.hex(column, 6)
        point(window, here)
        if column == 4:
            hold(window, V)
        qtbot.waitUntil(partial(is_seen_from, window, here))
    press(window, Qt.Key.Key_Escape)
    assert overlay(window) == before
    assert tab_of(window).guest is not None, "it was the preview that was given up"


def test_a_preview_stays_while_the_game_goes_on(begin: Opened) -> None:
    window = begin(CROSSROADS)
    tab = tab_of(window)
    assert tab.guest is not None
    play = require_type(tab.guest, GameOnTab).play
    here = tab.map.grid.hex(4, 6)
    point(window, here)
    hold(window, V)
    assert play.question is not None
    play.choose(play.question.choices[0])
    QCoreApplication.processEvents()
    shown = overlay(window)
    assert isinstance(shown, ViewshedOverlay)
    let_go(window, V)
    assert not isinstance(overlay(window), ViewshedOverlay)


def test_the_line_runs_from_the_last_click_and_the_reach_is_that_of_who_stands_there(
    begin: Opened,
) -> None:
    window = begin(CROSSROADS)
    tab = tab_of(window)
    assert tab.guest is not None
    play = require_type(tab.guest, GameOnTab).play
    while not play.standing.pieces or play.session.game.rules.turn(play.session.game.state) < 1:
        assert play.question is not None
        play.choose(play.question.choices[0])
    enemies = [p for p in play.standing.pieces if p.side != play.session.asked and p.at is not None]
    at = enemies[0].at
    assert at is not None
    QTest.qWait(50)  # the panels have the sizes of a game by then
    point(window, at)
    hold(window, R)
    shown = overlay(window)
    assert isinstance(shown, ReachOverlay)
    assert shown.origin == at
    let_go(window, R)
    x, y = tab.canvas.camera.centre(at)
    QTest.mouseClick(tab.canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    hold(window, L)
    point(window, tab.map.grid.hex(12, 9))
    assert any(isinstance(mark, SightLineOverlay) for mark in tab.looking.marks)


def test_what_a_hex_costs_is_explained_in_play(begin: Opened) -> None:
    window = begin(CROSSROADS)
    point(window, tab_of(window).map.grid.hex(6, 6))
    QToolTip.hideText()
    press(window, Q)
    assert QToolTip.text()


def test_smoke_is_in_the_way_as_soon_as_it_lies(begin: Opened) -> None:
    window = begin(ORCHARD)
    tab = tab_of(window)
    assert tab.guest is not None
    play = require_type(tab.guest, GameOnTab).play
    here = tab.map.labels.find("G3")
    point(window, here)
    hold(window, V)
    first = overlay(window)
    assert isinstance(first, ViewshedOverlay)
    scout = tab.map_previews
    before = scout.rules.sight
    state = play.session.game.state
    smoky = type(state.smoke)({**state.smoke, tab.map.labels.find("H4"): 2})
    state.smoke = smoky
    state._seeing = None
    play.settled.emit()
    QCoreApplication.processEvents()
    assert scout.rules.sight is not before
    after = overlay(window)
    assert isinstance(after, ViewshedOverlay)


def test_previews_end_with_the_game(begin: Opened, qtbot: QtBot) -> None:
    window = begin(CROSSROADS)
    tab = tab_of(window)
    point(window, tab.map.grid.hex(4, 6))
    hold(window, V)
    press(window, H)
    qtbot.waitUntil(lambda: not tab.map_previews.heat.is_waiting, timeout=20_000)
    position = tab.canvas.position
    assert position is not None
    assert position.heat is not None
    window.playing.stop()
    QCoreApplication.processEvents()
    assert tab.looking.scout is None
    position = tab.canvas.position
    assert position is not None
    assert (position.overlay, position.heat) == (None, None)
