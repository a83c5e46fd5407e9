"""The umpire's own notes, turn by turn: nobody else reads them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidgetItem, QPushButton

from engine.telling.turns import turn_title
from studio.console.deeds import UmpireActions
from studio.console.list_panel import ListPanel, make_bold, row_of, search_line
from studio.console.saying import format_time
from studio.parts.speech import Localizer


class NotesPanel(ListPanel):
    """Enter keeps a note; the search line filters them."""

    def __init__(self, say: Localizer) -> None:
        super().__init__(say)
        self._shown: object = None
        self.search = search_line(self.refresh)
        self.words, self.keep = QLineEdit(), QPushButton()
        self.words.returnPressed.connect(self.give)
        self.keep.clicked.connect(self.give)
        self._lay_out(self.search, self.empty, self.list, row_of(self.words, self.keep))

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._say
        self.search.setPlaceholderText(say("room-notes-search"))
        self.words.setPlaceholderText(say("room-notes-words"))
        self.keep.setText(say("room-notes-keep"))
        self._shown = None
        self.refresh()

    def follow(self, deeds: UmpireActions | None) -> None:
        """Show another room, or none."""
        self._deeds, self._shown = deeds, None
        self.words.clear()
        self.refresh()

    @property
    def has_unsent(self) -> bool:
        """Whether there is text not yet kept."""
        return bool(self.words.text().strip())

    @property
    def half_written(self) -> object:
        """The text not yet kept; None if there is none."""
        return self.words.text() if self.has_unsent else None

    def take_up(self, kept: object) -> None:
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
        self.empty.setText(self._say("room-notes-not-found" if notes else "room-notes-none"))
        self.empty.setVisible(not found)
        self.list.setVisible(bool(found))

    def _heading(self, turn: int) -> QListWidgetItem:
        deeds = self._deeds
        assert deeds is not None
        game = deeds.room.session.scenario.game
        item = QListWidgetItem(turn_title(game, turn, self._say.language))
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        make_bold(item)
        return item

    def give(self) -> None:
        """Keep what is written."""
        words = self.words.text().strip()
        if self._deeds is not None and words and self._deeds.note(words):
            self.words.clear()

    def take_focus(self) -> None:
        """Take the keyboard focus."""
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
