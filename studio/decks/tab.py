"""The tab of a deck of event cards."""

from __future__ import annotations

from PySide6.QtCore import Signal

from studio.document.deck_document import DeckDocument
from studio.panels.asking import Asking
from studio.panels.speech import Speech
from studio.panels.tab import WorkTab


class DeckTab(WorkTab):
    """A deck being edited."""

    document: DeckDocument
    work_wanted = Signal(object)  # Work: another is to be opened

    def __init__(self, document: DeckDocument, say: Speech, asking: Asking) -> None:
        super().__init__(document, say)
        self.asking = asking
