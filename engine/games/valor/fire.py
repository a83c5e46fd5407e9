"""Fire (V13, V14): who attacks whom with what."""

from __future__ import annotations

from engine.games.valor.events import DONE, StageBegan
from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def phase(game: ValorGame) -> Procedure[None]:
    """One attack of the active side in its fire phase (V5.6)."""
    game.emit(StageBegan(DONE))
    yield from ()


def defensive_phase(game: ValorGame) -> Procedure[None]:
    """One attack of the other side in the defensive-fire phase (V5.14)."""
    game.emit(StageBegan(DONE))
    yield from ()
