"""Letters and lines measured in millimetres, for pages whose unit that is."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from studio.rendering.painting import make_colour
from studio.rendering.text_painting import INK, draw_text_from, make_font

SET = 100  # letters are set this large and scaled down: fonts have no fractional sizes
LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
HAIR = 0.15


def width_of(words: str, size: float, bold: bool = False) -> float:
    """Return the width of words in letters of a size."""
    return QFontMetricsF(make_font(SET, bold)).horizontalAdvance(words) * size / SET


def draw_text(
    painter: QPainter,
    at: QPointF,
    words: str,
    size: float,
    *,
    bold: bool = False,
    shade: str = INK,
    anchor: float = MIDDLE,
    room: float | None = None,
) -> float:
    """Write words, their middle at the height of a point, shrunk to fit; returns their width.

    `anchor` says what part of them lies left of the point.
    """
    wide = width_of(words, size, bold)
    if room is not None and wide > room:
        size, wide = size * room / wide, room
    painter.save()
    painter.translate(at.x() - anchor * wide, at.y() + 0.36 * size)
    painter.scale(size / SET, size / SET)
    draw_text_from(painter, QPointF(0, 0), words, make_font(SET, bold), make_colour(shade))
    painter.restore()
    return wide


def elide(words: str, size: float, room: float, bold: bool = False) -> str:
    """Words cut to fit a room, with an ellipsis where something is missing."""
    metrics = QFontMetricsF(make_font(SET, bold))
    return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room * SET / size)


def wrap(words: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Words in lines no wider than a room, broken at spaces, Chinese anywhere."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(words):
        if line and width_of((line + piece).rstrip(), size, bold) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


CLOSING, OPENING = "，。、；：！？）”》", "（“《"


def _pieces(words: str) -> Iterable[str]:
    """Yield the unbreakable pieces of a text: a word with its space, a Chinese character."""
    piece = ""
    for sign, after in zip_longest(words, words[1:], fillvalue=""):
        piece += sign
        is_between = (_is_wide(sign) or _is_wide(after)) and sign not in OPENING
        if sign.isspace() or (is_between and after not in CLOSING):
            yield piece
            piece = ""
    if piece:
        yield piece


def _is_wide(sign: str) -> bool:
    return "\u2e80" <= sign <= "\uffef"


def draw_line(
    painter: QPainter, lines: Iterable[QLineF], width: float = HAIR, shade: str = INK
) -> None:
    """Draw straight lines."""
    painter.setPen(QPen(make_colour(shade), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLines(list(lines))


def draw_box(
    painter: QPainter, room: QRectF, ground: str, rim: str = INK, width: float = HAIR
) -> None:
    """Draw a filled rectangle with a rim."""
    painter.fillRect(room, make_colour(ground))
    painter.setPen(QPen(make_colour(rim), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap,
                        Qt.PenJoinStyle.MiterJoin))  # fmt: skip
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(room)
