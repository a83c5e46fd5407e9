"""Edits of a scenario's zones; references to a zone are renamed with it.

Every function returns a new scenario and leaves the old one unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.editing.victory_edits import with_conditions_changed, zones_needed_by_unit
from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario
from engine.texts import LocalText


def with_zone(scenario: Scenario, name: str, hexes: Iterable[Hex]) -> Scenario:
    """A zone of the scenario's own, new or with other hexes."""
    return replace(scenario, zones={**scenario.zones, name: tuple(hexes)})


def with_zone_name(scenario: Scenario, zone: str, name: LocalText) -> Scenario:
    """A zone of the scenario's own called otherwise, or by its id alone."""
    others = {each: words for each, words in scenario.zone_names.items() if each != zone}
    return replace(scenario, zone_names={**others, zone: name} if name else others)


def renamed_zone(scenario: Scenario, was: str, name: str) -> Scenario:
    """A zone of the scenario's own under another id, wherever it is spoken of.

    ValueError for an id that another zone has, of the scenario or its map.
    """
    if name != was and (name in scenario.zones or name in scenario.map.zones):
        raise ValueError(f"The zone {name!r} already exists. Choose another id.")
    zones = {name if each == was else each: hexes for each, hexes in scenario.zones.items()}

    def called(zone: str) -> str:
        return name if zone == was else zone

    aimed = with_conditions_changed(scenario, lambda each: replace(each, zone=called(each.zone)))
    return replace(
        aimed,
        zones=zones,
        zone_names={called(each): words for each, words in scenario.zone_names.items()},
        units=tuple(
            replace(
                unit,
                zone=called(unit.zone),
                arrives=unit.arrives and replace(unit.arrives, zone=called(unit.arrives.zone)),
            )
            for unit in aimed.units
        ),
        features=tuple(replace(each, zone=called(each.zone)) for each in scenario.features),
        objectives=tuple(replace(o, zone=called(o.zone)) for o in scenario.objectives),
    )


def zone_users(scenario: Scenario, name: str) -> tuple[str, ...]:
    """The ids of units, features and objectives that a zone is needed for, and conditions."""
    units = (unit.id for unit in scenario.units if name in zones_needed_by_unit(unit))
    laid = (each.id for each in scenario.features if each.zone == name)
    goals = (each.id for each in scenario.objectives if each.zone == name)
    aims = (f"victory {n}" for n, each in enumerate(scenario.victory, 1) if each.zone == name)
    return (*units, *laid, *goals, *aims)


def without_zone(scenario: Scenario, name: str) -> Scenario:
    """A zone is gone; ValueError while something is in need of it."""
    users = zone_users(scenario, name)
    if users:
        raise ValueError(f"The zone {name!r} is used by {', '.join(users)}. Change them first.")
    zones = {each: hexes for each, hexes in scenario.zones.items() if each != name}
    return replace(with_zone_name(scenario, name, ""), zones=zones)
