"""Panels that are taller than their dock can be scrolled: no dock makes the window grow."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from studio.parts.text_size import scaled

NARROWEST, LOWEST, LEAST = 300, 90, 30  # pixels
AROUND = 36  # pixels above and below a field that are shown with it


class ScrollingPanel(QScrollArea):
    """A panel as wide as its dock, with a bar where it is higher."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.panel = panel
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(panel)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Bring into sight what a key has given the keyboard to; where it lies is known soon."""
        is_clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if before is not None and now is not None and not is_clicked and self._has(now):
            QTimer.singleShot(0, self, self._show_focused)

    def _show_focused(self) -> None:
        now = QApplication.focusWidget()
        if now is not None and self._has(now):
            self.ensureWidgetVisible(now, 0, scaled(AROUND))

    def _has(self, widget: QWidget) -> bool:
        """Whether a widget is a part of the panel."""
        return widget is not self.panel and self.panel.isAncestorOf(widget)

    def minimumSizeHint(self) -> QSize:
        """Small enough for several of them beside and above one another."""
        wanted = self.panel.minimumSizeHint()
        lowest = max(LEAST, 2 * LOWEST - scaled(LOWEST))  # larger words leave less room
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(min(wanted.width() + bar, NARROWEST), min(wanted.height(), lowest))

    def sizeHint(self) -> QSize:
        """As the panel wants to be."""
        return self.panel.sizeHint()
