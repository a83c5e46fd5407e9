"""Heights in figures: on contour lines, at tops and hollows, and the level of every hex."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QTransform

from engine.hexes.hex import SIDES
from engine.map.map import Plane
from engine.map.styles import LetterFamily, MapNameKind
from studio.rendering.map.contours import Isoline, contour_levels, find_isolines, is_heavy
from studio.rendering.map.map_labels import LabelPlacement, placed_names_of_view, plan_labels
from studio.rendering.map.map_view import MapView, hash_noise
from studio.rendering.map.place_name_layout import overlaps_any
from studio.rendering.painting import fill, make_colour
from studio.rendering.text_painting import HALO, REGULAR, draw_text_with_halo, map_name_font

NUMBER, SPOT, LEVEL = 0.15, 0.17, 0.2  # sizes of figures in hexes
SMALLEST_FIGURES = 7  # page units: smaller ones cannot be read
# Figures stand on lines where they cross between hexes of every so many columns and rows.
APART_COLUMNS, APART_ROWS = 4, 2
DOT = 0.035  # of a spot height, in hexes


@dataclass(frozen=True)
class HeightLabel:
    """A height written about a point, `turn` degrees clockwise; a spot height has its dot."""

    words: str
    at: QPointF
    size: int
    turn: float = 0.0
    dot: QPointF | None = None
    is_on_line: bool = False

    def room(self, is_serif: bool) -> QRectF:
        """Return its rectangle on the page, with its halo."""
        letters = map_name_font(self.size, is_serif, REGULAR, False)
        half = QFontMetricsF(letters).horizontalAdvance(self.words) / 2 + HALO * self.size
        high = (0.5 + HALO) * self.size
        turned = QTransform().translate(self.at.x(), self.at.y()).rotate(self.turn)
        room = turned.mapRect(QRectF(-half, -high, 2 * half, 2 * high))
        if self.dot is not None:
            room = room.united(QRectF(self.dot.x() - 1, self.dot.y() - 1, 2, 2))
        return room


def paint_heights(painter: QPainter, view: MapView) -> None:
    """Write the wanted heights, each where it touches no other lettering."""
    style = view.style
    ink = style.contours.colour if style.contours else style.ink
    for figure in place_height_labels(view):
        shade = make_colour(ink).darker(125) if figure.is_on_line else make_colour(style.ink)
        letters = map_name_font(figure.size, _is_serif(view), REGULAR, False)
        if figure.dot is not None:
            dot = QPainterPath()
            dot.addEllipse(figure.dot, DOT * view.width, DOT * view.width)
            fill(painter, dot, shade)
        painter.save()
        painter.translate(figure.at)
        painter.rotate(figure.turn)
        draw_text_with_halo(painter, QPointF(0, 0), figure.words, letters, shade,
                        make_colour(style.halo, 0.9))  # fmt: skip
        painter.restore()


def place_height_labels(view: MapView) -> list[HeightLabel]:
    """The heights that touch neither names nor labels nor each other."""
    wanted = list(_figures_wanted(view))
    if not wanted:
        return []
    names, is_serif = placed_names_of_view(view), _is_serif(view)
    plan = plan_labels(view.map.labels, view.width) if view.look.writes("labels") else None
    kept: list[HeightLabel] = []
    taken: list[QRectF] = []
    for figure in wanted:
        room = figure.room(is_serif)
        if overlaps_any(names, room) or _is_on_label(view, plan, room):
            continue
        if not any(room.intersects(other) for other in taken):
            kept.append(figure)
            taken.append(room)
    return kept


def _figures_wanted(view: MapView) -> Iterator[HeightLabel]:
    if view.look.spots:
        yield from spot_heights(view)
    contours = view.style.contours
    if contours and contours.numbers and "contours" not in view.look.hidden:
        yield from _line_heights(view)
    if view.look.levels:
        yield from _level_numbers(view)


def _is_serif(view: MapView) -> bool:
    return view.style.lettering(MapNameKind.RELIEF).family is LetterFamily.SERIF


def level_in_metres(view: MapView, level: int) -> str:
    """A level in metres above the sea."""
    return f"{view.map.base_metres + level * view.map.level_metres:.6g}"


# --- on lines -------------------------------------------------------------------------------------


def _line_heights(view: MapView) -> Iterator[HeightLabel]:
    contours, size = view.style.contours, round(NUMBER * view.width)
    if contours is None or size < SMALLEST_FIGURES:
        return
    levels = [each for each in contour_levels(view, contours) if is_heavy(view, contours, each)]
    found = [figure for line in find_isolines(view, levels) for figure in _along(view, line, size)]
    yield from sorted(found, key=lambda figure: (figure.at.y(), figure.at.x()))


def _along(view: MapView, line: Isoline, size: int) -> Iterator[HeightLabel]:
    """The height of a line at places that lie apart on every map."""
    for place in range(1, len(line.keys) - 1):
        if not _bears_figure(view, line.keys[place]):
            continue
        before, here, after = line.points[place - 1 : place + 2]
        turn = math.degrees(math.atan2(*(after - before)[::-1]))
        turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
        x, y = ((before + here) / 2 + (here + after) / 2) / 2
        at = QPointF(float(x), float(y))
        if _is_on_road(view, at):
            continue
        yield HeightLabel(level_in_metres(view, line.level), at, size, turn, is_on_line=True)


def _is_on_road(view: MapView, at: QPointF) -> bool:
    grid = view.map.grid
    hex_ = grid.hex_at(at.x(), at.y(), view.width)
    return hex_ in grid and any(plane[grid.index(hex_)] for plane in view.map.links.values())


def _bears_figure(view: MapView, key: int) -> bool:
    """Return True if the side of a triangle is one of the few with height figures."""
    x, y = (key + (1 << 31)) >> 32, (key + (1 << 31) & 0xFFFFFFFF) - (1 << 31)
    if not view.grid.pointy:
        x, y = y, x
    aside = y // 6 // APART_ROWS * 2 % APART_COLUMNS
    return y // 6 % APART_ROWS == 1 and x // 4 % APART_COLUMNS == aside


# --- at tops, in hexes ----------------------------------------------------------------------------


def spot_heights(view: MapView) -> Iterator[HeightLabel]:
    """A dot and the height at tops, and at hollows that no water fills."""
    size = round(SPOT * view.width)
    if size < SMALLEST_FIGURES:
        return
    where = hilltops_and_hollows(view, 1) | (hilltops_and_hollows(view, -1) & ~view.water)
    letters = QFontMetricsF(map_name_font(size, _is_serif(view), REGULAR, False))
    levels = view.level[where].tolist()
    for (x, y), level in zip(view.centres(where).tolist(), levels, strict=True):
        words = level_in_metres(view, level)
        aside = (2.2 * DOT) * view.width + letters.horizontalAdvance(words) / 2
        yield HeightLabel(words, QPointF(x + aside, y), size, dot=QPointF(x, y))


def hilltops_and_hollows(view: MapView, sign: int) -> Plane:
    """The hexes higher than all within two hexes, one for every top; -1 for hollows."""
    chance = 0.25 * hash_noise(view.columns, view.rows, 53)
    height = sign * view.level.astype(np.float64) + chance
    highest, lowest = height, sign * view.level.astype(np.float64)
    for _ in range(2):
        highest = np.maximum.reduce([highest, *_around(view, highest, -np.inf)])
        lowest = np.minimum.reduce([lowest, *_around(view, lowest, np.inf)])
    return np.asarray((height >= highest) & (lowest < sign * view.level))


def _around(view: MapView, plane: np.typing.NDArray[np.float64], off: float) -> list[
    np.typing.NDArray[np.float64]
]:  # fmt: skip
    return [view.grid.neighbour_plane(plane, direction, off) for direction in range(SIDES)]


def _level_numbers(view: MapView) -> Iterator[HeightLabel]:
    size = round(LEVEL * view.width)
    if size < SMALLEST_FIGURES:
        return
    every = np.ones(view.grid.shape, bool)
    levels = view.level.ravel().tolist()
    for (x, y), level in zip(view.centres(every).tolist(), levels, strict=True):
        yield HeightLabel(str(level), QPointF(x, y), size)


def _is_on_label(view: MapView, plan: LabelPlacement | None, room: QRectF) -> bool:
    """Return True if a rectangle overlaps the label of a hex near it."""
    if plan is None:
        return False
    grid = view.map.grid
    for x in (room.left(), room.center().x(), room.right()):
        for y in (room.top(), room.bottom(), room.bottom() + 0.45 * view.width):
            hex_ = grid.hex_at(x, y, view.width)
            if hex_ not in grid:
                continue
            column, row = grid.column_row(hex_)
            is_written = column % plan.every == 0 and row % plan.every == 0
            if is_written and plan.free_rect(*grid.centre(hex_, view.width)).intersects(room):
                return True
    return False
