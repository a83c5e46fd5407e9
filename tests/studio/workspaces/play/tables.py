"""A game on a map with its banner and its list of options, without the rest of the window."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.session.session import Session
from studio.canvas.map_canvas import MapCanvas
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_on_map import GameOnMap
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.decision_panel import DecisionPanel

LEFT = Qt.MouseButton.LeftButton


class Table:
    """A game on a map with its banner and its list of options."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.whole, self.canvas, localize = QWidget(), MapCanvas(), Localizer("en")
        qtbot.addWidget(self.whole)
        row = QHBoxLayout(self.whole)
        row.addWidget(self.canvas, 1)
        self.whole.resize(900, 420)
        self.canvas.show_map(session.scenario.map)
        self.guest = GameOnMap(session, self.canvas, self.whole, localize)
        self.guest.play.speed = PlaybackSpeed.SKIP
        for signal, take in (
            (self.canvas.pressed, self.guest.press),
            (self.canvas.moved, self.guest.move),
            (self.canvas.hovered, self.guest.move),
            (self.canvas.released, self.guest.release),
        ):
            signal.connect(take)
        self.panel = DecisionPanel(localize)
        row.addWidget(self.panel)
        self.panel.show_play(self.guest.play, self.guest.pointer)
        self.guest.number_pressed.connect(self.panel.choose_number)
        self.whole.show()
        self.whole.activateWindow()
        qtbot.waitActive(self.whole)
        self.guest.begin()
        self.canvas.setFocus()
        self.settle()

    @property
    def session(self) -> Session:
        return self.guest.play.session

    def settle(self) -> None:
        for _ in range(30):
            QApplication.processEvents()
        while self.guest.play.orders.plan is not None and self.guest.play.may_answer:
            number = self.session.answer_count
            QTest.qWait(1)
            if self.session.answer_count == number:
                QTest.qWait(20)
                break

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.canvas, key)
        self.settle()

    def end(self) -> None:
        self.panel.show_play(None, None)
        self.guest.end()

    def click_hex(self, label: str) -> None:
        """Click the middle of a hex with the mouse."""
        x, y = self.canvas.camera.centre(self.session.scenario.map.labels.find(label))
        at = QPoint(round(x), round(y))
        QTest.mouseMove(self.canvas, at)
        QTest.mouseClick(self.canvas, LEFT, pos=at)
        self.settle()
