"""The start of units, in words; and the meaning of an author's words."""

from __future__ import annotations

from engine.narration.scenario_names import ScenarioNames, zone_title
from engine.narration.turn_text import with_arrival_condition
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import LocalText, localised
from studio.widgets.document_fields import as_localized
from studio.widgets.form_fields import merge_language_lines
from studio.widgets.localization import Localizer


def zone_names(scenario: Scenario) -> list[str]:
    """The ids of the zones there are, the scenario's own first."""
    return [*dict.fromkeys([*scenario.zones, *scenario.map.zones])]


def zone_name(scenario: Scenario, zone: str, language: str) -> str:
    """Return the name of a zone; without one, the name of the place of its id."""
    if scenario.zone_names.get(zone) and zone in scenario.zones:
        return localised(scenario.zone_names[zone], language)
    if zone not in scenario.zones and zone in scenario.map.zones:
        return zone_title(scenario.map.zones[zone].name, zone, language)
    for place in scenario.map.places:
        if "-".join(localised(place.name, "en").lower().split()) == zone:
            return localised(place.name, language)
    return zone_title("", zone, language)


def start_place_text(scenario: Scenario, unit: ScenarioUnit, localize: Localizer) -> str:
    """Describe the start of a unit: a hex, a zone, or the turn and place of arrival."""
    if unit.at is not None:
        grid = scenario.map.grid
        return scenario.map.labels.label(unit.at) if unit.at in grid else grid.name(unit.at)
    if unit.arrives is not None:
        zone = zone_name(scenario, unit.arrives.zone, localize.language)
        said = localize("forces-arrives", turn=unit.arrives.turn, zone=zone)
        return with_arrival_condition(said, scenario, unit.arrives, localize.language)
    if unit.aboard or unit.bearer:
        key = "unit-aboard" if unit.aboard else "unit-borne"
        holder = ScenarioNames(scenario, localize.language).unit(unit.aboard or unit.bearer)
        return localize(key, unit=holder)
    return localize("forces-in-zone", zone=zone_name(scenario, unit.zone, localize.language))


def replace_localized_name(name: LocalText, language: str, words: str, usual: str) -> LocalText:
    """A name with other words in one language; a plain one is written in the usual language."""
    return merge_language_lines(name, {**as_localized(name, usual), language: words})
