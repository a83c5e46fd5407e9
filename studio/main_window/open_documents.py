"""Open documents: tabs opened and closed, files dropped or changed outside, and references.

A scenario shows its map or table and the decks of files as they stand in tabs of their own, unsaved
edits included. Closed unsaved, they are again what their files say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QTimer, Signal

from engine.files.source_text import resolve_links
from engine.problems import InvalidFileError
from studio.documents.document import Document
from studio.documents.file_sync import DiskState
from studio.documents.open_references import OpenReferences
from studio.framework.document_tab import DocumentTab
from studio.framework.editor_provider import EditorProvider, provider_for_document
from studio.framework.file_operations import FileOperations
from studio.framework.prompts import PromptAnswer
from studio.workspaces.document_tabs import DocumentTabs

PAUSE_MS = 80  # without a change, before it is passed on: never amid a stroke


@dataclass
class _Followed:
    """The state of a document that was passed on last."""

    work: Document
    state: OpenReferences
    was_dirty: bool


class ReferenceUpdater(QObject):
    """Passes on what is edited in one tab to those that refer to it."""

    def __init__(self, tabs: DocumentTabs) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._followed: dict[Path, _Followed] = {}
        self._edited: set[Document] = set()
        self._heard: dict[Document, Callable[..., None]] = {}  # what is called when one changes
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.update_documents)
        tabs.currentChanged.connect(self.update_documents)

    def add(self, work: Document) -> None:
        """Pass on what becomes of a work from now on."""
        work.filed.connect(self._pause.start)
        work.relied_on.connect(self.update_documents)

    def _note(self, work: Document, _: object = None) -> None:
        self._edited.add(work)
        self._pause.start()

    def update_documents(self) -> None:
        """Bring every open work to what is in the tabs of those it refers to, at once."""
        self._pause.stop()
        works = [tab.document for tab in self._tabs.works]
        named = {work: files for work in works if (files := work.files_named)}
        state = self._state(works, set[Path]().union(*named.values()))
        self._edited.clear()
        for work in named:
            work.use_open_references(state)
        self._hear({*named, *(each.work for each in self._followed.values())})

    def _hear(self, works: set[Document]) -> None:
        """Note what changes in works that refer to others or are referred to, and in none else."""
        for work in self._heard.keys() - works:
            work.changed.disconnect(self._heard.pop(work))
        for work in works - self._heard.keys():
            self._heard[work] = partial(self._note, work)
            work.changed.connect(self._heard[work])

    def _state(self, works: Iterable[Document], wanted: set[Path]) -> OpenReferences:
        """Return the open documents' state of the files wanted; of closed ones, the disk's."""
        before, self._followed = self._followed, {}
        for work in works if wanted else ():
            path = resolve_links(work.path) if work.path else None
            if path in wanted:
                was = before.get(path)
                is_same = was is not None and was.work is work and work not in self._edited
                state = (
                    was.state if was is not None and is_same else work.references_as_edited(path)
                )
                self._followed[path] = _Followed(work, state, work.is_dirty)
        gone = [path for path in before if path in wanted and path not in self._followed]
        found = OpenReferences()
        for path in gone:
            was = before[path]
            if was.was_dirty or was.work in self._edited:
                found |= _on_disk(path, was.work)
        for each in self._followed.values():
            found |= each.state
        return found


def _on_disk(path: Path, closed: Document) -> OpenReferences:
    """Return the saved state of a document that was closed without saving."""
    try:
        return closed.references_as_saved(path)
    except InvalidFileError:
        return OpenReferences()  # it stays as it was seen last; the scenario's check tells the rest


def files_in(dropped: QMimeData) -> list[Path]:
    """The files among what is dragged."""
    return [Path(url.toLocalFile()) for url in dropped.urls() if url.isLocalFile()]


def offer_reload(works: Iterable[DocumentTab], filing: FileOperations) -> None:
    """Offer to read files again that others have changed."""
    localize = filing.localize
    for document in (tab.document for tab in works):
        if document.file_state_on_disk() is DiskState.CHANGED:
            words = localize("changed-question", file=document.path)
            answer = filing.prompts.question(words, localize("reload"), localize("keep-mine"))
            if answer is PromptAnswer.YES:
                filing.revert(document)
            else:
                document.keep_mine()


class OpenDocuments(QObject):
    """Opens and closes works; others listen, and bring to them or let go what is theirs."""

    opened = Signal(object)  # DocumentTab: it is about to be shown
    closing = Signal(object)  # DocumentTab: it is still there
    removed = Signal(object)  # DocumentTab: it has left the window, its work is not closed yet
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
        for tab in self._tabs.tabs_of_file(work.path) if work.path else ():
            if not work.is_dirty:
                self._tabs.setCurrentWidget(tab)
                work.close()
                work.deleteLater()
                return
            if not tab.document.is_dirty:
                self.close(tab)
        tab = provider_for_document(self.places, work).tab(work)
        self.opened.emit(tab)
        self._tabs.show_work(tab)
        self._tabs.update_titles(self._filing)

    def _is_of_another(self, work: Document, path: Path) -> bool:
        """Return True if a file is open in another document's tab, which would lose changes."""
        return any(tab.document is not work for tab in self._tabs.tabs_of_file(path))

    def replace_document(self, tab: DocumentTab, work: Document) -> None:
        """Show a work in the place of a tab."""
        self.close_document(tab)
        self.open(work)

    def close(self, tab: DocumentTab) -> bool:
        """Close a work, if nothing is lost or the user means it; whether it is closed."""
        if not self.may_close(tab):
            return False
        self.close_document(tab)
        return True

    def may_close(self, tab: DocumentTab) -> bool:
        """Return True if nothing of a document would be lost, or the user confirms."""
        place = provider_for_document(self.places, tab.document)
        return place.may_close(tab) and self._filing.may_close(tab.document)

    def close_document(self, tab: DocumentTab) -> None:
        """Close a work, without asking."""
        self.closing.emit(tab)
        provider_for_document(self.places, tab.document).forget(tab)
        self._tabs.removeTab(self._tabs.indexOf(tab))
        self.removed.emit(tab)
        tab.dispose()
        tab.document.close()
        # Left to Python, it might go in the thread of another's check, and its timers with it.
        tab.document.deleteLater()
        tab.deleteLater()
        self.closed.emit()
