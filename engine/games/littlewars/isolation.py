"""Isolation: whether a group has friends enough within its move (L10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.littlewars.nearness import throng
from engine.games.littlewars.state import Figure, State


def friends(state: State, group: Sequence[Figure]) -> list[Figure]:
    """The friends of a group, not in it, who are within the move of some member's arm (L10.2)."""
    if not group:
        return []
    reach = {figure.id: state.book.rate_of(figure.type) for figure in group}
    fit = [each.id for each in state.fit(group[0].side)]
    found = throng(state).friends([figure.id for figure in group], reach, fit)
    return [state.figures[id_] for id_ in found]


def is_isolated(state: State, group: Sequence[Figure]) -> bool:
    """A group is isolated if fewer than half its number stand within its move: 2f < n (L10.1)."""
    return 2 * len(friends(state, group)) < len(group)


def of_ids(state: State, ids: Iterable[str]) -> list[Figure]:
    """Figures by their ids."""
    return [state.figures[id_] for id_ in ids if id_ in state.figures]
