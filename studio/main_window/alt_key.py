"""The Alt key pressed by itself, which opens the menu where there is no menu bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow

KEY_EVENTS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
OTHER = (
    QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.WindowDeactivate,
    QEvent.Type.TabletPress, QEvent.Type.TouchBegin,
)  # fmt: skip


class AltKey(QObject):
    """Sees Alt pressed and released in a window, with nothing in between.

    The whole application is watched only while Alt is down.
    """

    tapped = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._is_down = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the key."""
        kind = event.type()
        if kind in KEY_EVENTS and isinstance(event, QKeyEvent):
            self._follow(event)
        elif self._is_down and kind in OTHER:
            self._end()
        return False

    def _follow(self, event: QKeyEvent) -> None:
        is_alt = event.key() == Qt.Key.Key_Alt
        if event.type() is QEvent.Type.KeyRelease:
            if self._is_down and is_alt and not event.isAutoRepeat():
                self._end()
                self.tapped.emit()
        elif not is_alt or event.modifiers() & ~Qt.KeyboardModifier.AltModifier:
            self._end()
        elif not self._is_down and not event.isAutoRepeat():
            self._begin()

    def _begin(self) -> None:
        application = QApplication.instance()
        assert application is not None
        self._is_down = True
        application.installEventFilter(self)

    def _end(self) -> None:
        application = QApplication.instance()
        if self._is_down and application is not None:
            self._is_down = False
            application.removeEventFilter(self)
