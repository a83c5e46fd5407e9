"""Support missions (V18, V11.5)."""

from __future__ import annotations

from engine.games.valor.events import StageBegan
from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def place(game: ValorGame) -> Procedure[None]:
    """The active side places one mission; when it wants no more, `missions` begins (V5.3)."""
    game.emit(StageBegan("missions"))
    yield from ()


def resolve(game: ValorGame) -> Procedure[None]:
    """One placed mission is resolved; when none is left, `reorganise` begins (V18.3)."""
    game.emit(StageBegan("reorganise"))
    yield from ()
