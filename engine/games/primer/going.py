"""Where units can come to."""

from __future__ import annotations

from collections.abc import Sequence

from engine.forecast import Reachable, Threat
from engine.games.primer.state import State
from engine.hexes import Hex


def reachable(
    view: State, unit: str, manner: str = "", left: int | None = None
) -> Reachable | None:
    """Nothing is worked out."""
    return None


def threats(view: State, unit: str, path: Sequence[Hex]) -> tuple[Threat, ...]:
    """Nothing is worked out."""
    return ()
