"""What a room of the studio gives the window for one kind of work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from studio.document.work import Work
from studio.parts.tab import WorkTab


class Docks(Protocol):
    """Panels round the works of a room."""

    def show_tab(self, tab: WorkTab | None) -> None:
        """Another tab is in front: the panels come if it is one of theirs, and go if it is not."""
        ...

    def retranslate(self) -> None:
        """Name the panels in the window's language."""
        ...


def _always(tab: WorkTab) -> bool:
    return True


def _nothing(tab: WorkTab) -> None:
    """Nothing is kept of a tab."""


@dataclass(frozen=True)
class Workplace:
    """The works of a kind: the tab of one, and the panels about it.

    `docks` come in their order when such a work comes to the front, and go in the reverse one.
    `may_close` asks what the room has to ask before a tab is closed.
    """

    kind: type[Work]
    tab: Callable[[Any], WorkTab]
    docks: tuple[Docks, ...] = ()
    may_close: Callable[[WorkTab], bool] = _always
    forget: Callable[[WorkTab], object] = _nothing

    def has(self, tab: WorkTab | None) -> bool:
        """Whether a tab shows one of its works."""
        return tab is not None and isinstance(tab.document, self.kind)


def place_of(places: tuple[Workplace, ...], work: Work) -> Workplace:
    """The workplace of a work."""
    return next(place for place in places if isinstance(work, place.kind))


def bring_docks(places: tuple[Workplace, ...], tab: WorkTab | None) -> None:
    """Bring the panels to the tab in front: those of other works go before its own come."""
    for place in reversed(places):
        if not place.has(tab):
            for docks in reversed(place.docks):
                docks.show_tab(tab)
    for place in places:
        if place.has(tab):
            for docks in place.docks:
                docks.show_tab(tab)


def name_docks(places: tuple[Workplace, ...]) -> None:
    """Name all panels in the window's language."""
    for place in places:
        for docks in place.docks:
            docks.retranslate()
