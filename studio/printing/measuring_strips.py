"""Measuring strips of 24, 12 and 6 inches, in pieces to glue end to end (E8)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from engine.texts import text
from studio.printing.page_output import PrintError
from studio.printing.paper_geometry import Paper
from studio.printing.print_page import PrintedPart, PrintPage
from studio.rendering.page_painting import LEFT, draw_box, draw_line, draw_text
from studio.rendering.painting import is_dark
from studio.rendering.text_painting import INK, PALE

LENGTHS = (24, 24, 12, 12, 6, 6)  # inches: two of each, one a player
SHADES = {24: "#2f4d74", 12: "#8c2f1f", 6: "#4e6b34"}
MARGIN, HIGH, BETWEEN, TAB, FOOT_HEIGHT = 10.0, 13.0, 4.0, 8.0, 8.0
LETTERS = 2.6


class StripPiece(NamedTuple):
    """A part of a strip, from an inch to an inch of it."""

    length: int
    first: int
    last: int


def measuring_strip_pages(
    paper: Paper, inch_mm: float, language: str, title: str, lengths: Sequence[int] = LENGTHS
) -> Iterator[PrintPage]:
    """The strips on as few pages as hold them. Raises PrintError where an inch is too long."""
    room = paper.width - 2 * MARGIN - TAB
    pieces = [piece for length in lengths for piece in _pieces(length, inch_mm, room)]
    down = int((paper.height - 2 * MARGIN - FOOT_HEIGHT + BETWEEN) // (HIGH + BETWEEN))
    pages = [pieces[first : first + down] for first in range(0, len(pieces), down)]
    for number, page in enumerate(pages, 1):
        values = {"title": title, "number": number, "count": len(pages)}
        says = text("printing.strips-foot", language, **values)
        paint = partial(_paint, page, paper, inch_mm, says, language)
        holds = tuple(f"{piece.length}: {piece.first}-{piece.last}" for piece in page)
        yield PrintPage(PrintedPart.STRIPS, says, paint, holds=holds)


def _pieces(length: int, inch_mm: float, room: float) -> Iterator[StripPiece]:
    """A strip in equal parts of whole inches that go on the paper."""
    most = int(room // inch_mm)
    if most < 1:
        raise PrintError(text("printing.strip-too-long"))
    count = math.ceil(length / most)
    step = math.ceil(length / count)
    for first in range(0, length, step):
        yield StripPiece(length, first, min(first + step, length))


def _paint(
    pieces: Sequence[StripPiece], paper: Paper, inch_mm: float, says: str, language: str,
    painter: QPainter,
) -> None:  # fmt: skip
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for row, piece in enumerate(pieces):
        _paint_piece(painter, QPointF(MARGIN, MARGIN + row * (HIGH + BETWEEN)), piece, inch_mm,
                     language)  # fmt: skip
    foot = QPointF(MARGIN, paper.height - MARGIN)
    draw_text(painter, foot, says, LETTERS, anchor=LEFT, room=paper.width - 2 * MARGIN)


def _paint_piece(
    painter: QPainter, at: QPointF, piece: StripPiece, inch_mm: float, language: str
) -> None:
    """A piece with its inches, and the tab under which the next is glued."""
    shade = SHADES.get(piece.length, "#5b4a2c")
    inches = piece.last - piece.first
    room = QRectF(at.x(), at.y(), inches * inch_mm, HIGH)
    if piece.last < piece.length:
        tab = QRectF(room.right(), room.top(), TAB, HIGH)
        draw_box(painter, tab, "#fffdf7")
        draw_text(painter, tab.center(), text("printing.strip-glue", language), 2.2, room=TAB - 1)
    for inch in range(inches):
        field = QRectF(room.left() + inch * inch_mm, room.top(), inch_mm, HIGH)
        draw_box(painter, field, shade if (piece.first + inch) % 2 == 0 else "#fffdf7")
        _write_number(painter, field, piece.first + inch + 1, shade)
    draw_line(painter, _halves(room, inches, inch_mm))
    words = text("printing.strip-name", language, length=piece.length)
    draw_text(painter, QPointF(room.left() + 1.2, room.bottom() - 2.0), words, 2.4, anchor=LEFT,
        shade=PALE if piece.first % 2 == 0 else INK, room=inch_mm - 2.0)  # fmt: skip


def _write_number(painter: QPainter, field: QRectF, number: int, shade: str) -> None:
    ground = shade if (number - 1) % 2 == 0 else "#fffdf7"
    ink = PALE if is_dark(QColor(ground)) else INK
    size = min(4.4, 0.3 * field.width())
    at = QPointF(field.right() - 0.6 * size - 0.4, field.top() + 0.8 * size)
    draw_text(painter, at, str(number), size, bold=True, shade=ink)


def _halves(room: QRectF, inches: int, inch_mm: float) -> list[QLineF]:
    """A short line at each half inch."""
    places = (room.left() + (inch + 0.5) * inch_mm for inch in range(inches))
    return [QLineF(x, room.top(), x, room.top() + 0.3 * HIGH) for x in places]
