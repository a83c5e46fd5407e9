"""Smoke (V11)."""

from __future__ import annotations

from engine.games.valor.state import State, Unit, ValorGame
from engine.play.asks import Procedure


def thin(game: ValorGame) -> None:
    """Smoke 1 goes, smoke 2 becomes 1 (V5.21)."""


def before_move(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """Infantry about to move may lay smoke first (V11.3)."""
    yield from ()


def may_by_hand(state: State, unit: Unit) -> bool:
    """Whether a unit may lay smoke before it moves (V11.3)."""
    return False
