"""The pictures of editing maps, decks and tables, and of umpiring."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest

from engine.tabletop.shapes import FOOT, INCH, Point
from studio.main_window.main_window import MainWindow
from studio.workspaces.umpire.map_tab import UmpireMapTab
from tools.evening import evening
from tools.stage import Stage, canvas_of, pictured, until

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
    x, y = canvas_of(window).camera.screen_point(*KNOLL)
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
