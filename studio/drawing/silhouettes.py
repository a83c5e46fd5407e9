"""Silhouettes of what a unit is: soldiers, guns, vehicles, as they are seen from the side."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QTransform

from studio.drawing.inks import add_polygon, colour, fill, winding_path
from studio.drawing.symbols import STAR, paint_symbol

# Drawn on a panel of 150 × 100, its middle at the origin, fronts at the right.
WIDE, HIGH = 150.0, 100.0
Point = tuple[float, float]

SOLDIER: tuple[tuple[Point, ...], ...] = (
    ((-11, -35), (-9, -42), (-4, -47), (3, -47), (8, -43), (11, -35)),  # helmet
    ((-6, -35), (7, -35), (7, -28), (4, -24), (-4, -24)),  # head
    ((-11, -24), (10, -24), (13, -10), (12, 4), (-11, 4)),  # body
    ((-11, -24), (-17, -14), (-14, -3), (4, 3), (5, -3), (-7, -9)),  # arm behind
    ((8, -23), (15, -14), (19, -13), (20, -8), (13, -6), (6, -14)),  # arm before
    ((-11, 3), (1, 3), (-4, 24), (-10, 43), (-5, 47), (-18, 47), (-17, 40), (-13, 22)),
    ((0, 3), (12, 3), (14, 24), (17, 42), (24, 47), (10, 47), (7, 24)),
    ((-16, 2), (-12, 6), (38, -19), (37, -22), (10, -11), (4, -13)),  # rifle
)
GUN: tuple[tuple[Point, ...], ...] = (
    ((-26, -8), (-22, -18), (8, -18), (70, -25), (70, -18), (10, -8)),
    ((6, -34), (11, -34), (15, 16), (8, 16)),
    ((-10, 2), (-72, 36), (-72, 43), (-62, 43), (0, 16)),
)
MORTAR: tuple[tuple[Point, ...], ...] = (
    ((-20, 34), (14, -44), (25, -39), (-8, 39)),
    ((-32, 36), (4, 36), (8, 44), (-36, 44)),
    ((7, -12), (13, -14), (38, 44), (30, 44)),
)
MACHINE_GUN: tuple[tuple[Point, ...], ...] = (
    ((-40, -22), (14, -22), (14, -6), (-40, -6)),
    ((14, -18), (70, -18), (70, -12), (14, -12)),
    ((-40, -18), (-58, -10), (-54, 4), (-40, -6)),
    ((-8, -6), (0, -6), (-30, 42), (-40, 42)),
    ((-8, -6), (2, -6), (34, 42), (24, 42)),
)


def _soldiers(*places: float) -> tuple[tuple[Point, ...], ...]:
    return tuple(
        tuple((x + place, y) for x, y in outline) for place in places for outline in SOLDIER
    )


SHAPES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "infantry": _soldiers(-44, 0, 42),
    "half-squad": _soldiers(-24, 22),
    "engineer": _soldiers(-24, 22),
    "leader": _soldiers(-14),
    "gun": GUN,
    "anti-tank": GUN,
    "mortar": MORTAR,
    "machine-gun": MACHINE_GUN,
}
# Symbols that share the silhouette of another.
ALIKE = {"armour": "tank", "mechanized": "half-track", "recon": "car", "supply": "truck"}


def paint_silhouette(painter: QPainter, symbol: str, panel: QRectF, ink: str) -> None:
    """Draw the silhouette of a symbol; one that has none shows its box's signs."""
    if symbol in SHAPES:
        middle = panel.center()
        onto = QTransform.fromTranslate(middle.x(), middle.y())
        part = min(panel.width() / WIDE, panel.height() / HIGH)
        fill(painter, onto.scale(part, part).map(_shape(symbol)), colour(ink))
        return
    paint_symbol(painter, ALIKE.get(symbol, symbol), panel, ink=ink, is_bare=True)


@cache
def _shape(symbol: str) -> QPainterPath:
    path = winding_path()
    for outline in SHAPES[symbol]:
        part = QPainterPath()
        add_polygon(part, outline)
        path = path.united(part)
    if symbol in ("gun", "anti-tank"):
        path = path.united(_wheel(QPointF(-4.0, 22.0), 20.0))
    if symbol == "leader":
        star = QPainterPath()
        add_polygon(star, [(0.5 * x + 36, 0.5 * y - 26) for x, y in STAR])
        path = path.united(star)
    return path


def _wheel(at: QPointF, radius: float) -> QPainterPath:
    """A wheel with spokes."""
    rim, lines = QPainterPath(), QPainterPathStroker()
    lines.setWidth(4.0)
    rim.addEllipse(at, radius, radius)
    for across, down in ((radius, 0.0), (0.0, radius)):
        rim.moveTo(at - QPointF(across, down))
        rim.lineTo(at + QPointF(across, down))
    return lines.createStroke(rim)
