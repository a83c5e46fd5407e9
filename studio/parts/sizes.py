"""How large windows, and columns of words in them, are when they first open."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from studio.parts.text_size import grown

TITLE_BAR = 40  # logical pixels that the frame of a window takes at most


def within(screen: QSize, wide: int, high: int) -> QSize:
    """What there is of a wished size on a screen, in logical pixels, the frame not counted."""
    return QSize(min(wide, screen.width()), min(high, screen.height() - TITLE_BAR))


def open_at(window: QWidget, wide: int, high: int) -> None:
    """Open a window as large as it wishes to be, or as its screen is."""
    window.resize(within(window.screen().availableGeometry().size(), wide, high))


def hold_words(column: QWidget, wide: int) -> None:
    """A column so wide at the usual size of words, and wider where its words need it."""
    column.setFixedWidth(max(grown(wide), column.sizeHint().width()))
