"""Overrun (V17)."""

from __future__ import annotations

from engine.games.valor.state import State, Unit, ValorGame
from engine.hexes.hex import Hex
from engine.play.asks import Procedure


def targets(state: State, mover: Unit) -> list[tuple[Hex, int]]:
    """The hexes an AFV may overrun from where it is, and the MP each takes (V17.1, V17.2)."""
    return []


def overrun(game: ValorGame, afv: str, target: Hex) -> Procedure[None]:
    """An AFV drives through a hex and over who is in it; it stops in the hex beyond (V17)."""
    yield from ()
