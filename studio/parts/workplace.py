"""What a room of the studio gives the window for one kind of work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from studio.document.work import Document
from studio.parts.tab import DocumentTab


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
    """Nothing is kept of a tab."""


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
        """Whether a tab shows one of its works."""
        return tab is not None and isinstance(tab.document, self.kind)


def provider_of(places: tuple[EditorProvider, ...], work: Document) -> EditorProvider:
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
