"""Garbage is collected in the window's thread alone.

What a Qt object's last reference lets go must go in the thread that made it: Python would otherwise
collect wherever it happens to be running, and timers cannot be stopped from another thread.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 1000


class GarbageCollector(QObject):
    """Collects as Python would, by its own thresholds, whenever the window has a moment."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._sweep)
        self._timer.start()

    def _sweep(self) -> None:
        collect_garbage()


def collect_garbage() -> int:
    """Collect the oldest generation that is due by Python's thresholds; how many objects went."""
    for generation, threshold in reversed(list(enumerate(gc.get_threshold()))):
        if gc.get_count()[generation] > threshold:
            return gc.collect(generation)
    return 0
