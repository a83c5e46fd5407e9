"""The tabs of panels that share a place: their names are never cut off."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, Qt
from PySide6.QtWidgets import QMainWindow, QTabBar

from studio.parts.close_tabs import use_compact_tabs


class DockingWindow(QMainWindow):
    """A window with panels; where their tabs have no room for whole words, arrows lead to them."""

    def childEvent(self, event: QChildEvent) -> None:
        """Qt makes such tabs when panels come to share a place, to be shortened with dots."""
        if event.type() is QEvent.Type.ChildPolished:
            bar = event.child()
            if isinstance(bar, QTabBar):
                bar.setElideMode(Qt.TextElideMode.ElideNone)
                use_compact_tabs(bar)
        super().childEvent(event)
