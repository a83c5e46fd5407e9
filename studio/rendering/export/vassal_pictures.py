"""Counters, their markers and cards, each as a picture of its own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from engine.games.game_appearance import MarkLook
from engine.scenario.scenario import Card, Deck
from studio.rendering.cards.card_painter import CardRenderContext, paint_card_back, paint_card_face
from studio.rendering.cards.card_painter import card_size as size_of
from studio.rendering.counters.counter_marks import paint_badges
from studio.rendering.counters.counter_painter import Counter, paint_counter
from studio.rendering.counters.printed_counters import PrintedFace
from studio.rendering.painting import encode_png, make_colour

PX_A_MM = 3.2  # of cards: 200 pixels wide
ROOM = 0.14  # round a counter for its badges, in parts of its size


def counter_png(counter: Counter, size: int, language: str) -> bytes:
    """A counter without its markers, on a clear ground; `size` is that of the whole picture."""
    body = size / (1 + 2 * ROOM)

    def paint(painter: QPainter) -> None:
        paint_counter(painter, counter, QPointF(size / 2, size / 2), body, language)

    return _png(size, size, paint)


def marker_png(look: MarkLook, size: int, language: str) -> bytes:
    """A marker where it lies on a counter of that size, and nothing else."""
    body = size / (1 + 2 * ROOM)
    square = QRectF((size - body) / 2, (size - body) / 2, body, body)
    return _png(size, size, lambda painter: paint_badges(painter, [look], square, language))


def face_png(face: PrintedFace, size: int) -> bytes:
    """A printed face, as of a marker, with its ground."""

    def paint(painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, size, size), make_colour(face.ground))
        face.paint(painter, size)

    return _png(size, size, paint)


def card_size(deck: Deck) -> tuple[int, int]:
    """The pictures of a deck's cards in pixels."""
    size = size_of(deck)
    return round(size.width() * PX_A_MM), round(size.height() * PX_A_MM)


def card_png(card: Card, deck: Deck, look: CardRenderContext, language: str) -> bytes:
    """A card's face."""

    def paint(painter: QPainter) -> None:
        painter.scale(PX_A_MM, PX_A_MM)
        paint_card_face(painter, card, deck, language, QRectF(QPointF(), size_of(deck)), look)

    return _png(*card_size(deck), paint)


def card_back_png(deck: Deck, look: CardRenderContext, language: str) -> bytes:
    """The back of a deck's cards."""

    def paint(painter: QPainter) -> None:
        painter.scale(PX_A_MM, PX_A_MM)
        paint_card_back(painter, deck, language, QRectF(QPointF(), size_of(deck)), look)

    return _png(*card_size(deck), paint)


def _png(width: int, height: int, paint: Callable[[QPainter], None]) -> bytes:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter)
    finally:
        painter.end()
    return encode_png(image)
