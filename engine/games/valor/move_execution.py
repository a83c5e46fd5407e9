"""A move (V6): who goes along, hex by hex, with what acts on the movers, to its end."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.valor import (
    facing,
    fortifications,
    move_steps,
    opportunity_fire,
    overrun,
    transport,
    unit_lookups,
    unit_losses,
)
from engine.games.valor.events import Exited, MoveBegan, MoveEnded, Stepped, Turned
from engine.games.valor.move_steps import Go, MoveInProgress
from engine.games.valor.set_up import Face
from engine.games.valor.state import State, Unit, ValorGame
from engine.play.decisions import Decision, Procedure, ask

CROWDED = "crowded"


@dataclass(frozen=True, slots=True)
class JoinStack(Decision[State, str | None]):
    """The next unit of the hex to move along; None starts the move (V6.2)."""

    units: tuple[str, ...]
    able: tuple[str, ...]

    def options(self, state: State) -> list[str | None]:
        return [*self.able, None]


@dataclass(frozen=True, slots=True)
class Manner(Decision[State, str]):
    """Infantry's choice of move or assault move (V6.6)."""

    units: tuple[str, ...]

    def options(self, state: State) -> list[str]:
        return [move_steps.MOVE, move_steps.ASSAULT]


@dataclass(frozen=True, slots=True)
class Step(Decision[State, Go | None]):
    """The next hex of a move; None ends it (V6.1). `left` is what the poorest may still spend."""

    units: tuple[str, ...]
    manner: str
    left: int
    ways: tuple[Go, ...]
    may_stop: bool
    spent: tuple[tuple[str, int], ...] = ()

    def options(self, state: State) -> list[Go | None]:
        return [*self.ways, None] if self.may_stop else [*self.ways]

    @property
    def walk(self) -> MoveInProgress:
        """The move under way."""
        return MoveInProgress(self.units, self.manner, self.spent)


# --- who moves ---


def may_move(unit: Unit) -> bool:
    """Return whether a unit may move: no marker, not pinned or immobile (V5.8, V16.5)."""
    return not (unit.fired or unit.moved or unit.pinned or unit.immobile or unit.inside)


def move(game: ValorGame, unit: str) -> Procedure[None]:
    """One stack's move from the choice of who goes along to its end (V6.1, V6.2)."""
    units = yield from gather_stack(game, unit)
    manner = yield from choose_move_manner(game, units)
    walk = MoveInProgress.of(units, manner)
    game.emit(MoveBegan(units, manner, min(move_steps.movement_left(game.state, walk).values())))
    yield from go_on(game, walk)


def gather_stack(game: ValorGame, unit: str) -> Procedure[tuple[str, ...]]:
    """Ask for companions and return the units that move together (V6.2)."""
    units: tuple[str, ...] = (unit,)
    while able := possible_companions(game.state, units):
        more = yield from ask(JoinStack(game.state.active, units, able))
        if more is None:
            break
        units = (*units, more)
    return units


