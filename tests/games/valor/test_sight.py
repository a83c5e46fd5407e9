"""Line of sight of valor (V9), on boards drawn in text and on the three sample maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.files.map_reader import load
from engine.games.valor.data.rulebook import load_rulebook
from engine.games.valor.sight import BUNKER, build_sight, hindrance_effects
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import LetterNumber
from engine.map.map import Map
from engine.sight.hindrance_rules import HexEffect, LineEffect, line_modifier
from engine.sight.hindrance_sight import HindranceSight
from engine.sight.line_trace import TraceRule

MAPS = Path(__file__).parents[3] / "samples/valor/maps"
NAMES = ("orchard-farm", "chapel-hill", "mill-ford")
GROUNDS = {".": "open", "w": "woods", "b": "building", "o": "orchard", "p": "palm-grove",
           "h": "haystacks", "j": "jungle", "c": "crops", "k": "brook"}  # fmt: skip


@dataclass(frozen=True)
class Printed:
    """What terrain does by the printed table (V9.7, V10)."""

    blocks: frozenset[str] = frozenset({"building", "woods", "jungle"})
    hinders: Mapping[str, int] = field(
        default_factory=lambda: {"orchard": 1, "haystacks": 1, "palm-grove": 1}
    )
    low: frozenset[str] = frozenset({"wall", "hedge"})
    high: frozenset[str] = frozenset({"hedgerow"})


def test_the_rulebook_has_the_printed_table() -> None:
    ours, printed = load_rulebook().ground, Printed()
    assert (ours.blocks, ours.hinders) == (printed.blocks, printed.hinders)
    assert (ours.low, ours.high) == (printed.low, printed.high)


CROPS = Printed(hinders={"orchard": 1, "haystacks": 1, "palm-grove": 1, "crops": 1})


def drawn(board: str, **sides: str) -> Map:
    """A map of flat-top hexes, columns B, D … half a hex lower: ground and, above 0, its level.

    Sides are written "A2 S": which side of which hex.
    """
    rows = [line.split() for line in board.strip().splitlines()]
    map_ = Map.blank(Grid(max(map(len, rows)), len(rows), Orientation.FLAT))
    map_.label_style = LetterNumber()
    map_.grounds, map_.symbols = tuple(GROUNDS.values()), tuple(GROUNDS)
    for row, hexes in enumerate(rows):
        for column, written in enumerate(hexes):
            map_.ground[row, column] = list(GROUNDS).index(written[0])
            map_.level[row, column] = int(written[1:] or 0)
    for kind, places in sides.items():
        for place in places.split(","):
            label, way = place.split()
            direction = map_.grid.orientation.directions.index(way)
            map_.set_side(kind, map_.labels.find(label), direction)
    return map_


class Board:
    """A drawn board with its sight; smoke by its label."""

    def __init__(self, board: str, smoke: Mapping[str, int] | None = None, **sides: str) -> None:
        self.map = drawn(board, **sides)
        self.sight = build_sight(self.map, Printed()).with_added_effects(
            hindrance_effects({self.map.labels.find(at): n for at, n in (smoke or {}).items()})
        )

    def __call__(self, line: str) -> int | None:
        """The modifier of an attack along a line "A1-A5": by the kernel, and by the definition."""
        a, b = (self.map.labels.find(label) for label in line.split("-"))
        found = self.sight.modifier(a, b)
        assert self.sight.profile(a, b).modifier == found
        return found


COLUMN = "{}\n" * 5  # five hexes one under another: A1 to A5


def column(hexes: str, **sides: Any) -> Board:
    return Board(COLUMN.format(*hexes.split()), **sides)


# Five columns; from A3 to E3 a line runs between B2 and B3, crosses C3, runs between D2 and D3.
RUN = """
    . .  . .  .
    . {} . {} .
    . {} . {} .
    . .  . .  .
