"""One-click fixes: applied, the problem is gone and no other has come; undone, all is as before."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise

import numpy as np
import pytest

from engine.checks.map_checks import WARNINGS, check_map
from engine.files.source_text import ParsedSource, SourceNode
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import line
from engine.languages import MADE_IN
from engine.map.map import Map
from engine.problems import Problem, TextPosition
from engine.quick_fixes.map_fixes import FIXERS, map_fixes
from tests.engine.checks.test_lint import drawn
from tests.engine.comparing_maps import facts, read_text

NO_FILE = ParsedSource("", "", SourceNode({}, 0, TextPosition(1, 1), "block"))
PLAIN = "......\n......\n......\n......\n......"
LAKE = "......\n.~~~..\n......"
ISLAND = ".......\n.~~~~~.\n.~...~.\n.~~~~~.\n......."

# The code, a map with it, and the ids of its fixes in the order in which they are offered.
CASES = [
    ("dangling-link", PLAIN, 'links: {road: ["@0,2 @1,2", "@5,0 @4,0 @4,1"]}',
     ["join", "take-back"]),
    ("dangling-link", PLAIN, 'links: {track: ["@2,2 @3,2"]}', ["join", "take-back"]),
    ("dangling-link", "......\n...s..\n......\n......", 'links: {road: ["@0,2 @1,2"]}',
     ["join", "take-back"]),
    ("dangling-link", PLAIN, 'links: {road: ["@0,2 @1,2 @2,2 @3,2 @4,2 @5,2", "@2,2 @2,1"]}',
     ["join", "take-back"]),
    ("road-into-water", LAKE, 'links: {road: ["@0,1 @1,1"]}', ["bridge", "take-back"]),
    ("bridge-without-banks", LAKE, 'links: {road: ["@0,1 @1,1 @2,1 @3,1"]}', None),
    ("bridge-without-banks", ".......\n.~~~~~.\n.......", 'links: {road: ["@0,1 @1,1 @2,1"]}',
     ["bridge", "take-back"]),
    ("side-at-edge", PLAIN, 'sides: {wall: ["@0,0 W NW E"]}', ["off-edge"]),
    ("stream-in-lake", "......\n..~~~.\n..~~..\n......", 'sides: {stream: ["@2,1 E"]}',
     ["out-of-lake"]),
    ("stream-starts-nowhere", PLAIN, 'sides: {stream: ["@2,2 E SE"]}',
     ["lead-to-water", "take-back"]),
    ("stream-starts-nowhere", "......\n......\n..~...\n......\n......",
     'sides: {stream: ["@3,1 E", "@4,1 W"]}', ["lead-to-water", "take-back"]),
    ("locked-ground", ISLAND, "", ["keep-island"]),
    ("unreachable-zone", ISLAND, "zones: {red: ['@3,2']}", ["keep-boats", "cut-off-zone"]),
    ("empty-zone", PLAIN, "zones: {red: [], blue: ['@1,1']}", ["empty-zone"]),
    ("no-credits", PLAIN, "origin: ground.tif", ["credit"]),
    ("unused-waiver", PLAIN, "waived: [{code: empty-zone, reason: x}]", ["idle-waiver"]),
    ("unknown-waiver", PLAIN, "zones: {red: []}\nwaived: [{code: emty-zone, reason: x}]",
     ["meant-waiver", "idle-waiver"]),
]  # fmt: skip


def looked_at(map_: Map) -> list[Problem]:
    return check_map(map_, NO_FILE)


def told(map_: Map, source: ParsedSource) -> list[tuple[str, tuple[str, ...]]]:
    return [(problem.code, problem.at) for problem in check_map(map_, source)]


@pytest.mark.parametrize(("code", "board", "features", "ids"), CASES)
def test_every_fix_puts_its_problem_right_makes_no_other_and_can_be_undone(
    code: str, board: str, features: str, ids: list[str] | None
) -> None:
    file = read_text(drawn(board, features))
    problems = [problem for problem in check_map(file.map, file.source) if problem.code == code]
    assert problems
    offered = map_fixes(file.map, problems[0])
    assert offered
    if ids is not None:
        assert [fix.id for fix in offered] == ids
    before, found = facts(file.map), told(file.map, file.source)
    for fix in offered:
        changed = deepcopy(file.map)
        inverse = fix.edit.apply(changed)
        after = [(each.code, each.at) for each in looked_at(changed)]
        assert (code, problems[0].at) not in after, fix.name("en")
        assert [each for each in after if each not in found] == [], fix.name("en")
        inverse.apply(changed)
        assert facts(changed) == before, fix.name("en")


def test_each_code_a_map_can_be_warned_of_has_a_fix_and_a_case() -> None:
    assert set(FIXERS) >= WARNINGS
    assert {code for code, *_ in CASES} == set(FIXERS)


@pytest.mark.parametrize(("code", "board", "features", "ids"), CASES)
def test_a_problem_that_is_there_no_more_has_no_fix(
    code: str, board: str, features: str, ids: list[str] | None
) -> None:
    file = read_text(drawn(board, features))
    problem = next(each for each in check_map(file.map, file.source) if each.code == code)
    blank = read_text(drawn(PLAIN)).map
    if code != "locked-ground":
        assert map_fixes(blank, problem) == ()
    tiny = read_text(drawn(".")).map
    assert [fix for fix in map_fixes(tiny, problem) if not fix.id.startswith("keep")] == []


def test_a_fix_says_what_it_does_in_every_language() -> None:
    file = read_text(drawn(PLAIN, 'links: {road: ["@0,2 @1,2", "@5,0 @4,0 @4,1"]}'))
    problem = check_map(file.map, file.source)[0]
    fix = map_fixes(file.map, problem)[0]
    assert fix.name("en").startswith("Join the road to ")
    assert fix.name("zh").startswith("将")
    assert {fix.name(language) for language in MADE_IN} == {fix.name("en"), fix.name("zh")}


def test_a_road_that_alone_leads_to_an_island_is_not_taken_back() -> None:
    file = read_text(drawn(ISLAND, 'links: {road: ["@0,2 @1,2 @2,2"]}'))
    problem = next(each for each in looked_at(file.map) if each.code == "dangling-link")
    assert "take-back" not in [fix.id for fix in map_fixes(file.map, problem)]


def test_a_loose_spur_is_taken_back_to_its_junction_and_no_farther() -> None:
    roads = 'links: {road: ["@0,2 @1,2 @2,2 @3,2 @4,2 @5,2", "@2,2 @2,1 @3,1"]}'
    file = read_text(drawn(PLAIN, roads))
    problem = looked_at(file.map)[0]
    taken = next(fix for fix in map_fixes(file.map, problem) if fix.id == "take-back")
    taken.edit.apply(file.map)
    assert (file.map.links["road"] != 0).sum() == 6


def scribbled(seed: int) -> Map:
    """A map with straight roads and streams drawn at random over ponds and settlements."""
    rng = np.random.default_rng(seed)
    columns, rows = int(rng.integers(5, 14)), int(rng.integers(5, 12))
    map_ = Map.blank(
        Grid(columns, rows, list(Orientation)[seed % 2], list(OffsetParity)[seed // 2 % 2])
    )
    map_.grounds, map_.symbols = ("open", "lake", "settlement"), (".", "~", "s")
    map_.ground = rng.choice([0, 1, 2], map_.grid.shape, p=[0.85, 0.1, 0.05]).astype(np.uint8)
    map_.level = rng.integers(0, 3, map_.grid.shape).astype(np.int16)
    ends = [map_.grid.hex(int(rng.integers(columns)), int(rng.integers(rows))) for _ in range(8)]
    for start, end in pairwise(ends):
        for here, there in pairwise(line(start, end)):
            if here in map_.grid and there in map_.grid and rng.random() < 0.7:
                map_.set_link("road", here, map_.grid.direction(here, there))
            if here in map_.grid:
                map_.set_side("stream", here, int(rng.integers(2)))
    return map_


@pytest.mark.parametrize("seed", range(16))
def test_fixes_of_scribbled_maps_put_one_thing_right_and_nothing_wrong(seed: int) -> None:
    map_ = scribbled(seed)
    problems = looked_at(map_)
    before = {(each.code, each.at) for each in problems}
    for problem in problems[:12]:
        for fix in map_fixes(map_, problem):
            changed = deepcopy(map_)
            fix.edit.apply(changed)
            after = {(each.code, each.at) for each in looked_at(changed)}
            assert (problem.code, problem.at) not in after, (seed, fix.id)
            assert after <= before, (seed, problem.at, fix.id)
