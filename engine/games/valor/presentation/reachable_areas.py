"""Areas in reach of units, with paths and the cost of each step (V6, V7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any, NamedTuple

from engine.games.valor import (
    facing,
    fortifications,
    move_execution,
    move_steps,
    unit_lookups,
)
from engine.games.valor.game_board import HexStep
from engine.games.valor.move_execution import JoinStack, Manner, Step
from engine.games.valor.move_steps import EXIT, OVERRUN, REVERSE, Go, MoveInProgress
from engine.games.valor.movement_phase import Move, Order
from engine.games.valor.presentation import move_threats
from engine.games.valor.state import State, Unit
from engine.hexes.hex import SIDES, Hex
from engine.movement.facing_rules import HexFacing
from engine.movement.step_explanation import StepCostReason, explain_step
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import SentenceBlock, SentenceTone
from engine.play.move_forecast import MoveArrival, MoveStep, ReachableArea, reach_by_fronts
from engine.play.translatable_phrases import Saying, TranslatablePhrase


class HexAndFacing(NamedTuple):
    """A hex and the way a vehicle unit faces in it."""

    at: Hex
    facing: int | None

    @property
    def front(self) -> HexFacing | None:
        """The same of a unit that has a front."""
        return None if self.facing is None else HexFacing(self.at, self.facing)


class SearchStep(NamedTuple):
    """A step of a search: where to, and its price."""

    to: HexAndFacing
    cost: int


def reachable_hexes(
    view: State, units: tuple[str, ...], manner: str = move_steps.MOVE, left: int | None = None
) -> ReachableArea:
    """Return the area in reach of units in one hex; without `left` a whole move.

    Interruptions are ignored. `move_execution.may_move` says whether they may move at all.
    """
    board = _board(view, units, manner, left)
    if board.is_able and board.is_steered:
        return vehicle_reachable_area(board)
    return _walk(board)


def _board(view: State, units: tuple[str, ...], manner: str, left: int | None) -> _Board:
    walk = MoveInProgress.of(units, manner)
    points = min(move_steps.movement_left(view, walk).values()) if left is None else left
    return _Board(view, walk, left is None, points)


def _walk(board: _Board) -> ReachableArea:
    found = _search(board, board.points if board.is_able else 0, board.is_able)
    arrivals: dict[Hex, MoveArrival] = {}
    for stand, arrival in found.items():
        arrivals.setdefault(stand.at, arrival)
    turned = {front: arrival for stand, arrival in found.items() if (front := stand.front)}
    unit, manner = board.fresh.units[0], board.fresh.manner
    return ReachableArea(unit, manner, board.points, board.driver.at, arrivals, turned)


def vehicle_reachable_area(board: _Board) -> ReachableArea:
    """Return a vehicle's area in reach by fronts, with a too costly first step (V6.9)."""
    view, start, points = board.view, board.driver.at, board.points
    unit, manner = board.fresh.units[0], board.fresh.manner
    closed = [at for at in {*view.stacks_by_hex, *view.works} if board.bars(at)]
    dearer = {at: cost for at in view.works if (cost := fortifications.entry_cost(view, at))}
    assert board.driver.facing is not None
    front = HexFacing(start, board.driver.facing)
    from engine.games.valor.vehicle_search import driving_ground_of

    found = driving_ground_of(view.field).reach(front, points, closed, dearer)
    known = reach_by_fronts(unit, manner, points, front, found, board.is_crowded)
    arrivals, fronts = dict(known.arrivals), dict(known.fronts)
    for to in board.dear_steps():
        came = MoveArrival(
            to.at, points, 1, (start,), False, board.is_crowded(to.at), to.facing, front
        )
        if to.front is not None and to.front not in fronts:
            fronts[to.front] = came
            arrivals.setdefault(to.at, came)
    return ReachableArea(unit, manner, points, start, arrivals, fronts)


