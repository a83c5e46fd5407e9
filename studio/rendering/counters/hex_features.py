"""Hex features drawn under counters: works, wire, mines, smoke, and shell impacts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from engine.hexes.hex import Hex
from engine.play.position import HexFeature
from studio.rendering.counters.counter_marks import point_ahead
from studio.rendering.painting import add_polygon, draw, fill, fill_and_draw, make_colour, round_pen
from studio.rendering.text_painting import INK, PALE, draw_text, draw_text_with_halo, make_font

FIRE, GLOW = "#f07f13", "#ffd84a"
POINTS = 11
# Hexes narrower than this, in page units, show the burst without its ammunition.
SMALLEST_NAMED = 44.0
# The small burst with the ammunition: its middle above the hex's, its radius, in hexes.
RAISED, RADIUS = 0.4, 0.165


@dataclass(frozen=True)
class ShellImpact:
    """The shells that have fallen on a hex from one battery; `battery` is its ammunition."""

    at: Hex
    battery: str
    guns: int = 1


def paint_burst(painter: QPainter, at: QPointF, width: float) -> None:
    """Draw the burst under the counters of a hex with its middle at a point."""
    fill(painter, _burst(at, 0.52 * width, 0.72), make_colour(FIRE, 0.55))
    fill(painter, _burst(at, 0.4 * width, 0.7), make_colour(GLOW, 0.7))


def paint_shell_calibre(painter: QPainter, impact: ShellImpact, at: QPointF, width: float) -> None:
    """Draw the small burst over them: the battery's calibre, and how many guns have hit."""
    middle, radius = at - QPointF(0, RAISED * width), RADIUS * width
    rim = round_pen(make_colour(INK), max(0.012 * width, 0.7))
    fill_and_draw(painter, _burst(middle, 1.25 * radius, 0.78), make_colour(GLOW), rim)
    if width >= SMALLEST_NAMED:
        words = battery_label(impact.battery)
        letters = make_font(max(7, round(2.9 * radius / max(len(words), 2))), bold=True)
        draw_text(painter, middle, words, letters, make_colour(INK))
        if impact.guns > 1:
            small = make_font(max(7, round(0.14 * width)), bold=True)
            beside = middle + QPointF(1.25 * radius + 0.08 * width, 0)
            draw_text_with_halo(painter, beside, f"×{impact.guns}", small, make_colour(INK))


def battery_label(battery: str) -> str:
    """Return the text on the marker: the number in a battery's id, else its head."""
    found = re.search(r"\d+", battery)
    return found[0] if found else battery[:3]


def _burst(at: QPointF, radius: float, inner: float) -> QPainterPath:
    path = QPainterPath()
    corners = []
    for number in range(2 * POINTS):
        turn, reach = math.pi * (number + 0.5) / POINTS, radius * (1.0 if number % 2 else inner)
        corners.append((at.x() + reach * math.cos(turn), at.y() + reach * math.sin(turn)))
    add_polygon(path, corners)
    return path


Point = tuple[float, float]

# Where several things in a hex lie, from its middle, in hexes; and half the size of each.
PLACES: tuple[Point, ...] = ((-0.28, -0.3), (0.28, -0.3), (0.0, -0.4), (-0.3, 0.3), (0.3, 0.3))
HALF = 0.17
SMALLEST = 14.0  # page units of a hex; on smaller ones nothing can be seen
# Of smoke: middles and radii of its puffs, in hexes.
PUFFS = ((-0.22, 0.05, 0.22), (0.2, 0.08, 0.2), (0.0, -0.16, 0.24), (0.0, 0.2, 0.2))
EARTH, STEEL, GREY, FLAME = "#8a6d3b", "#3b4048", "#8f979f", "#e8590c"

