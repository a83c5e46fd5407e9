"""Signs of NATO's APP-6: what stands in a unit's frame, and the mark of its size over it.

The signs are drawn by milsymbol (MIT licence, © Måns Beckman, Kevin Lundeen), and written by
`tools/app6.py`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtSvg import QSvgRenderer

from studio.rendering.page_painting import draw_text
from studio.rendering.painting import clip_to, draw, fill, make_colour, round_pen

FOLDER = Path(__file__).parent / "signs"
# Symbols of the studio for which the standard has the sign of another.
ALIKE = {
    "tank": "armour", "half-squad": "infantry", "truck": "transport", "car": "motorized",
    "half-track": "mechanized",
}  # fmt: skip
STAFF = "headquarters"  # its frame holds letters
BOLDER = "5"  # lines of signs, in hundredths and a half of a frame: the standard's 3 fade on paper

# The mark of a size: so many of a sign side by side.
MARKS: dict[str, tuple[str, int]] = {
    "team": ("ring", 1), "squad": ("dot", 1), "section": ("dot", 2), "platoon": ("dot", 3),
    "company": ("bar", 1), "battalion": ("bar", 2), "regiment": ("bar", 3),
    "brigade": ("cross", 1), "division": ("cross", 2), "corps": ("cross", 3), "army": ("cross", 4),
}  # fmt: skip


def has_nato_symbol(symbol: str) -> bool:
    """Return True if the standard has a sign for a symbol."""
    return symbol == STAFF or bool(_words(ALIKE.get(symbol, symbol)))


def paint_nato_symbol(painter: QPainter, symbol: str, frame: QRectF, ink: str) -> None:
    """Draw the sign of a symbol in its frame, whose line is not drawn here."""
    if symbol == STAFF:
        draw_text(painter, frame.center(), "HQ", 0.62 * frame.height(), bold=True, shade=ink)
        return
    words = _words(ALIKE.get(symbol, symbol))
    inked = words.replace('"black"', f'"{ink}"').replace(
        'stroke-width="3"', f'stroke-width="{BOLDER}"'
    )
    with clip_to(painter, frame):
        QSvgRenderer(QByteArray(inked.encode())).render(painter, frame)


@cache
def _words(symbol: str) -> str:
    file = FOLDER / f"{symbol}.svg"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def paint_unit_size(painter: QPainter, size: str, at: QPointF, high: float, ink: str) -> None:
    """Draw the mark of a size, its foot at a point."""
    if size not in MARKS:
        return
    sign, count = MARKS[size]
    step = {"bar": 0.62, "cross": 1.0, "dot": 0.8, "ring": 1.0}[sign] * high
    middle = at.y() - high / 2
    lines, filled = QPainterPath(), QPainterPath()
    for number in range(count):
        x = at.x() + (number - (count - 1) / 2) * step
        _add_mark(sign, QPointF(x, middle), high, lines, filled)
    fill(painter, filled, make_colour(ink))
    draw(painter, lines, round_pen(make_colour(ink), 0.2 * high))


def _add_mark(
    sign: str, at: QPointF, high: float, lines: QPainterPath, filled: QPainterPath
) -> None:
    half = high / 2
    if sign == "dot":
        filled.addEllipse(at, 0.62 * half, 0.62 * half)
        return
    if sign == "ring":
        lines.addEllipse(at, 0.75 * half, 0.75 * half)
    rises = {"bar": 0.0, "cross": 0.72, "ring": 0.72}[sign] * half
    lines.moveTo(at.x() - rises, at.y() + half)
    lines.lineTo(at.x() + rises, at.y() - half)
    if sign == "cross":
        lines.moveTo(at.x() - rises, at.y() - half)
        lines.lineTo(at.x() + rises, at.y() + half)
