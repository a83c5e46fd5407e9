"""Distances between footprints, edge to edge, and isolation of groups (G4, L10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.games.littlewars.state import Figure, State, Unit
from engine.tabletop.buffered_shapes import BufferedShape, is_within
from engine.tabletop.proximity import ProximityIndex
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_paths import CONTACT, NEIGHBOURS, TabletopPaths


def count_supporters(state: State, groups: Sequence[Sequence[Figure]]) -> tuple[int, ...]:
    """Return the friends outside each group within the move of a member's arm (L10.2).

    All groups are asked for at once.
    """
    members = {each.id: each for group in groups for each in group}
    fit = {each.id: each for each in state.figures.values() if each.is_fit}
    reach = {id_: state.book.rate_of(each.type) for id_, each in members.items()}
    crowd = ProximityIndex(map(state.placed_piece, (fit | members).values()), state.field.scale)
    return crowd.supporters([[each.id for each in group] for group in groups], reach, fit)


def is_isolated(state: State, group: Sequence[Figure]) -> bool:
    """A group is isolated if fewer than half its number stand within its move: 2f < n (L10.1)."""
    return are_too_few_supporters(count_supporters(state, [group])[0], group)


def are_too_few_supporters(friends: int, group: Sequence[Figure]) -> bool:
    """Return whether a group with so few friends is isolated: 2f < n (L10.1)."""
    return 2 * friends < len(group)


def figures_by_ids(state: State, ids: Iterable[str]) -> list[Figure]:
    """Figures by their ids."""
    return [state.figures[id_] for id_ in ids if id_ in state.figures]


def unit_shape(state: State, unit: Unit) -> BufferedShape:
    """The room that a unit takes up (G3)."""
    return state.field.footprint_of(state.placed_piece(unit))


def squared_distance(one: Point, other: Point) -> int:
    """The square of how far two points are apart: enough to say which is nearer."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def are_near(state: State, one: Unit, other: Unit, length: int) -> bool:
    """Return whether two units are within a length of each other (G4)."""
    return is_within(unit_shape(state, one), unit_shape(state, other), length)


def are_in_contact(state: State, one: Unit, other: Unit) -> bool:
    """Return whether two figures are in contact: at most an eighth of an inch apart."""
    return are_near(state, one, other, CONTACT)


def units_within(
    state: State, unit: Unit, others: Iterable[Figure], length: int
) -> Iterator[Figure]:
    """Those of some figures that are within a length of a unit."""
    core, (x, y), far = unit_shape(state, unit), unit.at, length + NEIGHBOURS
    return (
        each
        for each in others
        if abs(each.at.x - x) <= far >= abs(each.at.y - y)
        and is_within(core, unit_shape(state, each), length)
    )


def figures_index(state: State) -> ProximityIndex:
    """All the figures on the table (L10, L11)."""
    return ProximityIndex(
        (state.placed_piece(each) for each in state.figures.values()), state.field.scale
    )


def find_paths(state: State) -> TabletopPaths:
    """The ways of all who stand on the table now (G6)."""
    return TabletopPaths(state.field.ground, state.placed_pieces())
