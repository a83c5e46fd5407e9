"""The layout of place names: where they were put, else clear of others and of roads."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map.map import Map, NameStyle, PlaceName, style_of
from engine.map.styles import MapNameKind, MapStyle
from engine.texts import localised
from studio.rendering.map.map_fonts import (
    MapFont,
    PlacedLetter,
    letter_sizes,
    letters_along,
    letters_turned,
    text_width,
    typeface_of,
)
from studio.rendering.text_painting import HALO

# The middle of a name below its hex's centre, in hexes: between the labels of two lines of hexes.
NAME_DEPTH = {True: 0.21, False: 0.34}  # by whether hexes are pointy
# Where else a name may go, in hexes from the usual place.
ELSEWHERE = (
    (0.0, 0.0), (0.0, 0.55), (0.0, -0.5), (0.5, 0.1), (-0.5, 0.1), (0.0, 0.9), (0.0, -0.95),
    (1.0, 0.0), (-1.0, 0.0), (1.0, 0.55), (-1.0, 0.55), (1.0, -0.5), (-1.0, -0.5),
    (0.0, 1.5), (0.0, -1.5), (1.8, 0.0), (-1.8, 0.0),
)  # fmt: skip
CELL = 64.0  # page units: names are looked for in squares of this side
# What keeps a name from a spot, in hexes it would rather move: each piece of road under it, and
# every part of it that lies beyond the sheet.
ROAD, OFF_SHEET = 0.16, 6.0
ROAD_STEPS = 4  # points of a road from the middle of a hex to its side
SMALLEST_CLEAR = 12.0  # page units a hex: where they are smaller names keep clear of no road
ROAD_REACH = 4  # hexes round a name that roads are looked for in


@dataclass(frozen=True)
class PlacedName:
    """A place's name centred on a point of the page; `letters` where they lie one by one.

    `number` is that of the place on its map, `letters` are seen from `at`.
    """

    words: str
    at: QPointF
    face: MapFont
    number: int = 0
    turn: float = 0.0
    letters: tuple[PlacedLetter, ...] = ()

    @cached_property
    def rects(self) -> tuple[QRectF, ...]:
        """Return its rectangles on the page, halo included: one, or one for each letter."""
        if self.letters:
            rooms = letter_sizes(self.letters, self.face)
            return tuple(room.translated(self.at) for room in rooms)
        return (level_text_rect(self.words, self.at, self.face),)

    @cached_property
    def rect(self) -> QRectF:
        """All of it in one rectangle."""
        whole = QRectF(self.rects[0])
        for room in self.rects[1:]:
            whole = whole.united(room)
        return whole

    def touches(self, room: QRectF) -> bool:
        """Return True if it overlaps a rectangle."""
        return any(each.intersects(room) for each in self.rects)


def level_text_rect(words: str, at: QPointF, face: MapFont) -> QRectF:
    """Return the rectangle of level words centred on a point, with their halo."""
    across = text_width(words, face) + 2 * HALO * face.size
    high = (1.1 + 2 * HALO) * face.size
    return QRectF(at.x() - across / 2, at.y() - high / 2, across, high)


def layout_place_names(
    map_: Map, width: float, language: str, style: MapStyle | None = None
) -> tuple[PlacedName, ...]:
    """The names of a map's places, each in its position; those without room are left out."""
    if not map_.places:
        return ()
    names = _Names(map_, width, language, style_of(map_, style))
    return tuple(sorted(names.placed(), key=lambda name: name.number))


def name_style(map_: Map, place: PlaceName, style: MapStyle) -> NameStyle:
    """Return the style of a place's name: on open water that of water, unless given."""
    look = place.look
    kinds = style.catalogue_with(map_.kinds)
    is_water = place.at in map_.grid and kinds.is_water(map_.ground_at(place.at))
    is_water = is_water and not any(
        plane[map_.grid.index(place.at)] for plane in map_.links.values()
    )
    return look if not is_water or look.sort != MapNameKind.SETTLEMENT else _as_water(look)


@lru_cache(maxsize=256)
def _as_water(look: NameStyle) -> NameStyle:
    return NameStyle(MapNameKind.WATER, *list(vars(look).values())[1:])


