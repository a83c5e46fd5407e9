"""Line of sight of tide (TE, LS, BS), on boards drawn in text and on the three sample maps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.files.map_reader import load
from engine.games.tide.sight import BLIND, LEVELS, build_sight, smoke_effects
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.hexes.labels import LetterNumber
from engine.map.map import Map
from engine.sight.hindrance_rules import LineEffect
from engine.sight.hindrance_sight import HindranceSight
from tests.games.tide.slow_sight import BLOCKING, sees

MAPS = Path(__file__).parents[3] / "samples/tide/maps"
NAMES = ("two-lanes", "canal-bridge", "ridge-line")
GROUNDS = {".": "open", "w": "woods", "b": "building", "h": "bocage", "r": "rough",
           "m": "marsh", "f": "field"}  # fmt: skip


def drawn(board: str) -> Map:
    """A map of pointed hexes, every other row half a hex to the right: ground and its level."""
    rows = [line.split() for line in board.strip().splitlines()]
    map_ = Map.blank(Grid(max(map(len, rows)), len(rows)))
    map_.label_style = LetterNumber()
    map_.grounds, map_.symbols = tuple(GROUNDS.values()), tuple(GROUNDS)
    for row, hexes in enumerate(rows):
        for column, written in enumerate(hexes):
            map_.ground[row, column] = list(GROUNDS).index(written[0])
            map_.level[row, column] = int(written[1:] or 0)
    return map_


class Board:
    """A drawn board with its sight; smoke by its labels."""

    def __init__(self, board: str, smoke_at: str = "") -> None:
        self.map = drawn(board)
        hexes = smoke_effects(self.map.labels.find(at) for at in smoke_at.split())
        self.sight = build_sight(self.map, BLOCKING).with_added_effects(hexes)

    def __call__(self, line: str) -> bool:
        """Whether the ends of a line "A1-E1" see each other: by kernel, definition, ruler."""
        a, b = (self.map.labels.find(label) for label in line.split("-"))
        found = self.sight.sees(a, b)
        assert found == self.sight.sees(b, a)
        assert self.sight.profile(a, b).is_clear == found
        assert sees(self.map, a, b, tuple(self.sight.lying)) == found
        return found


def row(hexes: str, smoke_at: str = "") -> bool:
    """Whether the ends of one row see each other."""
    last = chr(ord("A") + len(hexes.split()) - 1)
    return Board(hexes, smoke_at)(f"A1-{last}1")


# From B1 to B3 a line runs along the side between A2 and B2.
RUN = "  . . .\n {} {} .\n  . . .\n"


def run(left: str, right: str, end: str = ".", other: str = ".") -> bool:
    board = f". {end} .\n {left} {right} .\n . {other} ."
    return Board(board)("B1-B3")


# --- TE -------------------------------------------------------------------------------------------


def test_te1_levels_are_0_most_ground_1_low_hill_and_2_hill() -> None:
    """Levels 0 (most ground), 1 low hill, 2 hill."""
    assert LEVELS == (0, 1, 2)
    for name in NAMES:
        assert set(np.unique(sample(name)[0].level).tolist()) <= set(LEVELS)


# --- LS -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", "wbh")
def test_ls1_a_line_is_clear_if_it_passes_no_blocking_terrain(ground: str) -> None:
    """Centre to centre, straight; clear if it passes no blocking terrain."""
    assert row(". . . . .")
    assert not row(f". . {ground} . .")


def test_ls1_passing_any_part_of_a_blocking_hex_blocks() -> None:
    """Centre to centre, straight; clear if it passes no blocking terrain."""
    assert not Board(". w . .\n. . . .")("A1-C2")  # it enters B1 for a part of its way
    assert not Board(". . . .\n. w . .")("A1-C2")


def test_ls2_the_ends_own_hexes_do_not_block() -> None:
    """The ends' own hexes do not block."""
    assert row("w . . . b")


def test_ls3_along_an_edge_it_is_blocked_only_if_both_hexes_are_blocking() -> None:
    """Along an edge: blocked only if both hexes are blocking."""
    assert (run("w", "."), run(".", "b")) == (True, True)
    assert not run("w", "b")


def test_ls3_beside_the_edge_of_the_map_a_run_is_open() -> None:
    """Along an edge: blocked only if both hexes are blocking."""
    assert Board(". .\n. w\n. .")("A1-A3")


def test_ls4_units_never_block() -> None:
    """Units never block: what lies on a line is terrain and smoke, nothing else is asked."""
    board = Board(". . . . .")
    assert board.sight.with_added_effects({}).sees(
        board.map.labels.find("A1"), board.map.labels.find("E1")
    )


