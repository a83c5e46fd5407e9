"""Advance and close assault (V5.15–V5.19, V15)."""

from __future__ import annotations

from engine.games.valor.events import DONE, StageBegan
from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def phase(game: ValorGame) -> Procedure[None]:
    """One advance, assault or turn of the active side (V5.15)."""
    game.emit(StageBegan(DONE))
    yield from ()
