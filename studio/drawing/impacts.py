"""Shell impacts: where artillery falls, with its ammunition, until the hex is clear again."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from engine.hexes.hex import Hex
from studio.drawing.inks import add_polygon, colour, fill, fill_and_draw, round_pen
from studio.drawing.lettering import INK, draw_text, draw_text_with_halo, font

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
    fill(painter, _burst(at, 0.52 * width, 0.72), colour(FIRE, 0.55))
    fill(painter, _burst(at, 0.4 * width, 0.7), colour(GLOW, 0.7))


def paint_ammunition(painter: QPainter, impact: ShellImpact, at: QPointF, width: float) -> None:
    """Draw the small burst over them: the battery's calibre, and how many guns have hit."""
    middle, radius = at - QPointF(0, RAISED * width), RADIUS * width
    rim = round_pen(colour(INK), max(0.012 * width, 0.7))
    fill_and_draw(painter, _burst(middle, 1.25 * radius, 0.78), colour(GLOW), rim)
    if width >= SMALLEST_NAMED:
        words = battery_label(impact.battery)
        letters = font(max(7, round(2.9 * radius / max(len(words), 2))), bold=True)
        draw_text(painter, middle, words, letters, colour(INK))
        if impact.guns > 1:
            small = font(max(7, round(0.14 * width)), bold=True)
            beside = middle + QPointF(1.25 * radius + 0.08 * width, 0)
            draw_text_with_halo(painter, beside, f"×{impact.guns}", small, colour(INK))


def battery_label(battery: str) -> str:
    """What is printed on the marker: the number in a battery's id, else its head."""
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