@pytest.mark.parametrize("name", NAMES)
def test_ls5_adjacent_units_always_see_each_other(name: str) -> None:
    """Adjacent units always see each other."""
    map_, seen = sample(name)
    full = seen.with_added_effects(smoke_effects(map_.grid))
    assert all(full.sees(a, b) for a in map_.grid for b in map_.grid.neighbours(a))


def test_ls6_blocking_terrain_is_woods_building_hedgerow_and_smoke() -> None:
    """Blocking terrain: woods, building, hedgerow, smoke; X table."""
    assert not any(row(f". . {ground} . .") for ground in "wbh")
    assert all(row(f". . {ground} . .") for ground in "rmf")
    assert not row(". . . . .", smoke_at="C1")


# --- BS -------------------------------------------------------------------------------------------


def test_bs1_equal_levels_are_blocked_by_blocking_terrain_or_by_higher_ground() -> None:
    """Equal levels: blocked by blocking terrain or by higher ground between."""
    assert not row(".1 . w . .1")
    assert not row(". . .1 . .")
    assert not row(".1 . .2 . .1")
    assert row(".1 . .1 . .1")
    assert row(".2 .1 . .1 .2")


def test_bs2_different_levels_without_blocking_terrain_see_each_other() -> None:
    """Different levels: no blocking terrain between ⇒ LOS (if BS5 allows)."""
    assert row(". . . . .1")
    assert row(". .1 .1 .1 .2")
    assert not row(". . . .1 .1")


@pytest.mark.parametrize(
    ("hexes", "clear"),
    [
        (". w . . . .1", False),
        (". . w . . .1", False),
        (". . . w . .1", True),
        (". . . . w .1", True),
        (". w . . . .2", False),
        (". . w . . .2", True),
        (".1 . w . . .2", False),
        (". . w w . .1", False),
        (". . . w w .1", True),
        (". w . . w .2", False),
    ],
)
def test_bs3_the_blocker_nearest_the_lower_unit_decides(hexes: str, clear: bool) -> None:
    """With n = hexes from the lower unit to it, blind iff n ≤ 2 for one level of difference,
    n ≤ 1 for two."""
    assert BLIND == {1: 2, 2: 1}
    assert row(hexes) == clear
    assert row(" ".join(reversed(hexes.split()))) == clear


def test_bs4_blind_is_no_los_either_way() -> None:
    """Blind ⇒ no LOS either way."""
    for name in NAMES:
        table = sample(name)[1].table
        assert ((table < 0) == (table.T < 0)).all()


def test_bs5_the_plateau_hides_what_lies_below_its_edge() -> None:
    """The higher unit's LOS over an adjacent hex of its own level to a lower unit is blocked; it
    must stand at the edge."""
    assert not row(".1 .1 . . .")
    assert row(".1 . . . .")
    assert not row(".2 .2 .1 .1")


def test_bs5_equal_ground_further_on_is_looked_over() -> None:
    """BS5 speaks of the adjacent hex of the higher unit's level; ground higher than the higher unit
    blocks wherever it lies, ground lower than it never."""
    assert row(".1 . .1 . .")
    assert row(".1 . . .1 .")
    assert not row(".1 . .2 . .")
    assert row(".2 . .1 . .")


def test_bs6_equal_ground_blocks_wherever_it_lies_where_the_scenario_says_so() -> None:
    """blind_by_equal_ground: ground as high as the higher unit blocks wherever it lies."""
    for hexes, clear in ((".1 . .1 . .", False), (".1 .1 . . .", False), (".2 . .1 . .", True)):
        map_ = drawn(hexes)
        a, b = (map_.labels.find(label) for label in ("A1", "E1"))
        seen = build_sight(map_, BLOCKING, by_equal_ground=True)
        assert (seen.sees(a, b), seen.profile(a, b).is_clear) == (clear, clear)
        assert sees(map_, a, b, by_equal_ground=True) is clear


def test_bs7_along_edges_both_hexes_must_block_alike_or_not() -> None:
    """Along an edge sight is blocked where both sides block: terrain, ground, or one of each."""
    assert (run(".1", "."), run(".1", ".1")) == (True, False)
    assert (run(".1", ".", end=".1"), run(".1", ".1", end=".1")) == (True, False)
    assert not run("w", ".1")
    assert run("w", ".", end=".1", other=".1")


# --- EX -------------------------------------------------------------------------------------------


@cache
def sample(name: str) -> tuple[Map, HindranceSight]:
    map_ = load(MAPS / f"{name}.map.yaml")
    return map_, build_sight(map_, BLOCKING).precompute_table()


