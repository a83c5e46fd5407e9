"""Sight that adds up what lines pass: the compiled table is what the definition says, always."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from engine.files.map_reader import load
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import distance
from engine.map.map import Map
from engine.sight import hindrance_kernels
from engine.sight.hindrance_kernels import touches_hex
from engine.sight.hindrance_rules import (
    NO_SIDE,
    AlongHexsideRule,
    HexEffect,
    HexsideEffect,
    HindranceRules,
    LevelEffect,
    LineEffect,
    line_modifier,
)
from engine.sight.hindrance_sight import HindranceSight, SightPlanes, hindrance_of_terrain
from engine.sight.incremental_sight import IncrementalSight
from engine.sight.line_trace import TraceRule, trace
from engine.sight.ray_kernels import hex_to_position
from tests.engine.sight.sight_boards import LAYOUTS
from tests.generated import generated_map

Layout = tuple[Orientation, OffsetParity]
SIDES = (
    NO_SIDE,
    HexsideEffect(hinders=1),
    HexsideEffect(blocks=True, hinders=1),
    HexsideEffect(hinders=3),
)


def hills(low: int, high: int, between: int) -> LevelEffect:
    if high - low == 2 and between == low + 1:
        return LevelEffect.SLOPE
    return LevelEffect.BLOCKS if between > low else LevelEffect.NOTHING


def crests(low: int, high: int, between: int) -> LevelEffect:
    blocks = between > low if high == low else between >= high
    return LevelEffect.BLOCKS if blocks else LevelEffect.NOTHING


def edges(low: int, high: int, between: int) -> LevelEffect:
    if between > high:
        return LevelEffect.BLOCKS
    return LevelEffect.EDGE if between == high > low else LevelEffect.NOTHING


FOLDINGS = {
    "edges": HindranceRules(AlongHexsideRule.EACH, edges, near_only={1: 1}),
    "whole": HindranceRules(AlongHexsideRule.WHOLE, hills),
    "each": HindranceRules(AlongHexsideRule.EACH, crests, near_only={1: 2, 2: 1}),
    "slopes": HindranceRules(AlongHexsideRule.EACH, hills, near_only={1: 3}),
}


def random_lie(grid: Grid, seed: int, much: float) -> SightPlanes:
    """Woods, orchards, smoke, walls, hedgerows and hills thrown about."""
    random = np.random.default_rng(seed)
    sides = np.zeros((*grid.shape, 6), np.uint8)
    for hex_ in grid:
        for direction in range(6):
            there = grid.neighbour(hex_, direction)
            number = int(random.integers(1, 4)) if random.random() < much else 0
            sides[grid.index(hex_)][direction] = number
            if there in grid:
                sides[grid.index(there)][(direction + 3) % 6] = number
    return SightPlanes(
        random.random(grid.shape) < much / 2,
        (random.integers(1, 4, grid.shape) * (random.random(grid.shape) < much)).astype(np.int16),
        (random.integers(0, 3, grid.shape) * (random.random(grid.shape) < much)).astype(np.int16),
        sides,
        SIDES,
    )


def told(sight: HindranceSight, pair: tuple[int, int]) -> int:
    """The table's entry by the definition."""
    hexes = list(sight.grid)
    found = line_modifier(sight.passed(hexes[pair[0]], hexes[pair[1]]))
    return -1 if found is None else found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", FOLDINGS)
@pytest.mark.parametrize("kind", TraceRule)
def test_every_pair_of_the_table_is_what_the_definition_says(
    layout: Layout, name: str, kind: TraceRule
) -> None:
    number = [*product(FOLDINGS, TraceRule)].index((name, kind))
    sizes = [*enumerate([(7, 5), (4, 9), (1, 6), (8, 6)])]
    for seed, size in (sizes[number % 4], sizes[(number + 1) % 4]):
        grid = Grid(*size, *layout)
        lie = random_lie(grid, seed, (0.1, 0.2, 0.3, 0.05)[seed])
        sight = HindranceSight(grid, FOLDINGS[name], lie, kind)
        pairs = product(range(len(grid)), range(len(grid)))
        assert all(sight.table[pair] == told(sight, pair) for pair in pairs)


