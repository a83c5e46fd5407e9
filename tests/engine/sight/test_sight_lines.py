"""Which hexes and hexsides a line of sight passes (tank S1, S7, S8)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex, HexSide, disc, distance, line
from engine.sight.line_trace import LineStep, TraceRule, trace
from tests.engine.sight.sight_boards import LAYOUTS, between

GRID = Grid(40, 40)
START = GRID.hex(20, 20)


def steps(to: tuple[int, int], kind: TraceRule = TraceRule.CROSSED) -> list[LineStep]:
    return list(trace(GRID, START, START.moved(to), kind))


@pytest.mark.parametrize(("orientation", "shifted"), LAYOUTS)
def test_the_hexes_passed_are_those_whose_inside_the_segment_meets(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    grid = Grid(40, 40, orientation, shifted)
    start = grid.hex(19, 20)
    for end in disc(start, 12)[1:]:
        inner = list(trace(grid, start, end))[:-1]
        crossed = {hex_ for step in inner if not step.along for hex_ in step.hexes}
        along = {frozenset(step.hexes) for step in inner if step.along}
        assert (crossed, along) == between(grid, start, end), (start, end)


@pytest.mark.parametrize("kind", TraceRule)
def test_the_way_back_passes_the_same_hexes_and_hexsides(kind: TraceRule) -> None:
    for end in disc(START, 9)[1:]:
        there, back = list(trace(GRID, START, end, kind)), list(trace(GRID, end, START, kind))
        passed = [frozenset(step.hexes) for step in there[:-1]]
        assert passed[::-1] == [frozenset(step.hexes) for step in back[:-1]]
        assert {s for step in there for s in step.sides} == {s for step in back for s in step.sides}


def test_there_is_a_step_for_every_distance_and_the_last_is_the_end() -> None:
    for end in disc(START, 9)[1:]:
        found = list(trace(GRID, START, end))
        assert [step.distance for step in found] == list(range(1, distance(START, end) + 1))
        assert found[-1].hexes == (end,)
        assert all(distance(START, hex_) == step.distance for step in found for hex_ in step.hexes)


def test_a_line_from_a_hex_to_itself_has_no_steps() -> None:
    assert steps((0, 0)) == []


def test_a_line_straight_over_a_corner_runs_along_a_hexside_every_second_step() -> None:
    assert [step.along for step in steps((2, 2))] == [
        HexSide(START.moved((1, 0)), START.moved((0, 1))),
        None,
        HexSide(START.moved((2, 1)), START.moved((1, 2))),
        None,
    ]


def test_of_two_hexes_crossed_at_one_distance_the_nearer_along_the_line_comes_first() -> None:
    a_x, a_y = GRID.lattice(START)
    for end in disc(START, 9)[1:]:
        x, y = GRID.lattice(end)
        for step in trace(GRID, START, end):
            # One lattice unit up is 1/√3 of one across: the dot product, three times over.
            along = [
                3 * (x - a_x) * (h_x - a_x) + (y - a_y) * (h_y - a_y)
                for h_x, h_y in map(GRID.lattice, step.hexes)
            ]
            assert step.along or along == sorted(along)
    assert steps((3, 1))[1].hexes == (START.moved((1, 1)), START.moved((2, 0)))


def test_a_corner_that_is_only_touched_does_not_count() -> None:
    # From here to (5, 2) the line passes through corners between hexes.
    touching = [step for step in steps((5, 2)) if len(step.hexes) == 1]
    crossed, along = between(GRID, START, START.moved((5, 2)))
    assert not along
    assert {step.hexes[0] for step in touching[:-1]} <= crossed


def test_the_hexsides_crossed_join_the_hexes_entered_one_after_the_other() -> None:
    for end in disc(START, 9)[1:]:
        path: list[Hex] = [START]
        for step in trace(GRID, START, end):
            if step.along:
                assert step.sides == ()
                path = []
            else:
                path += step.hexes
                expected = [HexSide(p, q) for p, q in pairwise(path)]
                assert list(step.sides) == expected[len(expected) - len(step.sides) :]
                assert len(step.sides) == len(step.hexes) - (len(path) == len(step.hexes))


@pytest.mark.parametrize("orientation", Orientation)
def test_a_sampled_line_takes_one_hex_a_step_and_ties_to_the_larger_row(
    orientation: Orientation,
) -> None:
    grid = Grid(40, 40, orientation)
    for end in disc(START, 9)[1:]:
        found = [step.hexes for step in trace(grid, START, end, TraceRule.SAMPLED)]
        assert found == [(hex_,) for hex_ in line(START, end)[1:]]


def test_an_end_off_the_map_is_refused_by_its_name() -> None:
    with pytest.raises(ValueError, match="@3,-1 is off the map of 40 × 40"):
        list(trace(GRID, START, GRID.hex(3, -1)))
