"""The steps a stack may make from the hex it is in, and what each costs (V6, V7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.valor import facing, fortifications, overrun, unit_lookups
from engine.games.valor.data.piece_types import INFANTRY_MP, LEADER_MP, UnitType
from engine.games.valor.game_board import HexStep
from engine.games.valor.state import State, Unit
from engine.hexes.hex import SIDES, Hex
from engine.movement.mobility import DEAREST

ASSAULT, MOVE = "assault", "move"
STEP, REVERSE, OVERRUN, EXIT = "step", "reverse", "overrun", "exit"
EXIT_COST = 1  # MP to leave the map (V6.14)
LOOKAHEAD = 3  # full hexes in a row that are looked through for one with room


class Go(NamedTuple):
    """A step: into which hex, how, facing which way afterwards (None: as before), for what.

    `how` is step, reverse, overrun (then `to` is the hex that is overrun) or exit.
    """

    to: Hex
    how: str
    facing: int | None
    cost: int


class MoveInProgress(NamedTuple):
    """A move under way: who moves, how, and what each has spent."""

    units: tuple[str, ...]
    manner: str
    spent: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, units: tuple[str, ...], manner: str) -> MoveInProgress:
        """A move that begins."""
        return cls(units, manner, tuple((unit, 0) for unit in units))

    @property
    def has_begun(self) -> bool:
        """Return whether anything has been spent."""
        return any(spent for _, spent in self.spent)

    def after_paying(self, costs: dict[str, int]) -> MoveInProgress:
        """The move after a step, for what it costs each."""
        spent = tuple((unit, sum_ + costs.get(unit, 0)) for unit, sum_ in self.spent)
        return self._replace(spent=spent)

    def without(self, gone: set[str]) -> MoveInProgress:
        """The move of those that are left."""
        units = tuple(unit for unit in self.units if unit not in gone)
        return MoveInProgress(
            units, self.manner, tuple(each for each in self.spent if each[0] in units)
        )


# --- what a unit may spend (V6.4–V6.7) ------------------------------------------------------------


def movement_allowance(state: State, unit: str, type_: UnitType, manner: str, led: bool) -> int:
    """Return a unit's MP: by leader, half for assault, less heavy weapons (V6.4)."""
    if not type_.is_infantry:
        return type_.mp
    points = LEADER_MP if led or type_.is_leader else INFANTRY_MP
    if manner == ASSAULT:
        points //= 2
    return max(points - unit_lookups.count_heavy_weapons(state, unit), 0)


def movement_left(state: State, walk: MoveInProgress) -> dict[str, int]:
    """Return the MP left to each of the movers (V6.4)."""
    types = [state.type_of(state.units[unit]) for unit in walk.units]
    led = any(type_.is_leader for type_ in types)
    return {
        unit: movement_allowance(state, unit, type_, walk.manner, led) - spent
        for type_, (unit, spent) in zip(types, walk.spent, strict=True)
    }


# --- steps ----------------------------------------------------------------------------------------


def possible_steps(state: State, walk: MoveInProgress) -> tuple[Go, ...]:
    """The steps a stack may make now; none where one of them cannot go with the rest (V6.2)."""
    return tuple(_steps(state, walk))


def may_step(state: State, *units: str) -> bool:
    """Return whether units could step anywhere together if they began now."""
    return next(_steps(state, MoveInProgress.of(units, MOVE)), None) is not None


def _steps(state: State, walk: MoveInProgress) -> Iterator[Go]:
    left = movement_left(state, walk)
    movers = [state.units[unit] for unit in walk.units]
    at, side = movers[0].at, movers[0].side
    for direction in range(SIDES):
        yield from _towards(state, walk, movers, left, direction)
    if len(movers) == 1 and state.type_of(movers[0]).is_afv:
        yield from _overruns(state, movers[0], left[movers[0].id])
    if at in state.aims.exits(side) and (not walk.has_begun or min(left.values()) >= EXIT_COST):
        yield Go(at, EXIT, None, EXIT_COST)


def _overruns(state: State, mover: Unit, left: int) -> Iterator[Go]:
    for target, cost in overrun.overrun_targets(state, mover):
        if cost <= left:
            yield Go(target, OVERRUN, None, cost)