def possible_companions(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """The units of the hex that may move along: at most one of a stack has a front (V6.2)."""
    types = [state.type_of(state.units[unit]) for unit in units]
    if any(type_.is_gun for type_ in types):
        return ()
    driven = any(type_.is_vehicle_unit for type_ in types)
    here = state.units_at(state.units[units[0]].at)
    return tuple(
        other.id
        for other in here
        if other.id not in units
        and may_move(other)
        and not state.type_of(other).is_gun
        and not (driven and state.type_of(other).is_vehicle_unit)
        and move_steps.may_step(state, *units, other.id)
    )


def choose_move_manner(game: ValorGame, units: tuple[str, ...]) -> Procedure[str]:
    """Return a stack's kind of move; only infantry may assault-move (V6.6)."""
    state = game.state
    if not all(state.type_of(state.units[unit]).is_infantry for unit in units):
        return move_steps.MOVE
    return (yield from ask(Manner(state.active, units)))


def go_on(game: ValorGame, walk: MoveInProgress) -> Procedure[None]:
    """A move that has begun, to its end."""
    began = walk.units
    while walk.units:
        go = yield from next_step(game, walk)
        if go is None:
            break
        if go.how == move_steps.EXIT:
            game.emit(Exited(walk.units))
            break
        if go.how == move_steps.OVERRUN:
            yield from overrun.overrun(game, walk.units[0], go.to)
            break
        walk = yield from take_step(game, walk, go)
    yield from end_move(game, began)


def next_step(game: ValorGame, walk: MoveInProgress) -> Procedure[Go | None]:
    """The step the side chooses; a single way out of a full hex is taken without a question."""
    ways = move_steps.possible_steps(game.state, walk)
    stops = may_stop(game.state, walk)
    if not ways:
        return None
    if len(ways) == 1 and not stops:
        return ways[0]
    left = min(move_steps.movement_left(game.state, walk).values())
    asked = Step(game.state.active, walk.units, walk.manner, left, ways, stops, walk.spent)
    return (yield from ask(asked))


def may_stop(state: State, walk: MoveInProgress) -> bool:
    """Return whether a move may end here: room, or a carrier that makes it (V6.10, V8.4)."""
    movers = [state.units[unit] for unit in walk.units]
    if unit_lookups.fits_in_hex(state, movers[0].at, movers[0].side, movers):
        return True
    return len(movers) == 1 and transport.makes_room(state, movers[0])


def take_step(game: ValorGame, walk: MoveInProgress, go: Go) -> Procedure[MoveInProgress]:
    """A hex is entered, and what acts on the movers there does; who goes on is given back."""
    state = game.state
    costs = step_costs(state, walk, go)
    after = walk.after_paying(costs)
    left = max(min(move_steps.movement_left(state, after).values()), 0)
    steep = abs(state.field.rise(state.units[walk.units[0]].at, go.to)) > 1
    game.emit(
        Stepped(walk.units, go.to, go.cost, left, go.facing, go.how == move_steps.REVERSE, steep)
    )
    if state.type_of(state.units[walk.units[0]]).is_gun:
        yield from face_gun(game, walk.units[0])
    yield from opportunity_fire.resolve_hex_entry(game, walk.units)
    stopped = {unit for unit in walk.units if is_stopped(game.state, unit)}
    remaining = after.without(stopped)
    return without_held_back(game.state, after, remaining)


def step_costs(state: State, walk: MoveInProgress, go: Go) -> dict[str, int]:
    """Return the cost of a step to each mover; the driver pays turns (V6.2, V6.8)."""
    left = move_steps.movement_left(state, walk)
    costs: dict[str, int] = {}
    for unit in walk.units:
        mover = state.units[unit]
        direction = state.field.board.grid.direction(mover.at, go.to)
        way = move_steps.step_in_direction(state, mover, direction)
        assert way is not None
        price = move_steps.step_cost(state, mover, way, walk, left[unit])
        assert price is not None
        turned = 0 if go.facing is None else facing.turning_cost(direction, go.facing)
        costs[unit] = price if mover.facing is None else price + turned
    return costs


def face_gun(game: ValorGame, gun: str) -> Procedure[None]:
    """A gun that has moved may face any way (V6.5)."""
    unit = game.state.units[gun]
    to = yield from ask(Face(unit.side, gun, unit.at))
    if to != unit.facing:
        game.emit(Turned(gun, to))


def is_stopped(state: State, unit: str) -> bool:
    """Return whether a mover is gone or stopped: pinned, immobile, wire (V6.15, V19.9)."""
    if unit not in state.units:
        return True
    now = state.units[unit]
    return now.pinned or now.immobile or fortifications.stops_movement(state, now.at, unit)


def without_held_back(
    state: State, before: MoveInProgress, after: MoveInProgress
) -> MoveInProgress:
    """Those who have spent more than they have without their leader stop (V6.4)."""
    if len(after.units) == len(before.units):
        return after
    left = move_steps.movement_left(state, after)
    return after.without({unit for unit, points in left.items() if points < 0})


def end_move(game: ValorGame, units: tuple[str, ...]) -> Procedure[None]:
    """The end of a move: a carrier makes room; who was stopped in a full hex is lost (V6.15)."""
    if len(units) == 1 and units[0] in game.state.units:
        yield from transport.make_room(game, units[0])
    for unit in units:
        if unit in game.state.units:
            now = game.state.units[unit]
            if not unit_lookups.fits_in_hex(game.state, now.at, now.side, ()):
                unit_losses.eliminate(game, unit, CROWDED)
    left = tuple(unit for unit in units if unit in game.state.units)
    if left:
        game.emit(MoveEnded(left))
