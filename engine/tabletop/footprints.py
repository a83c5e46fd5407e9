"""The footprints on a table of figures, guns and wagons (G3).

A footprint is a `BufferedShape` where a stand is and as it faces; its corners are the nearest whole
sixteenths. Sines are whole millionths, so every machine has the same corners.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees, radians, sin
from typing import NamedTuple

from engine.tabletop.buffered_shapes import BufferedShape, Pair
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import Point

MILLION = 1_000_000
FULL_TURN = 360

# No sine of a whole degree is near half a millionth, so machines cannot differ; a test says so.
_QUARTER = tuple(round(sin(radians(degree)) * MILLION) for degree in range(91))


class Footprint(NamedTuple):
    """The footprint of a type: a rectangle `breadth` across, `length` ahead, and a radius.

    A man has neither breadth nor length, a horseman no breadth. `height` is what a shot must clear.
    """

    breadth: int
    length: int
    radius: int
    height: int

    @property
    def sweep(self) -> int:
        """Twice half the breadth of the band it sweeps: one moves with its front ahead (G6)."""
        return self.breadth + 2 * self.radius

    @property
    def falls(self) -> bool:
        """Return True if a shot knocks the figure over; guns, wagons and ships stay upright."""
        return self.radius > 0


FOOT_MAN = Footprint(0, 0, 6, 32)
HORSEMAN = Footprint(0, 8, 10, 44)
GUN = Footprint(40, 64, 0, 24)
WAGON = Footprint(32, 64, 0, 40)
ENGINE = Footprint(40, 96, 0, 56)
TRUCK = Footprint(40, 80, 0, 48)
BOAT = Footprint(40, 96, 0, 16)
BOX = Footprint(40, 56, 0, 32)

FOOTPRINTS: Mapping[str, Footprint] = {
    "foot": FOOT_MAN,
    "engineer": FOOT_MAN,
    "horse": HORSEMAN,
    "general": HORSEMAN,
    "gun": GUN,
    "wagon": WAGON,
    "engine": ENGINE,
    "truck": TRUCK,
    "boat": BOAT,
    "box": BOX,
}
"""By the type of a stand, on a table for figures two inches high (G3)."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A figure, gun or wagon where it stands; it faces degrees clockwise from the table's top."""

    id: str
    side: str
    type: str
    at: Point
    facing: int = 0


def footprint(type_: str, scale: FigureScale = FigureScale.LITTLE_WARS) -> Footprint:
    """The footprint of a type of stand; for figures one inch high, all is halved (G3, K9.5)."""
    whole = FOOTPRINTS[type_]
    return Footprint(*(each // 2 for each in whole)) if scale is FigureScale.KRIEGSPIEL else whole


def sine(angle: int) -> int:
    """The sine of whole degrees in millionths."""
    angle %= FULL_TURN
    if angle > 180:
        return -sine(angle - 180)
    return _QUARTER[min(angle, 180 - angle)]


def cosine(angle: int) -> int:
    """The cosine of whole degrees in millionths."""
    return sine(angle + 90)


def place_beside(at: Pair, facing: int, aside: int, ahead: int) -> Point:
    """The point so far to the right and ahead of a place, to the nearest sixteenth.

    >>> place_beside((100, 100), 90, 0, 20)
    Point(x=120, y=100)
    """
    return _placed_doubled(at, facing, 2 * aside, 2 * ahead)


def _placed_doubled(at: Pair, facing: int, aside: int, ahead: int) -> Point:
    across, along = cosine(facing), sine(facing)
    x = (aside * across + ahead * along + MILLION) // (2 * MILLION)
    y = (ahead * across - aside * along + MILLION) // (2 * MILLION)
    return Point(at[0] + x, at[1] + y)


@lru_cache(maxsize=1 << 14)
def footprint_at(
    type_: str, at: Pair, facing: int, scale: FigureScale = FigureScale.LITTLE_WARS
) -> BufferedShape:
    """The room that one of a type takes up at a place (G3)."""
    print_ = footprint(type_, scale)
    wide, long = print_.breadth, print_.length
    if not wide and not long:
        return BufferedShape((Point(*at),), doubled=2 * print_.radius)
    ends = [_placed_doubled(at, facing, wide, long), _placed_doubled(at, facing, wide, -long)]
    if wide:
        ends += [
            _placed_doubled(at, facing, -wide, -long),
            _placed_doubled(at, facing, -wide, long),
        ]
    return BufferedShape(tuple(ends), is_area=bool(wide), doubled=2 * print_.radius)


def footprint_core(
    stand: PlacedPiece, scale: FigureScale = FigureScale.LITTLE_WARS
) -> BufferedShape:
    """The room that a stand takes up."""
    return footprint_at(stand.type, stand.at, stand.facing if has_facing(stand.type) else 0, scale)


def has_facing(type_: str) -> bool:
    """Return True if the facing of a type matters: not if its footprint is round (G3)."""
    whole = FOOTPRINTS[type_]
    return bool(whole.breadth or whole.length)


def axle_line(
    stand: PlacedPiece, scale: FigureScale = FigureScale.LITTLE_WARS
) -> tuple[Point, Point]:
    """The ends of a gun's axle line, across its middle, left first (G3, L16.1)."""
    half = footprint(stand.type, scale).breadth // 2
    return place_beside(stand.at, stand.facing, -half, 0), place_beside(
        stand.at, stand.facing, half, 0
    )


def gun_trail_end(stand: PlacedPiece, scale: FigureScale = FigureScale.LITTLE_WARS) -> Point:
    """The end of a gun's trail, at its back (L8.2)."""
    return place_beside(stand.at, stand.facing, 0, -(footprint(stand.type, scale).length // 2))


def facing_towards(start: Pair, end: Pair) -> int:
    """The whole degrees, clockwise from the top, nearest to a direction; 0 where there is none.

    >>> facing_towards((0, 0), (5, 0)), facing_towards((0, 0), (-3, -3))
    (90, 225)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not dx and not dy:
        return 0
    about = round(degrees(atan2(dx, dy)))
    near = [(about + by) % FULL_TURN for by in (-1, 0, 1)]
    return max(near, key=lambda turn: (dx * sine(turn) + dy * cosine(turn), -turn))
