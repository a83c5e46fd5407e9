"""A field that shows the key pressed in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

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
