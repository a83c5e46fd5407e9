"""Stacks (primer P5, P6): units of one type in a hex, and who may come to them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.primer.state import State, Unit


def may_stack(state: State, unit_type: str, there: Sequence[Unit], count: int = 1) -> bool:
    """Whether so many units of a type may be with own ones in a hex: of the same, not too many."""
    if any(unit.type != unit_type for unit in there):
        return False
    return len(there) + count <= state.book.choices.stacking


def may_join(state: State, unit_type: str, there: Sequence[Unit], count: int = 1) -> bool:
    """Whether so many units may move or retreat to own ones in a hex (P6).

    By the house rule nobody does: stacks are made at deployment, other hexes with units are closed.
    """
    if there and not state.book.choices.joining:
        return False
    return may_stack(state, unit_type, there, count)
