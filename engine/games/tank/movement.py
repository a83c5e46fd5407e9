"""Movement (tank V): one unit's move or march, hex by hex, with what interrupts it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.tank import artillery, cards, opportunity_fire, victory
from engine.games.tank.events import (
    CloseCombatEntered,
    MoveDeclared,
    MoveEnded,
    Stepped,
    StepTakenBack,
    UnitAnnihilated,
)
from engine.games.tank.game_board import HexStep
from engine.games.tank.state import State, TankGame, Unit
from engine.hexes.hex import Hex
from engine.movement.mobility import DEAREST
from engine.play.decisions import Decision, Procedure, ask

MOVE, MARCH = "move", "march"
ANY_NUMBER = 10**6  # of units in a hex


class MoveOrder(NamedTuple):
    """A unit and how it is to go: `move` or `march`."""

    unit: str
    manner: str


@dataclass(frozen=True, slots=True)
class ChooseMove(Decision[State, MoveOrder | None]):
    """The choice of the next move; None passes (T3, V2)."""

    orders: tuple[MoveOrder, ...]

    def options(self, state: State) -> list[MoveOrder | None]:
        return [*self.orders, None]


@dataclass(frozen=True, slots=True)
class ChooseStep(Decision[State, Hex | None]):
    """The next hex of a move; None ends it (V1, V3). `left`: MP, on the march hexes."""

    unit: str
    manner: str
    left: int
    ways: tuple[HexStep, ...]

    def options(self, state: State) -> list[Hex | None]:
        return [*(way.to for way in self.ways), None]

    def cost_of(self, to: Hex) -> int:
        """Return the cost of the step into a hex."""
        return next(way.cost for way in self.ways if way.to == to)


# --- what may move where -------------------------------------------------------------------------


def may_move(unit: Unit) -> bool:
    """Return True if a unit may be ordered to move: one order a turn (C4, F6, B1)."""
    return not (unit.moved or unit.fired or unit.immobile or unit.engaged)


def open_orders(state: State, side: str) -> tuple[MoveOrder, ...]:
    """Every order a side may give now; a unit with no step to make may not be ordered."""
    units = [unit for unit in state.units_of(side) if may_move(unit)]
    return tuple(_orders(state, side, units)) if units else ()


def rule_breaking_orders(state: State, side: str) -> tuple[MoveOrder, ...]:
    """Orders to units that have acted already: under `strict` they can be given, in vain (T3)."""
    if not state.book.choices.strict:
        return ()
    acted = (
        unit for unit in state.units_of(side) if (unit.moved or unit.fired) and not unit.engaged
    )
    return tuple(MoveOrder(unit.id, MOVE) for unit in acted)


def _orders(state: State, side: str, units: list[Unit]) -> Iterator[MoveOrder]:
    enemies, friends = occupied_hexes(state, state.enemy_of(side)), occupied_hexes(state, side)
    for unit in units:
        if _ways(state, unit, movement_allowance(state, unit, MOVE), enemies):
            yield MoveOrder(unit.id, MOVE)
        if _may_march(state, unit, enemies | friends):
            yield MoveOrder(unit.id, MARCH)


def _may_march(state: State, unit: Unit, barred: set[Hex]) -> bool:
    """A march starts on a road, not from a stack; no hex on its way may hold anybody (V2)."""
    marches = state.field.march_steps_from(unit.at)
    if not marches or len(state.units_at(unit.at)) > 1:
        return False
    return any(way.to not in barred for way in marches)


def movement_allowance(state: State, unit: Unit, manner: str, extra: int = 0) -> int:
    """Return a unit's allowance: its MP, or on the march hexes for each MP (V2)."""
    mp = state.type_of(unit).mp + extra
    return mp * state.book.choices.march_hexes_per_mp if manner == MARCH else mp


def possible_steps(state: State, unit_id: str, manner: str, left: int) -> list[HexStep]:
    """The steps that may be declared: affordable ones; any not forbidden under `strict` (V3)."""
    unit = state.units[unit_id]
    enemies = occupied_hexes(state, state.enemy_of(unit.side))
    if manner == MARCH:
        barred = enemies | occupied_hexes(state, unit.side)
        ways = state.field.march_steps_from(unit.at)
        return [way for way in ways if way.cost <= left and way.to not in barred]
    return _ways(state, unit, DEAREST if state.book.choices.strict and left else left, enemies)


def _ways(state: State, unit: Unit, left: int, enemies: set[Hex]) -> list[HexStep]:
    """The steps a unit can pay for; a close combat with no room left is barred, or deadly (B1)."""
    choices = state.book.choices
    limit = choices.stacking if choices.full_combat == "barred" else ANY_NUMBER
    return [
        way
        for way in state.field.steps_from(unit.at)
        if way.cost <= left
        and (way.to not in enemies or state.friends_at(way.to, unit.side) < limit)
    ]


def occupied_hexes(state: State, side: str) -> set[Hex]:
    """The hexes that hold units of a side; for looking up only."""
    return {unit.at for unit in state.units.values() if unit.side == side}


# --- the move ------------------------------------------------------------------------------------


def move(game: TankGame, order: MoveOrder) -> Procedure[None]:
    """One unit's move from declaration to end (V1–V9).

    What follows a step is resolved in its order also for a mover made immobile by shells (V4).
    """
    unit_id, manner = order
    unit = game.state.units[unit_id]
    extra = cards.extra_mp(game, unit_id)
    left = movement_allowance(game.state, unit, manner, extra)
    game.emit(MoveDeclared(unit_id, manner, left))
    while True:
        ways = possible_steps(game.state, unit_id, manner, left)
        choice = ChooseStep(unit.side, unit_id, manner, left, tuple(ways))
        to = (yield from ask(choice)) if ways else None
        if to is None:
            break
        cost = choice.cost_of(to)
        if cost > left:
            game.emit(StepTakenBack(unit_id, to, cost, left))
            yield from opportunity_fire.offer_punishing_shot(game, unit_id)
            break
        left -= cost
        game.emit(Stepped(unit_id, to, manner, cost, left))
        yield from artillery.resolve_shelled_hex_entry(game, unit_id)
        if unit_id not in game.state.units or stop_for_close_combat(game, unit_id):
            break
        left = yield from opportunity_fire.resolve_step_interrupts(game, unit_id, manner, left)
        if not goes_on(game.state, unit_id):
            break
    end_move(game, unit_id, left)


def goes_on(state: State, unit: str) -> bool:
    """Return True if a mover is neither annihilated nor immobile (V5)."""
    return unit in state.units and not state.units[unit].immobile


def stop_for_close_combat(game: TankGame, unit_id: str) -> bool:
    """Entering a hex with enemies stops the mover: close combat (V8)."""
    unit = game.state.units[unit_id]
    if all(other.side == unit.side for other in game.state.units_at(unit.at)):
        return False
    game.emit(CloseCombatEntered(unit_id, unit.at))
    return True


def end_move(game: TankGame, unit_id: str, left: int) -> None:
    """End a move; a unit that ends it over the stacking limit is annihilated (V9).

    A mover made immobile among enemies is in close combat with them.
    """
    if unit_id not in game.state.units:
        return
    unit = game.state.units[unit_id]
    if not unit.engaged:
        stop_for_close_combat(game, unit_id)
    game.emit(MoveEnded(unit_id, unit.at, left))
    victory.claim_objectives(game)
    if game.state.friends_at(unit.at, unit.side) > game.state.book.choices.stacking:
        game.emit(UnitAnnihilated(unit_id, "stacking"))
