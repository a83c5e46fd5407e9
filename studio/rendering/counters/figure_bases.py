"""Bases: the figures of a unit side by side on its counter, and the places that are left."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from engine.games.game_appearance import FIGURES, FigureBase
from studio.rendering.counters.unit_symbols import MACHINE_GUN, MORTAR, SOLDIER, STAR
from studio.rendering.painting import (
    add_polygon,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    round_pen,
    winding_path,
)
from studio.rendering.text_painting import INK, PALE

# A place is drawn 41 × 100, its middle at the origin; rifles reach into the next.
WIDE, HIGH = 41.0, 100.0
ELITE, OFFICER, GOLD, EMPTY = "#1d4e9e", "#8c1420", "#f2c230", "#a79f8d"
SMALLEST_STAR = 5.0  # page units of a place: on smaller ones the colour alone tells

Outlines = tuple[tuple[tuple[float, float], ...], ...]


def paint_figure_base(painter: QPainter, base: FigureBase, panel: QRectF) -> None:
    """Draw a base in a panel: who stands on it from the left, then the places left empty."""
    line = max(0.045 * panel.width(), 0.9)
    ground = QPainterPath()
    ground.addRect(panel)
    fill(painter, ground, make_colour(PALE))
    places = max(base.places, base.taken)
    wide, place = panel.width() / max(places, 1), 0
    for figure in base.figures:
        left = panel.left() + place * wide
        paint_figure(
            painter, figure.shape, QRectF(left, panel.top(), figure.places * wide, panel.height())
        )
        place += figure.places
    for empty in range(place, places):
        _paint_empty(painter, QPointF(panel.left() + (empty + 0.5) * wide, panel.bottom()), wide)
    draw(painter, ground, round_pen(make_colour(INK), 0.8 * line))


def paint_figure(painter: QPainter, shape: str, room: QRectF) -> None:
    """Draw one figure, or a crew with its weapon, standing in a room."""
    known = shape if shape in FIGURES else "soldier"
    middle, places = room.center(), 2 if known in CREWS else 1
    part = 0.94 * min(room.width() / (WIDE * places), room.height() / HIGH)
    onto = QTransform.fromTranslate(middle.x(), middle.y()).scale(part, part)
    ink = {"elite": ELITE, "officer": OFFICER}.get(known, INK)
    fill(painter, onto.map(_outline(known)), make_colour(ink))
    if known in ("elite", "officer") and room.width() >= SMALLEST_STAR:
        _paint_rank(painter, known, onto)


def _paint_rank(painter: QPainter, shape: str, onto: QTransform) -> None:
    """An officer's star, an elite soldier's chevron."""
    path = QPainterPath()
    if shape == "officer":
        add_polygon(path, [(0.42 * x + 12, 0.42 * y - 34) for x, y in STAR])
        fill_and_draw(painter, onto.map(path), make_colour(GOLD), round_pen(make_colour(INK), 0.6))
        return
    path.moveTo(onto.map(QPointF(-10, -2)))
    path.lineTo(onto.map(QPointF(0, -14)))
    path.lineTo(onto.map(QPointF(10, -2)))
    draw(painter, path, round_pen(make_colour(GOLD), 7 * onto.m11()))


def _paint_empty(painter: QPainter, foot: QPointF, wide: float) -> None:
    """A peg hole without a figure."""
    hole = QPainterPath()
    hole.addEllipse(foot - QPointF(0, 0.42 * wide), 0.16 * wide, 0.16 * wide)
    draw(painter, hole, round_pen(make_colour(EMPTY), max(0.06 * wide, 0.6)))


# --- outlines -------------------------------------------------------------------------------------


@cache
def _outline(shape: str) -> QPainterPath:
    return CREWS[shape]() if shape in CREWS else _join(SOLDIER)


def _join(outlines: Outlines) -> QPainterPath:
    path = winding_path()
    for outline in outlines:
        part = QPainterPath()
        add_polygon(part, outline)
        path = path.united(part)
    return path


def _crew(weapon: Outlines, soldier_at: float, weapon_at: float, part: float) -> QPainterPath:
    """A soldier beside a weapon, on two places."""
    soldier = QTransform.fromTranslate(soldier_at, 0).map(_join(SOLDIER))
    there = QTransform.fromTranslate(weapon_at, 12).scale(part, part)
    return soldier.united(there.map(_join(weapon)))


def _machine_gun() -> QPainterPath:
    return _crew(MACHINE_GUN, -32, 12, 0.62)


def _mortar() -> QPainterPath:
    return _crew(MORTAR, -30, 22, 0.7)


CREWS: dict[str, Callable[[], QPainterPath]] = {
    "machine-gun-crew": _machine_gun,
    "mortar-crew": _mortar,
}
