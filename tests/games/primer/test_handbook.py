"""The primer on any map: what previews, `sandtable sight`, `reach` and `games` ask."""

from __future__ import annotations

import pytest

from engine.files.map_reader import load
from engine.files.source_text import ROOT
from engine.games import rule_system_of, scenario_limits_of
from engine.games.scenario_limits import RuleError
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.movement.path_search import PathSearch
from engine.sight.line_trace import TraceRule
from tests.games.primer.boards import battle

MAP = ROOT / "samples/primer/maps/primer.map.yaml"
BOOK = rule_system_of("primer").handbook({})


@pytest.fixture(scope="module")
def sheet() -> Map:
    return load(MAP)


def hexes(map_: Map, labels: str) -> set[Hex]:
    return {map_.labels.find(label) for label in labels.split()}


def test_p7_one_sees_as_far_as_the_unit_s_vision_and_never_into_woods(sheet: Map) -> None:
    sight, start = BOOK.sight(sheet, TraceRule.CROSSED), sheet.labels.find("G4")
    for unit, vision in (("infantry", 1), ("artillery", 2)):
        seen = sight.viewshed(start, BOOK.vision_range(unit))
        assert BOOK.vision_range(unit) == vision
        assert not seen[sheet.grid.index(sheet.labels.find("H5"))]  # woods next door
        assert seen[sheet.grid.index(sheet.labels.find("G2"))] == (vision == 2)


@pytest.mark.parametrize("unit", ["infantry", "armour", "artillery", "recon"])
def test_p4_the_handbook_moves_units_as_the_game_does(unit: str) -> None:
    board = "ba1 o o . w .\n~ ~ o . m .\n. . c . . ."
    game = battle(board, rules={"coloured_roads": False})
    paths = PathSearch(BOOK.mobility(unit), game.scenario.map)
    for hex_ in game.scenario.map.grid:
        ways = {way.to: way.cost for way in game.state.field.steps_from(unit, hex_)}
        for direction in range(6):
            there = game.scenario.map.grid.neighbour(hex_, direction)
            assert paths.planes.step(hex_, direction) == ways.get(there)


def test_p4_armour_crosses_the_river_by_its_bridges_alone(sheet: Map) -> None:
    reach = PathSearch(BOOK.mobility("armour"), sheet).reach(sheet.labels.find("I3"), 2)
    assert hexes(sheet, "H4 G4") <= set(reach)
    assert not hexes(sheet, "H3 I4") & set(reach)


def test_the_tables_are_printed_with_their_heads() -> None:
    tables = BOOK.tables()
    assert set(tables) == {"results", "entry", "units"}
    assert tables["results"]["cells"][6][:6] == ["n1", "n2", "n3", "n4", "n5", "nX"]
    assert tables["units"]["rows"] == list(BOOK.units())


def test_a_side_that_buys_its_army_needs_a_zone_and_no_units() -> None:
    known = scenario_limits_of("primer", {}, ["red", "blue"])
    assert known.muster == {"red": "red-deployment", "blue": "blue-deployment"}
    assert known.costs["armour"] == 6
    with pytest.raises(RuleError):
        scenario_limits_of("primer", {"stacking": 0})


# --- what a designer may change -------------------------------------------------------------------


def test_nothing_is_changed_in_the_handbook_s_own_sheets() -> None:
    made = rule_system_of("primer").design()
    for sheet_ in made.data_tables({}):
        assert not sheet_.is_changed
        for cell, word in sheet_.cells.items():
            assert made.with_cell({}, cell, word) == {}, cell


@pytest.mark.parametrize("word", ["n5", "p1"])
def test_another_result_is_written_as_a_whole_table_and_taken_back(word: str) -> None:
    made = rule_system_of("primer").design()
    cell = next(c for c, w in made.data_tables({})[2].cells.items() if w == "nX")
    rules = made.with_cell({}, cell, word)
    assert made.data_tables(rules)[2].cells[cell] == word
    assert made.reset_to_printed(rules, "results", cell) == {}


def test_costs_concealment_and_types_of_the_scenario_s_own_can_be_changed() -> None:
    made = rule_system_of("primer").design()
    entry = next(
        c for c in made.data_tables({})[1].cells if (c.row, c.column) == ("woods", "armour")
    )
    rules = made.with_cell({}, entry, "3")
    rules = made.with_cell(rules, entry._replace(column="conceals"), "no")
    assert rules["terrain"]["concealing"] == ["mountain"]
    rules = made.with_row(rules, "units", "guards", "infantry")
    assert made.data_tables(rules)[0].rows[-1].is_own
    assert "units" not in made.without_row(rules, "units", "guards")
    assert made.reset_to_printed(made.reset_to_printed(rules, "entry"), "units")[
        "units"
    ].keys() == {"guards"}


def test_every_house_rule_is_offered_in_words() -> None:
    for choice in rule_system_of("primer").design().choices():
        for word in choice.words:
            scenario_limits_of("primer", {choice.id: word.id})
