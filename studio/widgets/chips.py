"""Chips: labels in the colour of a side, a state or a warning, and keys on buttons."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter

from studio.widgets.sizing import sized_font
from studio.widgets.tokens import (
    HAIRLINE,
    Radius,
    Space,
    TextSize,
    colour_with_opacity,
    current_colours,
    text_on,
)

FAINT = 0.5  # how much of the ink the frame of a key has


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


class KeyButton(QPushButton):
    """A button that shows the key which does the same, in a frame behind its words."""

    def __init__(self) -> None:
        super().__init__()
        self.keys = ""

    def show_keys(self, keys: str) -> None:
        """Show a key; none for an empty text."""
        if keys != self.keys:
            self.keys = keys
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the usual size with room for the key."""
        return super().sizeHint() + QSize(self._key_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button, its words, and the key."""
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        option.rect.adjust(0, 0, -self._key_width(), 0)
        option.palette.setColor(QPalette.ColorRole.ButtonText, QColor(self._ink()))
        painter.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option)
        if self.keys:
            self._paint_key(painter)

    def _ink(self) -> str:
        """Return the colour of the words: a primary button is drawn in the accent."""
        colours = current_colours()
        if not self.isEnabled():
            return colours.faint
        return colours.on_accent if self.isDefault() else colours.text

    def _key_width(self) -> int:
        """Return the room of the key with the gap before it."""
        if not self.keys:
            return 0
        letters = QFontMetrics(sized_font(TextSize.SMALL))
        return letters.horizontalAdvance(self.keys) + Space.MEDIUM + Space.TIGHT

    def _paint_key(self, painter: QPainter) -> None:
        letters, ink = sized_font(TextSize.SMALL), self._ink()
        wide = self._key_width() - Space.TIGHT
        high = QFontMetrics(letters).height() + 2
        frame = QRect(self.width() - wide - Space.SMALL, (self.height() - high) // 2, wide, high)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colour_with_opacity(ink, FAINT))
        painter.drawRoundedRect(
            QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), Space.TIGHT, Space.TIGHT
        )
        painter.setFont(letters)
        painter.setPen(QColor(ink))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, self.keys)
