"""Isolation: whether a group has friends enough within its move (L10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.littlewars.state import Figure, State
from engine.tabletop.near import ProximityIndex


def supporters(state: State, groups: Sequence[Sequence[Figure]]) -> tuple[int, ...]:
    """How many friends of each group, not in it, are within the move of some member's arm (L10.2).

    All groups are asked for at once.
    """
    members = {each.id: each for group in groups for each in group}
    fit = {each.id: each for each in state.figures.values() if each.is_fit}
    reach = {id_: state.book.rate_of(each.type) for id_, each in members.items()}
    crowd = ProximityIndex(map(state.stand, (fit | members).values()), state.field.scale)
    return crowd.supporters([[each.id for each in group] for group in groups], reach, fit)


def is_isolated(state: State, group: Sequence[Figure]) -> bool:
    """A group is isolated if fewer than half its number stand within its move: 2f < n (L10.1)."""
    return is_too_few(supporters(state, [group])[0], group)


def is_too_few(friends: int, group: Sequence[Figure]) -> bool:
    """Whether so many friends leave a group isolated: 2f < n (L10.1)."""
    return 2 * friends < len(group)


def of_ids(state: State, ids: Iterable[str]) -> list[Figure]:
    """Figures by their ids."""
    return [state.figures[id_] for id_ in ids if id_ in state.figures]
