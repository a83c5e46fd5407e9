"""Lists filtered while the user types: a line with matches below it, and a tree with headings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

ALSO = Qt.ItemDataRole.UserRole + 7  # words by which an entry is found too


def filter_tree(tree: QTreeWidget, words: str) -> None:
    """Hide the entries no column of which has the words, and headings with nothing left below.

    An entry may be found by other words too, kept as its data `ALSO`.
    """
    wanted = words.casefold()
    for head in _below(tree.invisibleRootItem()):
        entries = _below(head)
        for entry in entries:
            entry.setHidden(not _has(entry, wanted))
        head.setHidden(all(entry.isHidden() for entry in entries))


def match_rank(words: str, sought: str) -> int:
    """Return how well a name matches the search: 0 the same, 4 not at all."""
    name, wanted = words.casefold(), sought.strip().casefold()
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    if any(word.startswith(wanted) for word in name.split()):
        return 2
    return 3 if wanted in name else 4


def _below(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    children = (item.child(place) for place in range(item.childCount()))
    return [child for child in children if child is not None]


def _has(entry: QTreeWidgetItem, wanted: str) -> bool:
    said = [entry.text(column) for column in range(entry.columnCount())]
    return any(wanted in words.casefold() for words in (*said, str(entry.data(0, ALSO) or "")))


FOUND = Qt.ItemDataRole.UserRole
WIDTH, HEIGHT, FROM_TOP = 520, 360, 60
OWN_KEYS = (
    Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down, Qt.Key.Key_Up,
)  # fmt: skip
Listed = Iterable[tuple[QIcon, str, Any]]
"""Entries found: icon, words, and the object for the action."""


class SearchPopup(QFrame):
    """Lists what matches; Return takes the first, the arrows choose another, Escape leaves."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._before: QWidget | None = None  # what had the keys
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.line = QLineEdit()
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(self._do)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.line)
        layout.addWidget(self.list)
        self.hide()

    def found(self, sought: str) -> Listed:
        """Return the entries that match some letters, the best first."""
        raise NotImplementedError

    def take(self, found: Any) -> None:
        """Do what was chosen; the window has the keys again."""
        raise NotImplementedError

    def open_at(self, hint: str) -> None:
        """Open over the window with an empty line, which says what can be typed."""
        self._before = self._window.focusWidget()
        self.line.setPlaceholderText(hint)
        self.line.clear()
        self._fill("")
        self.resize(WIDTH, HEIGHT)
        self.move((self._window.width() - WIDTH) // 2, FROM_TOP)
        self.show()
        self.raise_()
        self.line.setFocus()

    def _fill(self, sought: str) -> None:
        self.list.clear()
        for icon, words, found in self.found(sought):
            item = QListWidgetItem(icon, words)
            item.setData(FOUND, found)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _do(self, item: QListWidgetItem) -> None:
        found = item.data(FOUND)
        self._leave()
        self.take(found)

    def _leave(self) -> None:
        self.hide()
        (self._before or self._window).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the line that move through the list, choose, and leave."""
        if event.type() is QEvent.Type.FocusOut:
            self.hide()
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() is QEvent.Type.ShortcutOverride and event.key() in OWN_KEYS:
            event.accept()  # else it does what it does in the window
        if event.type() is not QEvent.Type.KeyPress:
            return False
        key, row = event.key(), self.list.currentRow()
        if key == Qt.Key.Key_Escape:
            self._leave()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.list.currentItem():
                self._do(self.list.currentItem())
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            step = 1 if key == Qt.Key.Key_Down else -1
            self.list.setCurrentRow(min(max(row + step, 0), self.list.count() - 1))
        else:
            return False
        return True
