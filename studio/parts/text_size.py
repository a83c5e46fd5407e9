"""How large words are written in the window: a share of the usual size, and what grows with it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

POINTS = 10  # of the usual size
SIZES = (100, 125, 150, 175, 200)  # per cent, of which one is chosen


def scaled(pixels: int) -> int:
    """A length that words need at the usual size, at the size they are written in now."""
    return round(pixels * max(1.0, QApplication.font().pointSizeF() / POINTS))
