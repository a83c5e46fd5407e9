"""Panels of the umpire with lists: private notes by turn, messages, and the searchable record."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.narration.turn_text import turn_title
from engine.umpire.record_text import RecordEntry
from studio.widgets.list_widgets import wrap_words
from studio.widgets.localization import Localizer
from studio.workspaces.umpire.report_export import UmpireReportExporter
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames, format_time
from studio.workspaces.umpire.umpired_game_actions import UmpireActions


class ListPanel(QWidget):
    """A list of a room; a sentence replaces it while there is nothing to list."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deeds: UmpireActions | None = None
        self.list, self.empty = QListWidget(), QLabel()
        wrap_words(self.list)
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _lay_out(self, *rows: QWidget | QLayout) -> None:
        """The rows from top to bottom; the list, or what is in its place, takes what they leave."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        for row in rows:
            if isinstance(row, QLayout):
                layout.addLayout(row)
            else:
                layout.addWidget(row, 1 if row in (self.list, self.empty) else 0)
        self._localize.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        raise NotImplementedError


class RecipientBox(QComboBox):
    """A box of recipients for the umpire: sides and seats; for bulletins, observers too."""

    def __init__(self, localize: Localizer, *, has_observers: bool = False) -> None:
        super().__init__()
        self._localize, self._has_observers = localize, has_observers

    def list_people(self, deeds: UmpireActions | None) -> None:
        """List the sides and seats of a room, keeping the choice."""
        chosen = self.currentData()
        self.clear()
        if deeds is not None:
            who_is = UmpiredGameNames(deeds.room, self._localize)
            for who, named in who_is.readers() if self._has_observers else who_is.addressees():
                self.addItem(self._localize("room-to", who=named), who)
            self.choose(chosen)

    def choose(self, who: object) -> None:
        """Select an addressee; if it is unknown, the first listed."""
        self.setCurrentIndex(max(self.findData(who), 0))


def search_line(sift: Callable[[], None]) -> QLineEdit:
    """A search line that filters a list."""
    line = QLineEdit()
    line.setClearButtonEnabled(True)
    line.textChanged.connect(lambda _: sift())
    return line


def make_line_with_button(words: QLineEdit, button: QPushButton) -> QHBoxLayout:
    """A line and its button side by side."""
    row = QHBoxLayout()
    row.addWidget(words, 1)
    row.addWidget(button)
    return row


def make_bold(item: QListWidgetItem) -> None:
    """Make an entry of a list stand out."""
    letters = item.font()
    letters.setBold(True)
    item.setFont(letters)


class NotesPanel(ListPanel):
    """Enter keeps a note; the search line filters them."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__(localize)
        self._shown: object = None
        self.search = search_line(self.refresh)
        self.words, self.keep = QLineEdit(), QPushButton()
        self.words.returnPressed.connect(self.give)
        self.keep.clicked.connect(self.give)
        self._lay_out(
            self.search, self.empty, self.list, make_line_with_button(self.words, self.keep)
        )

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.search.setPlaceholderText(localize("room-notes-search"))
        self.words.setPlaceholderText(localize("room-notes-words"))
        self.keep.setText(localize("room-notes-keep"))
        self._shown = None
        self.refresh()

    def follow(self, deeds: UmpireActions | None) -> None:
        """Show another room, or none."""
        self._deeds, self._shown = deeds, None
        self.words.clear()
        self.refresh()

    @property
    def has_unsent(self) -> bool:
        """Return True if there is text not yet saved."""
        return bool(self.words.text().strip())

    @property
    def unsent_drafts(self) -> object:
        """The text not yet kept; None if there is none."""
        return self.words.text() if self.has_unsent else None

    def restore_drafts(self, kept: object) -> None:
        """Go on with a text left half written."""
        if isinstance(kept, str):
            self.words.setText(kept)

    def refresh(self) -> None:
        """List the notes that match the search, under their turns."""
        deeds = self._deeds
        self.setEnabled(deeds is not None)
        notes = deeds.room.notes if deeds is not None else ()
        shown = notes, self.search.text()
        if shown == self._shown:
            return
        self._shown = shown
        wanted = self.search.text().casefold().split()
        found = [n for n in notes if all(word in n.words.casefold() for word in wanted)]
        self.list.clear()
        turn: int | None = None
        for note in found:
            if note.turn != turn:
                turn = note.turn
                self.list.addItem(self._heading(turn))
            self.list.addItem(f"{format_time(note.time)}  {note.words}")
        self.list.scrollToBottom()
        self.empty.setText(self._localize("room-notes-not-found" if notes else "room-notes-none"))
        self.empty.setVisible(not found)
        self.list.setVisible(bool(found))

    def _heading(self, turn: int) -> QListWidgetItem:
        deeds = self._deeds
        assert deeds is not None
        game = deeds.room.session.scenario.game
        item = QListWidgetItem(turn_title(game, turn, self._localize.language))
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        make_bold(item)
        return item

    def give(self) -> None:
        """Keep what is written."""
        words = self.words.text().strip()
        if self._deeds is not None and words and self._deeds.note(words):
            self.words.clear()

    def focus(self) -> None:
        """Take the keyboard focus."""
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)


ENTRY = Qt.ItemDataRole.UserRole


class RecordPanel(ListPanel):
    """A line for every act, with its consequences below."""

    def __init__(self, localize: Localizer, publishing: UmpireReportExporter) -> None:
        super().__init__(localize)
        self._publishing = publishing
        self._entries: tuple[RecordEntry, ...] = ()
        self._shown: object = None
        self.search, self.export = search_line(self.refresh), QPushButton()
        self.export.clicked.connect(self.write)
        self._lay_out(make_line_with_button(self.search, self.export), self.empty, self.list)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.search.setPlaceholderText(localize("room-record-search"))
        self.export.setText(localize("room-record-export"))
        self.export.setToolTip(localize("room-record-export-hint"))
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
        self.empty.setText(
            self._localize("room-record-not-found" if entries else "room-record-none")
        )
        self.empty.setVisible(not self.list.count())

    def _is_more(self, entries: tuple[RecordEntry, ...]) -> bool:
        """Return True if these entries continue those listed."""
        known = len(self._entries)
        return bool(known) and self._shown is not None and entries[:known] == self._entries

    def _add(self, entry: RecordEntry, wanted: list[str]) -> None:
        said = self._localize.localize_text(entry.words)
        events = [self._localize.localize_text(words) for words in entry.events]
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

    def focus(self) -> None:
        """Take the keyboard focus."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
