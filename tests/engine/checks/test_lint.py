"""What is doubtful about a map: each finding on a small drawn map, and a clean twin beside it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from engine.checks.map_checks import WARNINGS, check_map
from engine.problems import Problem, Severity, TextPosition
from engine.texts import text
from tests.engine.comparing_maps import read_text


def drawn(board: str, features: str = "") -> str:
    """A map file from rows of ground, `.` open, `w` woods, `s` settlement, `~` lake."""
    rows = dedent(board).strip().split("\n")
    lines = [
        "sandtable: map/1",
        f"grid: {{columns: {len(rows[0])}, rows: {len(rows)}, labels: {{style: letter-number}}}}",
        'legend: {".": open, w: woods, s: settlement, "~": lake}',
        "layers:",
        "  ground: |",
        *(f"    {row}" for row in rows),
        dedent(features).strip("\n"),
    ]
    return "\n".join(lines) + "\n"


def found(board: str, features: str = "") -> list[Problem]:
    """The warnings about a drawn map."""
    file = read_text(drawn(board, features))
    return check_map(file.map, file.source)


def only(board: str, features: str = "") -> Problem:
    (problem,) = found(board, features)
    assert problem.severity is Severity.WARNING
    return problem


def of_feature(board: str, features: str, place: str) -> TextPosition:
    """Where a word stands in the file of a drawn map."""
    text = drawn(board, features)
    before = text[: text.index(place)]
    return TextPosition(before.count("\n") + 1, len(before) - before.rfind("\n"))


PLAIN = """
    .....
    .....
    .....
    .....
"""


# --- links ----------------------------------------------------------------------------------------


def test_a_road_that_ends_in_the_open_dangles() -> None:
    roads = """
        links:
          track: ["@0,2 @1,2"]
          road: ["@0,1 @1,1", "@4,1 @3,1 @2,1"]
    """
    problems = found(PLAIN, roads)
    assert [(problem.code, problem.at) for problem in problems] == [
        ("dangling-link", ("@1,1",)),
        ("dangling-link", ("@2,1",)),
        ("dangling-link", ("@1,2",)),
    ]
    assert problems[1].mark == of_feature(PLAIN, roads, '"@4,1')
    assert problems[1].where == "C2"
    assert problems[1].values == {"kind": "road", "hex": "C2"}
    assert problems[2].values == {"kind": "track", "hex": "B3"}


@pytest.mark.parametrize(
    "features",
    [
        'links: {road: ["@0,1 @1,1 @2,1 @3,1 @4,1"]}',
        'links: {road: ["@0,1 @1,1"]}\nplaces: [{at: "@1,1", name: Quarry}]',
        'links: {road: ["@0,1 @1,1"], track: ["@1,1 @2,1 @3,1 @4,1"]}',
        'links: {road: ["@1,1 @2,1 @2,2 @1,1"]}',
    ],
    ids=["edge to edge", "to a place", "goes on as a track", "a ring"],
)
def test_a_road_that_leads_somewhere_does_not_dangle(features: str) -> None:
    assert found(PLAIN, features) == []


def test_a_road_ends_well_in_a_settlement() -> None:
    assert found(PLAIN.replace(".....", "..s..", 2), 'links: {road: ["@0,1 @1,1 @2,1"]}') == []


def test_a_road_that_ends_in_the_water_is_told() -> None:
    board, roads = ".....\n..~..\n.....", 'links: {road: ["@0,1 @1,1 @2,1"]}'
    problem = only(board, roads)
    assert (problem.code, problem.at) == ("road-into-water", ("@2,1",))
    assert problem.mark == of_feature(board, roads, '"@0,1')


def test_a_bridge_with_one_bank_is_told() -> None:
    board, roads = ".....\n.~~~.\n.....", 'links: {road: ["@0,1 @1,1 @2,1 @3,1"]}'
    problem = only(board, roads)
    assert (problem.code, problem.at) == ("bridge-without-banks", ("@3,1",))


def test_a_bridge_from_bank_to_bank_is_sound() -> None:
    board = ".....\n.~~~.\n....."
    assert found(board, 'links: {road: ["@0,1 @1,1 @2,1 @3,1 @4,1"]}') == []


def test_a_road_over_water_may_leave_the_map() -> None:
    assert found("...\n.~~\n...", 'links: {road: ["@0,1 @1,1 @2,1"]}') == []


# --- hexsides -------------------------------------------------------------------------------------


def test_a_side_on_the_outer_edge_is_told() -> None:
    sides = 'sides: {wall: ["@2,1 E", "@0,2 W"]}'
    problem = only(PLAIN, sides)
    assert (problem.code, problem.at) == ("side-at-edge", ("@0,2",))
    assert problem.mark == of_feature(PLAIN, sides, '"@0,2')
    assert "wall" in problem.message("en")
    assert "A3" in problem.message("en")


def test_a_side_between_two_hexes_is_sound() -> None:
    assert found(PLAIN, 'sides: {wall: ["@2,1 E SE", "@4,1 W"]}') == []


LAKE = """
    .....
    .~~..
    .....
    .....
