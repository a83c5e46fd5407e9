"""Any key, while something is watched: it is cut short, and the key does nothing else."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

ALONE = (
    Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock,
)  # fmt: skip
ORDERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
TAKEN = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)


class SkipOnAnyKey(QObject):
    """Takes the keys of the whole program; those with Ctrl or Alt and F keys keep their sense."""

    def __init__(self, pressed: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)  # when that goes, no key is taken any more
        self._pressed, self._listens = pressed, False

    def listen(self) -> None:
        """Take keys from now on."""
        application = QCoreApplication.instance()
        if application is not None and not self._listens:
            self._listens = True
            application.installEventFilter(self)

    def hear_no_more(self) -> None:
        """Let keys be what they are."""
        application = QCoreApplication.instance()
        if application is not None and self._listens:
            self._listens = False
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cut short what is watched; of a key held down, the rest is taken too."""
        if event.type() not in TAKEN or not isinstance(event, QKeyEvent) or _has_sense(event):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # no shortcut then takes the key
        elif event.type() is QEvent.Type.KeyPress:
            self._pressed()
        return True


def _has_sense(event: QKeyEvent) -> bool:
    key = Qt.Key(event.key())
    is_function = Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35
    return is_function or key in ALONE or bool(event.modifiers() & ORDERS)
