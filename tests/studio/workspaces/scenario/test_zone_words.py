"""The panels of a scenario call zones by name, as the place there, or by their id in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.scenario.scenario import Scenario
from engine.texts import localised
from studio.documents.scenario_document import ScenarioDocument
from studio.workspaces.scenario.order_of_battle.setup_places import zone_name
from tests.studio.workspaces.scenario.conftest import CROSSROADS


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    """One with a zone of its own that has no name, and one of its map's that has lost it."""
    was = ScenarioDocument.open(CROSSROADS).scenario
    zone = next(iter(was.map.zones))
    was.map.zones["north_edge-2"] = replace(was.map.zones[zone], name="")
    return replace(was, zones={"red-setup": ()}, zone_names={})


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("zone", "words"), [("red-setup", "Red setup"), ("north_edge-2", "North edge 2")]
)
def test_a_zone_without_a_name_is_called_by_its_id_in_words(
    scenario: Scenario, zone: str, words: str, language: str
) -> None:
    assert zone_name(scenario, zone, language) == words


def test_a_zone_called_after_a_place_is_called_as_the_place(scenario: Scenario) -> None:
    place = scenario.map.places[0]
    name = {each: localised(place.name, each) for each in ("en", "zh")}
    zone = "-".join(name["en"].lower().split())
    own = replace(scenario, zones={zone: ()})
    assert zone_name(own, zone, "zh") == name["zh"]


def test_a_zone_with_a_name_is_called_by_it(scenario: Scenario) -> None:
    named = replace(scenario, zone_names={"red-setup": {"en": "The ridge", "zh": "高地"}})
    assert zone_name(named, "red-setup", "zh") == "高地"
