"""Who is how near to whom, edge to edge between footprints (G4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.littlewars.state import Figure, State, Unit
from engine.tabletop.cores import BufferedShape, is_within
from engine.tabletop.near import ProximityIndex
from engine.tabletop.point import Point
from engine.tabletop.ways import CONTACT, NEIGHBOURS, TabletopPaths


def room(state: State, unit: Unit) -> BufferedShape:
    """The room that a unit takes up (G3)."""
    return state.field.room(state.stand(unit))


def apart_squared(one: Point, other: Point) -> int:
    """The square of how far two points are apart: enough to say which is nearer."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def near(state: State, one: Unit, other: Unit, length: int) -> bool:
    """Whether two units are within a length of each other (G4)."""
    return is_within(room(state, one), room(state, other), length)


def touch(state: State, one: Unit, other: Unit) -> bool:
    """Whether two figures are in contact: no farther apart than an eighth of an inch."""
    return near(state, one, other, CONTACT)


def within(state: State, unit: Unit, others: Iterable[Figure], length: int) -> Iterator[Figure]:
    """Those of some figures that are within a length of a unit."""
    core, (x, y), far = room(state, unit), unit.at, length + NEIGHBOURS
    return (
        each
        for each in others
        if abs(each.at.x - x) <= far >= abs(each.at.y - y)
        and is_within(core, room(state, each), length)
    )


def throng(state: State) -> ProximityIndex:
    """All the figures on the table (L10, L11)."""
    return ProximityIndex((state.stand(each) for each in state.figures.values()), state.field.scale)


def ways(state: State) -> TabletopPaths:
    """The ways of all who stand on the table now (G6)."""
    return TabletopPaths(state.field.ground, state.stands())
