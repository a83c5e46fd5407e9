"""Going at an enemy until there is contact (L6.5, L11.1)."""

from __future__ import annotations

from engine.tabletop.cores import is_within
from engine.tabletop.footprints import PlacedPiece, stand_core
from engine.tabletop.ground import Obstruction
from engine.tabletop.point import Point
from engine.tabletop.ways import CONTACT, TabletopPaths, arrived

PARTS = 1 << 12


def stop_short(
    now: TabletopPaths, who: PlacedPiece, goal: Point, allowance: int
) -> tuple[Point, Point] | None:
    """The straight way towards a place that ends in contact with the first enemy on it.

    None where something else is in the way, or the enemy is too far.
    """
    low, high = 0, PARTS
    while low < high:  # the farthest point that is not beyond contact
        share = (low + high + 1) // 2
        if _is_of_enemy(now, who, now.what_bars(who, (who.at, _along(who.at, goal, share)))):
            high = share - 1
        else:
            low = share
    end = _along(who.at, goal, low)
    for at in _about(end):
        path = (who.at, at)
        if at != who.at and _is_in_contact(now, who, at) and not now.why_not(who, path, allowance):
            return path
    return None


def is_enemy(now: TabletopPaths, who: PlacedPiece, why: Obstruction | None) -> bool:
    """Whether it is an enemy that is in the way."""
    return why is not None and _is_of_enemy(now, who, why.what)


def _is_of_enemy(now: TabletopPaths, who: PlacedPiece, what: str) -> bool:
    """Whether what is in the way is one of another side."""
    other = now.stands.get(what)
    return other is not None and other.side != who.side


def _along(start: Point, end: Point, share: int) -> Point:
    return Point(
        start.x + (2 * (end.x - start.x) * share + PARTS) // (2 * PARTS),
        start.y + (2 * (end.y - start.y) * share + PARTS) // (2 * PARTS),
    )


def _about(end: Point) -> list[Point]:
    """A place and those around it, the nearest first."""
    around = [Point(end.x + x, end.y + y) for x in range(-2, 3) for y in range(-2, 3)]
    return sorted(around, key=lambda at: (at.x - end.x) ** 2 + (at.y - end.y) ** 2)


def _is_in_contact(now: TabletopPaths, who: PlacedPiece, at: Point) -> bool:
    """Whether one would be in contact with an enemy at a place."""
    scale = now.ground.scale
    room = stand_core(arrived(who, (who.at, at)), scale)
    return any(
        other.side != who.side and is_within(room, stand_core(other, scale), CONTACT)
        for other in now.stands.values()
        if abs(other.at.x - at.x) < _FAR and abs(other.at.y - at.y) < _FAR
    )


_FAR = 160
