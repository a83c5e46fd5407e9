"""Forecasts and rolls in words."""

from __future__ import annotations

from engine.forecast import Forecast, Rolled
from engine.games.primer.state import State


def forecast(view: State, told: Forecast, language: str | None = None) -> list[str]:
    """Nothing is foretold."""
    return []


def rolled(told: Rolled, language: str | None = None) -> str:
    """What was rolled for."""
    return told.purpose