@pytest.mark.parametrize("name", FOLDINGS)
@pytest.mark.parametrize("kind", TraceRule)
def test_what_is_blocked_one_way_is_blocked_the_other(name: str, kind: TraceRule) -> None:
    """Whatever lies there; what a line adds may differ, for it leaves out the hex it begins in."""
    differ = 0
    for seed, layout in enumerate(LAYOUTS):
        grid = Grid(13, 11, *layout)
        table = HindranceSight(grid, FOLDINGS[name], random_lie(grid, seed, 0.15), kind).table
        assert ((table < 0) == (table.T < 0)).all(), (layout, seed)
        differ += int((table != table.T).sum())
    assert differ > 0


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", TraceRule)
def test_a_line_touches_the_hexes_it_passes_and_its_ends(layout: Layout, kind: TraceRule) -> None:
    grid = Grid(7, 6, *layout)
    sight = HindranceSight(grid, HindranceRules(), random_lie(grid, 1, 0), kind)
    for a, b in product(list(grid)[::2], grid):
        passed = {a, b}.union(*(step.hexes for step in trace(grid, a, b, kind)))
        x, y = hex_to_position(*a, sight._layout)
        for hex_ in grid:
            both = [hex_to_position(*each, sight._layout) for each in (b, hex_)]
            offsets = [part for at in both for part in (at[0] - x, at[1] - y)]
            assert touches_hex(sight._layout, *offsets) == (hex_ in passed)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", FOLDINGS)
def test_what_is_laid_later_changes_the_table_as_if_it_had_been_there(
    layout: Layout, name: str
) -> None:
    grid = Grid(9, 8, *layout)
    bare = HindranceSight(grid, FOLDINGS[name], random_lie(grid, 3, 0.15))
    random, now, before = np.random.default_rng(4), bare, bare.table.copy()
    for count in (1, 3, 2, 0):
        places = [grid.hex(*each) for each in random.integers(0, 8, (count, 2)).tolist()]
        now = now.with_added_effects(
            {hex_: HexEffect(i == 1, i + 1) for i, hex_ in enumerate(places)}
        )
        assert (now.table == HindranceSight(grid, now.folding, now.lie).table).all()
    assert (now.table == before).all()
    assert (bare.table == before).all()


def test_without_a_table_each_line_is_judged_when_asked() -> None:
    grid = Grid(8, 7)
    lie = random_lie(grid, 8, 0.15)
    asked = HindranceSight(grid, FOLDINGS["whole"], lie)
    kept = HindranceSight(grid, FOLDINGS["whole"], lie).precompute_table()
    a = grid.hex(3, 3)
    for b in grid:
        assert asked.modifier(a, b) == kept.modifier(a, b)
        assert asked.with_added_effects({b: HexEffect(True)}).modifier(a, b) == kept.modifier(a, b)
    assert "table" not in asked.__dict__


def test_with_a_table_what_a_hex_sees_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = Grid(8, 7)
    asked = HindranceSight(grid, FOLDINGS["whole"], random_lie(grid, 8, 0.15))
    seen = {hex_: asked.modifiers(hex_) for hex_ in grid}
    kept = asked.copy().precompute_table()
    monkeypatch.setattr(hindrance_kernels, "weigh_from", None)
    assert all((kept.modifiers(hex_) == seen[hex_]).all() for hex_ in grid)
    kept.modifiers(grid.hex(3, 3))[:] = -1
    assert (kept.modifiers(grid.hex(3, 3)) == seen[grid.hex(3, 3)]).all(), "it is the asker's own"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_viewsheds_batches_counts_and_pairs_agree_with_single_lines(layout: Layout) -> None:
    grid = Grid(8, 7, *layout)
    sight = HindranceSight(grid, FOLDINGS["whole"], random_lie(grid, 6, 0.15))
    counts, pairs = sight.seen_by(4), sight.all_pairs(4)
    for a in grid:
        shed = sight.viewshed(a, 4)
        ends = np.array([[*grid.index(a), *grid.index(b)] for b in grid])
        each = sight.sees_each(ends)
        for number, b in enumerate(grid):
            assert each[number] == sight.sees(a, b)
            assert shed[grid.index(b)] == (sight.sees(a, b) and distance(a, b) <= 4)
            if distance(a, b) <= 4:
                assert pairs.sees(a, b) == sight.sees(a, b)
        assert counts[grid.index(a)] == shed.sum() - 1
        assert (pairs.viewshed(a) == shed).all()
    assert (pairs.seen_by() == counts).all()


