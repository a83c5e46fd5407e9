"""A choice among the styles that maps can be drawn in, for dialogs that show a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QComboBox

from engine.map.styles import MapStyle


class StyleChoice(NamedTuple):
    """A style and what it is called; None is each map's own."""

    title: str
    style: MapStyle | None


class MapStyleBox(QComboBox):
    """Offers styles; the one a map is shown in is chosen at first, be it one of them or not."""

    def __init__(self, choices: Sequence[StyleChoice], shown: MapStyle | None) -> None:
        super().__init__()
        self._styles = [choice.style for choice in choices]
        self.addItems([choice.title for choice in choices])
        if shown not in self._styles:
            self._styles.append(shown)
            self.addItem(shown.id if shown is not None else "")
        self.setCurrentIndex(self._styles.index(shown))

    @property
    def chosen(self) -> MapStyle | None:
        """The style that is chosen; None for each map's own."""
        return self._styles[self.currentIndex()]