EX11 = {"H5-B5": True, "H4-C5": False, "G5-B5": False, "G4-B4": True, "H6-H9": False,
        "I7-I9": True, "J4-F4": False, "H4-H9": False, "H4-C4": True, "H4-D4": False}  # fmt: skip


@pytest.mark.parametrize("line", EX11)
def test_ex11_line_of_sight_on_the_ridge(line: str) -> None:
    """LOS on ridge-line: H5–B5 clear; H4–C5 blocked; G5–B5 blocked; G4–B4 clear; H6–H9 blocked;
    I7–I9 clear; J4–F4 blocked; H4–H9 blocked; H4–C4 clear, H4–D4 blocked."""
    map_, seen = sample("ridge-line")
    a, b = (map_.labels.find(label) for label in line.split("-"))
    assert (seen.sees(a, b), sees(map_, a, b)) == (EX11[line], EX11[line])


def test_ex12_between_two_buildings_the_edge_is_blocked() -> None:
    """Edge rule: on two-lanes E4–G5 runs between F4 and F5, both buildings: blocked."""
    map_, seen = sample("two-lanes")
    a, b = (map_.labels.find(label) for label in ("E4", "G5"))
    assert not seen.sees(a, b)
    beside = [each.hexes for each in seen.passed(a, b) if len(each.hexes) == 2]
    assert {map_.labels.label(hex_) for hex_ in beside[0]} == {"F4", "F5"}


# --- the ruler ------------------------------------------------------------------------------------


def pairs(map_: Map) -> Iterable[tuple[int, Hex, int, Hex]]:
    hexes = list(map_.grid)
    return ((i, a, j, b) for i, a in enumerate(hexes) for j, b in enumerate(hexes[: i + 1]))


@pytest.mark.parametrize("name", NAMES)
def test_every_pair_of_the_sample_maps_is_what_the_ruler_says(name: str) -> None:
    map_, seen = sample(name)
    for i, a, j, b in pairs(map_):
        assert (seen.table[i, j] >= 0) == sees(map_, a, b), (name, a, b)


def test_every_pair_of_random_hills_is_what_the_ruler_says() -> None:
    for seed in range(6):
        random = np.random.default_rng(seed)
        map_ = Map.blank(Grid(8, 6))
        map_.grounds = ("open", "woods", "building")
        map_.ground[:] = random.choice(3, map_.grid.shape, p=(0.75, 0.15, 0.1))
        map_.level[:] = random.choice(3, map_.grid.shape, p=(0.7, 0.2, 0.1))
        hidden = [h for h in map_.grid if random.random() < 0.05]
        seen = (
            build_sight(map_, BLOCKING).with_added_effects(smoke_effects(hidden)).precompute_table()
        )
        for i, a, j, b in pairs(map_):
            assert (seen.table[i, j] >= 0) == sees(map_, a, b, hidden), (seed, a, b)


# --- told -----------------------------------------------------------------------------------------


def test_bs3_the_profile_names_what_hides_and_how_far_it_hides() -> None:
    """The blocker nearest the lower unit decides."""
    map_, seen = sample("ridge-line")
    a, b = (map_.labels.find(label) for label in ("H4", "C5"))
    told = seen.profile(a, b)
    hidden = told.hidden_end_values(map_.labels)
    assert hidden == {"hex": "D5", "low": "C5", "away": 1, "within": 1}
    assert told.as_json(map_.grid)["hidden"] == {"by": "@3,4", "within": 1}
    assert told.blind == (0, 1, 2)  # behind D5, E5 and E4


def test_bs3_what_stands_too_far_from_the_lower_unit_is_passed_over() -> None:
    """Blind iff n ≤ 1 for two levels: woods two hexes away hide nobody."""
    map_, seen = sample("ridge-line")
    a, b = (map_.labels.find(label) for label in ("H4", "C4"))
    told = [(each.distance, each.does, each.rule) for each in seen.passed(b, a)]
    assert (2, LineEffect.PASSED_OVER, "BS3") in told
    assert seen.profile(a, b).hidden_end_values(map_.labels) is None


def test_bs5_ground_is_told_by_a_number_of_its_own() -> None:
    """The plateau: ground of the higher unit's level next to it, and higher ground anywhere."""
    map_, seen = sample("ridge-line")
    rules = {}
    for line in ("J4-F4", "H6-H9"):
        a, b = (map_.labels.find(label) for label in line.split("-"))
        rules[line] = {each.rule for each in seen.passed(a, b) if each.does is LineEffect.BLOCKS}
    assert rules == {"J4-F4": {"BS5"}, "H6-H9": {"BS3", "BS5"}}  # H8, a building, hides too
