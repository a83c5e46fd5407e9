"""The board of a scenario: its map as it lies on the table, with what everybody may see of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.games import handbook_of, musters
from engine.map.map import Map, Zone
from engine.scenario.scenario import Scenario
from studio.drawing.counters import side_colours


def player_map(scenario: Scenario) -> Map:
    """The map under the scenario's title, with the zones that lie open and no others."""
    zones = {name: _zone(scenario, name) for name in handbook_of(scenario).open_zones(scenario)}
    return replace(scenario.map, title=scenario.title or scenario.map.title, zones=zones)


def _zone(scenario: Scenario, name: str) -> Zone:
    """A zone of the map, or of the scenario alone."""
    if name not in scenario.zones:
        return scenario.map.zones[name]
    grid = scenario.map.grid
    plane = np.zeros(grid.shape, bool)
    for hex_ in scenario.zones[name]:
        plane[grid.index(hex_)] = True
    owner = next((side for side, zone in musters(scenario).items() if zone == name), "")
    return Zone(plane, scenario.zone_names.get(name, ""), side_colours(scenario).get(owner, ""))