# Chains of points in a square from -1 to 1, up as seen; what is solid is drawn apart.
LINES: dict[str, tuple[str, tuple[tuple[Point, ...], ...]]] = {
    "wire": (
        STEEL,
        (
            ((-1.0, 0.2), (1.0, 0.2)),
            ((-0.8, -0.2), (-0.4, 0.6)), ((-0.4, -0.2), (-0.8, 0.6)),
            ((-0.2, -0.2), (0.2, 0.6)), ((0.2, -0.2), (-0.2, 0.6)),
            ((0.4, -0.2), (0.8, 0.6)), ((0.8, -0.2), (0.4, 0.6)),
        ),
    ),
    "trench": (
        EARTH,
        (((-1.0, 0.5), (-0.6, 0.5), (-0.6, -0.2), (-0.2, -0.2), (-0.2, 0.5), (0.2, 0.5),
          (0.2, -0.2), (0.6, -0.2), (0.6, 0.5), (1.0, 0.5)),),
    ),
    "sandbags": (
        EARTH,
        (
            ((-0.9, 0.5), (0.9, 0.5)), ((-0.6, 0.05), (0.6, 0.05)), ((-0.3, -0.4), (0.3, -0.4)),
        ),
    ),
    "cave": (STEEL, (((-0.8, 0.6), (-0.7, -0.2), (0.0, -0.7), (0.7, -0.2), (0.8, 0.6)),)),
    "foxhole": (EARTH, (((-0.8, -0.1), (-0.6, 0.4), (0.0, 0.6), (0.6, 0.4), (0.8, -0.1)),)),
    "lane": (FLAME, (((-1.0, 0.0), (0.2, 0.0)), ((-0.2, -0.35), (0.3, 0.0), (-0.2, 0.35)),
                     ((0.5, 0.0), (1.0, 0.0)))),
    "trap": (
        STEEL,
        (((-0.7, 0.7), (0.6, -0.6)), ((0.7, 0.7), (-0.6, -0.6)), ((0.0, -0.8), (0.0, 0.75))),
    ),
    "sniper": (STEEL, (((-0.9, 0.0), (0.9, 0.0)), ((0.0, -0.9), (0.0, 0.9)))),
}  # fmt: skip
ALIKE = {  # other names that games have for the same
    "trenches": "trench", "entrenchment": "trench", "foxholes": "foxhole",
    "pillbox": "bunker", "minefield": "mines",
    "bunker-wood": "bunker", "bunker-concrete": "bunker",
    "fire-lane": "lane", "firelane": "lane", "fire": "blaze",
}  # fmt: skip


def paint_hex_features(
    painter: QPainter,
    lying: Sequence[HexFeature],
    at: QPointF,
    width: float,
    bearing: Callable[[int], int],
) -> None:
    """Draw all that lies in a hex with its middle at a point; `bearing` turns a front to degrees.

    Smoke veils the whole hex; everything else has a small place of its own.
    """
    if width < SMALLEST:
        return
    small = [one for one in lying if one.kind != "smoke"]
    for one in lying:
        if one.kind == "smoke":
            _paint_smoke(painter, one, at, width)
    for number, one in enumerate(small):
        across, down = PLACES[number % len(PLACES)]
        middle = at + QPointF(across, down) * width
        _paint_one(painter, one, middle, HALF * width)
        if one.facing is not None:
            _paint_front(painter, bearing(one.facing), middle, HALF * width)


def paint_hex_feature(painter: QPainter, lying: HexFeature, at: QPointF, half: float) -> None:
    """Draw one thing that lies in a hex by itself; half its size is given."""
    if lying.kind == "smoke":
        _paint_smoke(painter, lying, at, 2 * half)
    else:
        _paint_one(painter, lying, at, half)


def _paint_one(painter: QPainter, lying: HexFeature, at: QPointF, half: float) -> None:
    kind = ALIKE.get(lying.kind, lying.kind)
    _paint_patch(painter, at, half)
    if kind in LINES:
        shade, chains = LINES[kind]
        path = QPainterPath()
        for chain in chains:
            path.moveTo(at + QPointF(*chain[0]) * half)
            for point in chain[1:]:
                path.lineTo(at + QPointF(*point) * half)
        draw(painter, path, round_pen(make_colour(shade), max(0.16 * half, 1.2)))
    elif kind in SOLID:
        SOLID[kind](painter, at, half)
    else:
        letters = make_font(max(6, round(0.9 * half)), bold=True)
        draw_text(painter, at, lying.kind[:2].upper(), letters, make_colour(INK))
    if lying.amount > 1:
        letters = make_font(max(6, round(0.75 * half)), bold=True)
        corner = at + QPointF(0.85, 0.85) * half
        draw_text(painter, corner, str(lying.amount), letters, make_colour(INK))


