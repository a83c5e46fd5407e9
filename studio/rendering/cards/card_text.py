"""Words on cards: as large as they have room, in lines, downwards or turned, with icons in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption

from studio.rendering.counters.layout_painter import paint_picture
from studio.rendering.file_formats import MM_AN_INCH
from studio.rendering.painting import clip_to
from studio.rendering.text_painting import PALE, make_font
from studio.rendering.text_painting import draw_text as write_centred

UNIT = 100  # lettering is measured in hundredths of a millimetre
SPACING = 1.32  # between lines, in heights of letters
ELLIPSIS = "…"
ICON = re.compile(r"\{([\w-]+)\}")
ROOM = "\u2003"  # as wide as letters are high: an icon stands there
Icons = Mapping[str, Path]
NO_ICONS: Icons = {}


@dataclass(frozen=True)
class TextStyle:
    """The style of words: the sizes to be tried in points, and the rest."""

    points: tuple[float, ...]
    ink: str
    is_bold: bool
    is_centred: bool = False


@dataclass(frozen=True)
class FittedText:
    """Words laid out in lines; `is_whole` if all of them fit, else only the first `shown` signs."""

    layout: QTextLayout
    height: float
    is_whole: bool
    shown: int


def card_font(points: float, bold: bool = False) -> QFont:
    """A font so many points high, in hundredths of a millimetre."""
    return make_font(round(points / 72 * MM_AN_INCH * UNIT), bold)


def fit_text(words: str, room: QSizeF, style: TextStyle) -> FittedText:
    """Words in the largest letters that fit; if none fit, in the smallest, cut short with a …"""
    for points in style.points:
        found = _lay_out(words, room, points, style)
        if found.is_whole:
            return found
    return _cut(words[: found.shown], room, style)


def _cut(words: str, room: QSizeF, style: TextStyle) -> FittedText:
    """Return the longest start of some words that fits, with an ellipsis."""
    while words:
        words = words[:-1].rstrip()
        found = _lay_out(words + ELLIPSIS, room, style.points[-1], style)
        if found.is_whole:
            break
    return replace(found, is_whole=False, shown=len(words))


def _lay_out(words: str, room: QSizeF, points: float, style: TextStyle) -> FittedText:
    shown = card_font(points, style.is_bold)
    layout = QTextLayout(words.replace("\n", "\u2028"), shown)
    option = QTextOption(
        Qt.AlignmentFlag.AlignHCenter if style.is_centred else Qt.AlignmentFlag.AlignLeft
    )
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    step, down = shown.pixelSize() * SPACING, 0.0
    has_room, end = True, 0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room.width() * UNIT)
        if down + step > room.height() * UNIT + 1:
            has_room = False
            line.setPosition(QPointF(0, 10 * room.height() * UNIT))  # out of the clipped room
            break  # what follows does not fit either
        line.setPosition(QPointF(0, down + (step - line.height()) / 2))
        down += step
        end = line.textStart() + line.textLength()
    layout.endLayout()
    return FittedText(layout, down / UNIT, has_room, end)


def draw_fitted_text(
    painter: QPainter, words: str, room: QRectF, style: TextStyle, icons: Icons = NO_ICONS
) -> bool:
    """Write words in a room, in the middle of its height where they are centred.

    A word in braces that names an icon becomes that picture, as high as the letters.
    """
    if not words:
        return True
    plain, places = text_with_icons(words, icons)
    found = fit_text(plain, room.size(), style)
    with clip_to(painter, room.adjusted(0, -0.5, 0, 0.5)):
        lower = (room.height() - found.height) / 2 if style.is_centred else 0.0
        painter.translate(room.left(), room.top() + lower)
        painter.scale(1 / UNIT, 1 / UNIT)
        painter.setPen(QColor(style.ink))
        found.layout.draw(painter, QPointF(0, 0))
        for place, file in places.items():
            if place < found.shown:
                _paint_icon(painter, found.layout, place, file)
    return found.is_whole


def text_with_icons(words: str, icons: Icons) -> tuple[str, dict[int, Path]]:
    """Words with room where icons stand, and which file's picture goes where."""
    places: dict[int, Path] = {}
    found, taken = "", 0
    for match in ICON.finditer(words):
        if match[1] in icons:
            found += words[taken : match.start()]
            places[len(found)] = icons[match[1]]
            found, taken = found + ROOM, match.end()
    return found + words[taken:], places


def _paint_icon(painter: QPainter, layout: QTextLayout, place: int, file: Path) -> None:
    line = layout.lineForTextPosition(place)
    if not line.isValid():
        return
    at: Any = line.cursorToX(place)  # with the place, though the stubs know but one number
    x = float(at[0] if isinstance(at, tuple) else at)
    high = layout.font().pixelSize()
    top = line.y() + (line.height() - high) / 2
    paint_picture(painter, file, QRectF(x, top, high, high))


def draw_vertical_text(painter: QPainter, words: str, room: QRectF) -> None:
    """Write Chinese from top to bottom, one character below another."""
    high = min(room.height() / max(len(words), 1), room.width() * 0.75)
    shown = make_font(round(0.8 * high * UNIT), True)
    top = room.top() + (room.height() - high * len(words)) / 2
    painter.setPen(QColor(PALE))
    painter.setFont(shown)
    painter.save()
    painter.scale(1 / UNIT, 1 / UNIT)
    for place, sign in enumerate(words):
        box = QRectF(room.left(), top + place * high, room.width(), high)
        scaled = QRectF(box.topLeft() * UNIT, box.size() * UNIT)
        painter.drawText(scaled, Qt.AlignmentFlag.AlignCenter, sign)
    painter.restore()


def draw_rotated_text(painter: QPainter, words: str, room: QRectF) -> None:
    """Write words from bottom to top."""
    shown = QFont(make_font(round(0.3 * room.width() * UNIT), True))
    shown.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 118)
    painter.save()
    painter.translate(room.center())
    painter.rotate(-90)
    painter.scale(1 / UNIT, 1 / UNIT)
    write_centred(painter, QPointF(0, 0), words, shown, QColor(PALE))
    painter.restore()
