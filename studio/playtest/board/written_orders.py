"""Orders written and not yet carried out, as the map shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF

from engine.hexes.hex import Hex
from engine.session.standing import VisiblePosition
from studio.canvas.camera import MapCamera
from studio.drawing.inks import colour, round_pen
from studio.playtest.board.marks import HALO, PATH

ATTACK = "#b3122a"


@dataclass(frozen=True)
class OrdersOverlay:
    """Paths of moves, dashed lines of attacks."""

    moves: tuple[tuple[Hex, ...], ...] = ()
    attacks: tuple[tuple[Hex, Hex], ...] = ()

    def __call__(self, painter: QPainter, camera: MapCamera) -> None:
        """Draw them thinner than what is in hand."""
        for way in self.moves:
            self._draw(painter, camera, way, PATH, [])
        for line in self.attacks:
            self._draw(painter, camera, line, ATTACK, [2.0, 1.4])

    @staticmethod
    def _draw(
        painter: QPainter, camera: MapCamera, way: Sequence[Hex], ink: str, dashes: list[float]
    ) -> None:
        points = [QPointF(*camera.centre(hex_)) for hex_ in way]
        for shade, share in ((HALO, 0.10), (ink, 0.05)):
            pen = round_pen(colour(shade, 0.85), max(share * camera.width, 1.5))
            if dashes and shade != HALO:
                pen.setDashPattern(dashes)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))
        painter.setPen(round_pen(colour(HALO), 1.2))
        painter.setBrush(colour(ink))
        painter.drawPolygon(_arrow(points[-2], points[-1], 0.15 * camera.width))


def build_orders_overlay(standing: VisiblePosition) -> OrdersOverlay:
    """The memo of a game that has one."""
    stands = {piece.id: piece.at for piece in standing.pieces}
    moves, attacks = [], []
    for order in standing.position.memo:
        hexes = dict.fromkeys(at for unit in order.units if (at := stands.get(unit)) is not None)
        if hexes and order.path:
            way = (spot for spot in order.path if isinstance(spot, Hex))
            moves.append((next(iter(hexes)), *way))
        elif isinstance(order.target, Hex):
            attacks += [(at, order.target) for at in hexes]
    return OrdersOverlay(tuple(moves), tuple(attacks))


def _arrow(start: QPointF, end: QPointF, size: float) -> QPolygonF:
    """The head of an arrow at the end of a line."""
    length = math.hypot(end.x() - start.x(), end.y() - start.y()) or 1.0
    x, y = (end.x() - start.x()) / length * size, (end.y() - start.y()) / length * size
    back = QPointF(end.x() - x, end.y() - y)
    sides = [QPointF(back.x() - y * 0.6, back.y() + x * 0.6)]
    sides.append(QPointF(back.x() + y * 0.6, back.y() - x * 0.6))
    return QPolygonF([QPointF(end.x() + x * 0.4, end.y() + y * 0.4), *sides])
