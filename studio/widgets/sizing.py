"""Sizes of windows, columns and words, scaled by the user's text size."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

POINTS = 10  # of the usual size
SIZES = (100, 125, 150, 175, 200)  # per cent, of which one is chosen


def scale_length(pixels: int) -> int:
    """A length that words need at the usual size, at the size they are written in now."""
    return round(pixels * max(1.0, QApplication.font().pointSizeF() / POINTS))


TITLE_BAR = 40  # logical pixels that the frame of a window takes at most


def clamp_to_screen(screen: QSize, wide: int, high: int) -> QSize:
    """Return a wished size limited to a screen, in logical pixels, without the frame."""
    return QSize(min(wide, screen.width()), min(high, screen.height() - TITLE_BAR))


def open_at_size(window: QWidget, wide: int, high: int) -> None:
    """Open a window as large as it wishes to be, or as its screen is."""
    window.resize(clamp_to_screen(window.screen().availableGeometry().size(), wide, high))


def set_text_column_width(column: QWidget, wide: int) -> None:
    """A column so wide at the usual size of words, and wider where its words need it."""
    column.setFixedWidth(max(scale_length(wide), column.sizeHint().width()))
