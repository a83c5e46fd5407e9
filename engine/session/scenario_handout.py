"""Handouts: what a side may see before the first turn, its own and public parts."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from engine.games import handbook_of, muster_zones
from engine.map.map import Map
from engine.scenario.scenario import Scenario, VictoryCondition
from engine.tabletop.tabletop_map import TabletopMap


def scenario_handout(scenario: Scenario, side: str) -> Scenario:
    """The scenario as a side may know it.

    It has the side's own units, formations, features, budget, stocks, briefing, set-up zones and
    ways to win, and the objectives and zones that lie open; nothing of the other side but its name
    and colour, and nothing of the decks, which only the umpire sees. The map has no zones but those
    that remain.
    """
    units = tuple(unit for unit in scenario.units if unit.side == side)
    places = [unit.arrives.zone if unit.arrives else unit.zone for unit in units]
    used = {*places, *(entry.zone for entry in scenario.objectives)}
    used |= set(handbook_of(scenario).public_zones(scenario))
    features = tuple(each for each in scenario.features if each.side in ("", side))
    victory = tuple(entry for entry in scenario.victory if is_known(entry, side))
    used |= {entry.zone for entry in features} | {entry.zone for entry in victory}
    used |= {each.once.zone for unit in units if (each := unit.arrives) and each.once}
    used |= {zone for buyer, zone in muster_zones(scenario).items() if buyer == side}
    used |= {body.zone for body in scenario.bodies if body.side == side}
    return replace(
        scenario,
        ground=_ground(scenario, used),
        sides=tuple(
            entry if entry.id == side else replace(entry, budget=0, deck="", decks=(), stocks={})
            for entry in scenario.sides
        ),
        units=units,
        bodies=tuple(body for body in scenario.bodies if body.side == side),
        zones={name: hexes for name, hexes in scenario.zones.items() if name in used},
        zone_names={name: words for name, words in scenario.zone_names.items() if name in used},
        decks={},
        deck_paths={},
        features=features,
        formations=tuple(each for each in scenario.formations if each.side == side),
        victory=victory,
        briefings={name: words for name, words in scenario.briefings.items() if name == side},
        notes="",
        waived=(),
        map_hash={},
    )


def _ground(scenario: Scenario, used: set[str]) -> Map | TabletopMap:
    """The map or table with no zones but these."""
    ground = scenario.ground
    if isinstance(ground, Map):
        map_ = copy(ground)
        map_.zones = {name: zone for name, zone in ground.zones.items() if name in used}
        return map_
    return replace(ground, zones={n: zone for n, zone in ground.zones.items() if n in used})


def is_known(condition: VictoryCondition, side: str) -> bool:
    """Return True if a side may know a victory condition: its own, or one of both."""
    return condition.side in ("", side)