def test_nobody_sees_further_than_the_furthest() -> None:
    grid = Grid(9, 1)
    sight = HindranceSight(grid, HindranceRules(), random_lie(grid, 1, 0), furthest=4)
    a = grid.hex(0, 0)
    assert [sight.sees(a, b) for b in grid] == [True] * 5 + [False] * 4
    assert sight.profile(a, grid.hex(6, 0)).is_far
    assert not sight.profile(a, grid.hex(6, 0)).is_clear
    assert sight.profile(a, grid.hex(4, 0)).is_clear


GROUND = {"woods": HexEffect(blocks=True), "open": HexEffect(hinders=1)}
WALLS = {"stream": HexsideEffect(hinders=1), "wall": HexsideEffect(blocks=True, hinders=1)}


def by_ground(map_: Map) -> HindranceSight:
    return HindranceSight(map_.grid, FOLDINGS["whole"], hindrance_of_terrain(map_, GROUND, WALLS))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_edits_taken_over_equal_a_fresh_sight(layout: Layout) -> None:
    map_ = generated_map(12, 10, 3, *layout)
    live, random = IncrementalSight(by_ground, map_), np.random.default_rng(11)
    assert isinstance(live.sight, HindranceSight)
    for _ in range(8):
        row, column = int(random.integers(10)), int(random.integers(12))
        map_.level[row, column] = random.integers(0, 4)
        map_.ground[row, column] = random.integers(len(map_.grounds))
        map_.set_side("stream", map_.grid.hex(column, row), int(random.integers(6)))
        live.update_window(map_, slice(row, row + 1), slice(column, column + 1))
        assert (live.sight.table == by_ground(map_).table).all()


def test_a_part_and_a_copy_are_sights_of_their_own() -> None:
    map_ = generated_map(12, 10, 4, *LAYOUTS[0])
    whole = by_ground(map_)
    copy, part = whole.copy(), whole.part((slice(2, 8), slice(4, 12)), Grid(8, 6, *LAYOUTS[0]))
    before = whole.table.copy()
    copy.lie.blocks[:] = True
    assert (whole.table == before).all()
    assert (copy.table != before).any()
    assert part.table.shape == (48, 48)


def test_the_feature_named_last_counts_where_two_lie_on_a_side() -> None:
    map_ = Map.blank(Grid(4, 1))
    for kind in WALLS:
        map_.set_side(kind, map_.grid.hex(1, 0), 0)
    ends = map_.grid.hex(0, 0), map_.grid.hex(3, 0)
    ways = [dict(WALLS), dict(reversed(WALLS.items()))]
    found = [
        HindranceSight(map_.grid, HindranceRules(), hindrance_of_terrain(map_, {}, way))
        for way in ways
    ]
    assert [sight.modifier(*ends) for sight in found] == [None, 1]


UNCOMPILED = """
from itertools import product
from tests.engine.sight.test_hindrance_rules import *
for name, folding in FOLDINGS.items():
    sight = HindranceSight(GRID, folding, random_lie(GRID, 3, 0.2))
    laid = sight.precompute_table().with_added_effects({GRID.hex(2, 2): HexEffect(True, 1)})
    assert all(laid.table[pair] == told(laid, pair) for pair in product(range(len(GRID)), repeat=2))
    assert (sight.viewshed(GRID.hex(1, 1)).sum() - 1) == sight.seen_by(9)[1, 1]
"""
GRID = Grid(6, 4)


