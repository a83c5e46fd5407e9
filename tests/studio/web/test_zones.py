"""What pages draw as printed maps do: zones and rings; a side knows its own and the open ones."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.checks.scenario_checks import load_playable
from engine.games import handbook_of
from engine.scenario.scenario import Scenario
from studio.printing.scenario_map import map_for_players
from studio.web.game_facts import known_zones
from tests.engine.umpire.rooms import CROSSROADS, THREE_CITIES


@pytest.fixture(scope="module")
def cities() -> Scenario:
    return load_playable(THREE_CITIES)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_page_has_the_zones_and_rings_of_the_printed_map(cities: Scenario, side: str) -> None:
    printed = map_for_players(cities).zones
    told = {zone["id"]: zone for zone in known_zones(cities, side)}
    assert told.keys() == printed.keys()
    for name, zone in printed.items():
        assert len(told[name]["hexes"]) == int(zone.hexes.sum())
        assert told[name]["colour"] == zone.colour


def test_zones_have_their_names_in_every_language(cities: Scenario) -> None:
    told = {zone["id"]: zone["name"] for zone in known_zones(cities, "red")}
    assert told["red-deployment"] == {"en": "Red deployment", "zh": "红方部署区"}


@pytest.mark.parametrize(("side", "other"), [("red", "blue"), ("blue", "red")])
def test_a_zone_that_only_the_enemy_uses_is_told_to_nobody_else(side: str, other: str) -> None:
    scenario = load_playable(CROSSROADS)
    assert not handbook_of(scenario).public_zones(scenario)
    secret = next(unit for unit in scenario.units if unit.side == other)
    hexes = (scenario.map.grid.hex(0, 0),)
    hidden = replace(
        scenario,
        zones={**scenario.zones, "canary-zone": hexes},
        units=(*scenario.units, replace(secret, id="canary", at=None, zone="canary-zone")),
    )
    assert "canary" not in json.dumps(known_zones(hidden, side))
    assert "canary-zone" in [zone["id"] for zone in known_zones(hidden, other)]
