"""What an option promises."""

from __future__ import annotations

from typing import Any

from engine.asks import Answer, Decision
from engine.games.primer.state import State


def weigh(view: State, decision: Decision[State, Any], option: Answer) -> float:
    """All options are alike."""
    return 0.0
