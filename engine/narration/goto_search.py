"""The search for a place on a map by typed text: hexes, names, zones and units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import nsmallest
from typing import TYPE_CHECKING

import numpy as np

from engine.hexes.hex import Hex
from engine.hexes.label_completion import complete
from engine.map.map import Map
from engine.narration.scenario_names import ScenarioNames, zone_title
from engine.texts import LocalText, localised

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario, ScenarioUnit

MAXIMUM = 12  # offered at a time
MAX_HEXES = 6  # of them, where there are names too
UNLIKE = 4


class GotoTargetKind(StrEnum):
    """The kinds of places to go to."""

    HEX = "hex"
    PLACE = "place"
    ZONE = "zone"
    UNIT = "unit"


@dataclass(frozen=True)
class GotoTarget:
    """One thing to go to: what it is called, and its hex or, of a zone, its id."""

    kind: GotoTargetKind
    name: str
    at: Hex | None = None
    zone: str = ""


def find_targets(
    map_: Map, begun: str, language: str, scenario: Scenario | None = None, most: int = MAXIMUM
) -> list[GotoTarget]:
    """Find the places that match some letters, the best first; none for no letters."""
    sought = begun.strip().casefold()
    if not sought:
        return []
    named = named_targets(map_, language, scenario)
    ranked = ((_distance(names, sought), place) for place, (names, _) in enumerate(named))
    near = nsmallest(most, (each for each in ranked if each[0] < UNLIKE))
    found = [named[place][1] for _, place in near]
    labels = map_.labels
    hexes = [
        GotoTarget(GotoTargetKind.HEX, labels.label(hex_), hex_)
        for hex_ in complete(labels, begun, most)
    ]
    if hexes and hexes[0].name.casefold() == sought:
        return [hexes[0], *found, *hexes[1:]][:most]
    room = max(most - len(found), MAX_HEXES)
    return [*found[: most - len(hexes[:room])], *hexes[:room]][:most]


def named_targets(
    map_: Map, language: str, scenario: Scenario | None = None
) -> list[tuple[tuple[str, ...], GotoTarget]]:
    """Return the places that have names, with the names of each in every language."""
    named = [*_places(map_, language), *_zones(map_, scenario, language)]
    return named if scenario is None else [*named, *_units(scenario, language)]


def goal_hex(map_: Map, goal: GotoTarget, scenario: Scenario | None = None) -> Hex | None:
    """The hex of a goal; of a zone the one nearest to its middle; None for an empty zone."""
    if goal.at is not None:
        return goal.at
    if scenario is not None and goal.zone in scenario.zones:
        inside = np.array([map_.grid.index(hex_) for hex_ in scenario.zone(goal.zone)])
    elif goal.zone in map_.zones:
        inside = np.argwhere(map_.zones[goal.zone].hexes)
    else:
        return None
    if not len(inside):
        return None
    apart = ((inside - inside.mean(axis=0)) ** 2).sum(axis=1)
    row, column = inside[int(apart.argmin())].tolist()
    return map_.grid.hex(column, row)


_Named = tuple[tuple[str, ...], GotoTarget]


def _places(map_: Map, language: str) -> Iterator[_Named]:
    for place in map_.places:
        name = localised(place.name, language)
        yield _names(place.name, name), GotoTarget(GotoTargetKind.PLACE, name, place.at)


def _zones(map_: Map, scenario: Scenario | None, language: str) -> Iterator[_Named]:
    for zone in map_.zones if scenario is None else {**map_.zones, **scenario.zones}:
        own = map_.zones[zone].name if zone in map_.zones else ""
        name = (
            ScenarioNames(scenario, language).zone(zone)
            if scenario
            else zone_title(own, zone, language)
        )
        yield (name, zone, *_names(own, name)), GotoTarget(GotoTargetKind.ZONE, name, zone=zone)


def _units(scenario: Scenario, language: str) -> Iterator[_Named]:
    for unit in scenario.units:
        name = localised(unit.name, language) or unit.id
        at, zone = _stands(scenario, unit)
        if at is not None or zone:
            yield (
                (unit.id, *_names(unit.name, name)),
                GotoTarget(GotoTargetKind.UNIT, name, at, zone),
            )


def _stands(scenario: Scenario, unit: ScenarioUnit) -> tuple[Hex | None, str]:
    """Return the hex where a unit starts, or the zone."""
    outer = scenario.outermost(unit)
    arrives = outer.arrives.zone if outer.arrives is not None else ""
    return outer.at, outer.zone or arrives


def _names(text: LocalText, said: str) -> tuple[str, ...]:
    """Return the names of a thing in every language: it is found by any of them."""
    return (said, *text.values()) if isinstance(text, dict) else (said,)


def _distance(names: Iterable[str], sought: str) -> int:
    """Return the distance of the nearest name from the search: 0 the same, to `UNLIKE`."""
    return min(_apart(name.casefold(), sought) for name in names)


def _apart(name: str, sought: str) -> int:
    if name == sought:
        return 0
    if name.startswith(sought):
        return 1
    if any(word.startswith(sought) for word in name.split()):
        return 2
    return 3 if sought in name else UNLIKE
