"""The command palette: every action by a few letters of its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.parts.speech import Speech

ACTION = Qt.ItemDataRole.UserRole
WIDTH, HEIGHT, FROM_TOP = 520, 360, 60
OWN_KEYS = (
    Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down, Qt.Key.Key_Up,
)  # fmt: skip


def matches(words: str, sought: str) -> bool:
    """Whether every word sought begins somewhere in what is offered."""
    return all(part in words.casefold() for part in sought.casefold().split())


class Finder(QFrame):
    """Lists the actions that match; Return does the first, the arrows choose another."""

    def __init__(self, window: QWidget, say: Speech) -> None:
        super().__init__(window)
        self._window, self._say = window, say
        self._actions: Sequence[QAction] = ()
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

    def seek(self, actions: Sequence[QAction]) -> None:
        """Open over the window, for these actions."""
        self._actions, self._before = actions, self._window.focusWidget()
        self.line.setPlaceholderText(self._say("finder-hint"))
        self.line.clear()
        self._fill("")
        self.resize(WIDTH, HEIGHT)
        self.move((self._window.width() - WIDTH) // 2, FROM_TOP)
        self.show()
        self.raise_()
        self.line.setFocus()

    def _fill(self, sought: str) -> None:
        self.list.clear()
        for action in self._actions:
            words = action.toolTip()
            if action.isEnabled() and matches(words, sought):
                item = QListWidgetItem(action.icon(), words)
                item.setData(ACTION, action)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _do(self, item: QListWidgetItem) -> None:
        action = item.data(ACTION)
        self._leave()
        action.trigger()

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
