"""How the window looks: its theme and language, the layers and tints of every map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from studio.canvas.position import Layers
from studio.parts.speech import Speech
from studio.parts.tab import WorkTab
from studio.parts.themes import dress
from studio.preferences import Preferences


class Looks(QObject):
    """Changes the looks of all open works at once, and remembers them."""

    dressed = Signal()  # icons are to be drawn anew

    def __init__(
        self,
        preferences: Preferences,
        say: Speech,
        works: Callable[[], Sequence[WorkTab]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._preferences, self._say, self._works = preferences, say, works
        every = Layers(language=say.language, ramp=preferences.ramp)
        self.layers = every.with_only(preferences.hidden_layers, preferences.added_layers)
        self.theme = preferences.theme  # light, dark, or as the system has it
        dress(self.theme)

    def set_theme(self, theme: str) -> None:
        """Another look of the window."""
        self._preferences.theme = self.theme = theme
        dress(theme)
        self.dressed.emit()

    def choose_language(self, language: str) -> None:
        """Another language, at once."""
        self._preferences.language = language
        self._say.speak(language)

    def choose_ramp(self, ramp: str) -> None:
        """Other elevation tints, of every map and the pictures made of them."""
        self._preferences.ramp = ramp
        self.show_layers(replace(self.layers, ramp=ramp))

    def show_layers(self, layers: Layers) -> None:
        """Show these layers of every map."""
        self.layers = layers
        self._preferences.hidden_layers = layers.hidden
        self._preferences.added_layers = layers.added
        for tab in self._works():
            tab.set_layers(layers)

    def retranslate(self) -> None:
        """The names on maps in the window's language."""
        self.show_layers(replace(self.layers, language=self._say.language))
