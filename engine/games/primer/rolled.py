"""The rolls of fights."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.forecast import Rolled
from engine.games.primer.state import State


def rolled(state: State, events: Sequence[Event[State]]) -> tuple[Rolled, ...]:
    """Nothing is read."""
    return ()
