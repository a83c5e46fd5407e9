"""Movement (V6): one stack's move, hex by hex, with what acts on it."""

from __future__ import annotations

from engine.games.valor.events import DONE, StageBegan
from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def phase(game: ValorGame) -> Procedure[None]:
    """One stack of the active side moves (V5.9)."""
    game.emit(StageBegan(DONE))
    yield from ()
