"""The themes of the window: palettes made from the tokens, and letters of the user's size."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QToolTip

from engine.languages import is_chinese
from studio.rendering.chinese_script import text_language
from studio.rendering.text_painting import font_families
from studio.widgets.application_style import ApplicationStyle, ReducedMotionStyle
from studio.widgets.sizing import body_points
from studio.widgets.tokens import THEMES, Colours, luminance_of

READABLE = 4.5  # WCAG 2.2, 1.4.3 (AA)
STEP = 1.06
Role = QPalette.ColorRole
# Quotation marks and dots as wide as their drawing, where Chinese fonts have the Latin letters too.
NARROW = ("pwid", "palt")
LOOKS = "looks"  # the property of the application that names what its style was made for


def contrast_ratio(one: QColor, other: QColor) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance_of(one), luminance_of(other)))
    return (high + 0.05) / (low + 0.05)


def readable_colour(shade: QColor | str, ground: QColor) -> QColor:
    """Return a colour, made darker or lighter until text in it can be read on a ground."""
    found, is_dark = QColor(shade), luminance_of(ground) < 0.18
    while contrast_ratio(found, ground) < READABLE and not _is_extreme(found, is_dark):
        light = found.lightnessF()
        light = min(1.0, light * STEP + 0.01) if is_dark else light / STEP
        found = QColor.fromHslF(max(found.hslHueF(), 0.0), found.hslSaturationF(), light)
    return found


def _is_extreme(colour: QColor, is_dark: bool) -> bool:
    return colour.lightnessF() >= 1.0 if is_dark else colour.lightnessF() < 0.01


def apply_theme(theme: str, *, is_still: bool = False) -> None:
    """Give the application a theme: a name of `tokens.THEMES`, or `system` to follow the desktop.

    With `is_still` nothing in the window moves by itself. A style is set only where it would
    differ: every widget there is takes it up anew.
    """
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    named = system_theme() if theme == "system" else theme
    palette, letters = theme_palette(named), application.font().toString()
    looks = f"{named} {is_still} {letters}"
    if application.property(LOOKS) == looks and application.palette() == palette:
        return
    application.setProperty(LOOKS, looks)
    application.setPalette(palette)
    QToolTip.setPalette(palette)
    # After the palette: its icons are drawn in that.
    application.setStyle(ReducedMotionStyle() if is_still else ApplicationStyle())


def apply_text_settings(language: str, size: int = 100) -> None:
    """Write everything in the window in the letters of a language, in per cent of their size."""
    with text_language(language):
        letters = QFont(list(font_families()))
    letters.setPointSizeF(body_points() * size / 100)
    if not is_chinese(language) and hasattr(QFont.Tag, "fromString"):  # not in Qt 6.8 for Python
        for tag in NARROW:
            letters.setFeature(QFont.Tag(tag), 1)
    if _measures(QApplication.font()) != _measures(letters):
        QApplication.setFont(letters)
        panels: Any = "QDockWidget"  # of the class whose titles are there already
        QApplication.setFont(letters, panels)


def _measures(letters: QFont) -> tuple[list[str], float, int]:
    return letters.families(), letters.pointSizeF(), len(letters.featureTags())


def theme_palette(theme: str) -> QPalette:
    """Return the palette of a theme."""
    colours = THEMES[theme]
    palette = QPalette()
    for role, colour in _roles(colours).items():
        palette.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.faint))
    palette.setColor(QPalette.ColorGroup.Disabled, Role.Accent, QColor(colours.faint))
    return palette


def _roles(colours: Colours) -> dict[QPalette.ColorRole, str]:
    """Return the token that each of Qt's roles is."""
    return {
        Role.Window: colours.surface, Role.WindowText: colours.text, Role.Base: colours.raised,
        Role.AlternateBase: colours.surface, Role.Text: colours.text, Role.Button: colours.raised,
        Role.ButtonText: colours.text, Role.ToolTipBase: colours.raised,
        Role.ToolTipText: colours.text, Role.Highlight: colours.accent_soft,
        Role.HighlightedText: colours.text, Role.Accent: colours.accent,
        Role.Link: colours.accent, Role.LinkVisited: colours.accent,
        Role.PlaceholderText: colours.muted, Role.BrightText: colours.danger,
        Role.Light: colours.raised, Role.Midlight: colours.hover, Role.Mid: colours.border,
        Role.Dark: colours.edge, Role.Shadow: colours.shadow,
    }  # fmt: skip


def system_theme() -> str:
    """Return the theme that is most like the desktop's: in high contrast where that asks for it."""
    hints = QGuiApplication.styleHints()
    if hasattr(hints, "accessibility"):  # since Qt 6.10
        from PySide6.QtCore import Qt as Core

        if hints.accessibility().contrastPreference() is Core.ContrastPreference.HighContrast:
            return "contrast"
    return "dark" if hints.colorScheme() is Qt.ColorScheme.Dark else "light"
