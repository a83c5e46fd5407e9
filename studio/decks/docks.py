"""The panels round a deck: those about maps are put away while a deck is in front."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from studio.document.deck_document import DeckDocument
from studio.parts.cleared import ClearedWindow
from studio.parts.tab import WorkTab

PAINTING = ("tools",)  # the tool bar, of no use while writing cards
KEPT = ("problems", "history")  # docks that serve decks as well as maps


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
        """Nothing to do: it has no panels of its own to name."""