def _towards(
    state: State, walk: MoveInProgress, movers: list[Unit], left: dict[str, int], direction: int
) -> Iterator[Go]:
    """The step in a direction, with every turn that can be paid for, of a stack."""
    costs: dict[str, int] = {}
    to, side, after = movers[0].at, movers[0].side, DEAREST
    for mover in movers:
        way = step_in_direction(state, mover, direction)
        if way is None or unit_lookups.has_enemies_at(state, way.to, side):
            return
        price = step_cost(state, mover, way, walk, left[mover.id])
        if price is None or fortifications.bars_entry(state, way.to, mover.id):
            return
        to, after = way.to, min(after, left[mover.id] - price)
        costs[mover.id] = price
    if not _has_room(state, movers, to, max(after, 0)):
        return
    driver = next((u for u in movers if u.facing is not None and not _is_gun(state, u)), None)
    dearest = max(costs.values())
    if driver is None:
        yield Go(to, STEP, None, dearest)
        return
    assert driver.facing is not None
    spare = left[driver.id] - costs[driver.id]
    found = [Go(to, REVERSE, None, dearest)]
    if direction == driver.facing:
        found = list(_turns(to, direction, dearest, spare))
    for go in found:
        front = driver.facing if go.facing is None else go.facing
        rest = left[driver.id] - go.cost
        if _may_stay(state, movers, to) or _drives_on(state, movers, go, front, rest):
            yield go


def _is_gun(state: State, unit: Unit) -> bool:
    return state.type_of(unit).is_gun


def _turns(to: Hex, ahead: int, price: int, spare: int) -> Iterator[Go]:
    """A step ahead with every turn on entering that can be paid for, straight on first (V6.8)."""
    for turned in sorted(range(SIDES), key=lambda to_: (facing.hexsides_turned(ahead, to_), to_)):
        more = facing.turning_cost(ahead, turned)
        if more <= max(spare, 0):
            yield Go(to, STEP, turned, price + more)


def step_in_direction(state: State, mover: Unit, direction: int) -> HexStep | None:
    """The step of a unit in a direction by map and facing; None where it may not go (V7.2)."""
    type_ = state.type_of(mover)
    if mover.facing is not None and not type_.is_gun and _is_aside(mover.facing, direction):
        return None
    return state.field.steps_by_direction(type_.movement_class, mover.at)[direction]


def _is_aside(front: int, direction: int) -> bool:
    """Return whether a direction is neither ahead nor behind."""
    return (direction - front) % SIDES not in (0, facing.HALF_TURN)


def step_cost(
    state: State, mover: Unit, way: HexStep, walk: MoveInProgress, left: int
) -> int | None:
    """Return a step's cost to a unit; None if it cannot (V6.3, V6.5, V6.9, V10.7).

    A first step is always possible, as the whole move.
    """
    type_ = state.type_of(mover)
    first = not walk.has_begun
    if type_.is_gun:
        return type_.mp if first and type_.mp else None
    if type_.is_infantry and way.is_steep:
        return max(left, 1) if first else None
    price = way.cost + fortifications.entry_cost(state, way.to)
    if mover.facing is not None and way.direction != mover.facing:
        price *= 2
    if price <= left:
        return price
    return price if first else None


def _has_room(state: State, movers: list[Unit], to: Hex, left: int) -> bool:
    """Return whether a stack may end in a hex, or go on to one with room (V6.10, V19.5)."""
    if unit_lookups.is_empty(state, to) or unit_lookups.fits_in_hex(
        state, to, movers[0].side, movers
    ):
        return True
    if any(fortifications.stops_movement(state, to, mover.id) for mover in movers):
        return False
    return _finds_room(state, movers, to, left, LOOKAHEAD)


def _may_stay(state: State, movers: list[Unit], to: Hex) -> bool:
    """Return whether a stack may end in a hex."""
    return unit_lookups.fits_in_hex(state, to, movers[0].side, movers)


def _drives_on(state: State, movers: list[Unit], go: Go, front: int, left: int) -> bool:
    """Return whether a vehicle in a full hex can go on to one with room (V7.2, V19.5)."""
    driver = next(unit for unit in movers if unit.facing is not None)
    there = driver._replace(at=go.to, facing=front)
    for direction in (front, (front + facing.HALF_TURN) % SIDES):
        way = step_in_direction(state, there, direction)
        if way is None or unit_lookups.has_enemies_at(state, way.to, driver.side):
            continue
        price = way.cost + fortifications.entry_cost(state, way.to)
        price *= 1 if direction == front else 2
        if price <= left and _may_stay(state, movers, way.to):
            return True
    return False


def _finds_room(state: State, movers: list[Unit], at: Hex, left: int, depth: int) -> bool:
    """Return whether a hex with room is in reach of a full one, with so many MP."""
    side = movers[0].side
    for way in state.field.steps_from(state.type_of(movers[0]).movement_class, at):
        more = left - way.cost - fortifications.entry_cost(state, way.to)
        if more < 0 or unit_lookups.has_enemies_at(state, way.to, side):
            continue
        if unit_lookups.fits_in_hex(state, way.to, side, movers):
            return True
        if depth and _finds_room(state, movers, way.to, more, depth - 1):
            return True
    return False
