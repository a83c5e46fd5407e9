"""Rally (V21)."""

from __future__ import annotations

from engine.games.valor.events import DONE, StageBegan
from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def phase(game: ValorGame) -> Procedure[None]:
    """One pinned unit, the first of `to_rally`, rolls to rally (V21.2)."""
    game.emit(StageBegan(DONE))
    yield from ()
