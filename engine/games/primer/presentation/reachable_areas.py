"""The areas units can be ordered to reach, the paths, and step costs (primer P4, P6)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from engine.games.primer import memo, vision
from engine.games.primer.data.rulebook import COLOURED
from engine.games.primer.game_board import HexStep
from engine.games.primer.state import State, Unit, may_join
from engine.hexes.hex import Hex
from engine.movement.step_explanation import StepCostReason, explain_step
from engine.play.move_forecast import MoveArrival, MoveStep, ReachableArea

ROAD = "link-road"


def reachable_hexes(
    view: State, units: tuple[str, ...], manner: str = memo.MOVE, left: int | None = None,
    start: Hex | None = None,
) -> ReachableArea:  # fmt: skip
    """Return the area units of one hex can reach together, as far as their side knows.

    `start` and `left` are the end of a path that is being written, and the points left; without
    them the move begins.
    """
    first = view.units[units[0]]
    points = view.type_of(first).mp if left is None else left
    begins = first.at if start is None else start
    board = _Board(view, first, units)
    return ReachableArea(first.id, manner, points, begins, _search(board, begins, points))


class _Board:
    """The board as some movers find it: enemies and own stacks end the way, or bar it (P6, P12)."""

    def __init__(self, view: State, first: Unit, units: tuple[str, ...]) -> None:
        self.view, self.first, self.count = view, first, len(units)
        self.enemies = {unit.at for unit in vision.seen_enemies(view, first.side)}
        self.bars_seen = view.book.choices.seen_enemies == "barred"
        self.own: dict[Hex, list[Unit]] = {}
        for unit in view.units_of(first.side):
            if unit.id not in units:
                order = view.order_of(unit.id)
                at = order.path[-1] if order is not None and order.path else unit.at
                self.own.setdefault(at, []).append(unit)

    def ways(self, at: Hex, start: Hex) -> Iterator[HexStep]:
        """The steps out of a hex; none out of an own stack, which ends a move."""
        if at != start and (at in self.own or at in self.enemies):
            return
        for way in self.view.field.steps_from(self.first.type, at):
            there = self.own.get(way.to, [])
            if self.bars_seen and way.to in self.enemies:
                continue
            if may_join(self.view, self.first.type, there, self.count):
                yield way


def _search(board: _Board, start: Hex, points: int) -> dict[Hex, MoveArrival]:
    """Dijkstra's algorithm by cost, then hexes."""
    best: dict[Hex, tuple[int, int, list[Hex]]] = {start: (0, 0, [])}
    settled: dict[Hex, MoveArrival] = {}
    edge = [(0, 0, start)]
    while edge:
        cost, hexes, here = heappop(edge)
        if here in settled:
            continue
        settled[here] = MoveArrival(
            here, cost, hexes, tuple(best[here][2]), here in board.enemies and here != start, False
        )
        for to, price in board.ways(here, start):
            then = cost + price, hexes + 1
            known = best.get(to)
            if then[0] > points or to == start:
                continue
            if known is None or then < known[:2]:
                best[to] = (*then, [here])
                heappush(edge, (*then, to))
            elif known[:2] == then:
                known[2].append(here)
    return settled


def step_forecast(view: State, decision: memo.Step, to: Hex) -> MoveStep:
    """Return the cost of the next step of a path, with its reasons (P4)."""
    cost = decision.cost_of(to)
    mobility = view.book.mobilities[view.units[decision.units[0]].type]
    reasons = explain_step(mobility, view.field.board, decision.at, to)
    return MoveStep(to, cost, decision.left - cost, tuple(map(_on_road, reasons)), False)


def _on_road(reason: StepCostReason) -> StepCostReason:
    """The coloured hexes are road hexes (P4)."""
    return reason._replace(cause=ROAD) if reason.cause == f"link-{COLOURED}" else reason
