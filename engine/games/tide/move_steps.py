"""The steps a unit may make from the hex it is in, and what each costs (M, TR, X, SP7, V7).

All costs are counted in thirds of a movement point (`field.THIRDS`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.tide import active_effects, transport, unit_lookups
from engine.games.tide.data.piece_types import MINES, TRAP, WIRE
from engine.games.tide.game_board import THIRDS, HexStep
from engine.games.tide.state import State, Unit
from engine.hexes.hex import Hex, distance

ADVANCE, FIRE_AND_MOVE, ASSAULT, FREE = "advance", "fire-and-move", "assault", "free"
"""The manners of moving (M1); free is a card's (D7)."""
STEP, OVERRUN, ENTER, LEAVE, BOARD, GET_OFF, CLEAR, EXIT = (
    "step", "overrun", "enter", "leave", "board", "get-off", "clear", "exit",
)  # fmt: skip
SQUAD_PENALTY, VEHICLE_PENALTY = 1, 2  # MP in fire and movement (A4)
SHELTER, CLEARING, EXIT_COST = THIRDS, 2 * THIRDS, THIRDS  # M9, SP7, W1


class Go(NamedTuple):
    """A step: into which hex, how, for what; `what` is the position, vehicle or wire it is about.

    `to` is the own hex where nothing else is entered, and the hex of the wire that is cleared.
    """

    to: Hex
    how: str
    cost: int
    what: str = ""


class MoveInProgress(NamedTuple):
    """A move under way: who, how, what it has spent, the hexes it has been in, the first first.

    `points` are what a card gives instead of the unit's own (in thirds). `snagged`: it has entered
    wire or mines (AS4). `halted`: it goes no further.
    """

    unit: str
    manner: str
    path: tuple[Hex, ...]
    spent: int = 0
    points: int | None = None
    snagged: bool = False
    halted: bool = False

    @property
    def has_begun(self) -> bool:
        """Return whether anything has been spent."""
        return self.spent > 0


# --- what a unit may spend (A4, U3, SP5, RS10) ----------------------------------------------------


def movement_allowance(state: State, unit: Unit, manner: str = ADVANCE) -> int:
    """MP of a unit in thirds, by how it moves (M1, A4, U3, SP5, RS10)."""
    type_ = state.type_of(unit)
    if type_.is_towed:
        return transport.boarding_cost(state, unit)
    if not unit_lookups.is_fully_able(unit):
        return 0
    points = (
        type_.move + active_effects.total_bonus(state, "move", unit, "") - _penalty(unit, manner)
    )
    points += _of_squad(state, unit) if unit.is_squad else -unit.damage
    return THIRDS * max(points, 0)


def _penalty(unit: Unit, manner: str) -> int:
    if manner != FIRE_AND_MOVE:
        return 0
    return SQUAD_PENALTY if unit.is_squad else VEHICLE_PENALTY


def _of_squad(state: State, unit: Unit) -> int:
    """Return the bonus of an officer and a recon token (U3, SP5)."""
    return unit_lookups.has_active_officer(state, unit) + (unit.token == unit_lookups.RECON)


def movement_left(state: State, walk: MoveInProgress) -> int:
    """Return the movement left to a unit, in thirds."""
    whole = walk.points
    if whole is None:
        whole = movement_allowance(state, state.units[walk.unit], walk.manner)
    return max(whole - walk.spent, 0)


# --- steps ----------------------------------------------------------------------------------------


def possible_steps(state: State, walk: MoveInProgress) -> tuple[Go, ...]:
    """The steps a unit may make now (M, TR6, X4)."""
    return tuple(_steps(state, walk))


def may_step(state: State, unit: Unit, manner: str) -> bool:
    """Return whether a unit could make a step if it began to move now."""
    walk = MoveInProgress(unit.id, manner, (unit.at,))
    return next(_steps(state, walk), None) is not None


def _steps(state: State, walk: MoveInProgress) -> Iterator[Go]:
    unit, most = state.units[walk.unit], movement_left(state, walk)
    for go in _all_steps(state, walk, unit):
        if go.cost <= most:
            yield go


def _all_steps(state: State, walk: MoveInProgress, unit: Unit) -> Iterator[Go]:
    if unit.inside:
        if transport.may_get_off(state, unit):
            yield Go(unit.at, GET_OFF, transport.boarding_cost(state, unit), unit.inside)
        return
    if unit.position:
        yield Go(unit.at, LEAVE, SHELTER, unit.position)
        return
    if not state.type_of(unit).is_towed:
        yield from steps_to_other_hexes(state, walk, unit)
    if not is_overrunning(state, unit):
        yield from _in_hex(state, walk, unit)


