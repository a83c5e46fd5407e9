"""The pictures of editing maps, decks and tables, and of umpiring."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest

from engine.play.players import Question, find_player
from engine.tabletop.shapes import FOOT, INCH, Point
from engine.umpire.seat_view import option_id
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.main_window.main_window import MainWindow
from studio.web.game_web_server import GameWebServer
from studio.workspaces.umpire.map_tab import UmpireMapTab
from tools.stage import SAMPLES, Stage, canvas_of, pictured, until

KNOLL = Point(8 * FOOT + 4 * INCH, 2 * FOOT)  # on The two farms
WATCHED_TURN = 4  # of the evening: both sides have met


@pictured
def studio(stage: Stage) -> QImage:
    """Woods are painted at a road, and what Mill Hill sees is shown while V is down."""
    window = stage.window("tank/maps/crossroads.map.yaml", size=(1440, 900))
    canvas = canvas_of(window)
    _press(window, "G")
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=_spot(window, 6, 9))
    _press(window, "M")
    QTest.mouseMove(canvas, _spot(window, 5, 5))
    QTest.keyPress(canvas, Qt.Key.Key_V)
    QTest.qWait(900)
    picture = stage.grab(window)
    QTest.keyRelease(canvas, Qt.Key.Key_V)
    return picture


@pictured
def decks(stage: Stage) -> QImage:
    """A deck with the form of its first card, and the card as it is printed."""
    window = stage.window("tank/decks/standard.deck.yaml", size=(1440, 880))
    return stage.grab(window)


@pictured
def table_editor(stage: Stage) -> QImage:
    """A hill of a table is selected; its numbers stand at the right."""
    window = stage.window("littlewars/tables/two-farms.table.yaml", size=(1366, 740))
    x, y = canvas_of(window).camera.screen(*KNOLL)
    QTest.mouseClick(canvas_of(window), Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    return stage.grab(window)


@pictured
def umpire(stage: Stage) -> QImage:
    """The whole map beside what Red sees, dice before they are laid, the cell they would hit."""
    with tempfile.TemporaryDirectory() as folder:
        room = evening(Path(folder), lambda room: bool(room.proposed), WATCHED_TURN)
        room.close()
        window = stage.window(size=(1440, 760))
        window.filing.open_file(room.record_path)
        until(lambda: isinstance(window.active_tab, UmpireMapTab))
        _press(window, "Shift+F2")
        window.console.docks.show_panel("room-tables")
        QTest.qWait(900)
        picture = stage.grab(window)
        window.hide()
    return picture


def _press(window: MainWindow, *keys: str) -> None:
    for key in keys:
        QTest.keySequence(canvas_of(window), QKeySequence(key))
        QTest.qWait(300)


def _spot(window: MainWindow, column: int, row: int) -> QPoint:
    canvas = canvas_of(window)
    x, y = canvas.camera.centre(canvas.camera.grid.hex(column, row))
    return QPoint(round(x), round(y))


SEED = 7
SEATS = PlayerSeat("anna", "red", "Anna"), PlayerSeat("carl", "blue", "Carl")


def evening(folder: Path, until: Callable[[UmpiredGame], bool], turn: int) -> UmpiredGame:
    """A room with its record in a folder, from a turn on as soon as something holds."""
    scenarios = folder / "primer" / "scenarios"
    shutil.copytree(SAMPLES / "primer", folder / "primer")
    scenario = scenarios / "three-cities.scenario.yaml"
    room = UmpiredGame.begin(scenario, scenarios / "evening.room", SEATS, SEED)
    while turn_of(room) < turn or not until(room):
        if room.can_proceed:
            room.proceed()
        else:
            write(room)
    return room


def turn_of(room: UmpiredGame) -> int:
    """The turn a room is in."""
    game: Any = room.session.game
    return int(game.rules.turn(game.state))


def write(room: UmpiredGame) -> None:
    """Have the side that is asked write its next order, or hand in what it wrote."""
    seat = next(each for each in SEATS if each.side == room.waits_for)
    trial = room.game_after_orders(seat.command)
    if trial.decision is None:
        room.deliver(seat.id)
        return
    answer = find_player("greedy", SEED).choose(Question(trial.game, trial.decision))
    room.draft(seat.id, option_id(answer), room.desk_number(seat.id))


BROWSERS = "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"
WRITING_TURN = 4
WRITTEN = 6  # of a memo, when the picture is taken
DRAWN = 2_500  # milliseconds until the map and the arrows are there
DESK: dict[str, Any] = {"viewport": {"width": 1120, "height": 680}, "locale": "en-GB"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 720},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "zh-CN",
    "color_scheme": "dark",
}


@pictured
def hosting_desk(stage: Stage) -> QImage:
    """A seat's page: what is seen, what was seen, orders as arrows."""
    return _page(DESK)


@pictured
def hosting_phone(stage: Stage) -> QImage:
    """The same game on a phone, in Chinese, in the dark."""
    return _page(PHONE)


def _page(screen: dict[str, Any]) -> QImage:
    """The page of Red's seat on a screen while a memo is written."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, BROWSERS)))
    with _hosted() as url, sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=sandbox)
        page = browser.new_context(**screen).new_page()
        page.goto(url)
        page.wait_for_selector("#desk:not([hidden])")
        page.wait_for_timeout(DRAWN)
        picture = QImage.fromData(page.screenshot())
        browser.close()
    return picture


@contextmanager
def _hosted() -> Iterator[str]:
    """The link of Red's seat in a game in which he is writing."""
    with tempfile.TemporaryDirectory() as folder:
        room = evening(Path(folder), _red_is_writing, WRITING_TURN)
        host = GameWebServer(room, port=0)
        host.start()
        try:
            yield next(link.url for link in host.links() if link.seat == SEATS[0].id)
        finally:
            host.stop()
            room.close()


def _red_is_writing(room: UmpiredGame) -> bool:
    """Return True once a part of Red's memo is written."""
    return (
        room.waits_for == SEATS[0].side
        and len(room.game_after_orders(SEATS[0].command).tried) >= WRITTEN
    )
