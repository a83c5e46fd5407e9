"""Smoke (V11)."""

from __future__ import annotations

from engine.games.valor.state import State, Unit, ValorGame
from engine.hexes.hex import Hex
from engine.play.asks import Procedure


def thin(game: ValorGame) -> None:
    """Smoke 1 goes, smoke 2 becomes 1 (V5.21)."""


def before_move(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """Infantry about to move may lay smoke first (V11.3)."""
    yield from ()


def may_by_hand(state: State, unit: Unit) -> bool:
    """Whether a unit may lay smoke before it moves (V11.3)."""
    return False


def targets(state: State, unit: Unit) -> list[Hex]:
    """Where a gun or mortar may lay smoke instead of firing (V11.4)."""
    return []


def lay(game: ValorGame, unit: str, hex_: Hex) -> Procedure[None]:
    """A gun or mortar lays smoke 2 in a hex (V11.4)."""
    yield from ()
