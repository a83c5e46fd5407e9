"""The panels round a deck: those about maps are put away while a deck is in front."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from studio.document.deck_document import DeckDocument
from studio.parts.panel_layouts import PanelLayouts, Panels
from studio.parts.tab import DocumentTab

SHARED = ("problems", "history")  # docks that serve decks as well as maps


class DeckDocks(QObject):
    """Clears the window for a deck, and brings everything back after it."""

    def __init__(self, layouts: PanelLayouts) -> None:
        super().__init__(layouts.window)
        self._layouts = layouts
        self._panels = Panels("deck", (), self._arrange)

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Another tab is in front. Panels of games and scenarios go first and come last."""
        if tab is not None and isinstance(tab.document, DeckDocument):
            self._layouts.bring(self._panels)
        else:
            self._layouts.put_away(self._panels)

    def _arrange(self) -> None:
        for name in SHARED:
            self._layouts.place(self._layouts.named(name), Qt.DockWidgetArea.RightDockWidgetArea)

    def retranslate(self) -> None:
        """Nothing to do: it has no panels of its own to name."""
