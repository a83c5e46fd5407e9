"""Lazy refresh: a panel is updated when it is visible, and not before."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QDockWidget, QWidget


class LazyRefresher(QObject):
    """Lets a panel look again at once if it is in sight, else as soon as it is.

    A panel that is folded, or lies behind the tab of another dock, costs nothing meanwhile.
    """

    def __init__(self, panel: QWidget, refresh: Callable[[], None]) -> None:
        super().__init__(panel)
        self._panel, self._refresh = panel, refresh
        self._dock: QDockWidget | None = None  # that says when its tab comes to the front
        self._is_stale = False

    @property
    def is_seen(self) -> bool:
        """Return True if it is visible; a dock behind another's tab counts as elsewhere.

        In a column a panel counts as seen when it is open, wherever that is scrolled.
        """
        panel, window = self._panel, self._panel.window()
        if not panel.isVisible() or _dock_of(panel) is None:
            return panel.isVisible()
        room = QRect(panel.mapTo(window, QPoint()), panel.size())
        return window.rect().intersects(room)

    def request_refresh(self) -> None:
        """Refresh the panel now, or when it becomes visible."""
        if self.is_seen:
            self.wake()
        elif not self._is_stale:
            self._is_stale = True
            self._wait()

    def wake(self) -> None:
        """Show what there is, even if it is not visible yet."""
        if self._is_stale:
            self._is_stale = False
            self._wait_no_more()
        self._refresh()

    def refresh_if_visible(self) -> None:
        """Show what has changed since anybody looked, if anything did."""
        if self._is_stale:
            self.wake()

    def _wait(self) -> None:
        self._panel.installEventFilter(self)
        self._dock = _dock_of(self._panel)
        if self._dock is not None:
            self._dock.visibilityChanged.connect(self._appear)

    def _wait_no_more(self) -> None:
        self._panel.removeEventFilter(self)
        if self._dock is not None:
            self._dock.visibilityChanged.disconnect(self._appear)

    def _appear(self, is_seen: bool) -> None:
        if is_seen:
            self.refresh_if_visible()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """It is shown: look again before it is painted."""
        if event.type() is QEvent.Type.Show:
            self.refresh_if_visible()
        return False


def _dock_of(panel: QWidget) -> QDockWidget | None:
    above = panel.parentWidget()
    while above is not None and not isinstance(above, QDockWidget):
        above = above.parentWidget()
    return above
