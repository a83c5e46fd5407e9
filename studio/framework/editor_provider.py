"""Editor providers: how the window opens one kind of document, or the text of a faulty file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from studio.documents.document import Document
from studio.documents.text_document import TextDocument
from studio.framework.document_tab import DocumentTab
from studio.framework.prompts import Prompts
from studio.widgets.localization import Localizer


class DockGroup(Protocol):
    """Panels round the works of a room."""

    def show_tab(self, tab: DocumentTab | None) -> None:
        """Another tab is in front: the panels come if it is one of theirs, and go if it is not."""
        ...

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        ...


def _always(tab: DocumentTab) -> bool:
    return True


def _nothing(tab: DocumentTab) -> None:
    """Keep nothing of a tab."""


@dataclass(frozen=True)
class EditorProvider:
    """The works of a kind: the tab of one, and the panels about it.

    `docks` come in their order when such a work comes to the front, and go in the reverse one.
    `may_close` asks what the room has to ask before a tab is closed.
    """

    kind: type[Document]
    tab: Callable[[Any], DocumentTab]
    docks: tuple[DockGroup, ...] = ()
    may_close: Callable[[DocumentTab], bool] = _always
    forget: Callable[[DocumentTab], object] = _nothing

    def has(self, tab: DocumentTab | None) -> bool:
        """Return True if a tab shows one of its documents."""
        return tab is not None and isinstance(tab.document, self.kind)


def provider_for_document(places: tuple[EditorProvider, ...], work: Document) -> EditorProvider:
    """The workplace of a work."""
    return next(place for place in places if isinstance(work, place.kind))


def show_docks(places: tuple[EditorProvider, ...], tab: DocumentTab | None) -> None:
    """Bring the panels to the tab in front: those of other works go before its own come."""
    for place in reversed(places):
        if not place.has(tab):
            for docks in reversed(place.docks):
                docks.show_tab(tab)
    for place in places:
        if place.has(tab):
            for docks in place.docks:
                docks.show_tab(tab)


def retranslate_docks(places: tuple[EditorProvider, ...]) -> None:
    """Name all panels in the window's language."""
    for place in places:
        for docks in place.docks:
            docks.retranslate()


def text_provider(
    localize: Localizer,
    prompts: Prompts,
    journals: Path | None,
    become: Callable[[DocumentTab, Document], None],
) -> EditorProvider:
    """Return the provider of text editors; a readable text has `become` another document."""

    def tab_of(document: TextDocument) -> DocumentTab:
        from studio.framework.text_editor_tab import (
            TextEditorTab,  # only who opens a broken file waits for it
        )

        tab = TextEditorTab(document, localize, prompts)
        tab.readable.connect(lambda: show(tab, document))
        return tab

    def show(tab: DocumentTab, document: TextDocument) -> None:
        work = document.readable_work(journals)
        if work is not None:
            become(tab, work)

    return EditorProvider(TextDocument, tab_of)
