"""The shortcut sheet: every action and its keys on one page, where the keys can be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.parts.filtering import show_matching
from studio.parts.speech import Speech

ACTION = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Entry:
    """One line of the sheet: a group, what it does, and the keys that do it."""

    id: str
    group: str
    words: str
    keys: tuple[str, ...]


class ShortcutSheet(QDialog):
    """Not in the way of the window. `change` gives an action other keys, None its usual ones."""

    def __init__(
        self, say: Speech, change: Callable[[str, str | None], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._change = change
        self.setWindowTitle(say("shortcuts-title"))
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels([say("shortcuts-action"), say("shortcuts-keys")])
        self.tree.setColumnWidth(0, 320)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(say("shortcuts-search"))
        self.search.textChanged.connect(lambda words: show_matching(self.tree, words))
        self.keys = QKeySequenceEdit()
        self.set_keys = QPushButton(say("shortcuts-set"))
        self.set_keys.clicked.connect(self._set)
        self.usual = QPushButton(say("shortcuts-usual"))
        self.usual.clicked.connect(self._reset)
        row = QHBoxLayout()
        for widget in (self.keys, self.set_keys, self.usual):
            row.addWidget(widget)
        layout = QVBoxLayout(self)
        hint = QLabel(say("shortcuts-hint"))
        hint.setWordWrap(True)
        layout.addWidget(hint)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        self.resize(560, 640)

    def show_entries(self, entries: Iterable[Entry]) -> None:
        """List actions with their keys, group by group; the one chosen stays so."""
        chosen = self.chosen
        self.tree.clear()
        heads: dict[str, QTreeWidgetItem] = {}
        for entry in entries:
            if entry.group not in heads:
                heads[entry.group] = QTreeWidgetItem(self.tree, [entry.group])
                heads[entry.group].setExpanded(True)
            item = QTreeWidgetItem(heads[entry.group], [entry.words, _shown(entry.keys)])
            item.setData(0, ACTION, entry.id)
            if entry.id == chosen:
                self.tree.setCurrentItem(item)
        show_matching(self.tree, self.search.text())

    @property
    def chosen(self) -> str:
        """The action whose keys would be changed."""
        item = self.tree.currentItem()
        return str(item.data(0, ACTION) or "") if item else ""

    def _set(self) -> None:
        if self.chosen:
            self._change(self.chosen, self.keys.keySequence().toString())

    def _reset(self) -> None:
        if self.chosen:
            self._change(self.chosen, None)


def _shown(keys: Sequence[str]) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native) for key in keys)