def test_without_compilation_the_answers_are_the_same() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", UNCOMPILED]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr


# --- explained ------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_profile_says_what_the_table_says_and_where_it_is_blocked(layout: Layout) -> None:
    grid = Grid(8, 7, *layout)
    sight = HindranceSight(grid, FOLDINGS["whole"], random_lie(grid, 2, 0.2))
    for a, b in product(list(grid)[::3], grid):
        profile = sight.profile(a, b)
        assert profile.modifier == sight.modifier(a, b)
        assert (profile.blocking is None) == profile.is_clear
        assert sorted(point.distance for point in profile.points) == [
            point.distance for point in profile.points
        ]
        blocked = [each for each in profile.passed if each.does is LineEffect.BLOCKS]
        assert profile.blocking is None or profile.blocking.hex in blocked[0].hexes


def test_the_profile_as_json_has_every_step() -> None:
    grid = Grid(4, 1)
    lie = random_lie(grid, 1, 0)
    lie.hinders[0, 2] = 2
    told = (
        HindranceSight(grid, HindranceRules(), lie)
        .profile(grid.hex(0, 0), grid.hex(3, 0))
        .as_json(grid)
    )
    assert (told["visible"], told["modifier"]) == (True, 2)
    assert told["passed"] == [
        {"distance": 1, "hexes": ["@1,0"], "does": "nothing", "adds": 0},
        {"distance": 2, "hexes": ["@2,0"], "does": "hinders", "adds": 2},
        {"distance": 3, "hexes": ["@3,0"], "does": "nothing", "adds": 0},
    ]
    assert [point["hex"] for point in told["profile"]] == ["@1,0", "@2,0"]


# --- another game's rules: what blocks hides a lower unit close behind it -------------------------

RIDGE = """\
sandtable: map/1
grid: {columns: 12, rows: 10, orientation: pointy, labels: {style: letter-number}}
layers:
  level: |
    0 0 0 0 0 0 0 0 0 0 0 0
    0 0 0 0 0 0 0 1 1 1 0 0
    0 0 0 0 0 0 1 1 1 1 1 0
    0 0 0 0 0 0 1 2 2 1 1 0
    0 0 0 0 0 0 1 2 2 1 0 0
    0 0 0 0 0 0 1 1 1 1 0 0
    0 0 0 0 0 0 0 1 1 0 0 0
    0 0 0 0 0 0 0 0 0 0 0 0
    0 0 0 0 0 0 0 0 0 0 0 0
    0 0 0 0 0 0 0 0 0 0 0 0
  ground: |
    ............
    ..w.....w...
    .ww.........
    ....w....w..
    ...ww.......
    ......w.....
    .w......w...
    .ww...bb....
    ............
    ............
legend: {".": open, w: woods, b: building}
"""
BLIND = {"H5-B5": True, "H4-C5": False, "G5-B5": False, "G4-B4": True, "H6-H9": False,
         "I7-I9": True, "J4-F4": False, "H4-H9": False, "H4-C4": True, "H4-D4": False}  # fmt: skip


@pytest.mark.parametrize("line", BLIND)
def test_blind_hexes_behind_what_blocks_are_a_folding_too(line: str, tmp_path: Path) -> None:
    file = tmp_path / "ridge.map.yaml"
    file.write_text(RIDGE, encoding="utf-8")
    map_ = load(file)
    ground = dict.fromkeys(("woods", "building"), HexEffect(blocks=True))
    sight = HindranceSight(map_.grid, FOLDINGS["each"], hindrance_of_terrain(map_, ground, {}))
    a, b = (map_.labels.find(label) for label in line.split("-"))
    assert sight.sees(a, b) == BLIND[line]
    assert sight.profile(a, b).is_clear == BLIND[line]