"""


def run(b2: str = ".", d2: str = ".", b3: str = ".", d3: str = ".", **sides: Any) -> Board:
    return Board(RUN.format(b2, d2, b3, d3), **sides)


# --- V9.1 to V9.3 ---------------------------------------------------------------------------------


@cache
def sample(name: str) -> tuple[Map, HindranceSight]:
    map_ = load(MAPS / f"{name}.map.yaml")
    return map_, build_sight(map_, Printed())


@pytest.mark.parametrize("name", NAMES)
def test_v9_1_what_is_blocked_one_way_is_blocked_the_other(name: str) -> None:
    table = sample(name)[1].table
    assert ((table < 0) == (table.T < 0)).all()


@pytest.mark.parametrize("name", NAMES)
def test_v9_1_hexes_next_to_each_other_always_have_a_line(name: str) -> None:
    map_, seen = sample(name)
    pairs = [(a, b) for a in map_.grid for b in map_.grid.neighbours(a)]
    assert all(seen.sees(a, b) for a, b in pairs)


def test_v9_2_passing_any_part_of_a_blocking_hex_blocks() -> None:
    assert column(". . w . .")("A1-A5") is None
    grazed = Board(". . .\nw . .\n. . .\n. . .")
    assert grazed("A1-B3") is None  # it enters A2 for a part of its way


def test_v9_2_one_sees_into_and_out_of_a_blocking_hex() -> None:
    board = column("w . . . b")
    assert (board("A1-A5"), board("A5-A1")) == (0, 0)


def test_v9_3_hindrances_add_up_into_and_through_their_hexes() -> None:
    board = column(". o o . o")
    assert board("A1-A5") == 3


def test_v9_3_the_firers_own_hex_does_not_hinder() -> None:
    board = column("o . . . .")
    assert (board("A1-A5"), board("A5-A1")) == (0, 1)


# --- V9.4, V9.5 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["wall", "hedge"])
def test_v9_4_a_wall_or_hedge_crossed_hinders_unless_it_bounds_the_firer(kind: str) -> None:
    board = column(". . . . .", **{kind: "A2 S"})
    assert (board("A1-A4"), board("A1-A3")) == (1, 1)
    assert (board("A2-A4"), board("A4-A2")) == (0, 1)
    assert (board("A2-A3"), board("A3-A2")) == (0, 0)


def test_v9_4_running_along_a_wall_always_hinders() -> None:
    board = run(wall="B2 S")
    assert (board("A3-E3"), board("E3-A3")) == (1, 1)
    assert (board("A3-C3"), board("C3-A3")) == (1, 1)


def test_v9_4_v9_6_along_a_hedge_beside_an_orchard() -> None:
    """Running along a hedge: +1 always. It hinders on both sides, so no side is open, and an
    orchard beside it is a further hindrance: +2; orchards on both sides +3."""
    assert run(b2="o", hedge="B2 S")("A3-E3") == 2
    assert run(b3="o", hedge="B2 S")("A3-E3") == 2
    assert run(b2="o", b3="o", hedge="B2 S")("A3-E3") == 3
    assert run(b2="w", hedge="B2 S")("A3-E3") == 1
    assert run(b2="w", b3="w", hedge="B2 S")("A3-E3") is None
    assert run(b2="o")("A3-E3") == 0


def test_v9_5_a_hedgerow_of_neither_end_blocks() -> None:
    board = column(". . . . .", hedgerow="A2 S")
    assert (board("A1-A5"), board("A5-A1")) == (None, None)


def test_v9_5_a_hedgerow_of_an_end_is_as_a_wall() -> None:
    board = column(". . . . .", hedgerow="A2 S")
    assert (board("A2-A5"), board("A5-A2")) == (0, 1)
    assert (board("A1-A3"), board("A3-A1")) == (1, 0)
    assert board("A2-A3") == 0


def test_v9_5_running_along_a_hedgerow_blocks() -> None:
    assert run(hedgerow="D2 S")("A3-E3") is None


# --- V9.6, V9.8 -----------------------------------------------------------------------------------


def test_v9_6_blocking_on_both_sides_anywhere_along_the_run_blocks() -> None:
    assert run(b2="w", b3="b")("A3-E3") is None
    assert run(b2="w", d3="w")("A3-E3") is None


def test_v9_6_one_side_all_open_has_no_effect() -> None:
    assert run(b2="w", d2="b")("A3-E3") == 0
    assert run(b2="o", d2="w")("A3-E3") == 0


def test_v9_6_a_blocker_and_a_hindrance_count_the_hindrances() -> None:
    assert run(b2="w", d3="o")("A3-E3") == 1
    assert run(b2="w", d2="o", b3="o", d3="o")("A3-E3") == 3


def test_v9_6_hindrances_on_both_sides_count_less_one() -> None:
    assert run(b2="o", b3="o")("A3-E3") == 1
    assert run(b2="o", d2="o", d3="o")("A3-E3") == 2
    smoky = Board(RUN.format(".", ".", ".", "."), smoke={"B2": 2, "D3": 1})
    assert smoky("A3-E3") == 2


def test_v9_8_hexes_off_the_map_beside_a_run_are_open() -> None:
    board = Board(". w .\n. . .")
    assert board("A1-C1") == 0


# --- V9.7, V11.2, V19 -----------------------------------------------------------------------------


@pytest.mark.parametrize("ground", "bwj")
def test_v9_7_building_woods_and_jungle_block(ground: str) -> None:
    assert column(f". . {ground} . .")("A1-A5") is None


@pytest.mark.parametrize("ground", "ohp")
def test_v9_7_orchard_haystacks_and_palms_hinder_by_one(ground: str) -> None:
    assert column(f". . {ground} . .")("A1-A5") == 1


def test_v9_7_crops_hinder_where_the_scenario_says_so() -> None:
    map_ = drawn(COLUMN.format(*[".", ".", "c", ".", "."]))
    ends = map_.labels.find("A1"), map_.labels.find("A5")
    assert build_sight(map_, Printed()).modifier(*ends) == 0
    assert build_sight(map_, CROPS).modifier(*ends) == 1


def test_v9_7_a_bunker_blocks_but_is_seen_into() -> None:
    board = column(". . . . .")
    here = board.map.labels.find("A3")
    with_bunker = board.sight.with_added_effects(hindrance_effects({}, [here]))
    a, b = (board.map.labels.find(label) for label in ("A1", "A5"))
    assert with_bunker.modifier(a, b) is None
    assert with_bunker.modifier(a, here) == 0


@pytest.mark.parametrize("number", [1, 2])
def test_v11_2_smoke_hinders_by_its_number_on_top_of_the_terrain(number: int) -> None:
    board = Board(". \n. \no \n. \n. ", smoke={"A3": number})
    assert (board("A1-A5"), board("A1-A3")) == (1 + number, 1 + number)
    assert board("A3-A1") == 0  # out of one's own smoke


# --- V9.9 -----------------------------------------------------------------------------------------


def test_v9_9_a_hill_higher_than_the_lower_end_blocks() -> None:
    assert column(". . .1 . .")("A1-A5") is None
    assert column(".1 . .2 . .1")("A1-A5") is None
    assert column(".1 . .1 . .")("A1-A5") is None


def test_v9_9_a_hill_no_higher_than_the_lower_end_does_not() -> None:
    assert column(".1 . .1 . .1")("A1-A5") == 0
    assert column(".1 .1 .1 . .2")("A1-A5") == 0


def test_v9_9_between_the_ground_and_level_2_one_hex_of_level_1_is_the_slope() -> None:
    assert column(".2 .1 . . .")("A1-A5") == 0
    assert column(".2 . . .1 .")("A5-A1") == 0
    assert column(".2 .1 .1 . .")("A1-A5") is None
    assert column(".2 .2 .1 . .")("A1-A5") is None


def test_v9_9_other_terrain_blocks_whatever_the_levels() -> None:
    assert column(".2 .1 w . .")("A1-A5") is None


def test_v9_9_a_run_is_over_the_slope_where_level_1_lies_on_both_sides() -> None:
    board = Board(". .  . .  .\n. .1 . .1 .\n. .1 . .1 .2\n. .  . .  .")
    assert board("A3-E3") is None  # two slopes
    assert Board(". .  . .  .\n. .1 . . .\n. .1 . .1 .2\n. . . . .")("A3-E3") == 0


# --- V9.10 ----------------------------------------------------------------------------------------


def test_v9_10_the_profile_says_of_every_step_what_it_does_by_which_rule() -> None:
    board = column(".2 .1 o . .", wall="A3 S,A1 S")
    a, b = (board.map.labels.find(label) for label in ("A1", "A5"))
    told = board.sight.profile(a, b)
    label = board.map.labels.label
    assert [
        (each.distance, "".join(map(label, each.hexes)), each.does.value, each.adds, each.rule)
        for each in told.passed
    ] == [
        (1, "A1A2", "nothing", 0, "V9.4"),
        (1, "A2", "slope", 0, "V9.9"),
        (2, "A3", "hinders", 1, "V9.3"),
        (3, "A3A4", "hinders", 1, "V9.4"),
        (3, "A4", "nothing", 0, ""),
        (4, "A5", "nothing", 0, ""),
    ]
    assert (told.is_clear, told.modifier) == (True, 2)


def test_v9_10_the_profile_of_a_run_tells_both_sides_and_what_they_come_to() -> None:
    board = run(b2="w", d3="b")
    a, b = (board.map.labels.find(label) for label in ("A3", "E3"))
    told = board.sight.profile(a, b)
    does = [each.does for each in told.passed]
    assert does == [
        LineEffect.BESIDE,
        LineEffect.NOTHING,
        LineEffect.BESIDE,
        LineEffect.NOTHING,
        LineEffect.BLOCKS,
    ]
    assert told.passed[-1].rule == "V9.6"
    assert len(told.passed[-1].hexes) == 4
    assert told.blocking is not None


# --- V26.14 to V26.16 -----------------------------------------------------------------------------

EXAMPLES = {
    "orchard-farm": {
        "B4-H4": 1, "H4-B4": 1, "G5-I4": 1, "I4-G5": 0, "F3-J3": None, "C6-I5": 3, "I5-C6": 3,
        "F5-H5": 0, "H2-H6": None, "D6-G5": 1, "G5-D6": 2,
    },
    "chapel-hill": {
        "F5-F8": 0, "F4-F8": None, "E5-E8": None, "E5-H5": None, "F4-B4": 0, "F4-G6": None,
        "B10-F5": None, "D10-D8": 0, "D8-D10": 1, "H4-H8": None,
    },
    "mill-ford": {"L3-G5": 0, "L3-A3": None, "K2-M4": None, "L5-L3": 0},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [(name, line, value) for name, lines in EXAMPLES.items() for line, value in lines.items()],
)
def test_v26_14_to_16_the_worked_examples(name: str, line: str, expected: int | None) -> None:
    map_, seen = sample(name)
    a, b = (map_.labels.find(label) for label in line.split("-"))
    assert seen.modifier(a, b) == expected
    assert seen.profile(a, b).modifier == expected


def test_v26_14_says_what_hinders_and_why() -> None:
    map_, seen = sample("orchard-farm")
    label = map_.labels.label
    a, b = map_.labels.find("C6"), map_.labels.find("I5")
    hinders = [p for p in seen.profile(a, b).passed if p.does is LineEffect.HINDERS]
    assert [{label(hex_) for hex_ in each.hexes} for each in hinders] == [
        {"D5"}, {"E6"}, {"H5", "I5"},
    ]  # fmt: skip


# --- the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "nth"), [*zip(NAMES, (1, 4, 4), strict=True)])
def test_the_table_of_a_map_is_what_the_definition_says(name: str, nth: int) -> None:
    map_, seen = sample(name)
    hexes = list(map_.grid)
    for i, a in list(enumerate(hexes))[::nth]:
        for j, b in enumerate(hexes):
            told = line_modifier(seen.passed(a, b))
            assert seen.table[i, j] == (-1 if told is None else told)


@pytest.mark.parametrize("name", NAMES)
def test_smoke_and_bunkers_change_the_table_as_if_they_had_always_been_there(name: str) -> None:
    map_, seen = sample(name)
    random = np.random.default_rng(5)
    assert seen.table.size
    now = seen
    for _ in range(12):
        hexes = [map_.grid.hex(*each) for each in random.integers(0, 9, (4, 2)).tolist()]
        now = now.with_added_effects(hindrance_effects({hexes[0]: 1, hexes[1]: 2}, hexes[2:]))
        afresh = HindranceSight(map_.grid, now.folding, now.lie)
        assert (now.table == afresh.table).all()
    assert (now.with_added_effects({}).table == seen.table).all()


def test_what_is_laid_elsewhere_leaves_a_sight_as_it_was() -> None:
    _, seen = sample("mill-ford")
    before, here = seen.table.copy(), Hex(4, 4)
    assert (seen.with_added_effects({here: BUNKER}).table != before).any()
    assert (seen.table == before).all()
    assert seen.with_added_effects({}) is seen


def test_a_hex_off_the_map_is_refused() -> None:
    _, seen = sample("mill-ford")
    with pytest.raises(ValueError, match="off the map"):
        seen.modifier(Hex(0, 0), Hex(40, 40))
    with pytest.raises(ValueError, match="off the map"):
        seen.with_added_effects({Hex(-9, 0): HexEffect(blocks=True)})


def test_one_hex_a_step_is_judged_alike_by_both() -> None:
    map_, _ = sample("orchard-farm")
    seen = build_sight(map_, Printed(), TraceRule.SAMPLED)
    for a in list(map_.grid)[::5]:
        for b in list(map_.grid)[::3]:
            assert seen.modifier(a, b) == seen.profile(a, b).modifier
