"""What other rule systems need from a line: hexes, hexsides crossed and hexsides run along."""

from __future__ import annotations

from itertools import pairwise

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, HexSide
from engine.sight.line_trace import TraceRule, trace

GRID = Grid(6, 5)


def hindrances(a: Hex, b: Hex, walls: set[HexSide], orchards: set[Hex]) -> int:
    """One for each wall crossed away from a, or followed, and each orchard between."""
    count = 0
    for step in trace(GRID, a, b):
        crossed = [side for side in step.sides if a not in (side.first, side.second)]
        count += sum(side in walls for side in (*crossed, step.along) if side)
        count += sum(hex_ in orchards for hex_ in step.hexes if hex_ != b and not step.along)
    return count


def test_a_wall_hinders_where_the_line_crosses_it_unless_next_to_the_firer() -> None:
    row = [GRID.hex(column, 2) for column in range(5)]
    walls = [HexSide(here, there) for here, there in pairwise(row)]
    assert hindrances(row[0], row[4], {walls[2]}, set()) == 1
    assert hindrances(row[0], row[4], {walls[3]}, set()) == 1
    assert hindrances(row[0], row[4], {walls[0]}, set()) == 0
    assert hindrances(row[4], row[0], {walls[0]}, set()) == 1


def test_a_wall_hinders_where_the_line_runs_along_it() -> None:
    wall = HexSide(GRID.hex(0, 1), GRID.hex(1, 1))
    assert hindrances(GRID.hex(1, 0), GRID.hex(1, 2), {wall}, set()) == 1


def test_a_wall_whose_end_the_line_touches_does_not_hinder() -> None:
    touched = HexSide(GRID.hex(1, 0), GRID.hex(0, 1))
    assert hindrances(GRID.hex(1, 2), GRID.hex(1, 0), {touched}, set()) == 0


def test_every_orchard_crossed_hinders_also_two_at_one_distance() -> None:
    # From @0,0 to @3,1 the line crosses @1,1 and @2,0 at distance 2.
    orchards = {GRID.hex(1, 1), GRID.hex(2, 0), GRID.hex(3, 1)}
    assert hindrances(GRID.hex(0, 0), GRID.hex(3, 1), set(), orchards) == 2


def test_hexes_beside_a_run_along_hexsides_keep_their_sides() -> None:
    start, end = GRID.hex(1, 0), GRID.hex(1, 4)
    beside = [step.hexes for step in trace(GRID, start, end) if step.along]
    columns = [[GRID.column_row(hex_)[0] for hex_ in pair] for pair in beside]
    assert len(columns) == 2
    assert columns[0] == columns[1]
    assert [step for step in trace(GRID, start, end, TraceRule.SAMPLED) if step.along] == []
