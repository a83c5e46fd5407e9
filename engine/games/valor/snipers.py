"""Snipers (V20)."""

from __future__ import annotations

from engine.games.valor.events import DONE, StageBegan
from engine.games.valor.state import ValorGame
from engine.hexes.hex import Hex
from engine.play.asks import Procedure


def withdraw(game: ValorGame) -> Procedure[None]:
    """Either side may withdraw its sniper (V20.6); then the after-action phase is done."""
    game.emit(StageBegan(DONE))
    yield from ()


def trample(game: ValorGame, movers: tuple[str, ...]) -> None:
    """An enemy unit that enters a sniper's hex eliminates it (V20.7)."""


def activate(game: ValorGame, side: str, start: Hex) -> Procedure[None]:
    """A side's sniper is put near enemy infantry that has rolled a 12, and attacks it (V20.2)."""
    yield from ()
