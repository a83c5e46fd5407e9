"""The window cleared for a kind of work: panels and bars it has no use for are away meanwhile."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar


class ClearedWindow:
    """Clears it and brings everything back as it was; what the user did meanwhile comes again.

    `bars` are the tool bars that go, `kept` the panels that may stay.
    """

    def __init__(self, window: QMainWindow, bars: Collection[str], kept: Collection[str]) -> None:
        self._window, self._bars, self._kept = window, bars, kept
        self._before: QByteArray | None = None  # the panels as they were before such a work came
        self._usual = QByteArray()  # as they were when one was in front last

    @property
    def is_clear(self) -> bool:
        """Whether such a work is in front."""
        return self._before is not None

    def clear(self) -> bool:
        """Make room, unless it is made; whether the user's own arrangement has come again."""
        if self._before is not None:
            return True
        self._before = self._window.saveState()
        for bar in self._window.findChildren(QToolBar):
            if bar.objectName() in self._bars:
                bar.hide()
        for dock in self._window.findChildren(QDockWidget):
            if dock.objectName() not in self._kept:  # the others stay out, or closed
                dock.hide()
        return not self._usual.isEmpty() and self._window.restoreState(self._usual)

    def restore(self) -> None:
        """Bring everything back."""
        if self._before is not None:
            self._usual = self._window.saveState()
            before, self._before = self._before, None
            self._window.restoreState(before)
