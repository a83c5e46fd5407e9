"""A game on a canvas with the panels that follow it, without a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from engine.session.session import Session
from studio.canvas.canvas import MapCanvas
from studio.parts.filing import Filing
from studio.parts.jobs import Jobs
from studio.parts.speech import Speech
from studio.playtest.board.map_board import MapBoard
from studio.playtest.board.play import Play
from studio.playtest.board.pointing import MapFinger
from studio.playtest.board.speed import Speed
from studio.playtest.panels.log_panel import LogPanel
from studio.playtest.panels.publishing import Publishing
from studio.playtest.panels.time_panel import TimePanel
from tests.studio.window.conftest import PATIENT, Scripted


class Watched(QWidget):
    """A session on a canvas, its log and its time line."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.say, self.asking = session, Speech("en"), Scripted()
        self.canvas = MapCanvas(self)
        self.canvas.resize(640, 420)
        self.canvas.show_map(session.scenario.map)
        self.board = MapBoard(session.scenario, self.canvas, self.say.language)
        self.play = Play(session, self.board, self.say)
        self.play.speed = Speed.SKIP
        self.finger = MapFinger(self.play, self.board)
        self.jobs = Jobs(self, self.say)
        self.jobs.patience = PATIENT
        self.filing = Filing(self.asking, self.say, None, self.jobs)
        self.log = LogPanel(self.say, Publishing(self.filing))
        self.time = TimePanel(self.say)
        for panel in (self.log, self.time):
            panel.setParent(self)
            panel.resize(500, 300)
            panel.show_play(self.play, self.finger)
        self.play.look_again()

    def settle(self) -> None:
        """Let everything happen that happens by itself."""
        for _ in range(1000):
            QApplication.processEvents()
            if not self.play.is_running and not self.play.is_moving:
                return

    def sentences(self) -> list[str]:
        """What the log shows."""
        return self.log.view.toPlainText().split("\n")


def written(file: Path) -> str:
    return file.read_text(encoding="utf-8")
