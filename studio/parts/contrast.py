"""Colours of text that can be read: the contrast that WCAG 2 asks for, against what lies behind."""

from __future__ import annotations

from PySide6.QtGui import QColor

READABLE = 4.5  # WCAG 2.2, 1.4.3 (AA)
STEP = 1.06


def contrast_ratio(one: QColor, other: QColor) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable_colour(shade: QColor | str, ground: QColor) -> QColor:
    """A colour, made darker or lighter until text in it can be read on a ground."""
    found, is_dark = QColor(shade), _luminance(ground) < 0.18
    while contrast_ratio(found, ground) < READABLE and not _is_extreme(found, is_dark):
        light = found.lightnessF()
        light = min(1.0, light * STEP + 0.01) if is_dark else light / STEP
        found = QColor.fromHslF(max(found.hslHueF(), 0.0), found.hslSaturationF(), light)
    return found


def _is_extreme(colour: QColor, is_dark: bool) -> bool:
    return colour.lightnessF() >= 1.0 if is_dark else colour.lightnessF() < 0.01


def _luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
