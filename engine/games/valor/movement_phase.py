"""The movement phase (V5.8–V5.13): who does what; turns where units stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.shared_events import DONE, StageBegan
from engine.games.valor import (
    move_execution,
    move_steps,
    reinforcements,
    smoke,
    transport,
    tunnels,
    victory,
)
from engine.games.valor.events import MoveBegan, MoveEnded, Turned
from engine.games.valor.state import State, Unit, ValorGame
from engine.hexes.hex import SIDES
from engine.play.decisions import Decision, Procedure, ask

MOVE, TURN, LOAD, UNLOAD, ENTER, SMOKE = "move", "turn", "load", "unload", "enter", "smoke"
BELOW = "below"


class Order(NamedTuple):
    """A unit and what it is to do: move, turn, load, unload, enter the map, lay smoke."""

    unit: str
    manner: str


@dataclass(frozen=True, slots=True)
class Move(Decision[State, Order | None]):
    """The next order of the movement phase; None ends it (V5.9)."""

    orders: tuple[Order, ...]

    def options(self, state: State) -> list[Order | None]:
        return [*self.orders, None]


# --- orders ---------------------------------------------------------------------------------------


def movement_activity(game: ValorGame) -> Procedure[None]:
    """One stack of the active side moves, or a unit turns, loads, unloads, enters (V5.9)."""
    if below := tunnels.units_waiting_below(game.state, game.state.active):
        yield from tunnels.move_underground(game, below[0].unit.id)
        return
    given = open_orders(game.state, game.state.active)
    order = (yield from ask(Move(game.state.active, given))) if given else None
    if order is None:
        game.emit(StageBegan(DONE))
        return
    unit, manner = order
    match manner:
        case "turn":
            yield from turn_unit(game, unit)
        case "load":
            yield from transport.load(game, unit)
        case "unload":
            yield from transport.unload(game, unit)
        case "enter":
            yield from reinforcements.enter(game, unit)
        case "below":
            yield from tunnels.descend(game, unit)
        case "smoke":
            yield from smoke.offer_hand_smoke(game, (unit,))
        case _:
            yield from move_execution.move(game, unit)
    victory.claim_objectives(game)


def open_orders(state: State, side: str) -> tuple[Order, ...]:
    """Return all orders that are open to the side's units now."""
    found = []
    for unit in state.units_of(side):
        if unit.inside:
            continue
        if move_execution.may_move(unit):
            found += _moves(state, unit)
        if transport.may_carrier_load(state, unit):
            found += _loads(state, unit)
    found += [
        Order(entry.id, ENTER) for entry in reinforcements.placeable_reinforcements(state, side)
    ]
    return tuple(found)


def _moves(state: State, unit: Unit) -> list[Order]:
    type_ = state.type_of(unit)
    found = []
    if move_steps.may_step(state, unit.id):
        found.append(Order(unit.id, MOVE))
    if type_.is_vehicle_unit:
        found.append(Order(unit.id, TURN))
    if tunnels.tunnel_exits(state, unit):
        found.append(Order(unit.id, BELOW))
    if type_.is_infantry and not unit.smoked and smoke.may_lay_by_hand(state, unit):
        found.append(Order(unit.id, SMOKE))
    return found


def _loads(state: State, unit: Unit) -> list[Order]:
    found = [Order(unit.id, LOAD)] if transport.units_able_to_board(state, unit) else []
    return (
        [*found, Order(unit.id, UNLOAD)] if transport.units_able_to_unload(state, unit) else found
    )


def turn_unit(game: ValorGame, unit: str) -> Procedure[None]:
    """A vehicle unit turns where it stands; that is its move (V7.4)."""
    now = game.state.units[unit]
    to = yield from ask(Turn(now.side, unit))
    game.emit(MoveBegan((unit,), TURN, 0))
    game.emit(Turned(unit, to))
    game.emit(MoveEnded((unit,)))


@dataclass(frozen=True, slots=True)
class Turn(Decision[State, int]):
    """A vehicle unit's facing after it turns in place (V7.4)."""

    unit: str

    def options(self, state: State) -> list[int]:
        return [to for to in range(SIDES) if to != state.units[self.unit].facing]
