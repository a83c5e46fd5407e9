"""Decks in the window: their tabs, and what is put away while one is in front."""

from __future__ import annotations

from collections.abc import Callable

from studio.decks.docks import DeckDocks
from studio.document.deck_document import DeckDocument
from studio.document.work import Work
from studio.parts.asking import Asking
from studio.parts.panel_layouts import PanelLayouts
from studio.parts.speech import Speech
from studio.parts.tab import WorkTab
from studio.parts.workplace import Workplace


def deck_place(
    layouts: PanelLayouts, say: Speech, asking: Asking, show: Callable[[Work], None]
) -> Workplace:
    """What the window needs to know about decks; `show` opens a work that a deck leads to."""

    def tab_of(document: DeckDocument) -> WorkTab:
        from studio.decks.tab import DeckTab  # loaded only when a deck is opened

        tab = DeckTab(document, say, asking)
        tab.work_wanted.connect(show)
        return tab

    return Workplace(DeckDocument, tab_of, (DeckDocks(layouts),))
