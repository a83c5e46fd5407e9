"""The search in the window: the popup, what it finds, and what was chosen lately.

Popup, index and entries are imported and made when the search is first opened.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from studio.actions import Action, StudioWindow
from studio.preferences import Preferences

if TYPE_CHECKING:
    from studio.search.search_entry import SearchEntry, SearchKind
    from studio.search.search_index import SearchIndex
    from studio.search.search_popup import SearchPopup
    from studio.search.search_rows import SearchRow

MAX_RECENT = 8  # shown before anything is typed
MOST_FIRST, MOST = 12, 6  # entries of the kind that matches best, and of each other kind


class CommandBar(Protocol):
    """The commands of the window as Qt has them."""

    actions: dict[str, QAction]

    def keys(self, action: Action) -> tuple[str, ...]:
        """Return the keys of an action."""
        ...

    def refresh(self) -> None:
        """Enable what can be done now."""
        ...


class SearchController:
    """Opens the search, keeps its index up to date, and does what is chosen."""

    def __init__(
        self, window: QWidget, studio: StudioWindow, bars: CommandBar, preferences: Preferences
    ) -> None:
        self._window, self._studio, self._bars = window, studio, bars
        self._preferences = preferences
        self._popup: SearchPopup | None = None
        self._index: SearchIndex | None = None
        self._kinds: Collection[SearchKind] = ()
        self._language = ""  # of the manual that is indexed

    def open(self) -> None:
        """Open the search of everything; close it where it is open."""
        from studio.search.search_entry import SearchKind

        if self._popup is not None and self._popup.isVisible():
            self._popup.leave()
            return
        self._open(tuple(SearchKind), self._studio.localize("search-hint"))

    def open_places(self) -> None:
        """Open the search of what has a place on the map in front."""
        from studio.search.search_entry import SearchKind

        tab = self._studio.map_tab
        if tab is not None:
            labels, grid = tab.map.labels, tab.map.grid
            last = labels.label(grid.hex(grid.columns - 1, grid.rows - 1))
            hint = self._studio.localize("goto-hint", hex=last)
            self._open((SearchKind.PLACE, SearchKind.UNIT), hint)

    def _open(self, kinds: Collection[SearchKind], hint: str) -> None:
        self._kinds = kinds
        self._update_index()
        self.popup.open_with(hint)

    @property
    def popup(self) -> SearchPopup:
        """The popup, made when it is first asked for."""
        if self._popup is None:
            from studio.search.search_popup import SearchPopup

            self._popup = SearchPopup(self._window, self._studio.localize, self.find_rows)
            self._popup.chosen.connect(self._choose)
        return self._popup

    @property
    def index(self) -> SearchIndex:
        """The index, as it was when the search was last opened."""
        if self._index is None:
            from studio.search.search_index import SearchIndex

            self._index = SearchIndex()
        return self._index

    def _update_index(self) -> None:
        """Read anew what may have changed; the manual only in another language."""
        from studio.search.sources import program_entries as program
        from studio.search.sources.document_entries import document_entries

        studio, index = self._studio, self.index
        language = studio.localize.language
        found = {
            "commands": program.command_entries(studio, self._bars.keys, self._run),
            "panels": program.panel_entries(studio),
            "palette": program.palette_entries(studio),
            "settings": program.setting_entries(studio),
            "document": document_entries(studio.active_tab),
        }
        if language != self._language:
            self._language, found["help"] = language, program.help_entries(studio)
        for source, entries in found.items():
            index.set_entries(source, entries, language)

    # --- results ----------------------------------------------------------------------------------

    def find_rows(self, words: str) -> Sequence[SearchRow]:
        """Return the rows for some words: groups with their headings, or what to try instead."""
        from studio.search.search_index import group_hits

        if not words.strip():
            return self._first_rows()
        hits = self.index.search(words, self._kinds, self._recent, self._hexes(words))
        rows: list[SearchRow] = []
        for group in group_hits(hits, MOST_FIRST, MOST):
            rows.append(self._heading(group.kind.value))
            rows += [hit.entry for hit in group.hits]
        return rows or self._nearest(words)

    def _hexes(self, words: str) -> list[SearchEntry]:
        """Return the hexes whose labels begin so; among all else only where a number is sought."""
        from studio.search.sources.document_entries import hex_entries

        tab = self._studio.map_tab
        is_meant = len(self._kinds) <= 2 or any(sign.isdigit() for sign in words)
        return list(hex_entries(tab, words)) if tab is not None and is_meant else []

    def _first_rows(self) -> list[SearchRow]:
        """Return what was chosen lately, then what can be done now."""
        from studio.search.search_entry import SearchKind

        known = {each.id: each for each in self.index.entries if each.kind in self._kinds}
        recent = [known.pop(id_) for id_ in self._recent if id_ in known][:MAX_RECENT]
        rows: list[SearchRow] = []
        if recent:
            rows = [self._heading("recent"), *recent]
        first = SearchKind.COMMAND if SearchKind.COMMAND in self._kinds else SearchKind.PLACE
        others = [each for each in known.values() if each.kind is first and not each.reason]
        return [*rows, self._heading(first.value), *others] if others else rows

    def _nearest(self, words: str) -> list[SearchRow]:
        from studio.search.search_rows import SearchMessage

        near = self.index.suggest(words, self._kinds)
        key = "search-none" if near else "search-none-at-all"
        return [SearchMessage(self._studio.localize(key, words=words.strip())), *near]

    def _heading(self, name: str) -> str:
        return self._studio.localize(f"search-group-{name}")

    # --- choices ----------------------------------------------------------------------------------

    @property
    def _recent(self) -> list[str]:
        """The ids of the entries chosen last, the latest first."""
        return self._preferences.searched

    def _choose(self, entry: SearchEntry) -> None:
        self._preferences.add_searched(entry.id)
        entry.choose()

    def _run(self, id_: str) -> None:
        self._bars.refresh()
        self._bars.actions[id_].trigger()
