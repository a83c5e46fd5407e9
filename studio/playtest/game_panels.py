"""The panels that take the others' place round the map while a game is played."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from studio.panels.speech import Speech
from studio.playtest.curtain import Blind
from studio.playtest.decision_panel import DecisionPanel
from studio.playtest.play import Play
from studio.playtest.pointing import Finger
from studio.playtest.umpire_panel import UmpirePanel

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
WIDE = 340  # pixels a panel beside the map
PAINTING = "tools"  # the tool bar that nobody wants while he plays


class GamePanels:
    """Makes the panels, and brings them to a game; each is in a dock."""

    def __init__(self, window: QMainWindow, say: Speech, deeds: Iterable[QAction]) -> None:
        self._window, self._say = window, say
        self._before: QByteArray | None = None  # the docks as they were before the game
        self._usual = QByteArray()  # as they were in the last one
        self._blinds: list[Blind] = []
        self.docks: dict[str, QDockWidget] = {}
        self.decision = DecisionPanel(say)
        self.decision.add_actions(deeds)
        self._dock("decision", self.decision, RIGHT)
        self.umpire = UmpirePanel(say)
        self.umpire.form_opened.connect(self.show_umpire)
        self._dock("umpire", self.umpire, RIGHT)
        self.retranslate()

    def _dock(self, name: str, panel: QWidget, area: Qt.DockWidgetArea) -> None:
        dock = self.docks[name] = QDockWidget(self._window)
        dock.setObjectName(name)
        dock.setWidget(panel)
        if panel is not self.decision:  # which says itself no more than who is asked
            self._blinds.append(Blind(panel))
        self._window.addDockWidget(area, dock)
        dock.hide()

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        for name, dock in self.docks.items():
            dock.setWindowTitle(self._say(f"panel-{name}"))

    def show_umpire(self) -> None:
        """Open the umpire's panel."""
        self.docks["umpire"].show()
        self.docks["umpire"].raise_()

    def show_play(self, play: Play | None, finger: Finger | None) -> None:
        """Bring the panels to a game; without one the others are back where they were."""
        self.decision.show_play(play, finger)
        self.umpire.show_play(play, finger)
        if play is not None and self._before is None:
            self._before = self._window.saveState()
            self._show_docks()
        elif play is None and self._before is not None:
            self._usual = self._window.saveState()
            before, self._before = self._before, None
            self._window.restoreState(before)
            for dock in self.docks.values():
                dock.hide()

    def _show_docks(self) -> None:
        for bar in self._window.findChildren(QToolBar, PAINTING):
            bar.hide()
        own = list(self.docks.values())
        for dock in self._window.findChildren(QDockWidget):
            dock.setVisible(dock in own)
        if self._usual.isEmpty():
            self._window.resizeDocks(own, [WIDE] * len(own), Qt.Orientation.Horizontal)
        else:
            self._window.restoreState(self._usual)

    def cover(self, is_covered: bool) -> None:
        """Hide what the panels say while the screen goes from one person to another."""
        for blind in self._blinds:
            blind.let_down(is_covered)
