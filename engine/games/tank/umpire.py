"""What an umpire may do between activities: move, mark, remove, repair, and award cards (E3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from engine.asks import Procedure
from engine.game import Intervention, InvalidIntervention
from engine.games.tank import cards, set_up
from engine.games.tank.book import Outcome
from engine.games.tank.events import (
    UmpireActed,
    UnitAnnihilated,
    UnitHit,
    UnitShifted,
)
from engine.games.tank.state import TankGame, Unit
from engine.games.tank.support_events import UnitRepaired
from engine.hexes import Hex
from engine.texts import text


def intervene(game: TankGame, order: Intervention) -> Procedure[None]:
    """Carry out an umpire's order; InvalidIntervention for what the position does not allow."""
    if order.kind not in ORDERS:
        known = ", ".join(ORDERS)
        raise InvalidIntervention(
            text("game.unknown-intervention", None, kind=order.kind, kinds=known)
        )
    yield from ORDERS[order.kind](game, order)


def _award(game: TankGame, order: Intervention) -> Procedure[None]:
    """`award side`: the side may swap its cards for others of its deck (E3)."""
    (side,) = _arguments(order, 1)
    if side not in game.state.sides:
        _refuse("tank.no-side", found=side)
    game.emit(UmpireActed(order.kind, order.who, order.why))
    yield from cards.award(game, side)


def _move(game: TankGame, order: Intervention) -> Procedure[None]:
    """`move unit hex`: put a unit into another hex."""
    unit, to = _arguments(order, 2)
    mover = _unit(game, unit)
    at = Hex(*to)
    if not set_up.may_stand(game.state, mover.side, at):
        _refuse("tank.no-standing", unit=unit)
    game.emit(UmpireActed(order.kind, order.who, order.why))
    game.emit(UnitShifted(unit, at))
    yield from ()


def _hurt(game: TankGame, order: Intervention) -> Procedure[None]:
    """`hurt unit S|F|M|K`: give a unit a result."""
    unit, outcome = _arguments(order, 2)
    _unit(game, unit)
    if outcome not in set(Outcome) - {Outcome.NONE}:
        _refuse("tank.no-outcome", found=outcome)
    game.emit(UmpireActed(order.kind, order.who, order.why))
    if outcome == Outcome.ANNIHILATED:
        game.emit(UnitAnnihilated(unit, "umpire"))
    else:
        game.emit(UnitHit(unit, outcome))
    yield from ()


def _repair(game: TankGame, order: Intervention) -> Procedure[None]:
    """`repair unit`: restore a unit fully."""
    (unit,) = _arguments(order, 1)
    _unit(game, unit)
    game.emit(UmpireActed(order.kind, order.who, order.why))
    game.emit(UnitRepaired(unit))
    yield from ()


ORDERS: Mapping[str, Callable[[TankGame, Intervention], Procedure[None]]] = {
    "award": _award,
    "move": _move,
    "hurt": _hurt,
    "repair": _repair,
}


def _arguments(order: Intervention, count: int) -> tuple[Any, ...]:
    if len(order.arguments) != count:
        _refuse("tank.arguments", kind=order.kind, count=count)
    return order.arguments


def _unit(game: TankGame, unit: str) -> Unit:
    if unit not in game.state.units:
        _refuse("tank.no-unit", found=unit)
    return game.state.units[unit]


def _refuse(key: str, **values: object) -> NoReturn:
    why = text(key, None, **values)
    raise InvalidIntervention(text("game.invalid-intervention", None, why=why))
