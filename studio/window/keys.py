"""What a key means at the moment it goes down: a letter that is typed, or a key of the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from studio.parts.unsought import NoTypeAheadMixin

PLAIN = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WRITTEN = (QLineEdit, QTextEdit, QPlainTextEdit)
FIELDS = (QLineEdit, QAbstractSpinBox, QComboBox)  # of one line: Enter ends them
MOVING = (
    Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Left,
    Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down,
)  # fmt: skip
KEYS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)


def takes_text(widget: QWidget | None) -> bool:
    """Whether what is typed goes into a widget: written there, chosen by it, or sought by it."""
    if isinstance(widget, WRITTEN):
        return not widget.isReadOnly()
    if isinstance(widget, QAbstractItemView):
        return not isinstance(widget, NoTypeAheadMixin)
    return isinstance(widget, QAbstractSpinBox | QComboBox | QKeySequenceEdit)


def takes_key(widget: QWidget | None, event: QKeyEvent) -> bool:
    """Whether a widget has a use of its own for a key: a slider for those that move it."""
    if isinstance(widget, QAbstractSlider):
        return event.key() in MOVING
    return takes_text(widget)


def is_typed(event: QKeyEvent) -> bool:
    """Whether a key writes or moves in a text: no F key, no Escape, nothing with Ctrl or Alt."""
    is_function = Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
    is_other = is_function or event.key() == Qt.Key.Key_Escape
    return not is_other and not event.modifiers() & ~PLAIN


class KeyFilter(QObject):
    """Sees every key that is pressed in the window and its floating panels before a shortcut does.

    While something that takes text has the focus, no key that is typed is a shortcut; while a
    slider has it, none that moves it. Of any other key, `refresh` brings what can be done up to
    date first. Enter and Escape that a field has no use for leave it: `leave` gives the keys back
    to the work and says whether it could.
    """

    def __init__(
        self, window: QMainWindow, refresh: Callable[[], None], leave: Callable[[], bool]
    ) -> None:
        super().__init__(window)
        self._window, self._refresh, self._leave = window, refresh, leave
        window.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        """A panel that floats is a window of its own."""
        floating = now.window() if now is not None else None
        if floating is not None and floating.parentWidget() is self._window:
            floating.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that are typed, and those that leave a field."""
        if event.type() not in KEYS or not isinstance(event, QKeyEvent):
            return False
        if not isinstance(watched, QWidget) or not self._has_shortcuts(watched):
            return False
        focus = watched.focusWidget()
        is_ours = is_typed(event) or _ends(event, focus)
        if not takes_key(focus, event) or not is_ours:
            if event.type() is QEvent.Type.ShortcutOverride:
                self._refresh()
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress and _ends(event, focus):
            return self._leave()
        return True

    def _has_shortcuts(self, window: QWidget) -> bool:
        """Whether the window's shortcuts work there: in itself and in panels that float."""
        return window is self._window or window.windowType() == Qt.WindowType.Tool


def _ends(event: QKeyEvent, focus: QWidget | None) -> bool:
    """Whether a key ends what is typed into a field."""
    is_end = event.key() in (*ENTER, Qt.Key.Key_Escape) and not event.modifiers() & ~PLAIN
    return is_end and isinstance(focus, FIELDS) and not _is_in_cell(focus)


def _is_in_cell(field: QWidget) -> bool:
    """Whether a field stands in a cell of a list or table, where the keys go back to."""
    cells = field.parentWidget()
    return cells is not None and isinstance(cells.parentWidget(), QAbstractItemView)
