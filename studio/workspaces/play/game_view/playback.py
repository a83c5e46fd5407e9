"""Playback of a game: its speed, sounds, and the key that cuts it short."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QKeyEvent

from studio.rendering.qt_environment import is_motion_reduced

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

    def stop_listening(self) -> None:
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


FOLDER = Path(__file__).parent / "sounds"
PACKAGE = "PySide6-Addons"  # the module that plays them


def has_audio() -> bool:
    """Return True if the module that plays sounds is installed."""
    return find_spec("PySide6.QtMultimedia") is not None


class SoundPlayer(QObject):
    """Plays the sound of a cue; silent when off, or without the module that plays it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_on = False
        self._effects: dict[str, Any] = {}

    def play(self, cue: str) -> None:
        """Play the sound of a cue; a cue without one is silent."""
        file = FOLDER / f"{cue}.wav"
        if not self.is_on or not has_audio() or not file.is_file():
            return
        if cue not in self._effects:
            self._effects[cue] = self._effect(file)
        self._effects[cue].play()

    def _effect(self, file: Path) -> Any:
        from PySide6.QtMultimedia import QSoundEffect

        effect = QSoundEffect(self)
        effect.setSource(QUrl.fromLocalFile(str(file)))
        return effect


class PlaybackSpeed(Enum):
    """The speeds of playback: the duration of a step in milliseconds."""

    SLOW = 1100
    NORMAL = 520
    FAST = 160
    SKIP = 0

    @classmethod
    def kept(cls, name: str) -> PlaybackSpeed:
        """The speed chosen last; without one, results only if nothing is to move."""
        if name in cls.__members__:
            return cls[name]
        return cls.SKIP if is_motion_reduced() else cls.NORMAL
