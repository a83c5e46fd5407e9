"""A list whose entries are added, taken out and put in order, by buttons, keys and dragging."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import (
    QEvent,
    QKeyCombination,
    QMimeData,
    QObject,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QDropEvent, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.problems import Problem, Severity
from studio.widgets.localization import Localizer
from studio.widgets.problems_panel import SIGNS

SWATCH = QSize(26, 18)
WORDS = Qt.ItemDataRole.UserRole


class EntryCommand(StrEnum):
    """The commands for an entry."""

    ADD = "add"
    REMOVE = "remove"
    UP = "up"
    DOWN = "down"


KEYS = {
    "Ins": EntryCommand.ADD,
    "Del": EntryCommand.REMOVE,
    "Alt+Up": EntryCommand.UP,
    "Alt+Down": EntryCommand.DOWN,
}
SHOWN = {
    EntryCommand.ADD: "+",
    EntryCommand.REMOVE: "−",
    EntryCommand.UP: "↑",
    EntryCommand.DOWN: "↓",
}


class ListedEntry(NamedTuple):
    """An entry as listed; its problems are shown below."""

    words: str
    icon: QIcon | None = None
    problems: Sequence[Problem] = ()


class _Rows(QListWidget):
    """The rows; dropping one reports between which it would lie."""

    dropped = Signal(int)  # before which row
    carried: Callable[[QMimeData, int], QMimeData] | None = None
    """Data of a row for a drop elsewhere."""

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:
        """The row that is dragged, as the list's and as what it is elsewhere."""
        mime = super().mimeData(items)
        return self.carried(mime, self.row(items[0])) if self.carried and items else mime

    def dropEvent(self, event: QDropEvent) -> None:
        """Move nothing here: the order is the scenario's."""
        item = self.itemAt(event.position().toPoint())
        place = self.row(item) if item is not None else self.count()
        if item is not None:
            is_below = event.position().y() > self.visualItemRect(item).center().y()
            place += is_below
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.dropped.emit(place)


class EntryListView(QWidget):
    """Shows entries and signals what the user wants done with them; others do it."""

    wanted = Signal(object)  # Deed
    moved = Signal(int, int)  # from which place to which
    chosen = Signal(int)

    def __init__(self, localize: Localizer, what: str) -> None:
        super().__init__()
        self._localize, self._what = localize, what
        self.list = _Rows()
        self.list.setWordWrap(True)
        self.list.setIconSize(SWATCH)
        self.list.setAlternatingRowColors(True)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._choose)
        self.list.dropped.connect(self._drop)
        self.list.installEventFilter(self)
        self.buttons = {deed: QToolButton() for deed in EntryCommand}
        layout, row = QVBoxLayout(self), QHBoxLayout()
        for deed, button in self.buttons.items():
            button.clicked.connect(lambda _=False, deed=deed: self._want(deed))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            row.addWidget(button)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.list, 1)
        layout.addLayout(row)
        self.setFocusProxy(self.list)

    @property
    def place(self) -> int:
        """Return the number of the selected entry; -1 for none."""
        return self.list.currentRow()

    def show_entries(self, entries: Sequence[ListedEntry], language: str) -> None:
        """Show others; the place that is chosen stays so, or is that of one that has come."""
        place = min(max(self._come(entries), 0), len(entries) - 1)
        with QSignalBlocker(self.list):
            while self.list.count() > len(entries):
                self.list.takeItem(self.list.count() - 1)
            for row, entry in enumerate(entries):
                if row == self.list.count():
                    self.list.addItem(QListWidgetItem())
                _show(self.list.item(row), entry, language)
            self.list.setCurrentRow(place)
        self._enable()

    def _come(self, entries: Sequence[ListedEntry]) -> int:
        """The place of the one entry more there is, done again or back again; else that chosen."""
        was = [self.list.item(row).data(WORDS) for row in range(self.list.count())]
        if len(entries) != len(was) + 1 or not was:
            return self.place
        places = (row for row, words in enumerate(was) if entries[row].words != words)
        return next(places, len(was))

    def choose(self, place: int) -> None:
        """Choose an entry."""
        self.list.setCurrentRow(place)

    def set_texts(self) -> None:
        """Label the buttons in the window's language, with their keys."""
        for deed, button in self.buttons.items():
            key = next(key for key, does in KEYS.items() if does is deed)
            words = self._localize(f"list-{deed}", what=self._localize(f"what-{self._what}"))
            button.setText(SHOWN[deed])
            button.setToolTip(f"{words} ({QKeySequence(key).toString()})")
            button.setAccessibleName(words)
        self.list.setAccessibleName(self._localize(f"what-{self._what}"))

    # --- what is wanted ---------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list come before the window's own."""
        if not isinstance(event, QKeyEvent):
            return False
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(QKeyCombination(plain, Qt.Key(event.key()))).toString()
        deed = KEYS.get(pressed)
        if deed is None:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is QEvent.Type.KeyPress:
            self._want(deed)
        return True

    def _want(self, deed: EntryCommand) -> None:
        if not self.buttons[deed].isEnabled():
            return
        if deed in (EntryCommand.UP, EntryCommand.DOWN):
            to = self.place + (1 if deed is EntryCommand.DOWN else -1)
            self._move(to)
        else:
            self.wanted.emit(deed)

    def _move(self, to: int) -> None:
        place = self.place
        self.moved.emit(place, to)
        self.choose(to)

    def _drop(self, before: int) -> None:
        to = before - (before > self.place)
        if to != self.place:
            self._move(to)

    def _choose(self, place: int) -> None:
        self._enable()
        self.chosen.emit(place)

    def _enable(self) -> None:
        place, count = self.place, self.list.count()
        self.buttons[EntryCommand.REMOVE].setEnabled(place >= 0)
        self.buttons[EntryCommand.UP].setEnabled(place > 0)
        self.buttons[EntryCommand.DOWN].setEnabled(0 <= place < count - 1)


def _show(item: QListWidgetItem, entry: ListedEntry, language: str) -> None:
    """Update an item from its entry."""
    doubts = [f"{SIGNS[each.severity]} {each.message(language)}" for each in entry.problems]
    words = "\n".join([entry.words, *doubts])
    item.setData(WORDS, entry.words)
    if item.text() != words:
        item.setText(words)
        item.setToolTip("\n".join(filter(None, (each.hint(language) for each in entry.problems))))
    if entry.icon is not None:
        item.setIcon(entry.icon)
    is_error = any(each.severity is Severity.ERROR for each in entry.problems)
    font = item.font()
    if font.bold() != is_error:
        font.setBold(is_error)
        item.setFont(font)
