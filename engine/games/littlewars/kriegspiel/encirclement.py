"""Encirclement: a body without a path of 12 ft to edge or stores that avoids enemies (K4.7)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from math import isqrt

from engine.games.littlewars.kriegspiel.unit_lookups import fit_enemies, fit_men_of_group
from engine.games.littlewars.state import State
from engine.tabletop.shapes import FOOT, INCH, Point
from engine.tabletop.tabletop_map import TabletopEdge

CELL = 3 * INCH
WAY_OUT, AVOIDED = 12 * FOOT, 6 * INCH
SLANT = isqrt(2 * CELL * CELL)
Cell = tuple[int, int]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def is_surrounded(state: State, body: str) -> bool:
    """Return whether a body cannot get out, searching in squares of three inches."""
    men = fit_men_of_group(state, body)
    if not men:
        return False
    table, side = state.field.table, men[0].side
    foes = {_cell(each.at) for each in fit_enemies(state, side)}
    goals = {_cell(each.at) for each in state.vehicles.values() if each.side == side and each.load}
    start, end = table.edge(_edge(state, side))
    goals |= {_cell(at) for at in _between(start, end)}
    barred = {cell for foe in foes for cell in _about(foe, AVOIDED // CELL)}
    starts = {_cell(each.at) for each in men}
    wide, deep = table.width // CELL, table.depth // CELL
    return not _gets_out(starts, goals, barred - starts, (wide, deep))


def _gets_out(starts: set[Cell], goals: set[Cell], barred: set[Cell], size: Cell) -> bool:
    best = dict.fromkeys(starts, 0)
    waiting = [(0, cell) for cell in sorted(starts)]
    while waiting:
        length, cell = heappop(waiting)
        if cell in goals:
            return True
        for x, y in AROUND:
            there = cell[0] + x, cell[1] + y
            far = length + (SLANT if x and y else CELL)
            is_on = 0 <= there[0] <= size[0] and 0 <= there[1] <= size[1]
            if is_on and there not in barred and far <= WAY_OUT and far < best.get(there, far + 1):
                best[there] = far
                heappush(waiting, (far, there))
    return False


def _edge(state: State, side: str) -> TabletopEdge:
    return TabletopEdge(state.edges[side])


def _cell(at: Point) -> Cell:
    return at.x // CELL, at.y // CELL


def _about(cell: Cell, around: int) -> Iterator[Cell]:
    span = range(-around, around + 1)
    return ((cell[0] + x, cell[1] + y) for x in span for y in span)


def _between(start: Point, end: Point) -> Iterator[Point]:
    steps = max(abs(end.x - start.x), abs(end.y - start.y)) // CELL
    for n in range(steps + 1):
        yield Point(
            start.x + (end.x - start.x) * n // max(steps, 1),
            start.y + (end.y - start.y) * n // max(steps, 1),
        )
