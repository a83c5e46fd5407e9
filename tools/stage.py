"""Where pictures of the docs are taken: a window with samples, a game in it, a pointer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.files.scenario_reader import load
from engine.hexes.hex import Hex
from engine.play.forecast_blocks import OutcomeForecast, ResultChances
from engine.play.game import Game
from engine.play.players import Question, find_player
from engine.session.seats import Seat
from engine.session.session import Session
from studio import app
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase

ROOT = Path(__file__).parent.parent
PICTURES, SAMPLES = ROOT / "docs" / "pictures", ROOT / "samples"
A_WHILE = 600  # milliseconds in which a busy machine draws some part of a map
PATIENT = 20_000  # milliseconds until what is computed in the background must be there

Taken = Callable[["Stage"], QImage]
KNOWN: dict[str, Taken] = {}


def pictured(take: Taken) -> Taken:
    """A picture by the name of its function."""
    KNOWN[take.__name__.replace("_", "-")] = take
    return take


def canvas_of(window: MainWindow) -> Any:
    """Return the canvas of the map or the table in front."""
    tab: Any = window.active_tab
    return tab.canvas


def guest_of(window: MainWindow) -> Any:
    """Return the game that is played on the map or the table in front."""
    tab: Any = window.active_tab
    return tab.guest


class Stage:
    """A window to take pictures of."""

    def __init__(self) -> None:
        self.windows: list[MainWindow] = []

    def window(self, *files: str, size: tuple[int, int], language: str = "en") -> MainWindow:
        """A window with samples open in it."""
        window = app.open_window([SAMPLES / file for file in files], safe_mode=True)
        sys.excepthook = sys.__excepthook__  # nobody is there to read a message
        self.windows.append(window)
        window.localize.set_language(language)
        window.resize(*size)
        window.show()
        QTest.qWait(500)
        window.playing.set_speed(PlaybackSpeed.SKIP)
        return window

    def play(self, window: MainWindow, seed: int, until: Callable[[Game[Any]], bool]) -> Any:
        """The scenario in front, played by `greedy` until a question that is worth a picture."""
        tab = window.active_tab
        assert isinstance(tab, ScenarioTabBase)
        assert tab.document.path is not None
        scenario = load(tab.document.path)
        seats = dict.fromkeys((side.id for side in scenario.sides), Seat.PERSON)
        session = Session.begin(scenario, seats, seed)
        game, who = session.game, find_player("greedy", seed)
        while game.decision is not None and not until(game):
            session.answer_on(who.choose(Question(game, game.decision)))
        assert game.decision is not None, "the game ended without such a question"
        window.playing.play_session(tab, session)
        QTest.qWait(500)
        tab.canvas.fit()
        QTest.qWait(200)
        return guest_of(window).play

    def hover(self, window: MainWindow, hex_: Hex) -> None:
        """The pointer over a hex, until what that shows is there."""
        canvas = canvas_of(window)
        x, y = canvas.camera.centre(hex_)
        QTest.mouseMove(canvas, QPoint(round(x), round(y)))
        QTest.qWait(600)

    def point(self, window: MainWindow, place: int) -> None:
        """The pointer over an option of the list."""
        listed = window.playing.decision.list
        item = listed.item(place)
        listed.scrollToItem(item)
        QTest.mouseMove(listed.viewport(), listed.visualItemRect(item).center())
        QTest.qWait(600)

    def grab(self, window: MainWindow) -> QImage:
        """What the window shows."""
        QTest.qWait(300)
        return settled(window)


def foretold(game: Game[Any]) -> int | None:
    """The first option that has a forecast with chances."""
    assert game.decision is not None
    for place, option in enumerate(game.options):
        told = game.rules.forecast(game.state, game.decision, option)
        if isinstance(told, OutcomeForecast) and told.blocks_of_kind(ResultChances):
            return place
    return None


def until(is_there: Callable[[], bool]) -> None:
    """Wait for what is computed behind the window."""
    for _ in range(PATIENT // 100):
        if is_there():
            return
        QTest.qWait(100)


def settled(shown: QWidget) -> QImage:
    """What a widget shows as soon as it no longer changes: maps are drawn in parts."""
    before = shown.grab().toImage()
    for _ in range(PATIENT // A_WHILE):
        QTest.qWait(A_WHILE)
        now = shown.grab().toImage()
        if now == before:
            break
        before = now
    return before
