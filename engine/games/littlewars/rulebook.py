"""The customs of Little Wars itself: what a rulebook that adds to it may change."""

from __future__ import annotations

from engine.games.littlewars import crews, marching, shooting
from engine.games.littlewars.state import Customs, Figure, State


def _serves(state: State, figure: Figure) -> bool:
    """All men serve guns, cavalry too (L7.1)."""
    return state.type_of(figure).men


def _may_move(state: State, figure: Figure) -> bool:
    return True


LITTLE_WARS = Customs(
    allowance=marching.allowance,
    may_move=_may_move,
    shoot=shooting.shoot,
    serves=_serves,
    gun_reach=crews.reach,
)
