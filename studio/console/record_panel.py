"""Everything done in a room, in words: searched by words, and written into a file."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import QListWidgetItem, QPushButton

from engine.umpired.wording import RecordEntry
from studio.console.deeds import UmpireActions
from studio.console.list_panel import ListPanel, row_of, search_line
from studio.console.publishing import UmpireReportExporter
from studio.console.saying import format_time
from studio.parts.speech import Localizer

ENTRY = Qt.ItemDataRole.UserRole


class RecordPanel(ListPanel):
    """A line for every act, with its consequences below."""

    def __init__(self, say: Localizer, publishing: UmpireReportExporter) -> None:
        super().__init__(say)
        self._publishing = publishing
        self._entries: tuple[RecordEntry, ...] = ()
        self._shown: object = None
        self.search, self.export = search_line(self.refresh), QPushButton()
        self.export.clicked.connect(self.write)
        self._lay_out(row_of(self.search, self.export), self.empty, self.list)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._say
        self.search.setPlaceholderText(say("room-record-search"))
        self.export.setText(say("room-record-export"))
        self.export.setToolTip(say("room-record-export-hint"))
        self._shown = None
        self.refresh()

    def follow(self, deeds: UmpireActions | None) -> None:
        """Show another room, or none."""
        self._deeds, self._shown = deeds, None
        self.refresh()

    def refresh(self) -> None:
        """List what is new; nothing is listed while the panel is hidden."""
        deeds = self._deeds
        self.setEnabled(deeds is not None)
        if deeds is None or not self.isVisible():
            return
        entries, wanted = deeds.room.log, self.search.text().casefold().split()
        shown = deeds.room, entries, self.search.text()
        if shown == self._shown:
            return
        is_more = self._is_more(entries) and not wanted
        self._shown = shown
        if not is_more:
            self.list.clear()
            self._entries = ()
        for entry in entries[len(self._entries) :]:
            self._add(entry, wanted)
        self._entries = entries
        self.list.scrollToBottom()
        self.empty.setText(self._say("room-record-not-found" if entries else "room-record-none"))
        self.empty.setVisible(not self.list.count())

    def _is_more(self, entries: tuple[RecordEntry, ...]) -> bool:
        """Whether these entries continue what is listed."""
        known = len(self._entries)
        return bool(known) and self._shown is not None and entries[:known] == self._entries

    def _add(self, entry: RecordEntry, wanted: list[str]) -> None:
        said = self._say.of(entry.words)
        events = [self._say.of(words) for words in entry.events]
        events = [words for words in events if words and words not in said]
        if wanted and not all(word in " ".join([said, *events]).casefold() for word in wanted):
            return
        if said:
            item = QListWidgetItem(f"{format_time(entry.time)}  {said}")
            item.setData(ENTRY, entry)
            self.list.addItem(item)
        for words in events:
            below = QListWidgetItem(f"        {words}")
            below.setData(ENTRY, entry)
            letters = QFont(self.list.font())
            letters.setItalic(True)
            below.setFont(letters)
            self.list.addItem(below)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while it was hidden."""
        self.refresh()

    def write(self) -> None:
        """Open the record, to be saved from there."""
        if self._deeds is not None:
            self._publishing.open_record(self._deeds.room)

    def take_focus(self) -> None:
        """Take the keyboard focus."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
