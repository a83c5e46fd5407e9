"""Moves hex by hex, with the mines, ice and op fire that act on the mover (M, OF, TR, X)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide import damage, move_steps, opportunity_fire
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.combat_events import IceTested, MinesWentOff
from engine.games.tide.data.piece_types import MINES, WIRE
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.dice_odds import DiceSet
from engine.games.tide.events import Fatigued
from engine.games.tide.game_board import THIRDS
from engine.games.tide.move_events import (
    Boarded,
    Exited,
    GotOff,
    MoveBegan,
    Overran,
    ShelterEntered,
    ShelterLeft,
    Stepped,
    WentBack,
    WorkRemoved,
)
from engine.games.tide.move_steps import Go, MoveInProgress
from engine.games.tide.state import State, TideGame, Unit
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask, roll, roll_one

MINE_DICE = 4
"""Black dice of mines against each unit that enters; nothing defends (X9)."""
ICE, THIN = "ice", 1
"""Up to this die the ice breaks (X2)."""


def mine_dice(state: State) -> DiceSet:
    """The dice of mines: they succeed as at close range, on 4 to 6 (X9)."""
    return DiceSet(MINE_DICE, state.book.charts.least(RangeBand.CLOSE))


def explode(game: TideGame, unit: str) -> Procedure[None]:
    """Mines go off under a unit that has entered their hex (X9)."""
    handful = mine_dice(game.state)
    dice = yield from roll(handful.dice, "mine")
    hits = sum(face >= handful.least for face in dice)
    game.emit(MinesWentOff(unit, game.state.units[unit].at, dice, hits))
    yield from damage.apply_hits(game, unit, AttackKind.NORMAL, hits, MINES)


def cross_ice(game: TideGame, unit: str) -> Procedure[None]:
    """A vehicle that has entered ice breaks in on a 1 (X2)."""
    die = yield from roll_one(ICE)
    game.emit(IceTested(unit, game.state.units[unit].at, die, die > THIN))
    if die <= THIN:
        damage.destroy(game, unit, ICE)


@dataclass(frozen=True, slots=True)
class Step(Decision[State, Go | None]):
    """The next step of a move; None ends it (M10). `left` are thirds of a movement point."""

    unit: str
    walk: MoveInProgress
    left: int
    ways: tuple[Go, ...]
    may_stop: bool

    def options(self, state: State) -> list[Go | None]:
        return [*self.ways, None] if self.may_stop else [*self.ways]


def move(
    game: TideGame, unit: str, manner: str, points: int | None = None
) -> Procedure[MoveInProgress]:
    """A unit moves to the end of its move; the walk says how it went (M1).

    `points` in thirds are what a card gives instead of the unit's own (D7 free-move).
    """
    walk = MoveInProgress(unit, manner, (game.state.units[unit].at,), points=points)
    game.emit(MoveBegan(unit, manner, move_steps.movement_left(game.state, walk)))
    while not walk.halted:
        go = yield from next_step(game, walk)
        if go is None:
            break
        walk = yield from take_step(game, walk, go)
    move_back_overstacked(game, walk)
    return walk


def next_step(game: TideGame, walk: MoveInProgress) -> Procedure[Go | None]:
    """The step the side chooses; a single way out of a full hex is taken without a question."""
    ways, stops = move_steps.possible_steps(game.state, walk), move_steps.may_stop(game.state, walk)
    if not ways:
        return None
    if len(ways) == 1 and not stops:
        return ways[0]
    side = game.state.units[walk.unit].side
    left = move_steps.movement_left(game.state, walk)
    return (yield from ask(Step(side, walk.unit, walk, left, ways, stops)))


def take_step(game: TideGame, walk: MoveInProgress, go: Go) -> Procedure[MoveInProgress]:
    """One step, and what acts on the mover then."""
    walk = walk._replace(spent=walk.spent + go.cost)
    rest, unit = move_steps.movement_left(game.state, walk), walk.unit
    match go.how:
        case move_steps.EXIT:
            game.emit(Exited(unit, go.to))
            return walk._replace(halted=True)
        case move_steps.BOARD:
            game.emit(Boarded(unit, go.what))
            return walk._replace(halted=True)
        case move_steps.CLEAR:
            game.emit(WorkRemoved.of(game.state.works[go.what], unit))
            return walk
        case move_steps.GET_OFF:
            game.emit(GotOff(unit, go.what, rest))
        case move_steps.ENTER:
            game.emit(ShelterEntered(unit, go.what, rest))
        case move_steps.LEAVE:
            game.emit(ShelterLeft(unit, go.what, rest))
        case _:
            return (yield from enter(game, walk, go))
    return (yield from face_opportunity_fire(game, walk))


def enter(game: TideGame, walk: MoveInProgress, go: Go) -> Procedure[MoveInProgress]:
    """A hex is entered, and what lies and waits there acts on the mover (OF1, X2, X7-X9)."""
    unit = game.state.units[walk.unit]
    overrun = move_steps.is_overrunning(game.state, unit)
    if overrun:
        pin_overrun_squads(game, unit)
    rest = move_steps.movement_left(game.state, walk)
    game.emit(Stepped(unit.id, unit.at, go.to, go.cost, rest, go.how))
    walk = walk._replace(path=(*walk.path, go.to))
    walk = yield from apply_obstacles(game, walk, go.to)
    if unit.id not in game.state.units:
        return walk._replace(halted=True)
    if overrun and game.state.book.choices.overrun_op_fire == "once":
        return walk
    return (yield from face_opportunity_fire(game, walk))


def face_opportunity_fire(game: TideGame, walk: MoveInProgress) -> Procedure[MoveInProgress]:
    """The enemy may fire at who has entered a hex, or left a vehicle or position (OF1, OF7)."""
    stopped = yield from opportunity_fire.offer_opportunity_fire(game, walk.unit)
    return walk._replace(halted=True) if stopped else walk


def apply_obstacles(game: TideGame, walk: MoveInProgress, to: Hex) -> Procedure[MoveInProgress]:
    """Ice, mines, wire and traps act on who enters (X2, X7-X9)."""
    unit = game.state.units[walk.unit]
    snagged = walk.snagged or game.state.has_work(to, WIRE)
    halted = walk.halted or move_steps.stops_movement(game.state, to, unit)
    if not unit.is_squad and game.state.field.is_ice(to):
        yield from cross_ice(game, unit.id)
    if unit.id in game.state.units and move_steps.is_mined(game.state, to, unit.side):
        yield from explode(game, unit.id)
        snagged = halted = True
        if unit.id in game.state.units:
            game.emit(Fatigued((unit.id,), "mines"))
    return walk._replace(snagged=snagged, halted=halted)


def pin_overrun_squads(game: TideGame, tank: Unit) -> None:
    """On leaving, every squad there not in a position is pinned (V7)."""
    state = game.state
    pinned = tuple(
        unit.id
        for unit in state.units_at(tank.at)
        if unit.side != tank.side and unit.is_squad and not unit.position and unit.is_steady
    )
    game.emit(Overran(tank.id, tank.at, pinned))


def move_back_overstacked(game: TideGame, walk: MoveInProgress) -> None:
    """Return a unit without room to stop to its last free hex, without cost or fire (G7)."""
    if walk.unit not in game.state.units or move_steps.may_stop(game.state, walk):
        return
    unit = game.state.units[walk.unit]
    game.emit(WentBack(unit.id, unit.at, move_steps.last_hex_with_room(game.state, walk)))


def move_by_card(game: TideGame, unit: str, points: int) -> Procedure[None]:
    """A card lets a unit move now, for so many points: no action, no fatigue (D7 free-move)."""
    yield from move(game, unit, move_steps.FREE, points * THIRDS)
