"""Movement (primer P4, P6, P12): an ordered move made hex by hex, and whom it runs into."""

from __future__ import annotations

from engine.games.primer import combat, victory, vision
from engine.games.primer.events import (
    AdvanceEnded,
    Encountered,
    MoveEnded,
    OrderBegun,
    OrderLapsed,
    Stepped,
)
from engine.games.primer.state import MemoOrder, PrimerGame, State, may_join
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Procedure

ARRIVED, BLOCKED, ENCOUNTER = "arrived", "blocked", "encounter"


def move(game: PrimerGame, order: MemoOrder) -> Procedure[None]:
    """Units go along the path they were ordered, until something stops them (P6, P12)."""
    side = game.state.active
    units = units_still_together(game.state, order.units)
    if not units:
        game.emit(OrderLapsed(side, order.number, order.units, "gone"))
        return
    game.emit(OrderBegun(side, order.number, order.kind, units))
    left = game.state.type_of(game.state.units[units[0]]).mp
    for place, to in enumerate(order.path):
        at, cost = game.state.units[units[0]].at, _cost(game.state, units, to)
        is_last = place == len(order.path) - 1
        if cost is not None and any(unit.side != side for unit in game.state.units_at(to)):
            yield from _meet(game, units, to)
            return
        if cost is None or cost > left or not may_enter(game.state, units, to, is_last):
            game.emit(MoveEnded(side, units, at, BLOCKED))
            return
        left -= cost
        _step(game, units, to, cost, left)
    game.emit(MoveEnded(side, units, game.state.units[units[0]].at, ARRIVED))


def units_still_together(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some units that are still together in one hex, that of the first."""
    alive = state.units_on_board(units)
    return tuple(name for name in alive if state.units[name].at == state.units[alive[0]].at)


def may_enter(state: State, units: tuple[str, ...], to: Hex, is_last: bool) -> bool:
    """Return True if units may enter a hex: empty, or an own stack at the end (P5, P6)."""
    first = state.units[units[0]]
    there = [unit for unit in state.units_at(to) if unit.id not in units]
    if not there:
        return True
    if not is_last or any(unit.side != first.side for unit in there):
        return False
    return may_join(state, first.type, there, len(units))


def _cost(state: State, units: tuple[str, ...], to: Hex) -> int | None:
    """Return the cost of the step into a hex; None if there is no such step."""
    first = state.units[units[0]]
    return state.field.entry_cost(first.type, to) if distance(first.at, to) == 1 else None


def _step(game: PrimerGame, units: tuple[str, ...], to: Hex, cost: int, left: int) -> None:
    """Units enter a hex; they take a city without a garrison (P18)."""
    side = game.state.units[units[0]].side
    for seen_by, seen in vision.arriving_units_by_seers(game.state, units, to).items():
        game.emit(Stepped(side, seen, to, cost, left, seen_by))
    victory.claim_cities(game)
    vision.note_visible_enemies(game)


def _meet(game: PrimerGame, units: tuple[str, ...], to: Hex) -> Procedure[None]:
    """Moving units run into enemies: they stop and attack them at once (P12)."""
    side, at = game.state.active, game.state.units[units[0]].at
    game.emit(MoveEnded(side, units, at, ENCOUNTER))
    game.emit(Encountered(side, units, at, to))
    vision.meet_enemies(game, side, to)
    yield from combat.fight_for_hex(game, combat.Attack(side, units, to, is_encounter=True))


def advance_victors(game: PrimerGame) -> Procedure[None]:
    """Let the victors of an encounter advance, if the hex is empty now (P12)."""
    state = game.state
    assert state.advance is not None
    ordered, to = state.advance
    units = units_still_together(state, ordered)
    game.emit(AdvanceEnded(state.active, ordered))
    if units and not state.units_at(to) and _cost(state, units, to) is not None:
        _step(game, units, to, 0, 0)
    yield from ()
