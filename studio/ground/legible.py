"""Names and the scale over a picture of the ground, legible on any of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine.ground.features import NamedSpot
from studio.drawing.lengths import Units, format_length, round_length
from studio.ground.camera import GeoCamera

MOST_NAMES = 40
LONGEST_BAR = 140  # pixels
INK, RIM = "#12283a", "#f4f1e8"


def paint_names(
    painter: QPainter, camera: GeoCamera, spots: Sequence[NamedSpot], whole: QRectF
) -> None:
    """Draw as many names as there is room for in the whole picture, in their order."""
    taken: list[QRectF] = []
    metrics = painter.fontMetrics()
    for spot in spots:
        x, y = camera.screen(spot.lon, spot.lat)
        room = QRectF(metrics.boundingRect(spot.name)).adjusted(-2, -1, 2, 1)
        room.moveCenter(QPointF(x, y))
        is_free = not any(room.intersects(other) for other in taken)
        if is_free and whole.contains(room):
            taken.append(room)
            _write(painter, room, spot.name)
        if len(taken) >= MOST_NAMES:
            break


def paint_scale(
    painter: QPainter, camera: GeoCamera, low: float, units: Units, language: str
) -> None:
    """Draw a bar of a round length at the left, its foot a number of pixels down."""
    most = camera.metres_a_pixel * LONGEST_BAR
    metres = round_length(most, units)
    right = 12 + metres / camera.metres_a_pixel
    bar = QPolygonF([QPointF(12, low - 6), QPointF(12, low), QPointF(right, low),
                     QPointF(right, low - 6)])  # fmt: skip
    for width, ink in ((4.0, RIM), (1.6, INK)):
        painter.setPen(QPen(QColor(ink), width))
        painter.drawPolyline(bar)
    words = format_length(metres, units, language)
    _write(painter, QRectF(16, low - 24, 80, 18), words, Qt.AlignmentFlag.AlignLeft)


def _write(
    painter: QPainter,
    room: QRectF,
    words: str,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
) -> None:
    flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    painter.setPen(QColor(255, 255, 255, 200))
    for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        painter.drawText(room.translated(right, down), int(flags), words)
    painter.setPen(QColor(INK))
    painter.drawText(room, int(flags), words)
