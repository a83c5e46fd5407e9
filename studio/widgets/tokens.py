"""Design tokens of the window: colours of its themes, spaces, radii, and sizes of type.

No other module of the window names a colour or a size of its own. Lengths are logical pixels at
the usual text size; `sizing.scale_length` gives them at the user's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtGui import QColor, QGuiApplication, QPalette


@dataclass(frozen=True)
class Colours:
    """The colours of a theme, as `#rrggbb`."""

    background: str  # of pages without a map, such as the start page
    surface: str  # bars, columns and dialogs
    raised: str  # fields, lists, buttons, menus and cards
    sunken: str  # troughs, chips and alternate rows
    hover: str  # a control under the pointer
    border: str  # hairlines between surfaces and around fields
    edge: str  # the rim of a control that has no words, 3:1 against its ground
    text: str
    muted: str  # labels, hints and headings of groups
    faint: str  # disabled text
    accent: str  # links, primary buttons, tools that are on
    on_accent: str  # text on the accent
    accent_soft: str  # the ground of what is selected
    danger: str
    danger_soft: str
    warning: str
    warning_soft: str
    success: str
    success_soft: str
    canvas: str  # the backdrop of maps
    focus: str  # the ring around what the keyboard speaks to
    shadow: str  # under floating cards, drawn with little opacity


LIGHT = Colours(
    background="#f7f5f1", surface="#fcfbf9", raised="#ffffff", sunken="#eeebe5", hover="#f1eee8",
    border="#dedad2", edge="#8d877b", text="#201e1a", muted="#645f56", faint="#8a857b",
    accent="#0f6e78", on_accent="#ffffff", accent_soft="#dbebea", danger="#b3261e",
    danger_soft="#fbe4e1", warning="#805200", warning_soft="#fdf0d2", success="#2a722e",
    success_soft="#e0f0e0", canvas="#4a4945", focus="#0f6e78", shadow="#1c1a17",
)  # fmt: skip
DARK = Colours(
    background="#1b1a19", surface="#242321", raised="#2e2c2a", sunken="#1d1c1a", hover="#393734",
    border="#43403b", edge="#8f8a80", text="#eceae5", muted="#b3aea4", faint="#8f8a81",
    accent="#63c3cc", on_accent="#06262a", accent_soft="#1f4449", danger="#ff9389",
    danger_soft="#4f2320", warning="#edbb5a", warning_soft="#4a3813", success="#86d28c",
    success_soft="#203f23", canvas="#4a4945", focus="#7fd6de", shadow="#000000",
)  # fmt: skip
CONTRAST = Colours(
    background="#000000", surface="#050505", raised="#000000", sunken="#1a1a1a", hover="#2b2b2b",
    border="#d8d8d8", edge="#ffffff", text="#ffffff", muted="#ececec", faint="#a8a8a8",
    accent="#5ff0ff", on_accent="#000000", accent_soft="#00505a", danger="#ffaaa2",
    danger_soft="#5a0f0a", warning="#ffd75e", warning_soft="#4a3600", success="#96f59c",
    success_soft="#0c4512", canvas="#4a4945", focus="#ffe14d", shadow="#000000",
)  # fmt: skip
THEMES = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}
_BY_SURFACE = {theme.surface: theme for theme in THEMES.values()}


def current_colours(palette: QPalette | None = None) -> Colours:
    """Return the colours of the theme that a palette, or the application's, was made from."""
    shown = palette if palette is not None else QGuiApplication.palette()
    return _BY_SURFACE.get(shown.color(QPalette.ColorRole.Window).name(), LIGHT)


class Space(IntEnum):
    """Distances between things."""

    TIGHT = 4
    SMALL = 8
    MEDIUM = 12
    LARGE = 16


class Radius(IntEnum):
    """Radii of round corners."""

    CONTROL = 6  # buttons, fields, rows
    PANEL = 8  # floating bars, cards in a column
    CARD = 10  # cards on a page


class TextSize(IntEnum):
    """Sizes of type."""

    SMALL = 12  # headings of groups, notes
    BODY = 13
    LARGE = 15  # the first sentence of a column
    TITLE = 20
    DISPLAY = 26


HAIRLINE, FOCUS_LINE = 1.0, 2.0
ICON, ICON_STROKE = 18, 1.75
SHADOW_BLUR, SHADOW_DROP, SHADOW_OPACITY = 24, 4, 0.18


def colour_with_opacity(shade: str, opacity: float) -> QColor:
    """Return a colour that lets through some of what lies under it."""
    found = QColor(shade)
    found.setAlphaF(opacity)
    return found


def text_on(ground: str | QColor) -> str:
    """Return black or white, whichever is read better on a ground such as a side's colour."""
    return "#ffffff" if luminance_of(QColor(ground)) < MIDDLE else "#000000"


MIDDLE = 0.179  # the luminance on which black and white have the same contrast


def luminance_of(colour: QColor) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4
        for each in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
