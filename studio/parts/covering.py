"""Panels that can be covered for a while, so that who looks on reads nothing of them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget


class CoverablePanel(QStackedWidget):
    """A panel, or in its place the words that say why it is covered."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.panel, self._words = panel, QLabel()
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words.setMargin(8)
        self.addWidget(panel)
        self.addWidget(self._words)

    def cover(self, words: str) -> None:
        """Show these words instead of the panel; the panel again without any."""
        self._words.setText(words)
        self.setCurrentIndex(1 if words else 0)

    @property
    def is_covered(self) -> bool:
        """Whether the panel cannot be read."""
        return self.currentIndex() == 1
