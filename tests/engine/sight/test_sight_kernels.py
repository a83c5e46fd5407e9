"""Every kernel answers as the slow definitions do, on every kind of grid."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex, distance
from engine.sight.line_trace import GrazingRule, TraceRule
from engine.sight.map_sight import Sight
from engine.sight.sight_profile import is_clear
from tests.engine.sight.sight_boards import LAYOUTS, random_levels, sees_by_lattice

# Narrow, tiny and odd maps meet every edge; the last two hold lines of some length.
SIZES = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (2, 9), (9, 2), (3, 3), (12, 7), (7, 13)]
SPANS = [1, 4, 9_000]  # the last needs the wide lanes

grids = st.builds(
    lambda size, layout: Grid(*size, *layout), st.sampled_from(SIZES), st.sampled_from(LAYOUTS)
)
seeds = st.integers(0, 10_000)

Way = tuple[TraceRule, GrazingRule]
ways = st.tuples(st.sampled_from(TraceRule), st.sampled_from(GrazingRule))


def some(grid: Grid, count: int, seed: int) -> list[Hex]:
    hexes = list(grid)
    random = np.random.default_rng(seed)
    return [hexes[i] for i in random.integers(len(hexes), size=count)]


def judged(sight: Sight, origin: Hex, radius: int) -> list[list[bool]]:
    """What the readable definition says a hex sees, row by row."""
    grid = sight.grid
    seen = np.zeros(grid.shape, bool)
    for hex_ in grid:
        if distance(origin, hex_) <= radius:
            seen[grid.index(hex_)] = is_clear(
                grid, sight.eye, sight.height, origin, hex_, sight.trace, sight.on_the_line
            )
    return seen.tolist()


@settings(max_examples=60, deadline=None)
@given(grids, st.sampled_from(SPANS), seeds)
def test_the_readable_definition_is_the_one_on_the_lattice(
    grid: Grid, span: int, seed: int
) -> None:
    eye, height = random_levels(grid, seed, span)
    for a, b in zip(some(grid, 25, seed), some(grid, 25, seed + 1), strict=True):
        expected = a == b or sees_by_lattice(grid, eye, height, a, b)
        assert is_clear(grid, eye, height, a, b, TraceRule.CROSSED) == expected, (a, b)


@settings(max_examples=60, deadline=None)
@given(grids, ways, st.sampled_from(SPANS), seeds)
def test_single_lines_and_batches_of_them(grid: Grid, way: Way, span: int, seed: int) -> None:
    sight = Sight(grid, *random_levels(grid, seed, span), *way)
    pairs = list(zip(some(grid, 40, seed), some(grid, 40, seed + 1), strict=True))
    expected = [is_clear(grid, sight.eye, sight.height, a, b, *way) for a, b in pairs]
    assert [sight.sees(a, b) for a, b in pairs] == expected
    assert [sight.sees(b, a) for a, b in pairs] == expected
    ends = np.array([(*grid.index(a), *grid.index(b)) for a, b in pairs])
    assert sight.sees_each(ends).tolist() == expected


@settings(max_examples=60, deadline=None)
@given(grids, ways, st.sampled_from(SPANS), seeds, st.integers(0, 14))
def test_viewsheds_within_a_radius(grid: Grid, way: Way, span: int, seed: int, radius: int) -> None:
    sight = Sight(grid, *random_levels(grid, seed, span), *way)
    for origin in some(grid, 3, seed):
        assert sight.viewshed(origin, radius).tolist() == judged(sight, origin, radius), origin


@settings(max_examples=60, deadline=None)
@given(grids, ways, st.sampled_from(SPANS), seeds)
@example(
    Grid(2, 9, Orientation.FLAT, OffsetParity.EVEN), (TraceRule.SAMPLED, GrazingRule.CLEAR), 1, 0
)
def test_viewsheds_of_the_whole_map(grid: Grid, way: Way, span: int, seed: int) -> None:
    sight = Sight(grid, *random_levels(grid, seed, span), *way)
    for origin in some(grid, 3, seed):
        assert sight.viewshed(origin).tolist() == judged(sight, origin, 99), origin


@settings(max_examples=40, deadline=None)
@given(grids, ways, st.sampled_from(SPANS), seeds, st.integers(0, 9))
def test_all_pairs_within_a_radius(grid: Grid, way: Way, span: int, seed: int, radius: int) -> None:
    sight = Sight(grid, *random_levels(grid, seed, span), *way)
    pairs = sight.all_pairs(radius)
    counts = pairs.seen_by()
    for origin in some(grid, 3, seed):
        expected = np.array(judged(sight, origin, radius))
        assert pairs.viewshed(origin).tolist() == expected.tolist(), origin
        assert counts[grid.index(origin)] == expected.sum() - 1
        for other in some(grid, 5, seed + 1):
            if distance(origin, other) <= radius:
                assert pairs.sees(origin, other) == expected[grid.index(other)]


@pytest.mark.parametrize(("orientation", "shifted"), LAYOUTS)
def test_long_lines_over_large_maps_agree_among_the_kernels(
    orientation: Orientation, shifted: OffsetParity
) -> None:
    grid = Grid(91, 84, orientation, shifted)
    for seed, span in ((1, 1), (2, 6), (3, 9_000)):
        sight = Sight(grid, *random_levels(grid, seed, span))
        pairs = sight.all_pairs(20)
        for origin in some(grid, 6, seed):
            whole, near = sight.viewshed(origin), sight.viewshed(origin, 64)
            ends = [(*grid.index(origin), *grid.index(hex_)) for hex_ in grid]
            by_ray = sight.sees_each(np.array(ends)).reshape(grid.shape)
            far = np.array([distance(origin, hex_) for hex_ in grid]).reshape(grid.shape)
            assert (whole == by_ray).all(), (seed, origin)
            assert (near == (whole & (far <= 64))).all(), (seed, origin)
            assert (sight.viewshed(origin, 70) == (whole & (far <= 70))).all(), (seed, origin)
            assert (pairs.viewshed(origin) == (whole & (far <= 20))).all(), (seed, origin)


@pytest.mark.parametrize("trace", TraceRule)
def test_the_extreme_levels_of_the_file_format_overflow_nothing(trace: TraceRule) -> None:
    grid = Grid(40, 3)
    random = np.random.default_rng(5)
    for low, high in ((-999, 9999), (-32768, 32767)):
        eye = random.choice(np.array([low, low + 1, 0, high - 1, high], np.int16), grid.shape)
        sight = Sight(grid, eye, eye, trace)
        origin = grid.hex(20, 1)
        expected = judged(sight, origin, 40)
        assert sight.viewshed(origin, 40).tolist() == expected
        assert sight.viewshed(origin).tolist() == expected
        assert sight.all_pairs(40).viewshed(origin).tolist() == expected


UNCOMPILED = """
import numpy as np
from engine.hexes.grid import Grid
from engine.sight.map_sight import Sight
grid = Grid(5, 6)
levels = np.random.default_rng(4).integers(-3, 9, grid.shape).astype(np.int16)
sight = Sight(grid, levels, levels)
found = [sight.sees(grid.hex(1, 2), hex_) for hex_ in grid]
origin = grid.hex(1, 2)
pairs = sight.all_pairs(9)
for seen in (sight.viewshed(origin), sight.viewshed(origin, 9), pairs.viewshed(origin)):
    assert seen.ravel().tolist() == found
sight.all_pairs(3).seen_by()
print("".join("+" if seen else "-" for seen in found))
"""


def test_without_compilation_the_answers_are_the_same() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", UNCOMPILED]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr
    grid = Grid(5, 6)
    levels = np.random.default_rng(4).integers(-3, 9, grid.shape).astype(np.int16)
    seen = Sight(grid, levels, levels).viewshed(grid.hex(1, 2)).ravel()
    assert run.stdout.strip() == "".join("+" if each else "-" for each in seen)