"""


def test_a_stream_through_a_lake_is_told() -> None:
    sides = 'sides: {stream: ["@1,1 E"]}'
    problem = next(one for one in found(LAKE, sides) if one.code == "stream-in-lake")
    assert problem.at == ("@1,1", "@2,1")
    assert problem.mark == of_feature(LAKE, sides, '"@1,1')
    assert "between B2 and C2" in problem.message("en")


def test_a_wall_through_a_lake_is_nobody_s_business() -> None:
    assert found(LAKE, 'sides: {wall: ["@1,1 E"]}') == []


def test_a_stream_that_neither_comes_nor_goes_anywhere_is_told_at_both_ends() -> None:
    sides = 'sides: {stream: ["@2,1 E"]}'
    problems = found(PLAIN, sides)
    assert [problem.code for problem in problems] == ["stream-starts-nowhere"] * 2
    assert {problem.mark for problem in problems} == {of_feature(PLAIN, sides, '"@2,1')}


def test_a_stream_may_rise_inland_and_leave_the_map() -> None:
    assert found(PLAIN, 'sides: {stream: ["@2,0 E", "@2,0 SE"]}') == []


# --- areas ----------------------------------------------------------------------------------------

ISLAND = """
    .......
    .~~~...
    .~..~..
    .~~~...
    .......
"""


def test_ground_that_water_shuts_in_is_told() -> None:
    problem = only(ISLAND)
    assert (problem.code, problem.at) == ("locked-ground", ("@2,2",))
    assert problem.mark == of_feature(ISLAND, "", "|")
    assert text("problems.locked-ground", "en", hex="C3", count="2") in problem.message("en")


def test_a_bridge_opens_an_island() -> None:
    assert (
        found(ISLAND, 'links: {road: ["@3,2 @4,2 @5,2 @6,2"]}\nplaces: [{at: "@3,2", name: M}]')
        == []
    )


def test_ground_at_the_map_s_edge_is_not_shut_in() -> None:
    assert found("..~....\n~~~....\n.......") == []


def test_a_zone_on_an_island_cannot_be_reached() -> None:
    zones = 'zones: {home: ["@0,0"], exile: ["@2,2 @3,2"]}'
    codes = {problem.code: problem for problem in found(ISLAND, zones)}
    assert codes.keys() == {"locked-ground", "unreachable-zone"}
    assert codes["unreachable-zone"].mark == of_feature(ISLAND, zones, '"@2,2')
    assert "'exile'" in codes["unreachable-zone"].message("en")


def test_a_zone_partly_on_the_mainland_can_be_reached() -> None:
    zones = 'zones: {home: ["@0,0 @2,2"]}'
    assert [problem.code for problem in found(ISLAND, zones)] == ["locked-ground"]


@pytest.mark.parametrize("board", ["~~~\n~~~", "...\n..."], ids=["all water", "no water"])
def test_a_map_of_one_kind_has_nothing_shut_in(board: str) -> None:
    assert found(board) == []


def test_a_zone_without_hexes_is_told() -> None:
    zones = "zones: {a: [], b: ['@0,0']}"
    problem = only(PLAIN, zones)
    assert (problem.code, problem.values["zone"]) == ("empty-zone", "a")
    assert problem.mark == of_feature(PLAIN, zones, "[]")


# --- credits --------------------------------------------------------------------------------------


def test_an_imported_map_without_credits_is_told() -> None:
    problem = only(PLAIN, "origin: ground.tif\ncredits: ' '")
    assert problem.code == "no-credits"
    assert problem.mark == of_feature(PLAIN, "origin: ground.tif", "ground.tif")


@pytest.mark.parametrize("features", ["origin: a\ncredits: b", "credits: b", "origin: ' '"])
def test_a_map_with_credits_or_without_an_origin_is_sound(features: str) -> None:
    assert found(PLAIN, features) == []


# --- waivers --------------------------------------------------------------------------------------

DANGLING = 'links: {road: ["@0,1 @1,1", "@4,1 @3,1 @2,1"]}\n'


def waived(waivers: str) -> list[Problem]:
    return found(PLAIN, f"{DANGLING}waived: [{waivers}]")


def test_a_waiver_without_hexes_waives_everywhere() -> None:
    assert waived("{code: dangling-link, reason: later}") == []


def test_a_waiver_with_hexes_waives_only_there() -> None:
    (problem,) = waived("{code: dangling-link, at: [C2], reason: a quarry}")
    assert problem.at == ("@1,1",)


def test_a_waiver_of_another_code_waives_nothing() -> None:
    problems = waived("{code: no-credits, reason: later}")
    assert [problem.code for problem in problems] == ["dangling-link"] * 2 + ["unused-waiver"]


def test_a_waiver_for_another_hex_is_unused() -> None:
    waiver = "{code: dangling-link, at: ['@3,3'], reason: a quarry}"
    problem = waived(waiver)[-1]
    assert problem.code == "unused-waiver"
    text = f"{DANGLING}waived: [{waiver}]"
    assert problem.mark == of_feature(PLAIN, text, "dangling-link")


def test_a_misspelt_waiver_is_told_the_right_code() -> None:
    problem = waived("{code: dangling-links, reason: later}")[-1]
    assert problem.code == "unknown-waiver"
    assert problem.hint("en") == "did you mean 'dangling-link'?"


def test_a_waiver_does_not_waive_the_warning_about_itself() -> None:
    problems = found(PLAIN, "waived: [{code: unused-waiver, reason: x}]")
    assert [problem.code for problem in problems] == ["unknown-waiver"]


@pytest.mark.parametrize("code", sorted(WARNINGS))
def test_every_warning_can_be_waived_by_its_code(code: str) -> None:
    problems = found(PLAIN, f"waived: [{{code: {code}, reason: x}}]")
    assert [problem.code for problem in problems] == ["unused-waiver"]