def steps_to_other_hexes(state: State, walk: MoveInProgress, unit: Unit) -> Iterator[Go]:
    """The steps into other hexes; out of mines one an action (X9)."""
    if len(walk.path) > 1 and is_mined(state, walk.path[0], unit.side):
        return
    going, most = state.type_of(unit).movement_class, movement_left(state, walk)
    for way in state.field.steps_by_direction(going, unit.at):
        if way is None or is_barred(state, walk, unit, way.to):
            continue
        if not unit_lookups.has_enemies_at(state, way.to, unit.side):
            yield Go(way.to, STEP, way.cost)
        elif may_overrun(state, unit, way, most):
            yield Go(way.to, OVERRUN, overrun_cost(state, way))


def is_barred(state: State, walk: MoveInProgress, unit: Unit, to: Hex) -> bool:
    """A tank trap bars vehicles that did not begin the action next to it (X8)."""
    if unit.is_squad or not state.has_work(to, TRAP):
        return False
    return distance(walk.path[0], to) > 1


def is_mined(state: State, hex_: Hex, side: str) -> bool:
    """Return whether mines in a hex hurt a side: not its own hidden ones (X9, X10)."""
    return any(not (mine.hidden and mine.side == side) for mine in state.works_at(hex_, MINES))


def _in_hex(state: State, walk: MoveInProgress, unit: Unit) -> Iterator[Go]:
    """Yield the acts in its hex that cost a unit movement points."""
    if unit.is_squad:
        for work in unit_lookups.free_shelters(state, unit.at):
            yield Go(unit.at, ENTER, SHELTER, work.id)
    if walk.manner in (ADVANCE, FREE):
        for carrier in transport.boardable_vehicles(state, unit):
            yield Go(unit.at, BOARD, transport.boarding_cost(state, unit), carrier.id)
    if walk.manner == ADVANCE and may_clear(state, unit):
        yield from _clearings(state, unit)
    if unit.at in state.aims.exits(unit.side):
        yield Go(unit.at, EXIT, EXIT_COST)


def may_clear(state: State, unit: Unit) -> bool:
    """Return whether a unit removes wire: an engineer or a tank (SP7)."""
    return unit.token == unit_lookups.ENGINEER or state.type_of(unit).is_tank


def _clearings(state: State, unit: Unit) -> Iterator[Go]:
    for hex_ in (unit.at, *state.field.neighbours(unit.at)):
        for wire in state.works_at(hex_, WIRE):
            yield Go(hex_, CLEAR, CLEARING, wire.id)


# --- overrun (V7) ---------------------------------------------------------------------------------


def is_overrunning(state: State, unit: Unit) -> bool:
    """Return whether a tank is on its way through a hex of enemies (V7)."""
    return any(other.side != unit.side for other in state.units_at(unit.at))


def overrun_cost(state: State, way: HexStep) -> int:
    """Return the cost of driving into enemies: 1 MP more for each of them (V7)."""
    return way.cost + THIRDS * len(state.units_at(way.to))


def may_overrun(state: State, unit: Unit, way: HexStep, most: int) -> bool:
    """Return whether a tank may overrun a hex: no heavy vehicle, and a way out (V7)."""
    if not state.type_of(unit).is_tank or is_overrunning(state, unit):
        return False
    if any(state.type_of(other).is_heavy for other in state.units_at(way.to)):
        return False
    after = most - overrun_cost(state, way)
    return after > 0 and any(
        out.cost <= after and not unit_lookups.has_enemies_at(state, out.to, unit.side)
        for out in state.field.steps_from(state.type_of(unit).movement_class, way.to)
        if not state.has_work(out.to, TRAP)
    )


# --- obstacles (X7, X8) ---------------------------------------------------------------------------


def stops_movement(state: State, hex_: Hex, unit: Unit) -> bool:
    """Return whether a hex stops units that enter: wire, a tank trap (X7, X8, SP3)."""
    if not unit.is_squad and state.has_work(hex_, TRAP):
        return True
    return state.has_work(hex_, WIRE) and not is_unhindered(state, unit)


def is_unhindered(state: State, unit: Unit) -> bool:
    """Return whether wire does not stop a unit: engineers, heavy vehicles (X7, SP3)."""
    return unit.token == unit_lookups.ENGINEER or state.type_of(unit).is_heavy


def may_stop(state: State, walk: MoveInProgress) -> bool:
    """Return whether a move may end here: room, and no enemies (G6, G7, V7)."""
    unit = state.units[walk.unit]
    if unit.inside:
        return True
    return may_stay_in_hex(state, unit, unit.at)


def may_stay_in_hex(state: State, unit: Unit, hex_: Hex) -> bool:
    """Return whether a moving unit may stay in a hex that it has been in (G7)."""
    return not unit_lookups.has_enemies_at(state, hex_, unit.side) and unit_lookups.fits_in_hex(
        state, hex_, unit.side, [unit]
    )


def last_hex_with_room(state: State, walk: MoveInProgress) -> Hex:
    """The last hex on its way where a mover finds room (G7)."""
    unit = state.units[walk.unit]
    back = (hex_ for hex_ in reversed(walk.path) if may_stay_in_hex(state, unit, hex_))
    return next(back, walk.path[0])