def option_reach(view: State, asked: Decision[State, Any], option: Answer) -> ReachableArea | None:
    """Return the area in reach of an order's unit, or of the stack that moves now."""
    match asked, option:
        case Move(), Order(unit, "move"):
            return reachable_hexes(view, (unit,))
        case JoinStack(units=units), _ if _are_here(view, units):
            more = () if option is None else (option,)
            return reachable_hexes(view, (*units, *more))
        case Manner(units=units), _ if _are_here(view, units):
            return reachable_hexes(view, units, option)
        case Step(units=units, manner=manner, left=left), _:
            return reachable_hexes(view, units, manner, left if asked.walk.has_begun else None)
    return None


def _are_here(view: State, units: tuple[str, ...]) -> bool:
    return all(unit in view.units for unit in units)


def may_begin_move(unit: Unit) -> bool:
    """Return whether a unit may move, or is just about to (V5.8)."""
    return move_execution.may_move(unit._replace(moved=False))


class _Board:
    """The map as some movers find it: their ways, who bars them, where they find no room."""

    def __init__(self, view: State, walk: MoveInProgress, begins: bool, points: int) -> None:
        self.view, self.points, self.begins = view, points, begins
        self.movers = [view.units[unit] for unit in walk.units]
        fronts = (unit for unit in self.movers if unit.facing is not None)
        self.driver = next(fronts, self.movers[0])
        self.fresh = walk
        self.on_the_way = walk.after_paying(dict.fromkeys(walk.units, 1))

    @property
    def start(self) -> HexAndFacing:
        return HexAndFacing(self.driver.at, self.driver.facing)

    def onward(self, here: HexAndFacing, left: int) -> Iterator[SearchStep]:
        """The steps out of a hex with so many MP left."""
        first = self.begins and here == self.start
        if here != self.start and fortifications.stops_movement(self.view, here.at, self.driver.id):
            return
        unit = self.driver._replace(at=here.at, facing=here.facing)
        for direction in range(SIDES):
            way = move_steps.step_in_direction(self.view, unit, direction)
            if way is None or self.bars(way.to):
                continue
            walk = self.fresh if first else self.on_the_way
            cost = move_steps.step_cost(self.view, unit, way, walk, left)
            if cost is not None:
                yield from self._entered(unit, way, cost, left)

    @property
    def is_able(self) -> bool:
        """Return whether the movers may move at all, or go on."""
        return not self.begins or all(may_begin_move(mover) for mover in self.movers)

    @property
    def is_steered(self) -> bool:
        """Return whether the movers steer by a front: not infantry, not guns (V7.2)."""
        return self.driver.facing is not None and not self.view.type_of(self.driver).is_gun

    def dear_steps(self) -> Iterator[HexAndFacing]:
        """Yield first steps that cost more than there is, as a whole move (V6.9)."""
        if self.begins:
            for to, price in self.onward(self.start, self.points):
                if price > self.points:
                    yield to

    def bars(self, to: Hex) -> bool:
        """Return whether enemies or wire keep the movers out of a hex."""
        if unit_lookups.has_enemies_at(self.view, to, self.driver.side):
            return True
        return any(fortifications.bars_entry(self.view, to, mover.id) for mover in self.movers)

    def _entered(self, unit: Unit, way: HexStep, cost: int, left: int) -> Iterator[SearchStep]:
        if unit.facing is None or self.view.type_of(unit).is_gun or way.direction != unit.facing:
            yield SearchStep(HexAndFacing(way.to, unit.facing), cost)
            return
        for turned in range(SIDES):
            more = facing.turning_cost(way.direction, turned)
            if cost + more <= left or not more:
                yield SearchStep(HexAndFacing(way.to, turned), cost + more)

    def is_crowded(self, at: Hex) -> bool:
        """Return whether the movers would exceed the limit at the end of a move (V6.10)."""
        return not unit_lookups.fits_in_hex(self.view, at, self.driver.side, self.movers)


