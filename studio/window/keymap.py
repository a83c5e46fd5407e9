"""Which keys do what: the usual ones, and those the user chose instead; no key does two things."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from studio.actions import ACTIONS, Action
from studio.preferences import Preferences

PLAIN, SHIFT, CONTROL = (
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
        (ENTERED, (PLAIN, SHIFT)),
        (ARROWS, (PLAIN, SHIFT, CONTROL, CONTROL | SHIFT)),
    )
    for key in keys
    for held in ways
)


def is_own(keys: str) -> bool:
    """Whether the map, lists and fields need a key for themselves."""
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
            if any(is_own(key) or self.holder(key, action) for key in own):
                del self._own[action.id]

    def keys(self, action: Action) -> tuple[str, ...]:
        """The keys that do it."""
        return self._own.get(action.id, action.shortcuts)

    def holder(self, key: str, but: Action | None = None) -> Action | None:
        """What a key does, but for one action; None for nothing."""
        sought = QKeySequence(key)
        held = (each for each in ACTIONS if each is not but)
        return next((each for each in held if sought in _sequences(self.keys(each))), None)

    def give(self, action: Action, key: str) -> None:
        """Do something by a key alone; what had the key keeps its others."""
        holder = self.holder(key, action)
        if holder is not None:
            self._keep(holder, _without(self.keys(holder), key))
        self._keep(action, (key,))

    def swap(self, action: Action, key: str) -> None:
        """Do something by a key alone; what had it gets the keys this one had."""
        holder, before = self.holder(key, action), self.keys(action)
        self._keep(action, (key,))
        if holder is not None:
            self._keep(holder, (*_without(self.keys(holder), key), *before))

    def reset(self, action: Action) -> None:
        """Give an action its usual keys again; what took one of them gets its own usual ones."""
        self._own.pop(action.id, None)
        self._preferences.keep_shortcut(action.id, None)
        for key in action.shortcuts:
            taker = self.holder(key, action)
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