def _paint_patch(painter: QPainter, at: QPointF, half: float) -> None:
    """The pale ground that sets it off from the map."""
    path = QPainterPath()
    path.addEllipse(at, 1.25 * half, 1.25 * half)
    fill_and_draw(painter, path, make_colour(PALE, 0.8), round_pen(make_colour(INK, 0.5), 0.8))


def _paint_mines(painter: QPainter, at: QPointF, half: float) -> None:
    path = QPainterPath()
    for x, y in ((-0.5, 0.4), (0.5, 0.4), (0.0, -0.45)):
        path.addEllipse(at + QPointF(x, y) * half, 0.26 * half, 0.26 * half)
    fill_and_draw(painter, path, make_colour(STEEL), round_pen(make_colour(INK), 0.6))


def _paint_bunker(painter: QPainter, at: QPointF, half: float) -> None:
    path = QPainterPath()
    corners = ((-0.8, 0.5), (-0.8, -0.2), (-0.4, -0.6), (0.4, -0.6), (0.8, -0.2), (0.8, 0.5))
    add_polygon(path, [(at.x() + x * half, at.y() + y * half) for x, y in corners])
    fill_and_draw(
        painter, path, make_colour(GREY), round_pen(make_colour(INK), max(0.1 * half, 0.8))
    )
    slit = QPainterPath(at + QPointF(-0.45, -0.05) * half)
    slit.lineTo(at + QPointF(0.45, -0.05) * half)
    draw(painter, slit, round_pen(make_colour(INK), max(0.2 * half, 1.0)))


def _paint_blaze(painter: QPainter, at: QPointF, half: float) -> None:
    path = QPainterPath()
    corners = ((0.0, -0.9), (0.45, -0.1), (0.65, 0.3), (0.3, 0.8), (-0.3, 0.8), (-0.65, 0.3),
               (-0.3, -0.2))  # fmt: skip
    add_polygon(path, [(at.x() + x * half, at.y() + y * half) for x, y in corners])
    fill_and_draw(painter, path, make_colour(FLAME), round_pen(make_colour(INK), 0.8))


SOLID: dict[str, Callable[[QPainter, QPointF, float], None]] = {
    "mines": _paint_mines,
    "bunker": _paint_bunker,
    "blaze": _paint_blaze,
}


def _paint_smoke(painter: QPainter, lying: HexFeature, at: QPointF, width: float) -> None:
    """Puffs over the whole hex, the denser the more smoke; the amount is written at the top."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y, radius in PUFFS:
        path.addEllipse(at + QPointF(x, y) * width, radius * width, radius * width)
    path = path.simplified()
    thick = min(0.35 + 0.06 * lying.amount, 0.8)
    fill_and_draw(
        painter, path, make_colour("#dfe3e6", thick), round_pen(make_colour(GREY, 0.7), 1.0)
    )
    if lying.amount:
        letters = make_font(max(7, round(0.16 * width)), bold=True)
        draw_text(
            painter, at - QPointF(0, 0.4) * width, str(lying.amount), letters, make_colour(STEEL)
        )


def _paint_front(painter: QPainter, bearing: int, at: QPointF, half: float) -> None:
    """A wedge at the rim of a work with a front."""
    path = QPainterPath()
    corners = [point_ahead(at, bearing, *part) for part in (
        (1.15 * half, -0.45 * half), (1.75 * half, 0.0), (1.15 * half, 0.45 * half)
    )]  # fmt: skip
    add_polygon(path, [(corner.x(), corner.y()) for corner in corners])
    fill_and_draw(painter, path, make_colour(INK), round_pen(make_colour(PALE), 0.8))
