"""Works opened into tabs and closed again, each by the workplace of its kind."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from studio.document.work import Document
from studio.parts.filing import FileOperations
from studio.parts.tab import DocumentTab
from studio.parts.workplace import EditorProvider, provider_of
from studio.tabs import DocumentTabs


class OpenDocuments(QObject):
    """Opens and closes works; others listen, and bring to them or let go what is theirs."""

    opened = Signal(object)  # WorkTab: it is about to be shown
    closing = Signal(object)  # WorkTab: it is still there
    removed = Signal(object)  # WorkTab: it has left the window, its work is not closed yet
    closed = Signal()

    def __init__(self, tabs: DocumentTabs, filing: FileOperations) -> None:
        super().__init__(tabs)
        self._tabs, self._filing = tabs, filing
        self.places: tuple[EditorProvider, ...] = ()  # what each room offers
        filing.is_of_another = self._is_of_another

    def open(self, work: Document) -> None:
        """Show a work in a tab; one whose file is open already comes to the front instead.

        Recovered work is more than its file: it takes the place of a tab nothing was done in.
        """
        for tab in self._tabs.of(work.path) if work.path else ():
            if not work.is_dirty:
                self._tabs.setCurrentWidget(tab)
                work.close()
                work.deleteLater()
                return
            if not tab.document.is_dirty:
                self.close(tab)
        tab = provider_of(self.places, work).tab(work)
        self.opened.emit(tab)
        self._tabs.show_work(tab)
        self._tabs.name_all(self._filing)

    def _is_of_another(self, work: Document, path: Path) -> bool:
        """Whether a file is open in the tab of another work, whose changes it would lose."""
        return any(tab.document is not work for tab in self._tabs.of(path))

    def become(self, tab: DocumentTab, work: Document) -> None:
        """Show a work in the place of a tab."""
        self.give_up(tab)
        self.open(work)

    def close(self, tab: DocumentTab) -> bool:
        """Close a work, if nothing is lost or the user means it; whether it is closed."""
        if not self.may_close(tab):
            return False
        self.give_up(tab)
        return True

    def may_close(self, tab: DocumentTab) -> bool:
        """Whether nothing of a work would be lost, or the user confirms."""
        place = provider_of(self.places, tab.document)
        return place.may_close(tab) and self._filing.may_close(tab.document)

    def give_up(self, tab: DocumentTab) -> None:
        """Close a work, asking nobody."""
        self.closing.emit(tab)
        provider_of(self.places, tab.document).forget(tab)
        self._tabs.removeTab(self._tabs.indexOf(tab))
        self.removed.emit(tab)
        tab.put_away()
        tab.document.close()
        # Left to Python, it might go in the thread of another's check, and its timers with it.
        tab.document.deleteLater()
        tab.deleteLater()
        self.closed.emit()
