"""Valor on a roll of 2 and snipers on a 12: special results of infantry dice (V22)."""

from __future__ import annotations

from engine.games.valor import snipers
from engine.games.valor.state import State, Unit, ValorGame
from engine.games.valor.support_events import ValorRolled
from engine.play.decisions import Faces, Procedure, roll

LEADER = 6


def test_for_valour(game: ValorGame, units: tuple[str, ...]) -> Procedure[None]:
    """After a natural 2 by infantry every unit of the attack rolls for valor (V22.1).

    `units` are those of an AP attack or of an AT roll to hit, a leader who modified it too; not of
    an assault, a lane, or a mortar of vehicles.
    """
    for name in units:
        unit = game.state.units.get(name)
        if unit is None or not may_earn(game.state, unit):
            continue
        thrown = yield from roll(2, "valor")
        needed = valour_number(game.state, unit)
        result = "valorous" if sum(thrown) <= needed else "failed"
        game.emit(ValorRolled(name, thrown, needed, result))


def may_earn(state: State, unit: Unit) -> bool:
    """Return whether a unit rolls for valor: infantry not valorous yet (V22.1)."""
    return state.type_of(unit).is_infantry and not unit.valor


def valour_number(state: State, unit: Unit) -> int:
    """The highest roll on which a unit becomes valorous: its own CR, of a leader 6 (V22.1)."""
    type_ = state.type_of(unit)
    return LEADER if type_.is_leader else type_.cr


VALOROUS, OUT_IN_THE_OPEN = 2, 12


def resolve_special_roll(
    game: ValorGame, side: str, infantry: tuple[str, ...], dice: Faces
) -> Procedure[None]:
    """A natural 2 tests the valor of the attackers, a natural 12 draws a sniper (V22.1, V20.2)."""
    there = tuple(unit for unit in infantry if unit in game.state.units)
    if not there:
        return
    if sum(dice) == VALOROUS:
        yield from test_for_valour(game, there)
    elif sum(dice) == OUT_IN_THE_OPEN:
        yield from snipers.activate(game, game.state.enemy_of(side), there)
