"""The command phase (V5.2–V5.5): missions, then weapons and halves (V12.4, V23)."""

from __future__ import annotations

from engine.games.valor import support
from engine.games.valor.events import DONE, StageBegan
from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def phase(game: ValorGame) -> Procedure[None]:
    """One activity: a mission is placed, one resolved, or something reorganised (V5.3, V5.4)."""
    if game.state.stage == "":
        yield from support.place(game)
    elif game.state.stage == "missions":
        yield from support.resolve(game)
    else:
        game.emit(StageBegan(DONE))
