"""Sounds of what is watched, where they are switched on and the system can play them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QUrl

FOLDER = Path(__file__).parent / "sounds"
PACKAGE = "PySide6-Addons"  # the module that plays them


def has_audio() -> bool:
    """Whether the module that plays sounds is installed."""
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
