"""A game on a canvas with the panels that follow it, without a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from engine.session.session import Session
from studio.canvas.map_canvas import MapCanvas
from studio.framework.background_jobs import BackgroundJobs
from studio.framework.file_operations import FileOperations
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.log_panel import GameReportExporter, LogPanel
from studio.workspaces.play.panels.timeline_panel import TimelinePanel
from tests.studio.main_window.conftest import PATIENT, Scripted


class Watched(QWidget):
    """A session on a canvas, its log and its time line."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.localize, self.prompts = session, Localizer("en"), Scripted()
        self.canvas = MapCanvas(self)
        self.canvas.resize(640, 420)
        self.canvas.show_map(session.scenario.map)
        self.board = MapGameView(session.scenario, self.canvas, self.localize.language)
        self.play = GameController(session, self.board, self.localize)
        self.play.speed = PlaybackSpeed.SKIP
        self.pointer = MapGamePointer(self.play, self.board)
        self.jobs = BackgroundJobs(self, self.localize)
        self.jobs.patience = PATIENT
        self.filing = FileOperations(self.prompts, self.localize, None, self.jobs)
        self.log = LogPanel(self.localize, GameReportExporter(self.filing))
        self.time = TimelinePanel(self.localize)
        for panel in (self.log, self.time):
            panel.setParent(self)
            panel.resize(500, 300)
            panel.show_play(self.play, self.pointer)
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
