"""Sizes of windows, columns and words, scaled by the user's text size."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from studio.widgets.tokens import TextSize

SIZES = (100, 125, 150, 175, 200)  # per cent, of which one is chosen


def body_points() -> float:
    """Return the usual size of words in points: a screen of 72 points an inch has another."""
    screen = QGuiApplication.primaryScreen()
    return TextSize.BODY * 72 / (screen.logicalDotsPerInchY() if screen is not None else 96)


def text_scale() -> float:
    """Return how large words are written now, as a multiple of the usual size."""
    return QApplication.font().pointSizeF() / body_points()


def scale_length(pixels: int) -> int:
    """Return a length that words need at the usual size, at the size they are written in now."""
    return round(pixels * max(1.0, text_scale()))


def sized_font(size: TextSize, *, is_bold: bool = False) -> QFont:
    """Return the application's letters in one of the sizes of type."""
    letters = QFont(QApplication.font())
    letters.setPointSizeF(letters.pointSizeF() * size / TextSize.BODY)
    letters.setBold(is_bold)
    return letters


def bold_font(letters: QFont) -> QFont:
    """Return a widget's letters in bold; their size stays that of the application."""
    bold = QFont(letters)
    bold.setBold(True)
    return bold


def heading_font() -> QFont:
    """Return the letters of the heading of a group, which are capitals."""
    letters = sized_font(TextSize.SMALL, is_bold=True)
    letters.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 102)
    return letters


TITLE_BAR = 40  # logical pixels that the frame of a window takes at most


def clamp_to_screen(screen: QSize, wide: int, high: int) -> QSize:
    """Return what there is of a wished size on a screen, in logical pixels, without the frame."""
    return QSize(min(wide, screen.width()), min(high, screen.height() - TITLE_BAR))


def open_at_size(window: QWidget, wide: int, high: int) -> None:
    """Open a window as large as it wishes to be, or as its screen is."""
    window.resize(clamp_to_screen(window.screen().availableGeometry().size(), wide, high))


def set_text_column_width(column: QWidget, wide: int) -> None:
    """Make a column so wide at the usual size of words, and wider where its words need it."""
    column.setFixedWidth(max(scale_length(wide), column.sizeHint().width()))
