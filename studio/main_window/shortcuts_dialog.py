"""The shortcuts dialog: every action and its keys on one page, where the keys can be changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.widgets.localization import Localizer
from studio.widgets.search_list import ALSO, filter_tree

MODIFIERS = (
    Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr,
    Qt.Key.Key_unknown,
)  # fmt: skip
# What keyboards have to leave a field and its dialog by.
LEAVING = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape)


class KeyField(QLineEdit):
    """Takes any one key with its modifiers, except Tab and Escape alone."""

    pressed = Signal()  # another key

    def __init__(self) -> None:
        super().__init__()
        self._keys = QKeySequence()
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)

    def keySequence(self) -> QKeySequence:
        """The key that was pressed; an empty sequence for none."""
        return self._keys

    def setKeySequence(self, keys: QKeySequence) -> None:
        """Show a key as if it had been pressed."""
        self._keys = keys
        self.setText(keys.toString(QKeySequence.SequenceFormat.NativeText))
        self.pressed.emit()

    def event(self, event: QEvent) -> bool:
        """Keep keys pressed here from acting as shortcuts."""
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the key."""
        shift = Qt.KeyboardModifier.ShiftModifier
        if event.key() in LEAVING and not event.modifiers() & ~shift:
            event.ignore()
        elif event.key() not in MODIFIERS:
            self.setKeySequence(_press(event))


def _press(event: QKeyEvent) -> QKeySequence:
    """The key as shortcuts name it: a sign that takes Shift to write is named without."""
    held, said = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, event.text()
    if said and said.isprintable() and not (said.isalnum() or said.isspace()):
        held &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(held, Qt.Key(event.key())))


ACTION = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class ShortcutEntry:
    """One line of the sheet: a group, what it does, and the keys that do it."""

    id: str
    group: str
    words: str
    keys: tuple[str, ...]


class ShortcutTable(Protocol):
    """The table behind the shortcut sheet, by ids of actions and keys as Qt writes them."""

    def entries(self) -> list[ShortcutEntry]:
        """Every action."""
        ...

    def is_reserved(self, key: str) -> bool:
        """Return True if no action may have the key."""
        ...

    def action_using_key(self, key: str, action: str) -> str:
        """The name of what a key does, one action excepted; empty if the key is free."""
        ...

    def give(self, action: str, key: str) -> None:
        """Do an action by a key, and nothing else by it."""
        ...

    def swap(self, action: str, key: str) -> None:
        """The same; what the key did is done by the keys the action had."""
        ...

    def reset(self, action: str) -> None:
        """The usual keys of one action."""
        ...

    def reset_all(self) -> None:
        """The usual keys of all."""
        ...


class ShortcutsDialog(QDialog):
    """Not in the way of the window. A key that does something already is given only on purpose."""

    def __init__(self, localize: Localizer, table: ShortcutTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._localize, self._table = localize, table
        self.setWindowTitle(localize("shortcuts-title"))
        self._make_tree()
        self.keys = KeyField()
        self.keys.setPlaceholderText(localize("shortcuts-press"))
        self.keys.pressed.connect(self._judge)
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        self.set_keys = self._button("shortcuts-set", self._set)
        self.take_over = self._button("shortcuts-take", self._set)
        self.swap = self._button("shortcuts-swap", self._swap)
        self.usual = self._button("shortcuts-usual", self._reset)
        self.all_usual = self._button("shortcuts-all-usual", self._reset_all)
        self._lay_out()
        self.show_entries()
        self.resize(560, 640)

    def _make_tree(self) -> None:
        localize = self._localize
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels([localize("shortcuts-action"), localize("shortcuts-keys")])
        self.tree.setColumnWidth(0, 320)
        self.tree.currentItemChanged.connect(self._judge)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(localize("shortcuts-search"))
        self.search.textChanged.connect(lambda words: filter_tree(self.tree, words))

    def _button(self, words: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(self._localize(words))
        button.setAutoDefault(False)  # Enter in a field must not click
        button.clicked.connect(lambda: do())
        return button

    def _lay_out(self) -> None:
        hint = QLabel(self._localize("shortcuts-hint"))
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        for widget in (hint, self.search):
            layout.addWidget(widget)
        layout.addWidget(self.tree, 1)
        layout.addLayout(_row(self.keys, self.set_keys, self.take_over, self.swap))
        layout.addWidget(self.notice)
        layout.addLayout(_row(self.usual, self.all_usual))

    def show_entries(self) -> None:
        """List actions with their keys, group by group, keeping the choice."""
        chosen = self.chosen
        self.tree.clear()
        heads: dict[str, QTreeWidgetItem] = {}
        for entry in self._table.entries():
            if entry.group not in heads:
                heads[entry.group] = QTreeWidgetItem(self.tree, [entry.group])
                heads[entry.group].setExpanded(True)
            item = QTreeWidgetItem(heads[entry.group], [entry.words, _show(entry.keys)])
            item.setData(0, ACTION, entry.id)
            item.setData(0, ALSO, self._localize.action_elsewhere(entry.id))
            if entry.id == chosen:
                self.tree.setCurrentItem(item)
        filter_tree(self.tree, self.search.text())
        self._judge()

    @property
    def chosen(self) -> str:
        """The action whose keys would be changed."""
        item = self.tree.currentItem()
        return str(item.data(0, ACTION) or "") if item else ""

    @property
    def key(self) -> str:
        """The key pressed last, as Qt writes it."""
        return self.keys.keySequence().toString()

    # --- what is changed --------------------------------------------------------------------------

    def _judge(self) -> None:
        """Say what stands against the key pressed, and offer what can be done with it."""
        is_any = bool(self.chosen and self.key)
        is_reserved = is_any and self._table.is_reserved(self.key)
        holder = (
            self._table.action_using_key(self.key, self.chosen)
            if is_any and not is_reserved
            else ""
        )
        words = {"keys": self.keys.text(), "action": holder}
        if is_reserved:
            self.notice.setText(self._localize("shortcuts-reserved", **words))
        else:
            self.notice.setText(self._localize("shortcuts-taken", **words) if holder else "")
        self.set_keys.setEnabled(is_any and not is_reserved and not holder)
        for button in (self.take_over, self.swap):
            button.setEnabled(bool(holder))
        self.usual.setEnabled(bool(self.chosen))

    def _set(self) -> None:
        self._table.give(self.chosen, self.key)
        self.show_entries()

    def _swap(self) -> None:
        self._table.swap(self.chosen, self.key)
        self.show_entries()

    def _reset(self) -> None:
        self._table.reset(self.chosen)
        self.show_entries()

    def _reset_all(self) -> None:
        self._table.reset_all()
        self.show_entries()


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row


def _show(keys: Sequence[str]) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native) for key in keys)
