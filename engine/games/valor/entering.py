"""What acts on a mover in each hex it enters, in this order (V5.12)."""

from __future__ import annotations

from engine.games.valor import opportunity, positions, snipers, victory
from engine.games.valor.state import ValorGame
from engine.play.asks import Procedure


def act_on_entry(game: ValorGame, movers: tuple[str, ...]) -> Procedure[None]:
    """The sniper of the hex, mines, fire lanes, then the enemy's opportunity fire (V5.12).

    `movers` are the ids of those that moved, cargo left out; some may be gone afterwards.
    """
    victory.claim_objectives(game)
    snipers.trample(game, movers)
    yield from positions.mines(game, movers)
    yield from opportunity.lanes(game, _there(game, movers))
    if left := _there(game, movers):
        yield from opportunity.fire(game, left)


def _there(game: ValorGame, movers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(unit for unit in movers if unit in game.state.units)
