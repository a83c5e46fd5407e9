"""Style sheets of labels in the colour of a side, a state or a warning."""

from __future__ import annotations

from studio.widgets.tokens import HAIRLINE, Radius, Space, current_colours, text_on


def chip_style(shade: str = "") -> str:
    """Return the style of a label on a colour, such as the name of a side; without one, muted."""
    ground = shade or current_colours().canvas
    return (
        f"background: {ground}; color: {text_on(ground)}; font-weight: bold;"
        f" padding: {Space.TIGHT // 2}px {Space.SMALL}px; border-radius: {Radius.PANEL}px"
    )


def ink_style(shade: str, *, is_bold: bool = False) -> str:
    """Return the style of a label whose words are in a colour."""
    return f"color: {shade};{' font-weight: bold' if is_bold else ''}"


def card_style(name: str, *, rim: str = "", width: float = HAIRLINE, line: str = "solid") -> str:
    """Return the style of a raised frame by its object's name, with a hairline or another rim."""
    colours = current_colours()
    return (
        f"#{name} {{ background: {colours.raised}; border: {width:g}px {line}"
        f" {rim or colours.border}; border-radius: {Radius.PANEL}px }}"
        f" #{name} QLabel {{ color: {colours.text} }}"
    )


def toggle_style(shade: str) -> str:
    """Return the style of buttons of which one is down, each in a colour."""
    ground = shade or current_colours().canvas
    return (
        f"QPushButton {{ padding: {Space.TIGHT}px {Space.MEDIUM}px; border: 2px solid {ground};"
        f" border-radius: {Radius.CONTROL}px }}"
        f"QPushButton:checked {{ background: {ground}; color: {text_on(ground)};"
        " font-weight: bold }"
        "QPushButton:focus { border-style: dashed }"
    )
