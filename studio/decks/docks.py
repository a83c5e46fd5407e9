"""The panels round a deck: those that speak of maps are put away while one is in front."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from studio.document.deck_document import DeckDocument
from studio.parts.cleared import ClearedWindow
from studio.parts.tab import WorkTab

PAINTING = ("tools",)  # the tool bar that nobody wants while he writes cards
KEPT = ("problems", "history")  # docks that tell of decks as of maps


class DeckDocks(QObject):
    """Clears the window for a deck, and brings everything back after it."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._cleared = ClearedWindow(window, PAINTING, KEPT)

    def show_tab(self, tab: WorkTab | None) -> None:
        """Another tab is in front. Panels of games and scenarios go first and come last."""
        if tab is not None and isinstance(tab.document, DeckDocument):
            self._cleared.clear()
        else:
            self._cleared.restore()

    def retranslate(self) -> None:
        """There are no panels of its own to be named."""
