"""Panels that are taller than their dock can be scrolled: no dock makes the window grow."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from studio.parts.text_size import grown

NARROWEST, LOWEST, LEAST = 300, 90, 30  # pixels


class Scrolled(QScrollArea):
    """A panel as wide as its dock, with a bar where it is higher."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.panel = panel
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(panel)

    def minimumSizeHint(self) -> QSize:
        """Small enough for several of them beside and above one another."""
        wanted = self.panel.minimumSizeHint()
        lowest = max(LEAST, 2 * LOWEST - grown(LOWEST))  # larger words leave less room
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(min(wanted.width() + bar, NARROWEST), min(wanted.height(), lowest))

    def sizeHint(self) -> QSize:
        """As the panel wants to be."""
        return self.panel.sizeHint()
