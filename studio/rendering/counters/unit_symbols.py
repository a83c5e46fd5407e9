"""Unit symbols on counters: silhouettes seen from the side, or the boxes of military maps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QTransform

from studio.rendering.painting import add_polygon, draw, fill, make_colour, round_pen, winding_path
from studio.rendering.text_painting import INK, PALE, draw_text, make_font

# Drawn on a panel of 150 × 100, its middle at the origin.
WIDE, HIGH = 150.0, 100.0
# Panels narrower than this, in page units, have no room for wheels.
SMALLEST_WHEELED = 24.0

Point = tuple[float, float]

TURRET = ((-24, -6), (-17, -27), (14, -27), (25, -6))
HULL = ((-62, 9), (-50, -8), (52, -8), (64, 5), (59, 13), (-59, 13))
BARREL = ((14, -23), (70, -23), (70, -16), (14, -14))
MUZZLE = ((60, -26), (70, -26), (70, -13), (60, -13))
TRACK = QRectF(-62, 10, 122, 23)
WHEELS = (-48, -24, 0, 24, 46)
PENNANT = ((-20, -36), (38, -20), (-20, -4))

# The lines of the boxes, as chains of points; what is filled is drawn apart.
LINES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "infantry": (((-75, -50), (75, 50)), ((-75, 50), (75, -50))),
    "mechanized": (((-75, -50), (75, 50)), ((-75, 50), (75, -50))),
    "recon": (((-75, 50), (75, -50)),),
    "anti-tank": (((-75, 50), (0, -50), (75, 50)),),
    "mortar": (((0, 12), (0, -36)), ((-15, -20), (0, -36), (15, -20))),
    "machine-gun": (((0, 34), (0, -34)), ((-15, -18), (0, -34), (15, -18)), ((-22, 34), (22, 34))),
    "engineer": (((-40, 26), (-40, -22), (40, -22), (40, 26)), ((0, -22), (0, 26))),
    "headquarters": (((-20, 40), (-20, -36)),),
    "supply": (((-75, 22), (75, 22)),),
    "half-squad": (((-75, -50), (0, 50)), ((-75, 50), (0, -50)), ((0, -50), (0, 50))),
}
# Silhouettes from the side, their fronts at the right; each with its wheels.
STAR = tuple(
    (
        (34.0, 14.0)[number % 2] * math.sin(math.pi * number / 5),
        -(34.0, 14.0)[number % 2] * math.cos(math.pi * number / 5),
    )
    for number in range(10)
)
VEHICLES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "truck": (
        ((-62, 14), (-62, -26), (12, -26), (12, 14)),
        ((18, 14), (18, -14), (38, -14), (46, 0), (62, 2), (62, 14)),
        ((-62, 10), (62, 10), (62, 20), (-62, 20)),
    ),
    "half-track": (
        ((-62, 8), (-58, -18), (10, -18), (18, -6), (58, -2), (62, 14), (-50, 14)),
        ((-66, 12), (-60, 8), (2, 8), (8, 14), (2, 30), (-58, 30)),
    ),
    "car": (
        ((-56, 14), (-56, -4), (-34, -6), (-20, -24), (14, -24), (28, -6), (56, -2), (58, 14)),
    ),
}
ROLLING = {"truck": (-40, -18, 42), "half-track": (44,), "car": (-34, 34)}


def paint_symbol(
    painter: QPainter, symbol: str, panel: QRectF, *, ink: str = INK, is_bare: bool = False
) -> None:
    """Draw a panel with the symbol of a unit type; an unknown one shows a question mark.

    A bare one has neither ground nor frame.
    """
    line = max(0.045 * panel.width(), 0.9)
    ground = QPainterPath()
    ground.addRect(panel)
    if not is_bare:
        fill(painter, ground, make_colour(PALE))
    if symbol in FILLED:
        fill(painter, FILLED[symbol](panel), make_colour(ink))
    if symbol in VEHICLES:
        _paint_vehicle(painter, symbol, panel, ink)
    if symbol in OUTLINED:
        draw(painter, OUTLINED[symbol](panel), round_pen(make_colour(ink), line))
    if symbol in LINES:
        chains = QPainterPath()
        for chain in LINES[symbol]:
            _add_chain(chains, chain)
        draw(painter, _on(panel, chains), round_pen(make_colour(ink), line))
    if symbol == "tank":
        _paint_wheels(painter, panel)
    elif symbol not in (*FILLED, *OUTLINED, *LINES, *VEHICLES):
        letters = make_font(max(6, round(0.85 * panel.height())), bold=True)
        draw_text(painter, panel.center(), "?", letters, make_colour(ink))
    if not is_bare:
        draw(painter, ground, round_pen(make_colour(ink), 0.8 * line))


def _silhouette(panel: QRectF) -> QPainterPath:
    return _on(panel, _tank())


@cache
def _tank() -> QPainterPath:
    path = QPainterPath()
    for outline in (TURRET, HULL, BARREL, MUZZLE):
        part = QPainterPath()
        add_polygon(part, outline)
        path = path.united(part)
    track = QPainterPath()
    track.addRoundedRect(TRACK, 11, 11)
    return path.united(track)


def _paint_wheels(painter: QPainter, panel: QRectF) -> None:
    if panel.width() < SMALLEST_WHEELED:
        return
    wheels = QPainterPath()
    for x in WHEELS:
        wheels.addEllipse(QPointF(x, 22), 7.5, 7.5)
    fill(painter, _on(panel, wheels), make_colour(PALE))


def _paint_vehicle(painter: QPainter, symbol: str, panel: QRectF, ink: str) -> None:
    """A silhouette on wheels."""
    path = QPainterPath()
    for outline in VEHICLES[symbol]:
        part = QPainterPath()
        add_polygon(part, outline)
        path = path.united(part)
    for x in ROLLING[symbol]:
        wheel = QPainterPath()
        wheel.addEllipse(QPointF(x, 22), 13, 13)
        path = path.united(wheel)
    fill(painter, _on(panel, path), make_colour(ink))
    if panel.width() >= SMALLEST_WHEELED:
        hubs = QPainterPath()
        for x in ROLLING[symbol]:
            hubs.addEllipse(QPointF(x, 22), 5, 5)
        fill(painter, _on(panel, hubs), make_colour(PALE))


def _star(panel: QRectF) -> QPainterPath:
    path = QPainterPath()
    add_polygon(path, STAR)
    return _on(panel, path)


def _muzzle_dot(panel: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), 21, 21)
    return _on(panel, path)


def _flag(panel: QRectF) -> QPainterPath:
    path = QPainterPath()
    add_polygon(path, PENNANT)
    return _on(panel, path)


def _oval(panel: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(-50, -27, 100, 54), 27, 27)
    return _on(panel, path)


def _baseplate(panel: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 24), 12, 12)
    return _on(panel, path)


def _on(panel: QRectF, path: QPainterPath) -> QPainterPath:
    middle = panel.center()
    onto = QTransform.fromTranslate(middle.x(), middle.y())
    return onto.scale(panel.width() / WIDE, panel.height() / HIGH).map(path)


def _add_chain(path: QPainterPath, chain: Sequence[Point]) -> None:
    path.moveTo(*chain[0])
    for point in chain[1:]:
        path.lineTo(*point)


Shape = Callable[[QRectF], QPainterPath]

FILLED: dict[str, Shape] = {
    "tank": _silhouette, "gun": _muzzle_dot, "headquarters": _flag, "leader": _star,
}  # fmt: skip
OUTLINED: dict[str, Shape] = {"armour": _oval, "mechanized": _oval, "mortar": _baseplate}


# Drawn on a panel of 150 × 100, its middle at the origin, fronts at the right.

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
        fill(painter, onto.scale(part, part).map(_shape(symbol)), make_colour(ink))
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
