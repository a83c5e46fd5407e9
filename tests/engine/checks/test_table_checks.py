"""What `sandtable check` finds on a table: each fault once, with where it is and what is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checks.check import check, check_source
from engine.checks.tabletop_map_checks import WARNINGS, lint_table
from engine.files.source_text import SHIPPED, ParsedSource, SourceNode, parse
from engine.files.tabletop_map_reader import load
from engine.problems import Severity, TextPosition

SAMPLES = SHIPPED / "samples" / "littlewars" / "tables"
HEAD = """\
sandtable: table/1
width: 8 ft
depth: 6 ft
features:
"""


def found(*features: str, head: str = HEAD, more: str = "") -> list[str]:
    lines = "".join(f"  - {{{feature}}}\n" for feature in features)
    problems = check_source(parse(head + (lines or "  []\n") + more, "t"))
    return [f"{each.code} {each.mark.line}:{each.mark.column}" for each in problems]


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.table.yaml")), ids=lambda path: path.name)
def test_the_sample_tables_have_nothing_to_report(sample: Path) -> None:
    assert [each.sentence() for each in check(sample)] == []


def test_a_shape_that_crosses_itself_is_told_at_the_corner_next_to_the_crossing() -> None:
    bow = 'id: a, kind: house, polygon: "10,10 20,20 20,10 10,20"'
    assert found(bow) == ["shape-crosses-itself 5:36"]


def test_a_shape_without_an_area_is_an_error() -> None:
    flat = 'id: a, kind: hill, polygon: "10,10 20,10 30,10"'
    assert [each.split()[0] for each in found(flat)] == ["shape-crosses-itself"]


@pytest.mark.parametrize(
    ("feature", "place"),
    [
        ('id: a, kind: tree, disc: "97,10"', "5:32"),
        ('id: a, kind: wall, line: "10,10 20,20 20,73"', "5:44"),
        ('id: a, kind: house, polygon: "10,10 20,-1 15,20"', "5:42"),
    ],
)
def test_points_beyond_the_table_are_errors_at_the_point(feature: str, place: str) -> None:
    """Bad input: lengths beyond the table: clear errors."""
    assert found(feature) == [f"beyond-the-table {place}"]


def test_a_zone_beyond_the_table_is_an_error() -> None:
    zones = 'zones:\n  z: {rectangle: "0,0 10,100"}\n'
    assert found('id: a, kind: tree, disc: "7,7"', more=zones) == ["beyond-the-table 7:6"]


RIVER = 'id: r, kind: river, line: "40,0 40,72", width: 8'


def test_a_bridge_wants_water_under_it_and_land_at_its_ends() -> None:
    dry = 'id: b, kind: bridge, line: "10,30 20,30"'
    short = 'id: b, kind: bridge, line: "38,30 42,30"'
    right = 'id: b, kind: bridge, line: "34,30 46,30"'
    assert found(RIVER, dry) == ["bridge-without-water 6:5"]
    assert found(RIVER, short) == ["bridge-ends-in-water 6:5"]
    assert found(RIVER, right) == []


def test_a_house_in_deep_water_is_doubtful_in_a_ford_it_is_not() -> None:
    lake = 'id: l, kind: lake, polygon: "10,10 40,10 40,40 10,40"'
    house = 'id: h, kind: house, rectangle: "20,20 25,25"'
    assert found(lake, house) == ["stands-in-water 6:5"]
    assert found(f"{lake}, fordable: true", house) == []


def test_contours_lie_in_each_other_by_their_levels() -> None:
    """Level for hills: bottom polygon level 1, next inside level 2 (G2)."""
    low = 'id: low, kind: hill, polygon: "10,10 60,10 60,60 10,60"'
    high = 'id: high, kind: hill, level: 2, polygon: "20,20 40,20 40,40 20,40"'
    assert found(low, high) == []
    assert found(high) == ["contour-on-nothing 5:5"]
    assert found(low, high.replace("level: 2", "level: 1")) == ["contour-order 6:5"]
    assert found(low, high.replace("level: 2", "level: 3")) == ["contour-on-nothing 6:5"]


@pytest.mark.parametrize(
    ("apart", "told"),
    [(0.0, False), (0.125, False), (0.25, True), (0.8125, True), (0.875, False), (2.0, False)],
)
def test_a_gap_that_lets_no_man_through_is_told(apart: float, told: bool) -> None:
    """A standing figure keeps 1/16 in from trees and houses (G5): 12 u of stand and 1 on each side
    are ⅞ in. Shapes within ⅛ in of each other join."""
    pair = (
        'id: a, kind: house, rectangle: "10,10 20,20"',
        f'id: b, kind: house, rectangle: "{20 + apart},10 40,20"',
    )
    assert found(*pair) == (["narrow-gap 5:5"] if told else [])


def test_inch_high_figures_go_through_gaps_half_as_wide() -> None:
    """All halved (G3, K9.5): 6 u of stand and 1 on each side are ½ in."""
    pair = (
        'id: a, kind: house, rectangle: "10,10 20,20"',
        'id: b, kind: house, rectangle: "20.5,10 40,20"',
    )
    assert found(*pair, head=HEAD.replace("width:", "scale: kriegspiel\nwidth:")) == []
    assert found(*pair) == ["narrow-gap 5:5"]


def test_a_gap_that_a_third_wall_closes_is_none() -> None:
    pair = [
        'id: a, kind: house, rectangle: "10,10 20,20"',
        'id: b, kind: house, rectangle: "20.5,10 30,20"',
        'id: c, kind: wall, line: "10,15 30,15"',
    ]
    assert found(*pair) == []


def test_features_one_on_the_other_and_back_lines_that_are_not_opposite_are_doubtful() -> None:
    tree = 'kind: tree, disc: "30,30"'
    assert found(f"id: a, {tree}", f"id: b, {tree}") == ["feature-twice 6:5"]
    head = HEAD.replace("features:", 'edges: {south: "", east: ""}\nfeatures:')
    assert found(f"id: a, {tree}", head=head) == ["back-lines 4:8"]


def test_a_warning_is_waived_at_a_feature_and_idle_waivers_are_told() -> None:
    dry = 'id: b, kind: bridge, line: "10,30 20,30"'
    waived = "waived: [{code: bridge-without-water, at: [b], reason: the brook has dried up}]\n"
    assert found(dry, more=waived) == []
    other = waived.replace("[b]", "[c]")
    assert {each.split()[0] for each in found(dry, more=other)} == {
        "bridge-without-water", "unused-waiver",
    }  # fmt: skip


def test_a_table_without_a_file_is_checked_too() -> None:
    table = load(SAMPLES / "over-the-brook.table.yaml")
    bare = ParsedSource("", "", SourceNode({}, 0, TextPosition(1, 1), "block"))
    assert [each.code for each in lint_table(table, bare)] == []


def test_only_warnings_can_be_waived() -> None:
    dry = 'id: b, kind: bridge, line: "10,30 20,30"'
    problems = check_source(parse(HEAD + f"  - {{{dry}}}\n", "t"))
    assert {each.code for each in problems if each.severity is Severity.WARNING} <= WARNINGS
