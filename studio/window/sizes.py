"""How large the window is when it first opens."""

from __future__ import annotations

from PySide6.QtCore import QSize

WIDE, HIGH = 1280, 820
TITLE_BAR = 40  # logical pixels that the frame of a window takes at most


def first_size(screen: QSize) -> QSize:
    """How large the window is at first on a screen, in logical pixels, its frame not counted."""
    return QSize(min(WIDE, screen.width()), min(HIGH, screen.height() - TITLE_BAR))
