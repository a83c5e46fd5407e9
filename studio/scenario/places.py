"""Where a unit begins, in words; and what the words of an author mean."""

from __future__ import annotations

from engine.scenario import Scenario, ScenarioUnit
from engine.texts import LocalText, spoken
from studio.panels.boxes import joined
from studio.panels.speech import Speech
from studio.scenario.fields import in_languages


def zone_names(scenario: Scenario) -> list[str]:
    """The ids of the zones there are, the scenario's own first."""
    return [*dict.fromkeys([*scenario.zones, *scenario.map.zones])]


def zone_words(scenario: Scenario, zone: str, language: str) -> str:
    """What a zone is called: a zone of the map by its name, one of the scenario by its id."""
    if zone in scenario.zones or zone not in scenario.map.zones:
        return zone
    return spoken(scenario.map.zones[zone].name, language) or zone


def place_words(scenario: Scenario, unit: ScenarioUnit, say: Speech) -> str:
    """Where a unit begins: a hex, a zone, or the turn it comes in and where."""
    if unit.at is not None:
        grid = scenario.map.grid
        return scenario.map.labels.label(unit.at) if unit.at in grid else grid.name(unit.at)
    if unit.arrives is not None:
        zone = zone_words(scenario, unit.arrives.zone, say.language)
        return say("forces-arrives", turn=unit.arrives.turn, zone=zone)
    return say("forces-in-zone", zone=zone_words(scenario, unit.zone, say.language))


def renamed(name: LocalText, language: str, words: str, usual: str) -> LocalText:
    """A name with other words in one language; a plain one is written in the usual language."""
    return joined(name, {**in_languages(name, usual), language: words})
