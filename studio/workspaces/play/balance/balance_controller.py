"""The windows in which many games are played: one for each scenario that is open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from studio.framework.document_tab import DocumentTab
from studio.framework.file_operations import FileOperations
from studio.framework.prompts import DialogMemory
from studio.workspaces.play.play_controller import PlayController
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase

if TYPE_CHECKING:  # loaded when the first is opened, so the studio opens sooner
    from engine.balance.series import GameRecord, Series
    from studio.workspaces.play.balance.balance_window import BalanceWindow


class BalanceController(QObject):
    """Opens these windows, and closes each with its scenario's tab."""

    front_wanted = Signal(object)  # DocumentTab: a game is to be seen there

    def __init__(
        self, filing: FileOperations, playing: PlayController, memory: DialogMemory
    ) -> None:
        super().__init__(playing)
        self._filing, self._playing, self._memory = filing, playing, memory
        self.windows: dict[DocumentTab, BalanceWindow] = {}
        self._aside: set[ScenarioTabBase] = set()  # windows hidden while a game is watched
        playing.changed.connect(self._come_back)

    def open(self, tab: ScenarioTabBase) -> BalanceWindow:
        """Bring the window of a scenario to the front."""
        if tab not in self.windows:
            from studio.workspaces.play.balance.balance_window import BalanceWindow

            made = BalanceWindow(tab, self._filing, self._memory)
            made.watched.connect(partial(self._watch, tab))
            self.windows[tab] = made
        window = self.windows[tab]
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def forget(self, tab: DocumentTab) -> None:
        """A tab is closed: stop playing for it."""
        window = self.windows.pop(tab, None)
        if window is not None:
            window.stop()
            window.close()
            window.deleteLater()

    def _watch(self, tab: ScenarioTabBase, series: Series, record: GameRecord) -> None:
        """Show a game in front; the window, which would lie over it, comes back at its end."""
        self.front_wanted.emit(tab)
        if self._playing.watch(tab, series.scenario, series.players, record.seed):
            self._aside.add(tab)
            self.windows[tab].hide()
            tab.window().raise_()
            tab.window().activateWindow()
            tab.focus()

    def _come_back(self) -> None:
        """Bring back the windows whose game is no longer watched."""
        for tab in [tab for tab in self._aside if not self._playing.plays_in(tab)]:
            self._aside.discard(tab)
            if tab in self.windows:
                self.windows[tab].show()
