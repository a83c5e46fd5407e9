"""The provider of decks: their tabs and panels, and what is hidden while one is in front."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from studio.documents.deck_document import DeckDocument
from studio.documents.document import Document
from studio.framework.background_jobs import BackgroundJobs
from studio.framework.document_tab import DocumentTab
from studio.framework.editor_provider import EditorProvider
from studio.framework.panel_layouts import PanelGroup, PanelLayouts, PanelPlace
from studio.framework.prompts import Prompts
from studio.framework.workbench import Side
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.scenario_docks import DockSpec, ScenarioDockPanel


def _decks(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.workspaces.scenario.decks.scenario_decks_panel import ScenarioDecksPanel

    return ScenarioDecksPanel(localize, prompts)


DECKS = DockSpec("decks", _decks, PanelPlace("decks", Side.PAGE), after="aims")


PLACES = PanelPlace("problems", is_open=True), PanelPlace("history", is_open=True)


class DeckDocks(QObject):
    """Clears the window for a deck, and brings everything back after it."""

    def __init__(self, layouts: PanelLayouts) -> None:
        super().__init__(layouts.window)
        self._layouts = layouts
        self._panels = PanelGroup("deck", PLACES)

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Another tab is in front. Panels of games and scenarios go first and come last."""
        if tab is not None and isinstance(tab.document, DeckDocument):
            self._layouts.show_layout(self._panels)
        else:
            self._layouts.dispose(self._panels)

    def retranslate(self) -> None:
        """Do nothing: it has no panels of its own to name."""


def deck_provider(
    layouts: PanelLayouts, localize: Localizer, prompts: Prompts, show: Callable[[Document], None]
) -> EditorProvider:
    """Return the provider of deck editors; `show` opens a document that a deck refers to."""

    def tab_of(document: DeckDocument) -> DocumentTab:
        from studio.workspaces.scenario.decks.deck_tab import (
            DeckTab,  # loaded only when a deck is opened
        )

        tab = DeckTab(document, localize, prompts)
        tab.work_wanted.connect(show)
        return tab

    return EditorProvider(DeckDocument, tab_of, (DeckDocks(layouts),))
