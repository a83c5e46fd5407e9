"""The keyboard: the keys of actions, usual or the user's own, and what a key means when pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
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

from studio.actions import ACTIONS, Action
from studio.preferences import Preferences
from studio.widgets.list_widgets import NoTypeAheadMixin

IGNORED_MODIFIERS, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
ENTERED = (
    Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab,
    Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Plus,
    Qt.Key.Key_Minus, Qt.Key.Key_Equal,
)  # fmt: skip
# What the map, lists and fields do themselves with keys.
OWN = frozenset(
    QKeySequence(QKeyCombination(held, key)).toString()
    for keys, ways in (
        (ENTERED, (IGNORED_MODIFIERS, SHIFT)),
        (ARROWS, (IGNORED_MODIFIERS, SHIFT, CONTROL, CONTROL | SHIFT)),
    )
    for key in keys
    for held in ways
)


def is_reserved_key(keys: str) -> bool:
    """Return True if the map, lists and fields need a key for themselves."""
    return QKeySequence(keys).toString() in OWN


def action_named(id_: str) -> Action:
    """The action of an id."""
    return next(action for action in ACTIONS if action.id == id_)


class Keymap:
    """The keys of every action. Without preferences to keep them they last as long as this.

    Keys that were kept by an older version and clash with others are given up.
    """

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._own: dict[str, tuple[str, ...]] = {}
        for action in ACTIONS:
            kept = preferences.shortcut(action.id)
            if kept is not None:
                self._own[action.id] = tuple(filter(None, kept.split("\n")))
        self._forget_clashes()

    def _forget_clashes(self) -> None:
        for action in ACTIONS:
            own = self._own.get(action.id, ())
            if any(is_reserved_key(key) or self.action_using_key(key, action) for key in own):
                del self._own[action.id]

    def keys(self, action: Action) -> tuple[str, ...]:
        """The keys that do it."""
        return self._own.get(action.id, action.shortcuts)

    def action_using_key(self, key: str, but: Action | None = None) -> Action | None:
        """Return the action of a key, other than `but`; None if there is none."""
        sought = QKeySequence(key)
        held = (each for each in ACTIONS if each is not but)
        return next((each for each in held if sought in _sequences(self.keys(each))), None)

    def give(self, action: Action, key: str) -> None:
        """Do something by a key alone; what had the key keeps its others."""
        holder = self.action_using_key(key, action)
        if holder is not None:
            self._keep(holder, _without(self.keys(holder), key))
        self._keep(action, (key,))

    def swap(self, action: Action, key: str) -> None:
        """Do something by a key alone; what had it gets the keys this one had."""
        holder, before = self.action_using_key(key, action), self.keys(action)
        self._keep(action, (key,))
        if holder is not None:
            self._keep(holder, (*_without(self.keys(holder), key), *before))

    def reset(self, action: Action) -> None:
        """Give an action its usual keys again; what took one of them gets its own usual ones."""
        self._own.pop(action.id, None)
        self._preferences.keep_shortcut(action.id, None)
        for key in action.shortcuts:
            taker = self.action_using_key(key, action)
            if taker is not None and taker.id in self._own:
                self.reset(taker)

    def reset_all(self) -> None:
        """Give every action its usual keys again."""
        for action in ACTIONS:
            self.reset(action)

    def _keep(self, action: Action, keys: tuple[str, ...]) -> None:
        self._own[action.id] = keys
        self._preferences.keep_shortcut(action.id, "\n".join(keys))


def _sequences(keys: Iterable[str]) -> list[QKeySequence]:
    return [QKeySequence(key) for key in keys]


def _without(keys: Iterable[str], key: str) -> tuple[str, ...]:
    return tuple(each for each in keys if QKeySequence(each) != QKeySequence(key))


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
    """Return True if typed text goes into a widget: for editing, choosing or searching."""
    if isinstance(widget, WRITTEN):
        return not widget.isReadOnly()
    if isinstance(widget, QAbstractItemView):
        return not isinstance(widget, NoTypeAheadMixin)
    return isinstance(widget, QAbstractSpinBox | QComboBox | QKeySequenceEdit)


def takes_key(widget: QWidget | None, event: QKeyEvent) -> bool:
    """Return True if a widget has a use of its own for a key, as sliders for arrows."""
    if isinstance(widget, QAbstractSlider):
        return event.key() in MOVING
    return takes_text(widget)


def is_text_editing_key(event: QKeyEvent) -> bool:
    """Return True if a key edits text: no F key, no Escape, nothing with Ctrl or Alt."""
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
        is_ours = is_text_editing_key(event) or _ends(event, focus)
        if not takes_key(focus, event) or not is_ours:
            if event.type() is QEvent.Type.ShortcutOverride:
                self._refresh()
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress and _ends(event, focus):
            return self._leave()
        return True

    def _has_shortcuts(self, window: QWidget) -> bool:
        """Return True if the window's shortcuts work there: in it and in floating panels."""
        return window is self._window or window.windowType() == Qt.WindowType.Tool


def _ends(event: QKeyEvent, focus: QWidget | None) -> bool:
    """Return True if a key ends the editing of a field."""
    is_end = event.key() in (*ENTER, Qt.Key.Key_Escape) and not event.modifiers() & ~PLAIN
    return is_end and isinstance(focus, FIELDS) and not _is_in_cell(focus)


def _is_in_cell(field: QWidget) -> bool:
    """Return True if a field is in a cell of a list or table, which gets the keys back."""
    cells = field.parentWidget()
    return cells is not None and isinstance(cells.parentWidget(), QAbstractItemView)
