"""What the dice of infantry bring beside their result: valor on a 2, a sniper on a 12."""

from __future__ import annotations

from engine.games.valor import snipers, valour
from engine.games.valor.state import ValorGame
from engine.play.asks import Faces, Procedure

VALOROUS, OUT_IN_THE_OPEN = 2, 12


def after_roll(
    game: ValorGame, side: str, infantry: tuple[str, ...], dice: Faces
) -> Procedure[None]:
    """A natural 2 tests the valor of the attackers, a natural 12 draws a sniper (V22.1, V20.2)."""
    there = tuple(unit for unit in infantry if unit in game.state.units)
    if not there:
        return
    if sum(dice) == VALOROUS:
        yield from valour.test(game, there)
    elif sum(dice) == OUT_IN_THE_OPEN:
        yield from snipers.activate(game, game.state.enemy(side), there)
