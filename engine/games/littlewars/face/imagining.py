"""A position as it may be: behind a curtain the enemy has all of his bodies yet to set up (E6)."""

from __future__ import annotations

from engine.games.littlewars import armies
from engine.games.littlewars.state import Phase, State


def imagine(view: State, side: str, seed: int) -> State:
    """A side's view with what a curtain hides of the enemy beside the table again (L2.2)."""
    dealt = view.copy()
    dealt.viewer = ""
    if view.phase is Phase.CURTAIN:
        foes = [each for each in view.aims.bodies.values() if each.side != side and not each.at]
        dealt.waiting = (*dealt.waiting, *armies.waiting(foes))
    return dealt
