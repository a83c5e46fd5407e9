"""Areas in reach of units, with paths and the cost of each step (M, V7, X)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

from engine.games.tide import (
    action_phase,
    move_execution,
    move_steps,
    transport,
    unit_lookups,
)
from engine.games.tide.action_phase import Act, Order
from engine.games.tide.game_board import THIRDS
from engine.games.tide.move_steps import Go, MoveInProgress
from engine.games.tide.presentation import move_threats
from engine.games.tide.state import State, Unit
from engine.hexes.hex import Hex
from engine.movement.mobility import Points
from engine.movement.step_explanation import StepCostReason, explain_step
from engine.play.decisions import Answer, Decision
from engine.play.forecast_blocks import SentenceBlock, SentenceTone
from engine.play.move_forecast import MoveArrival, MoveStep, ReachableArea
from engine.play.translatable_phrases import Saying, TranslatablePhrase

MANNERS = {
    action_phase.ADVANCE: move_steps.ADVANCE,
    action_phase.MOVE_FIRE: move_steps.FIRE_AND_MOVE,
    action_phase.FIRE_MOVE: move_steps.FIRE_AND_MOVE,
    action_phase.ASSAULT: move_steps.ASSAULT,
}
"""Kinds of move, by action."""


def thirds_to_points(thirds: int) -> Points:
    """Thirds of a movement point in points."""
    whole, rest = divmod(thirds, THIRDS)
    return Fraction(thirds, THIRDS) if rest else whole


# --- where to -------------------------------------------------------------------------------------


def option_reach(view: State, asked: Decision[State, Any], option: Answer) -> ReachableArea | None:
    """Return the area in reach of an order's unit, or of the unit that moves now."""
    match asked, option:
        case Act(), Order(unit, deed) if deed in MANNERS:
            return reachable_hexes(view, unit, MANNERS[deed])
        case move_execution.Step(walk=walk), _ if walk.unit in view.units:
            return _search(view, walk)
    return None


def reachable_hexes(
    view: State, unit: str, manner: str = "", left: int | None = None
) -> ReachableArea | None:
    """Return the area in reach of a unit; without `left`, in points, a whole move."""
    if unit not in view.units:
        return None
    given = None if left is None else left * THIRDS
    return _search(
        view,
        MoveInProgress(unit, manner or move_steps.ADVANCE, (view.units[unit].at,), points=given),
    )


def _search(view: State, walk: MoveInProgress) -> ReachableArea:
    """Dijkstra's algorithm by cost, then hexes: where a unit comes to stand. Interrupts apart."""
    unit, whole = view.units[walk.unit], move_steps.movement_left(view, walk)
    start = unit.at
    first, mover = _outset(view, unit), unit._replace(inside="", position="")
    arrivals: dict[Hex, MoveArrival] = {}
    edge: list[tuple[int, int, Hex]] = [(0, 0, start)]
    best: dict[Hex, tuple[int, int]] = {start: (0, 0)}
    by: dict[Hex, tuple[Hex, ...]] = {start: ()}
    while edge:
        cost, hexes, here = heappop(edge)
        if here in arrivals:
            continue
        crowded = not move_steps.may_stay_in_hex(view, mover, here)
        arrivals[here] = MoveArrival(here, thirds_to_points(cost), hexes, by[here], False, crowded)
        spent = first if here == start else cost
        for to, price in _onward(view, walk, mover._replace(at=here), start, whole - spent):
            after = spent + price, hexes + 1
            if to in arrivals or after[0] > whole:
                continue
            if to not in best or after < best[to]:
                best[to], by[to] = after, (here,)
                heappush(edge, (*after, to))
            elif after == best[to]:
                by[to] = (*by[to], here)
    return ReachableArea(unit.id, walk.manner, thirds_to_points(whole), start, arrivals)


def _outset(view: State, unit: Unit) -> int:
    """Return the cost of leaving a vehicle or position first (TR6, M9)."""
    if unit.inside:
        return transport.boarding_cost(view, unit)
    return move_steps.SHELTER if unit.position else 0


def _onward(
    view: State, walk: MoveInProgress, mover: Unit, start: Hex, left: int
) -> Iterator[tuple[Hex, int]]:
    """The steps out of a hex, with their prices; none out of one that stops who enters it."""
    here = mover.at
    if view.type_of(mover).is_towed:
        return
    if here != start and _ends_in(view, mover, here):
        return
    path = walk.path if here == start else (*walk.path, here)
    budget = walk._replace(path=path, spent=0, points=max(left, 0))
    for go in move_steps.steps_to_other_hexes(view, budget, mover):
        yield go.to, go.cost


def _ends_in(view: State, mover: Unit, hex_: Hex) -> bool:
    """Return whether entering a hex ends a move: wire, a trap, mines (X7-X9)."""
    return move_steps.stops_movement(view, hex_, mover) or move_steps.is_mined(
        view, hex_, mover.side
    )


# --- one step -------------------------------------------------------------------------------------


def step_forecast(view: State, asked: Decision[State, Any], option: Answer) -> MoveStep | None:
    """Return the cost of the next step with its reasons; None for other options."""
    if not isinstance(asked, move_execution.Step) or not isinstance(option, Go):
        return None
    if option.how not in (move_steps.STEP, move_steps.OVERRUN):
        return None
    unit = view.units[asked.unit]
    crowded = not unit_lookups.fits_in_hex(view, option.to, unit.side, [unit])
    threat = move_threats.move_threats(view, unit.id, (option.to,))[0]
    left = thirds_to_points(max(asked.left - option.cost, 0))
    told = MoveStep(
        option.to,
        thirds_to_points(option.cost),
        left,
        cost_reasons(view, unit, option),
        crowded,
        threat,
    )
    return replace(told, remarks=tuple(_remarks(view, unit, told)), lines=tuple(_lines(told)))


def cost_reasons(view: State, unit: Unit, go: Go) -> tuple[StepCostReason, ...]:
    """The parts of a step's cost: ground, road and slope, and enemies that are overrun (M, V7)."""
    mobility = view.book.mobility[view.type_of(unit).movement_class]
    found = list(explain_step(mobility, view.field.board, unit.at, go.to))
    if go.how == move_steps.OVERRUN:
        found.append(StepCostReason("overrun", len(view.units_at(go.to))))
    return tuple(found)


def _remarks(view: State, unit: Unit, told: MoveStep) -> Iterator[SentenceBlock]:
    if told.crowded:
        yield SentenceBlock(TranslatablePhrase.of("tide.step-crowded"), SentenceTone.GRAVE)
    if _ends_in(view, unit, told.to):
        yield SentenceBlock(TranslatablePhrase.of("tide.step-ends"), SentenceTone.GRAVE)
    if told.threat is not None and not told.threat.kinds:
        yield SentenceBlock(TranslatablePhrase.of("tide.step-no-threat"), SentenceTone.QUIET)


def _lines(told: MoveStep) -> Iterator[Saying]:
    """Yield sentences on the movement left after a step, and threats to the mover."""
    yield TranslatablePhrase.of("forecast.left", points=f"{told.left}")
    if told.crowded:
        yield TranslatablePhrase.of("tide.step-crowded")
    for kind in () if told.threat is None else told.threat.kinds:
        chances = {"hurt": kind.together.hurt, "lost": kind.together.lost}
        yield TranslatablePhrase.counting(f"tide.step-{kind.kind}", len(kind.perils), **chances)
