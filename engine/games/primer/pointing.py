"""What options, events and acts point at."""

from __future__ import annotations

from typing import Any

from engine.asks import Answer, Decision
from engine.events import Event
from engine.forecast import Reachable
from engine.games.primer.state import State
from engine.pointing import Deed, Place, Pointing


def points_at(state: State, decision: Decision[State, Any], option: Answer) -> Pointing:
    """Nothing but whether an option does nothing."""
    return Pointing(Deed.PASS if option is None else Deed.ORDER)


def reach(view: State, decision: Decision[State, Any], option: Answer) -> Reachable | None:
    """Nothing is worked out."""
    return None


def where(state: State, event: Event[State]) -> Place:
    """Nowhere."""
    return Place()
