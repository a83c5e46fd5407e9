"""Where somebody may want to go: hexes, names, zones and units by some letters."""

from __future__ import annotations

import numpy as np

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.hexes.grid import Grid
from engine.map.map import Map, PlaceName, Zone
from engine.narration.goto_search import GotoTarget, GotoTargetKind, find_targets, goal_hex
from tests.assertions import require


def country() -> Map:
    map_ = Map.blank(Grid(20, 10))
    hex_ = map_.grid.hex
    map_.places = [
        PlaceName(hex_(3, 3), {"en": "Long Barn", "zh": "长仓"}),
        PlaceName(hex_(7, 2), "Barnfield"),
    ]
    zone = np.zeros(map_.grid.shape, bool)
    zone[1:4, 5:8] = True
    map_.zones = {"red-setup": Zone(zone, {"en": "Red start", "zh": "红方部署区"})}
    return map_


def found(begun: str, language: str = "en") -> list[tuple[str, str]]:
    return [(goal.kind.value, goal.name) for goal in find_targets(country(), begun, language)]


def test_names_that_begin_so_come_before_those_that_have_it_somewhere() -> None:
    assert found("barn") == [("place", "Barnfield"), ("place", "Long Barn")]


def test_a_name_is_found_by_any_of_its_languages_and_told_in_the_readers() -> None:
    assert found("长", "en") == [("place", "Long Barn")]
    assert found("red-s", "zh") == [("zone", "红方部署区")]


def test_the_hex_meant_comes_first() -> None:
    assert found("0504")[0] == ("hex", "0504")
    assert found("05")[:2] == [("hex", "0501"), ("hex", "0502")]


def test_a_zone_is_gone_to_where_its_middle_is() -> None:
    map_ = country()
    assert goal_hex(map_, GotoTarget(GotoTargetKind.ZONE, "", zone="red-setup")) == map_.grid.hex(
        6, 2
    )
    map_.zones["red-setup"].hexes[:] = False
    assert goal_hex(map_, GotoTarget(GotoTargetKind.ZONE, "", zone="red-setup")) is None


def test_units_are_found_where_they_begin() -> None:
    file = next((SHIPPED / "samples").glob("tank/scenarios/*.scenario.yaml"))
    scenario = load(file)
    unit = next(unit for unit in scenario.units if unit.at is not None or unit.zone)
    goal = next(
        goal
        for goal in find_targets(scenario.map, unit.id, "en", scenario)
        if goal.kind is GotoTargetKind.UNIT
    )
    assert require(goal_hex(scenario.map, goal, scenario)) in scenario.map.grid
