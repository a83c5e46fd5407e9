"""Shared parts of the panels of notes, messages and the record: a list, and input lines."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
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

from studio.console.deeds import UmpireActions
from studio.console.saying import NameResolver
from studio.parts.long_words import wrap_words
from studio.parts.speech import Localizer


class ListPanel(QWidget):
    """A list of a room; a sentence replaces it while there is nothing to list."""

    def __init__(self, say: Localizer) -> None:
        super().__init__()
        self._say = say
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
        self._say.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        raise NotImplementedError


class RecipientBox(QComboBox):
    """Whom the umpire writes to: a side or a seat; for bulletins, onlookers too."""

    def __init__(self, say: Localizer, *, has_observers: bool = False) -> None:
        super().__init__()
        self._say, self._has_observers = say, has_observers

    def list_people(self, deeds: UmpireActions | None) -> None:
        """List the sides and seats of a room, keeping the choice."""
        chosen = self.currentData()
        self.clear()
        if deeds is not None:
            who_is = NameResolver(deeds.room, self._say)
            for who, named in who_is.readers() if self._has_observers else who_is.addressees():
                self.addItem(self._say("room-to", who=named), who)
            self.choose(chosen)

    def choose(self, who: object) -> None:
        """Address somebody; if there is no such person, the first listed."""
        self.setCurrentIndex(max(self.findData(who), 0))


def search_line(sift: Callable[[], None]) -> QLineEdit:
    """A search line that filters a list."""
    line = QLineEdit()
    line.setClearButtonEnabled(True)
    line.textChanged.connect(lambda _: sift())
    return line


def row_of(words: QLineEdit, button: QPushButton) -> QHBoxLayout:
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