def _search(board: _Board, points: int, able: bool) -> dict[HexAndFacing, MoveArrival]:
    """Dijkstra's algorithm by cost, then hexes, then how far one turns: where one comes to stand.

    In this order, so that the first stand in a hex is the one to take there.
    """
    start = board.start
    before: dict[HexAndFacing, HexAndFacing | None] = {start: None}
    found: dict[HexAndFacing, MoveArrival] = {}
    edge: list[tuple[int, int, int, HexAndFacing]] = [(0, 0, 0, start)]
    best = {start: (0, 0)}
    while edge:
        cost, hexes, _, here = heappop(edge)
        if here in found:
            continue
        found[here] = _arrival(board, cost, hexes, here, before[here])
        if not able:
            continue
        for to, price in board.onward(here, points - cost):
            spent = min(cost + price, points) if here == start else cost + price
            if spent > points or to in found:
                continue
            if to not in best or (spent, hexes + 1) < best[to]:
                best[to], before[to] = (spent, hexes + 1), here
                heappush(edge, (spent, hexes + 1, _turn(here, to), to))
    return found


def _arrival(
    board: _Board, cost: int, hexes: int, here: HexAndFacing, came: HexAndFacing | None
) -> MoveArrival:
    by, front = ((), None) if came is None else ((came.at,), came.front)
    crowded = board.is_crowded(here.at)
    return MoveArrival(here.at, cost, hexes, by, False, crowded, here.facing, front)


def _turn(here: HexAndFacing, to: HexAndFacing) -> int:
    """Return the number of hexsides that a step turns a unit with a front."""
    if here.facing is None or to.facing is None:
        return 0
    return facing.hexsides_turned(here.facing, to.facing)


def step_forecast(view: State, asked: Step, go: Go) -> MoveStep | None:
    """Return the next step's cost with reasons; None for leaving and overruns."""
    if go.how in (EXIT, OVERRUN):
        return None
    lead = _lead(view, asked.units)
    parts = cost_reasons(view, lead, go)
    crowded = not unit_lookups.fits_in_hex(
        view, go.to, lead.side, [view.units[unit] for unit in asked.units]
    )
    left, threat = (
        max(asked.left - go.cost, 0),
        move_threats.move_threats(view, lead.id, (go.to,))[0],
    )
    told = MoveStep(go.to, go.cost, left, parts, crowded, threat)
    return replace(told, remarks=tuple(_remarks(told)), lines=tuple(_lines(told)))


def _remarks(told: MoveStep) -> Iterator[SentenceBlock]:
    if told.crowded:
        yield SentenceBlock(TranslatablePhrase.of("valor.step-crowded"), SentenceTone.GRAVE)
    if told.threat is not None and not told.threat.kinds:
        yield SentenceBlock(TranslatablePhrase.of("valor.step-no-threat"), SentenceTone.QUIET)


def _lines(told: MoveStep) -> Iterator[Saying]:
    """Yield sentences on the movement left after a step, and threats to the movers."""
    yield TranslatablePhrase.of("forecast.left", points=f"{told.left}")
    if told.crowded:
        yield TranslatablePhrase.of("valor.step-crowded")
    for kind in () if told.threat is None else told.threat.kinds:
        chances = {"hurt": kind.together.hurt, "lost": kind.together.lost}
        yield TranslatablePhrase.counting(f"valor.step-{kind.kind}", len(kind.perils), **chances)


def _lead(view: State, units: tuple[str, ...]) -> Unit:
    """The unit that has a front, else the first."""
    movers = [view.units[unit] for unit in units]
    return next((unit for unit in movers if unit.facing is not None), movers[0])


def cost_reasons(view: State, unit: Unit, go: Go) -> tuple[StepCostReason, ...]:
    """The parts of a step's cost: ground, sides and slope, position, turn, backing (V6.3, V6.8)."""
    mobility = view.book.mobility[view.type_of(unit).movement_class]
    found = [*explain_step(mobility, view.field.board, unit.at, go.to)]
    entry = fortifications.entry_cost(view, go.to)
    if entry:
        found.append(StepCostReason("position", entry))
    if go.how == REVERSE:
        found.append(StepCostReason("backing", sum(reason.cost or 0 for reason in found)))
    elif go.facing is not None and unit.facing is not None:
        ahead = view.field.board.grid.direction(unit.at, go.to)
        if turned := facing.turning_cost(ahead, go.facing):
            found.append(StepCostReason("turning", turned))
    return tuple(found)
