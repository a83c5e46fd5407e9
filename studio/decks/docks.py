"""The panels round a deck: those that speak of maps are put away while one is in front."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar

from studio.document.deck_document import DeckDocument
from studio.parts.tab import WorkTab

PAINTING = "tools"  # the tool bar that nobody wants while he writes cards
KEPT = ("problems", "history")  # docks that tell of decks as of maps


class DeckDocks(QObject):
    """Clears the window for a deck, and brings everything back after it."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before: QByteArray | None = None  # the docks as they were before a deck came
        self._usual = QByteArray()  # as they were when a deck was in front last

    def show_tab(self, tab: WorkTab | None) -> None:
        """Another tab is in front. Panels of games and scenarios go first and come last."""
        is_deck = tab is not None and isinstance(tab.document, DeckDocument)
        if is_deck and self._before is None:
            self._before = self._window.saveState()
            self._clear()
        elif not is_deck and self._before is not None:
            self._usual = self._window.saveState()
            before, self._before = self._before, None
            self._window.restoreState(before)

    def retranslate(self) -> None:
        """There are no panels of its own to be named."""

    def _clear(self) -> None:
        for bar in self._window.findChildren(QToolBar, PAINTING):
            bar.hide()
        for dock in self._window.findChildren(QDockWidget):
            is_out = dock.toggleViewAction().isChecked()
            dock.setVisible(dock.objectName() in KEPT and is_out)
        if not self._usual.isEmpty():
            self._window.restoreState(self._usual)
