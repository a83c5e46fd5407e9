"""Light and dark: the colours of the window; the map on it is always paper."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from studio.drawing.lettering import families
from studio.drawing.scripts import text_language
from studio.parts.legible_style import ApplicationStyle, ReducedMotionStyle
from studio.parts.text_size import POINTS

Role = QPalette.ColorRole
LIGHT = {
    Role.Window: "#f3f1ec", Role.WindowText: "#1f2328", Role.Base: "#ffffff",
    Role.AlternateBase: "#f0eee8", Role.Text: "#1f2328", Role.Button: "#ebe8e1",
    Role.ButtonText: "#1f2328", Role.ToolTipBase: "#fffdf2", Role.ToolTipText: "#1f2328",
    Role.Highlight: "#2f6f9f", Role.HighlightedText: "#ffffff", Role.Link: "#1f5fbf",
    Role.PlaceholderText: "#60656c", Role.BrightText: "#b3122a",
}  # fmt: skip
DARK = {
    Role.Window: "#26282b", Role.WindowText: "#e6e4df", Role.Base: "#1c1e20",
    Role.AlternateBase: "#232527", Role.Text: "#e6e4df", Role.Button: "#323539",
    Role.ButtonText: "#e6e4df", Role.ToolTipBase: "#3a3d41", Role.ToolTipText: "#f2f0ea",
    Role.Highlight: "#3577a5", Role.HighlightedText: "#ffffff", Role.Link: "#7db7e8",
    Role.PlaceholderText: "#a7acb3", Role.BrightText: "#ff8795",
}  # fmt: skip
FAINT = {"light": "#7e8083", "dark": "#868a8f"}


def apply_theme(theme: str, *, is_still: bool = False) -> None:
    """Give the whole application a theme: `light`, `dark`, or `system` to follow the system's.

    Where it is to be still nothing in it moves by itself.
    """
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    dark = theme == "dark" or (theme == "system" and _is_system_dark())
    application.setPalette(theme_palette("dark" if dark else "light"))
    # After the palette: its icons are drawn in that.
    application.setStyle(ReducedMotionStyle() if is_still else ApplicationStyle())


def apply_text_settings(language: str, size: int = 100) -> None:
    """Write everything in the window in the letters of a language, in per cent of their size."""
    with text_language(language):
        letters = QFont(list(families()))
    letters.setPointSizeF(POINTS * size / 100)
    now = QApplication.font()
    if (now.families(), now.pointSizeF()) != (letters.families(), letters.pointSizeF()):
        QApplication.setFont(letters)
        panels: Any = "QDockWidget"  # of the class whose titles are there already
        QApplication.setFont(letters, panels)


def theme_palette(theme: str) -> QPalette:
    """The palette of a theme."""
    palette = QPalette()
    for role, colour in (DARK if theme == "dark" else LIGHT).items():
        palette.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(FAINT[theme]))
    return palette


def _is_system_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
