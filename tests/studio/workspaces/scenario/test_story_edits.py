"""Edits of sides and of the map under a scenario."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from engine.checks.scenario_checks import lint_scenario
from engine.editing import scenario_edits as edits
from engine.editing import victory_edits, zone_edits
from engine.editing.scenario_structure_edits import (
    find_off_map_items,
    objective_moved,
    scenario_on_map,
    side_belongings,
    side_moved,
    without_side_contents,
)
from engine.files import map_writer, scenario_writer
from engine.files.scenario_reader import open_file
from engine.files.source_text import SHIPPED
from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.problems import Severity
from engine.scenario.scenario import Scenario

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


@pytest.fixture
def scenario() -> Scenario:
    return open_file(CROSSROADS).scenario


def test_what_goes_with_a_side_is_counted(scenario: Scenario) -> None:
    held = victory_edits.with_objective(
        scenario, replace(scenario.objectives[0], holder="red"), "crossways"
    )
    assert side_belongings(held, "red") == (4, 2, 1, 1)
    assert not any(side_belongings(without_side_contents(held, "red"), "red"))


def test_a_side_taken_out_takes_its_numbers_along(scenario: Scenario) -> None:
    by_side = replace(scenario, rules={"cards_per_turn": {"red": 2}, "stacking": 3})
    assert without_side_contents(by_side, "red").rules == {"stacking": 3}


def test_units_come_along_when_their_side_is_moved(scenario: Scenario) -> None:
    moved = side_moved(scenario, 0, 1)
    assert [side.id for side in moved.sides] == ["blue", "red"]
    assert [unit.side for unit in moved.units] == ["blue"] * 4 + ["red"] * 4


def test_an_objective_moves_among_the_others(scenario: Scenario) -> None:
    moved = objective_moved(scenario, 2, 0)
    assert [each.id for each in moved.objectives] == ["alderby", "crossways", "bridge"]


def test_on_a_smaller_map_all_comes_inside_and_the_scenario_stays_sound(
    tmp_path: Path, scenario: Scenario
) -> None:
    small = Map.blank(Grid(10, 8))
    map_writer.save(small, tmp_path / "small.map.yaml")
    placed = edits.with_units_at(scenario, ["b1"], scenario.map.grid.hex(23, 17))
    lost = find_off_map_items(placed, small)
    assert lost.units == ("b1",)
    assert "village" in lost.zones
    new = replace(scenario_on_map(placed, small, "small.map.yaml"), decks={}, deck_paths={})
    new = replace(new, sides=tuple(replace(side, deck="") for side in new.sides))
    file = scenario_writer.save(new, tmp_path / "new.scenario.yaml")
    (b1,) = [unit for unit in file.scenario.units if unit.id == "b1"]
    assert b1.at == small.grid.hex(9, 7)
    codes = [each.code for each in lint_scenario(file) if each.severity is Severity.ERROR]
    assert set(codes) <= {"zone-too-small"}, "what is left is a matter of room"


def test_the_edited_file_names_hexes_by_the_labels_of_the_new_map(
    tmp_path: Path, scenario: Scenario
) -> None:
    other = Map.blank(Grid(30, 30))
    map_writer.save(other, tmp_path / "other.map.yaml")
    base = replace(
        scenario, decks={}, deck_paths={}, ground_path=str(CROSSROADS.parent / scenario.ground_path)
    )
    base = replace(base, sides=tuple(replace(side, deck="") for side in base.sides))
    at = scenario.map.grid.hex(4, 9)
    file = scenario_writer.save(edits.with_units_at(base, ["r1"], at), tmp_path / "s.scenario.yaml")
    moved = scenario_on_map(file.scenario, other, "other.map.yaml")
    again = scenario_writer.save(moved, tmp_path / "s.scenario.yaml", file)
    assert again.scenario.units[0].at == at
    assert again.scenario.map.grid == other.grid


def test_names_of_zones_come_along_to_another_map(scenario: Scenario) -> None:
    named = zone_edits.with_zone_name(scenario, "westerby", "West")
    bare = deepcopy(scenario.map)
    bare.zones = {}
    moved = scenario_on_map(named, bare, "other.map.yaml")
    assert moved.zone_names["westerby"] == "West"
    assert moved.zone_names["north-edge"] == scenario.map.zones["north-edge"].name


def test_the_name_of_a_zone_follows_its_id_and_goes_with_it(scenario: Scenario) -> None:
    named = zone_edits.with_zone_name(
        zone_edits.with_zone(scenario, "spur", ()), "spur", {"en": "The spur"}
    )
    renamed = zone_edits.renamed_zone(named, "spur", "chapel")
    assert renamed.zone_names == {**scenario.zone_names, "chapel": {"en": "The spur"}}
    assert zone_edits.without_zone(renamed, "chapel").zone_names == scenario.zone_names
