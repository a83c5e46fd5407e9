"""Stacks (primer P5, P6): units of one type in a hex, and who may come to them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.primer.state import State, Unit


def may_join(state: State, unit_type: str, there: Sequence[Unit], count: int = 1) -> bool:
    """Whether so many units of a type may come to own ones in a hex: of the same, not too many."""
    if any(unit.type != unit_type for unit in there):
        return False
    return len(there) + count <= state.book.choices.stacking
