"""Buildings: houses that line the roads of a settlement, blocks of a city, one large hall."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

from engine.hexes.hex import SIDES
from engine.map.map import Plane
from engine.map.terrain import ScatteredSigns, ScatterSign
from studio.rendering.map.map_view import MapView, hash_noise
from studio.rendering.painting import (
    add_polygon,
    draw,
    fill,
    fill_and_draw,
    make_colour,
    round_pen,
    winding_path,
)

# How far from the middle of a road a house stands, and where along it, in hexes.
SETBACK, ALONG = 0.145, (0.13, 0.29, 0.44)
# Without a road: rows of houses along an axis through the hex.
ROWS, COLUMNS = (-0.20, 0.14), (-0.28, -0.06, 0.17)
ROAD_CLEARANCE, LARGEST_REACH = 0.075, 0.45


class House(NamedTuple):
    """One building: its middle in hexes from its hex's centre, its direction, length and depth."""

    x: float
    y: float
    turn: float
    length: float
    depth: float


def paint_buildings(painter: QPainter, view: MapView, inside: Plane, marks: ScatteredSigns) -> None:
    """Draw the buildings of a set of hexes; small ones only as specks."""
    if marks.size * view.width < 1.2:
        return
    roofs, ridges = winding_path(), QPainterPath()
    chances = _chances(view, inside)
    linked = view.linked[inside].tolist()
    for (x, y), bits, chance in zip(view.centres(inside).tolist(), linked, chances, strict=True):
        for house in _houses(view, bits, marks, chance):
            _add_house(roofs, ridges, view.width, (x, y), house)
    shift = 0.16 * marks.size * view.width
    fill(painter, roofs.translated(shift * 0.6, shift), make_colour(marks.shade, 0.35))
    pen = round_pen(make_colour(marks.shade), max(0.014 * view.width, 0.3))
    fill_and_draw(painter, roofs, make_colour(marks.colour), pen)
    if marks.size * view.width > 5:
        draw(painter, ridges, round_pen(make_colour(QColor(marks.shade).name(), 0.6), pen.widthF()))


def _chances(view: MapView, inside: Plane) -> list[list[float]]:
    """Sixteen numbers from -1 to 1 for each hex of a set."""
    column, row = view.columns[inside][:, None], view.rows[inside][:, None]
    found: list[list[float]] = hash_noise(column * 16 + np.arange(16)[None, :], row, 31).tolist()
    return found


def _houses(view: MapView, bits: int, marks: ScatteredSigns, chance: list[float]) -> list[House]:
    arms = [view.side_middle(d) for d in range(SIDES) if bits >> d & 1]
    turns = [math.atan2(y, x) for x, y in arms]
    if marks.shape is ScatterSign.HALL:
        return _hall(turns, marks.size, chance)
    if turns:
        places = [place for turn in turns for place in _beside_road(turn, marks.size)]
    else:
        places = _in_rows(math.pi / 3 * math.floor((chance[0] + 1) * 1.5), marks.size)
    return _fitting(view, places, turns, marks, chance)


def _beside_road(turn: float, size: float) -> list[House]:
    """Places for houses along both sides of a road from the centre, then a second row."""
    across, up = math.cos(turn), math.sin(turn)
    found = []
    for setback in (SETBACK, SETBACK + 1.35 * size):
        for along in ALONG:
            for side in (-1, 1):
                x, y = along * across - side * setback * up, along * up + side * setback * across
                found.append(House(x, y, turn, size, 0.68 * size))
    return found


def _in_rows(turn: float, size: float) -> list[House]:
    across, up = math.cos(turn), math.sin(turn)
    return [
        House(u * across - v * up, u * up + v * across, turn, size, 0.68 * size)
        for v in ROWS for u in COLUMNS
    ]  # fmt: skip


def _fitting(
    view: MapView,
    places: list[House],
    turns: list[float],
    marks: ScatteredSigns,
    chance: list[float],
) -> list[House]:
    """The houses that stand in the hex, clear of its roads, its label and each other."""
    found: list[House] = []
    for number, place in enumerate(places):
        luck = chance[(number * 5 + 1) % len(chance)]
        house = place._replace(
            x=place.x + 0.012 * luck,
            length=place.length * (1 + 0.22 * luck),
            depth=place.depth * (1 - 0.15 * luck),
        )
        reach = math.hypot(house.length, house.depth) / 2
        if (
            _distance_from_centre(view, house) + 0.7 * reach < LARGEST_REACH
            and not (view.look.labels and house.y < -0.27 and abs(house.x) < 0.33)
            and all(_from_road(house, turn) > ROAD_CLEARANCE + house.depth / 2 for turn in turns)
            and all(math.dist(house[:2], other[:2]) > 1.12 * marks.size for other in found)
        ):
            found.append(house)
    return found


def _distance_from_centre(view: MapView, house: House) -> float:
    """Return the distance of a place from the centre; a hex's sides are at 0.5."""
    return max(
        (house.x * x + house.y * y) / math.hypot(x, y)
        for x, y in (view.side_middle(direction) for direction in range(SIDES))
    )


def _from_road(house: House, turn: float) -> float:
    """Return the distance of a place from the road from the centre in a direction."""
    along = house.x * math.cos(turn) + house.y * math.sin(turn)
    across = abs(house.y * math.cos(turn) - house.x * math.sin(turn))
    return across if along > 0 else math.hypot(house.x, house.y)


def _hall(turns: list[float], size: float, chance: list[float]) -> list[House]:
    """One long building with a wing, beside the hex's road where there is one."""
    turn = turns[0] if turns else math.pi / 3 * math.floor((chance[0] + 1) * 1.5)
    side = 0.26 if turns else 0.03
    x, y = -side * math.sin(turn), side * math.cos(turn)
    if turns and y < 0:
        x, y = -x, -y
    wing = turn + math.pi / 2
    if turns:
        return [House(x, y, turn, size, 0.42 * size)]
    end = 0.27 * size
    wing_x = x + end * math.cos(turn) + 0.24 * size * math.cos(wing)
    wing_y = y + end * math.sin(turn) + 0.24 * size * math.sin(wing)
    return [
        House(x, y, turn, size, 0.40 * size),
        House(wing_x, wing_y, wing, 0.55 * size, 0.36 * size),
    ]


def _add_house(
    roofs: QPainterPath, ridges: QPainterPath, width: float, at: tuple[float, float], house: House
) -> None:
    a, b = house.length / 2, house.depth / 2
    placed = QTransform().translate(at[0], at[1]).scale(width, width).translate(house.x, house.y)
    placed.rotateRadians(house.turn)
    outline = [placed.map(QPointF(*corner)) for corner in ((-a, -b), (a, -b), (a, b), (-a, b))]
    add_polygon(roofs, [(corner.x(), corner.y()) for corner in outline])
    ridges.moveTo(placed.map(QPointF(-a, 0.0)))
    ridges.lineTo(placed.map(QPointF(a, 0.0)))
