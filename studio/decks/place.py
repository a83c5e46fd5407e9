"""Decks in the window: their tabs, and what is put away while one is in front."""

from __future__ import annotations

from collections.abc import Callable

from studio.decks.docks import DeckDocks
from studio.document.deck_document import DeckDocument
from studio.document.work import Document
from studio.parts.asking import Prompts
from studio.parts.panel_layouts import PanelLayouts
from studio.parts.speech import Localizer
from studio.parts.tab import DocumentTab
from studio.parts.workplace import EditorProvider


def deck_provider(
    layouts: PanelLayouts, say: Localizer, asking: Prompts, show: Callable[[Document], None]
) -> EditorProvider:
    """What the window needs to know about decks; `show` opens a work that a deck leads to."""

    def tab_of(document: DeckDocument) -> DocumentTab:
        from studio.decks.tab import DeckTab  # loaded only when a deck is opened

        tab = DeckTab(document, say, asking)
        tab.work_wanted.connect(show)
        return tab

    return EditorProvider(DeckDocument, tab_of, (DeckDocks(layouts),))
