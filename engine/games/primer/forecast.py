"""What an attack leads to."""

from __future__ import annotations

from typing import Any

from engine.asks import Answer, Decision
from engine.forecast import Forecast
from engine.games.primer.state import State


def forecast(view: State, decision: Decision[State, Any], option: Answer) -> Forecast | None:
    """Nothing is foretold."""
    return None