class _Names:
    """The names of a map, put down one after the other: those that are pinned first."""

    def __init__(self, map_: Map, width: float, language: str, style: MapStyle) -> None:
        self.map, self.width, self.language, self.style = map_, width, language, style
        self._taken: dict[tuple[int, int], list[QRectF]] = defaultdict(list)
        self._sheet = QRectF(0, 0, *map_.grid.size(width))
        self._roads = _roads(map_) if width >= SMALLEST_CLEAR else None

    def placed(self) -> Iterator[PlacedName]:
        """Every name that has room."""
        places = list(enumerate(self.map.places))
        for number, place in sorted(places, key=lambda each: not each[1].look.is_pinned):
            look = name_style(self.map, place, self.style)
            face = typeface_of(look, self.style, self.width)
            words = localised(place.name, self.language)
            words = words.upper() if face.capitals else words
            name = self._pinned(number, place, look, face, words)
            found = name or self._loose(number, place, look, face, words)
            if found is not None:
                self._take(found)
                yield found

    def _pinned(
        self, number: int, place: PlaceName, look: NameStyle, face: MapFont, words: str
    ) -> PlacedName | None:
        if not look.is_pinned or not words:
            return None
        x, y = self.map.grid.centre(place.at, self.width)
        if look.curve:
            curve = tuple((across * self.width, down * self.width) for across, down in look.curve)
            letters = letters_along(words, face, curve)
            return PlacedName(words, QPointF(x, y), face, number, 0.0, letters)
        across, down = look.pin or (0.0, 0.0)
        at = QPointF(x + across * self.width, y + down * self.width)
        return PlacedName(words, at, face, number, look.turn, _turn(words, face, look.turn))

    def _loose(
        self, number: int, place: PlaceName, look: NameStyle, face: MapFont, words: str
    ) -> PlacedName | None:
        """The name in the best of the spots where it touches no other."""
        if not words:
            return None
        letters = _turn(words, face, look.turn)
        x, y = self.map.grid.centre(place.at, self.width)
        for across, down in self._in_order(place, words, face):
            at = QPointF(x + across * self.width, y + down * self.width)
            name = PlacedName(words, at, face, number, look.turn, letters)
            if self._is_free(name):
                return name
        return None

    def _in_order(self, place: PlaceName, words: str, face: MapFont) -> list[tuple[float, float]]:
        """Spots for a name, in hexes from its hex's centre, the best one first."""
        depth = NAME_DEPTH[self.map.grid.pointy]
        spots = [(across, depth + down) for across, down in ELSEWHERE]
        half_wide = (text_width(words, face) / 2 + HALO * face.size) / self.width
        half_high = 0.5 * face.size / self.width
        x, y = self.map.grid.centre(place.at)
        costs = np.array([math.hypot(across, down - depth) for across, down in spots])
        costs *= 0.2  # the least obstructed first; in their given order where nothing is in the way
        costs[:7] = np.arange(7) * 0.02
        at = np.array(spots)
        points = self._roads.near(place, self.map.grid) if self._roads else None
        if points is not None and len(points):
            off = points[None] - np.array([x, y]) - at[:, None]
            under = (np.abs(off[..., 0]) < half_wide) & (np.abs(off[..., 1]) < half_high)
            costs += ROAD * under.sum(axis=1)
        wide_, high = self.map.grid.size()
        left, top = at[:, 0] + x - half_wide, at[:, 1] + y - half_high
        beyond = np.maximum(0, -left) + np.maximum(0, left + 2 * half_wide - wide_)
        beyond += np.maximum(0, -top) + np.maximum(0, top + 2 * half_high - high)
        order = np.argsort(costs + OFF_SHEET * beyond, kind="stable")
        return [spots[place] for place in order.tolist()]

    def _is_free(self, name: PlacedName) -> bool:
        return not any(
            room.intersects(other)
            for room in name.rects
            for cell in _cells(room)
            for other in self._taken[cell]
        )

    def _take(self, name: PlacedName) -> None:
        for room in name.rects:
            for cell in _cells(room):
                self._taken[cell].append(room)


class _Roads:
    """Points of the roads of a map, in hexes, asked for round single hexes."""

    def __init__(self, map_: Map) -> None:
        self._links = list(map_.links.values())
        sides = map_.grid.orientation.corners
        across, down = map_.grid.scale(1.0)
        middles = [
            ((sides[d][0] + sides[(d + 1) % SIDES][0]) / 2 * across,
             (sides[d][1] + sides[(d + 1) % SIDES][1]) / 2 * down)
            for d in range(SIDES)
        ]  # fmt: skip
        steps = (np.arange(ROAD_STEPS) + 0.5) / ROAD_STEPS
        self._ways = np.array(middles)[:, None, :] * steps[None, :, None]

    def near(self, place: PlaceName, grid: Grid) -> np.typing.NDArray[np.float64] | None:
        """The points round a place; None where there is no road."""
        row, column = grid.index(place.at)
        top, left = max(0, row - ROAD_REACH), max(0, column - ROAD_REACH)
        window = slice(top, row + ROAD_REACH + 1), slice(left, column + ROAD_REACH + 1)
        found = []
        mask = np.zeros((0, 0), np.uint8)
        for plane in self._links:
            part = plane[window]
            mask = part.copy() if not mask.size else mask | part
        for at_row, at_column in np.argwhere(mask).tolist():
            bits = int(mask[at_row, at_column])
            centre = np.array(grid.centre(grid.hex(left + at_column, top + at_row)))
            found += [centre + self._ways[d] for d in range(SIDES) if bits >> d & 1]
        return np.concatenate(found) if found else None


def _roads(map_: Map) -> _Roads | None:
    return _Roads(map_) if map_.links else None


def _turn(words: str, face: MapFont, turn: float) -> tuple[PlacedLetter, ...]:
    return letters_turned(words, face, turn) if turn else ()


def _cells(room: QRectF) -> Iterator[tuple[int, int]]:
    for column in range(math.floor(room.left() / CELL), math.floor(room.right() / CELL) + 1):
        for row in range(math.floor(room.top() / CELL), math.floor(room.bottom() / CELL) + 1):
            yield column, row


def overlaps_any(names: Sequence[PlacedName], room: QRectF) -> bool:
    """Return True if one of some names overlaps a rectangle."""
    return any(name.rect.intersects(room) and name.touches(room) for name in names)
