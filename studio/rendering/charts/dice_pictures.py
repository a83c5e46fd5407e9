"""Dice as pictures, six-sided ones with their pips, and the colours of results everywhere."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from engine.games.game_appearance import ResultLooks
from studio.rendering.painting import blend, is_dark, make_colour
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

IVORY = "#f4efe2"
ROUNDED, PIP = 0.2, 0.105
NEAR, FAR = 0.26, 0.74
PIPS = {
    1: ((0.5, 0.5),),
    2: ((NEAR, FAR), (FAR, NEAR)),
    3: ((NEAR, FAR), (0.5, 0.5), (FAR, NEAR)),
    4: ((NEAR, NEAR), (NEAR, FAR), (FAR, NEAR), (FAR, FAR)),
    5: ((NEAR, NEAR), (NEAR, FAR), (FAR, NEAR), (FAR, FAR), (0.5, 0.5)),
    6: ((NEAR, NEAR), (NEAR, 0.5), (NEAR, FAR), (FAR, NEAR), (FAR, 0.5), (FAR, FAR)),
}


def paint_die(
    painter: QPainter, square: QRectF, face: int, sides: int = 6, shade: str = IVORY
) -> None:
    """Draw a die of a colour that shows a face, filling a square."""
    size, body = square.width(), QColor(shade)
    light, dark = blend(body, "#ffffff", 0.16), blend(body, "#000000", 0.14)
    shine = QLinearGradient(square.topLeft(), square.bottomRight())
    shine.setColorAt(0, light)
    shine.setColorAt(1, dark)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(make_colour("#000000", 0.25))
    fallen = square.translated(0.03 * size, 0.05 * size)
    painter.drawRoundedRect(fallen, ROUNDED * size, ROUNDED * size)
    painter.setPen(QPen(blend(body, "#000000", 0.55), max(0.03 * size, 0.8)))
    painter.setBrush(shine)
    painter.drawRoundedRect(square, ROUNDED * size, ROUNDED * size)
    ink = make_colour(PALE if is_dark(body) else INK)
    if sides != 6:
        draw_text(
            painter, square.center(), str(face), make_font(round(0.56 * size), bold=True), ink
        )
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y in PIPS[face]:
        middle = QPointF(square.left() + x * size, square.top() + y * size)
        painter.drawEllipse(middle, PIP * size, PIP * size)


def result_colour(results: ResultLooks, word: str) -> QColor:
    """The colour of a result or a mark of a game."""
    return QColor(results.colour(word))


def text_colour_on(shade: QColor) -> QColor:
    """Return a text colour that is readable on a colour."""
    return make_colour(PALE if is_dark(shade) else INK)
