"""Printed counters: the fronts and backs of units, and markers, as they are cut out of a sheet.

Unlike a counter on the map, whose badges hang over its edge, all of a face is inside its square,
and its ground runs on to the cut. Squares are 100 units wide here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.games.looks import Look
from engine.play.position import Lying, Point
from engine.texts import spoken
from studio.drawing.badges import paint_badge
from studio.drawing.counters import Counter
from studio.drawing.fronts import paint_front
from studio.drawing.impacts import calibre, paint_burst
from studio.drawing.inks import colour, is_dark
from studio.drawing.lettering import INK, PALE
from studio.drawing.lying import paint_laid
from studio.drawing.millimetres import put, shorten, width_of, wrap
from studio.drawing.symbols import paint_symbol

WIDE = 100.0
NOWHERE = Point(0, 0)
PANEL, VALUED = QRectF(15, 9, 70, 45), QRectF(25, 9, 48, 43)
MARKER, IMPACT, HIDDEN = "#f3eee0", "#fbe7c4", "#8a8272"
HATCH = "#ffffff"
STRIPES = "stripes"  # what shows a unit to be turned over
LEAST_NAME = 1.55  # mm: smaller letters cannot be read at arm's length


@dataclass(frozen=True)
class Face:
    """One side of a piece: its ground, which bleeds, and what is drawn on a square of `WIDE`."""

    id: str
    ground: str
    draw: Callable[[QPainter], None]

    def paint(self, painter: QPainter, size: float) -> None:
        """Draw what stands on it, its upper left corner in the painter's origin."""
        painter.save()
        painter.scale(size / WIDE, size / WIDE)
        self.draw(painter)
        painter.restore()


def front(counter: Counter, language: str, size: float) -> Face:
    """A unit as it begins: symbol, number and name."""

    def draw(painter: QPainter) -> None:
        _paint_panel(painter, counter)
        _paint_number(painter, counter)
        _paint_name(painter, counter, language, size)
        looks = [look for look in counter.looks if look.shows != STRIPES]
        _paint_states(painter, counter, looks, language)
        _paint_front(painter, counter)

    return Face(counter.id, counter.colour, draw)


def back(counter: Counter, mark: str, language: str, size: float) -> Face:
    """The same unit with what it suffers from most often, in games where it suffers at all."""

    def draw(painter: QPainter) -> None:
        _paint_hatching(painter, counter)
        _paint_panel(painter, counter)
        _paint_number(painter, counter)
        _paint_name(painter, counter, language, size)
        _paint_states(painter, counter, [counter.known.of(mark)] if mark else [], language)
        _paint_front(painter, counter)

    return Face(counter.id, counter.colour, draw)


def marker(look: Look, language: str) -> Face:
    """A state marker: its badge, large, and its name."""

    def draw(painter: QPainter) -> None:
        paint_badge(painter, look, QPointF(50, 39), 25, language)
        _paint_word(painter, spoken(look.name, language), INK)

    return Face(look.id, MARKER, draw)


def laid(kind: str, amount: int, name: str) -> Face:
    """What lies in a hex, as it is drawn on the map, and what it is called."""

    def draw(painter: QPainter) -> None:
        paint_laid(painter, Lying(kind, NOWHERE, amount=amount), QPointF(50, 38), 24)
        _paint_word(painter, name, INK)

    return Face(f"{kind}-{amount}", MARKER, draw)


def impact(battery: str, name: str) -> Face:
    """Where the shells of a battery have fallen."""

    def draw(painter: QPainter) -> None:
        paint_burst(painter, QPointF(50, 38), 68)
        put(painter, QPointF(50, 38), calibre(battery), 22, bold=True)
        _paint_word(painter, name, INK)

    return Face(f"impact-{battery}", IMPACT, draw)


def flag(id_: str, name: str, shade: str, points: int) -> Face:
    """Whoever holds an objective lays this there; nobody's has no colour of a side."""
    ink = PALE if is_dark(QColor(shade)) else INK

    def draw(painter: QPainter) -> None:
        put(painter, QPointF(50, 37), str(points) if points else "★", 44, bold=True, shade=ink)
        lines = wrap(name, 17, 90)[:2]
        for number, line in enumerate(lines):
            at = QPointF(50, 82 + (number - len(lines) + 1) * 18)
            put(painter, at, line, 17, shade=ink, room=92)

    return Face(f"flag-{id_}", shade, draw)


# --- parts ----------------------------------------------------------------------------------------


def _paint_panel(painter: QPainter, counter: Counter) -> None:
    paint_symbol(painter, counter.symbol, VALUED if counter.values else PANEL)


def _paint_number(painter: QPainter, counter: Counter) -> None:
    at = QPointF(50, 68)
    if counter.values:
        _paint_values(painter, counter)
        return
    if counter.designation:
        put(painter, at, counter.designation, 26, bold=True, shade=_ink(counter), room=60)


def _paint_values(painter: QPainter, counter: Counter) -> None:
    """The number, the values beside it, and those beside the symbol."""
    ink, (row, *beside) = _ink(counter), counter.values
    if counter.designation:
        put(painter, QPointF(16, 68), counter.designation, 22, shade=ink, room=24)
    put(painter, QPointF(62, 68), row, 27, bold=True, shade=ink, room=66)
    for place, words in enumerate(beside):
        at = QPointF(86, VALUED.center().y() + 19 * (place - (len(beside) - 1) / 2))
        put(painter, at, words, 19, bold=True, shade=ink, room=25)


def _paint_name(painter: QPainter, counter: Counter, language: str, size: float) -> None:
    """The unit's name along the lower edge, in letters that can be read."""
    name = spoken(counter.name, language) or counter.id
    least = LEAST_NAME / size * WIDE
    letters = max(least, min(15.0, 15.0 * 92 / max(width_of(name, 15.0), 1.0)))
    words = shorten(name, letters, 94)
    put(painter, QPointF(50, 90), words, letters, shade=_ink(counter))


def _paint_states(painter: QPainter, counter: Counter, looks: list[Look], language: str) -> None:
    """What a unit suffers from, in its lower corners; left of the symbol where values are there."""
    places = ((12.0, 18.0), (12.0, 43.0)) if counter.values else ((17.0, 68.0), (83.0, 68.0))
    for look, (x, y) in zip(looks, places, strict=False):
        paint_badge(painter, look, QPointF(x, y), 11, language)


def _paint_front(painter: QPainter, counter: Counter) -> None:
    """A wedge on the upper edge of a counter with a front: it is laid down as it faces."""
    if counter.front is not None:
        paint_front(painter, 0, QRectF(0, 0, WIDE, WIDE), is_within=True)


def _paint_hatching(painter: QPainter, counter: Counter) -> None:
    """Slanting stripes, and quiet grounds behind number and name."""
    dark = is_dark(QColor(counter.colour))
    painter.save()
    painter.setClipRect(QRectF(0, 0, WIDE, WIDE))
    pen = QPen(colour(HATCH if dark else "#000000", 0.4), 6.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawLines([QLineF(x - 105, 105, x + 5, -5) for x in range(5, 215, 19)])
    painter.restore()
    number = QRectF(2, 53, 96, 27) if counter.values else QRectF(30, 55.5, 40, 24.6)
    painter.fillRect(number, colour(counter.colour))
    painter.fillRect(QRectF(0, 80, WIDE, 20), colour(counter.colour))


def _paint_word(painter: QPainter, words: str, shade: str) -> None:
    put(painter, QPointF(50, 84), words, 21, shade=shade, room=92)


def _ink(counter: Counter) -> str:
    return PALE if is_dark(QColor(counter.colour)) else INK
