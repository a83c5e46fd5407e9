"""Doubtful tables put right by one click: the problem is gone, and nothing else came."""

from __future__ import annotations

import pytest

from engine.checks.tabletop_map_checks import lint_table
from engine.editing.polygon_repair import repair_polygon
from engine.files import tabletop_map_reader
from engine.files.source_text import ParsedSource, SourceNode, parse
from engine.problems import Problem, TextPosition
from engine.quick_fixes.tabletop_map_fixes import FIXERS, TabletopMapFix, table_fixes
from engine.tabletop.lengths import read_points
from engine.tabletop.shapes import Polygon
from engine.tabletop.tabletop_map import TabletopMap

HEAD = "sandtable: table/1\nwidth: 8 ft\ndepth: 6 ft\n"
NOWHERE = ParsedSource("", "", SourceNode({}, 0, TextPosition(1, 1), "block"))
RIVER = 'id: r, kind: river, line: "40,0 40,72", width: 8'
HILL = 'kind: hill, polygon: "10,10 60,10 60,60 10,60"'
TREE = 'kind: tree, disc: "30,30"'


def drawn(*features: str, more: str = "") -> TabletopMap:
    lines = "".join(f"  - {{{feature}}}\n" for feature in features)
    table, _ = tabletop_map_reader.read_table(parse(f"{HEAD}{more}features:\n{lines}", "t"))
    assert table is not None
    return table


def doubts(table: TabletopMap) -> list[Problem]:
    return lint_table(table, NOWHERE)


def offered(table: TabletopMap) -> dict[str, TabletopMapFix]:
    (problem,) = doubts(table)
    return {fix.id: fix for fix in table_fixes(table, problem)}


@pytest.mark.parametrize(
    ("features", "ways"),
    [
        (['id: a, kind: house, polygon: "10,10 20,20 20,10 10,20"'], ["untangle", "remove"]),
        (['id: a, kind: tree, disc: "97,10"'], ["bring-back"]),
        (['id: a, kind: wall, line: "10,10 20,20 20,73"'], ["bring-back", "cut-off"]),
        (['id: a, kind: river, line: "10,-9 20,20 20,83"'], ["cut-off"]),
        (['id: a, kind: house, polygon: "10,10 20,-1 15,20"'], ["bring-back", "cut-off"]),
        ([f"id: a, {TREE}", f"id: b, {TREE}"], ["one-is-enough"]),
        ([RIVER, 'id: b, kind: bridge, line: "10,30 20,30"'], ["over-water", "remove"]),
        (['id: b, kind: bridge, line: "10,30 20,30"'], ["remove"]),
        ([RIVER, 'id: b, kind: bridge, line: "38,30 42,30"'], ["to-the-banks"]),
        (
            ['id: l, kind: lake, polygon: "10,10 40,10 40,40 10,40"',
             'id: h, kind: house, rectangle: "20,20 25,25"'],
            ["remove"],
        ),
        ([f"id: a, level: 2, {HILL}"], ["level"]),
        ([f"id: a, {HILL}", 'id: b, kind: hill, polygon: "20,20 40,20 40,40 20,40"'], ["level"]),
        (
            ['id: a, kind: house, rectangle: "10,10 20,20"',
             'id: b, kind: house, rectangle: "20.5,10 40,20"'],
            ["widen-gap", "close-gap"],
        ),
    ],
)  # fmt: skip
def test_a_table_is_put_right_in_each_way_that_is_offered(
    features: list[str], ways: list[str]
) -> None:
    table = drawn(*features)
    found = offered(table)
    assert list(found) == ways
    for fix in found.values():
        assert [each.code for each in doubts(fix.table)] == [], fix.name("en")
        assert fix.name("zh") != fix.name("en")


def test_back_lines_come_to_lie_opposite() -> None:
    more = 'edges: {south: "", east: ""}\n'
    (fix,) = offered(drawn(f"id: a, {TREE}", more=more)).values()
    assert [edge.value for edge in fix.table.edges] == ["south", "north"]
    assert fix.name("en") == "Back lines: south and north"


def test_a_zone_beyond_the_table_is_brought_back() -> None:
    more = 'zones:\n  z: {rectangle: "0,40 10,100"}\n'
    table = drawn(f"id: a, {TREE}", more=more)
    fixes = offered(table)
    assert [each.code for each in doubts(fixes["bring-back"].table)] == []
    assert [each.code for each in doubts(fixes["cut-off"].table)] == []


def test_untangling_keeps_every_corner() -> None:
    bow = drawn('id: a, kind: lake, polygon: "10,10 30,32 50,12 31,8 52,30 9,28"')
    shape = bow.features[0].shape
    assert isinstance(shape, Polygon)
    right = repair_polygon(shape)
    assert right is not None
    assert set(right.points) == set(shape.points)
    touching = Polygon(read_points("10,10 30,30 50,10 30,10 50,30 10,30"))
    part = repair_polygon(touching)
    assert part is not None, "where its sides touch, the greatest part of it is kept"


def test_what_is_taken_away_comes_last_and_is_called_destructive() -> None:
    fixes = offered(drawn(RIVER, 'id: b, kind: bridge, line: "10,30 20,30"'))
    assert [fix.is_destructive for fix in fixes.values()] == [False, True]


def test_a_problem_that_is_there_no_more_has_no_fix() -> None:
    (problem,) = doubts(drawn('id: b, kind: bridge, line: "10,30 20,30"'))
    assert table_fixes(drawn(f"id: a, {TREE}"), problem) == ()
    assert "narrow-gap" in FIXERS
